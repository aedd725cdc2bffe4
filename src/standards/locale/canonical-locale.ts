/** Longest language tag accepted, in characters (RFC 5646, section 4.4.1). */
const maxLocaleLength = 35;

/**
 * The canonical form of a BCP 47 language tag (`DE-at` is `de-AT`, `iw` is `he`), or null when the value is none or is longer than 35 characters.
 * `default` is refused although its letters would pass: published files use it for the default locale.
 */
export function canonicalLocale(tag: unknown): string | null {
  if (typeof tag !== 'string' || tag.length > maxLocaleLength) return null;
  try {
    const [canonical] = Intl.getCanonicalLocales(tag);
    return canonical === undefined || canonical.length > maxLocaleLength || canonical === 'default' ? null : canonical;
  } catch {
    return null;
  }
}
