import { isSameLanguage } from './locale';

/** Shorter texts, such as "OK" and "Marketing", can be the same in two languages (characters). */
const longestCommon = 15;

/**
 * Returns whether the text of a language is still the default language's, so that somebody has to translate it. For texts
 * whose origin is not known: the editor marks its own copies, whatever their length.
 */
export function isCopiedText(
  text: string,
  source: string | undefined,
  { locale, defaultLocale }: { readonly locale: string; readonly defaultLocale: string },
): boolean {
  return text === source && text.length > longestCommon && !isSameLanguage(locale, defaultLocale);
}
