import { isBlankText } from '#standards/blank-text';

/** Names of cookies, services and providers are the same in every language; words are built in, and an address can be shared. */
export function needsTranslation(path: string, text: string): boolean {
  if (path.startsWith('words.') || path === 'privacyUrl') return false;
  return !isBlankText(text) && (!/^(?:cookies|services)\./.test(path) || path.endsWith('.description'));
}
