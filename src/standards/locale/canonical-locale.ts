import { LRUCache } from 'lru-cache';

/** Longest language tag accepted (characters; RFC 5646, section 4.4.1). */
const maxLocaleLength = 35;

const language = /^[a-z]{2,3}(?:-|$)/i;

/**
 * Returns the canonical form of a BCP 47 language tag (`DE-at` is `de-AT`, `iw` is `he`); null when the value
 * is not a tag or is longer than 35 characters. The language must be a code of two or three letters (ISO
 * 639): longer ones such as `english` are well-formed, but none is registered, so browsers never ask for one.
 * This also refuses `default`, which published files use for the default locale.
 */
export function canonicalLocale(tag: unknown): string | null {
  if (typeof tag !== 'string' || tag.length > maxLocaleLength) return null;
  const known = canonicalTags.get(tag);
  if (known !== undefined) return known;
  const canonical = readTag(tag);
  if (canonical !== null) canonicalTags.set(tag, canonical);
  return canonical;
}

/** Canonical forms of the latest tags: every request of a browser has the same few. */
const canonicalTags = new LRUCache<string, string>({ max: 500 });

function readTag(tag: string): string | null {
  try {
    const [canonical] = Intl.getCanonicalLocales(tag);
    return canonical === undefined || canonical.length > maxLocaleLength || !language.test(canonical)
      ? null
      : canonical;
  } catch {
    return null;
  }
}
