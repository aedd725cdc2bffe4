/** Scripts written from right to left, by ISO 15924 code. */
const rightToLeft = new Set([
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
export function textDirection(locale: string): 'ltr' | 'rtl' {
  try {
    return rightToLeft.has(new Intl.Locale(locale).maximize().script ?? '') ? 'rtl' : 'ltr';
  } catch {
    return 'ltr';
  }
}
