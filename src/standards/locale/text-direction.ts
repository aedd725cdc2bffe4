import { likelyScript } from './likely-script';

/** Scripts written from right to left, by ISO 15924 code. */
const rightToLeft: ReadonlySet<string | null> = new Set([
  'Adlm',
  'Arab',
  'Hebr',
  'Mand',
  'Mend',
  'Nkoo',
  'Rohg',
  'Samr',
  'Syrc',
  'Thaa',
  'Yezi',
]);

/**
 * Returns the direction in which a language is written, by its likely script: `fa` is right to left, `ku` is
 * not and `ku-Arab` is.
 */
export const textDirection = (locale: string): 'ltr' | 'rtl' =>
  rightToLeft.has(likelyScript(locale)) ? 'rtl' : 'ltr';
