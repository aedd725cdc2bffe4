/** Returns a text without accents and capitals, as people type it when they search. */
export const folded = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/**
 * Returns whether each word of a search is part of a text, whatever its capitals and accents.
 *
 * @example
 * isMatch('eu dra', 'Draft for the EU'); // true
 */
export function isMatch(q: string, text: string): boolean {
  const within = folded(text);
  return folded(q)
    .split(/\s+/)
    .every((word) => within.includes(word));
}
