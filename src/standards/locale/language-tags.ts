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

/** Bounds on the header, of which browsers send a few hundred characters; text beyond them is not read. */
const maxHeaderLength = 1024;
const maxTags = 32;

const weight = /^q=(0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/i;

/**
 * Returns the language tags of an `Accept-Language` header (RFC 9110, section 12.5.4) in canonical form, best
 * first, equal weights in the order sent. `*`, refused tags (`q=0`) and malformed items are left out.
 */
export function parseAcceptLanguage(header: unknown): string[] {
  if (typeof header !== 'string') return [];
  const items = header.slice(0, maxHeaderLength).split(',');
  // The last item may be cut off and could be read as another tag.
  if (header.length > maxHeaderLength) items.pop();
  const wanted = new Map<string, number>();
  for (const item of items.slice(0, maxTags)) {
    const [tag = '', parameter, ...rest] = item.split(';');
    const q = parameter === undefined ? 1 : Number(weight.exec(parameter.trim())?.[1] ?? 0);
    const locale = canonicalLocale(tag.trim());
    if (locale !== null && q > 0 && rest.length === 0 && !wanted.has(locale)) wanted.set(locale, q);
  }
  return [...wanted].sort(([, a], [, b]) => b - a).map(([locale]) => locale);
}
