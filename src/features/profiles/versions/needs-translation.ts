import { isBlankText } from '../../../standards/blank-text';

/** Names of cookies and providers are the same in every language; words are built in, and an address can be shared. */
export function needsTranslation(path: string, text: string): boolean {
  if (path.startsWith('words.') || path === 'privacyUrl') return false;
  return !isBlankText(text) && (!path.startsWith('cookies.') || path.endsWith('.description'));
}
