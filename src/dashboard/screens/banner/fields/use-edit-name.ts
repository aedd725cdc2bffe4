import { useFormats } from '../../../words';
import type { Path } from '../edits/edits';
import { useFieldName } from './field-names';

/** Returns a function that names the field of an edit, with its language where it has one. */
export function useEditName(): (path: Path) => string {
  const formats = useFormats();
  const fieldName = useFieldName();
  return (path) => {
    const [root, tag] = path;
    const isTranslation = root === 'localeContent';
    const field = path.slice(isTranslation ? 2 : root === 'profileJson' ? 1 : 0);
    return [
      isTranslation ? formats.language(String(tag)) : '',
      fieldName(field.join('.').replace(/\.(\d+)/g, '[$1]')),
    ]
      .filter(Boolean)
      .join(' · ');
  };
}
