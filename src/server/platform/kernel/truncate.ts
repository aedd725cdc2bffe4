/**
 * Shortens a text to `maxLength` UTF-16 code units without splitting a surrogate pair.
 * @param ending text that marks a shortened result, counted within the length
 */
export function truncate(text: string, maxLength: number, ending = ''): string {
  if (text.length <= maxLength) return text;
  return `${text.slice(0, maxLength - ending.length).replace(/[\ud800-\udbff]$/, '')}${ending}`;
}
