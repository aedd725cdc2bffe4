import { useFormats } from '../../../words';
import type { Path } from '../edits/edits';
import { useFieldName } from './field-names';

/** Returns a function that names the field of an edit, with its language where it has one. */
export function useEditName(): (path: Path) => string {
  const formats = useFormats();
  const fieldName = useFieldName();
  return (path) => {
    const language = getLanguage(path);
    return [language === undefined ? '' : formats.language(language), fieldName(toFieldPath(path))]
      .filter(Boolean)
      .join(' · ');
  };
}

/** Returns the language of a translation that is edited; undefined for anything else. */
export const getLanguage = ([root, tag]: Path): string | undefined =>
  root === 'localeContent' ? String(tag) : undefined;

/** Returns the path of an edit inside the profile or its translation: `mainBanner.buttons[0].text`. */
export function toFieldPath(path: Path): string {
  const [root] = path;
  const inside = path.slice(root === 'localeContent' ? 2 : root === 'profileJson' ? 1 : 0);
  return inside.join('.').replace(/\.(\d+)/g, '[$1]');
}
