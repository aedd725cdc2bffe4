/** Scripts for which fonts are chosen; a document uses one font for each. Japanese and Chinese share one. */
const patterns: readonly [string, RegExp][] = [
  ['Latin', /\p{Script=Latin}/u],
  ['Greek', /\p{Script=Greek}/u],
  ['Cyrillic', /\p{Script=Cyrillic}/u],
  ['Arabic', /\p{Script=Arabic}/u],
  ['Hebrew', /\p{Script=Hebrew}/u],
  [
    'CJK',
    /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Bopomofo}\u3000-\u303f\u30a0\u30fb\u30fc\uff00-\uffef]/u,
  ],
  ['Hangul', /\p{Script=Hangul}/u],
  ['Thai', /\p{Script=Thai}/u],
  ['Devanagari', /\p{Script=Devanagari}/u],
  ['Bengali', /\p{Script=Bengali}/u],
  ['Gujarati', /\p{Script=Gujarati}/u],
  ['Gurmukhi', /\p{Script=Gurmukhi}/u],
  ['Kannada', /\p{Script=Kannada}/u],
  ['Malayalam', /\p{Script=Malayalam}/u],
  ['Sinhala', /\p{Script=Sinhala}/u],
  ['Tamil', /\p{Script=Tamil}/u],
  ['Telugu', /\p{Script=Telugu}/u],
  ['Armenian', /\p{Script=Armenian}/u],
  ['Georgian', /\p{Script=Georgian}/u],
  ['Ethiopic', /\p{Script=Ethiopic}/u],
  ['Khmer', /\p{Script=Khmer}/u],
  ['Lao', /\p{Script=Lao}/u],
  ['Myanmar', /\p{Script=Myanmar}/u],
  ['Tibetan', /\p{Script=Tibetan}/u],
  ['Thaana', /\p{Script=Thaana}/u],
];

/** Digits, punctuation and spaces, which every script uses. */
const shared = /[\p{Script=Common}\p{Script=Inherited}]/u;

/**
 * Returns the script of a sign; null when all scripts share the sign. Scripts that the list does not name are
 * `other`.
 */
export function getScript(sign: string): string | null {
  if (sign < '\u0080') return /[A-Za-z]/.test(sign) ? 'Latin' : null;
  for (const [name, pattern] of patterns) if (pattern.test(sign)) return name;
  return shared.test(sign) ? null : 'other';
}

/** Returns whether a script has no spaces between words, so that lines can break between any two words. */
export const writesWithoutSpaces = (sign: string): boolean =>
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\u3000-\u303f\uff00-\uffef]/u.test(
    sign,
  );
