import { useWords } from '../../../words';
import { fieldWords } from './field-words';

/**
 * Returns a function that names a field by its path: `mainBanner.buttons[0].text` is "First layer · Button 1".
 * Parts without a name, such as ids, stay as they are.
 */
export function useFieldName(): (path: string) => string {
  const { fields, button } = useWords(fieldWords);
  return (path) => {
    const parts = path.split('.').flatMap((part) => {
      const [, list = part, index] = /^(.+)\[(\d+)\]$/.exec(part) ?? [];
      if (list === 'buttons' && index !== undefined) return [button(Number(index) + 1)];
      const name = Object.hasOwn(fields, list) ? (fields[list] ?? list) : list;
      return name === '' ? [] : [index === undefined ? name : `${name} ${Number(index) + 1}`];
    });
    return parts.join(' · ');
  };
}
