import { LRUCache } from 'lru-cache';
import Negotiator from 'negotiator';

/** The codings that we serve, in order of preference: the smallest output first. */
const codings = ['br', 'gzip', 'identity'] as const;

export type ContentCoding = (typeof codings)[number];

/** Returns the ETag of an answer in a coding: each coding is another representation (RFC 9110, section 8.8.3.3). */
export const codedEtag = (etag: string, coding: ContentCoding): string => `${etag.slice(0, -1)}-${coding}"`;

/** Limits of the cache. Browsers send few different values; a long or rare one can be an attack on memory. */
const cacheLimits = { values: 100, valueLength: 200 };

/**
 * Creates a function that chooses the content coding (RFC 9110, section 12.5.3) and caches its results for
 * common header values. It returns null when the client accepts no coding that we serve.
 * @param served the codings to choose from, in order of preference
 */
export function createCodingChoice(
  served: readonly ContentCoding[] = codings,
): (header: string | readonly string[] | undefined) => ContentCoding | null {
  const cache = new LRUCache<string, { coding: ContentCoding | null }>({ max: cacheLimits.values });

  return (header) => {
    // Node joins a repeated header into one string; the array exists only in its type.
    if (typeof header !== 'string') return 'identity';
    const cached = cache.get(header);
    if (cached !== undefined) return cached.coding;
    const coding = chooseCoding(header, served);
    if (header.length <= cacheLimits.valueLength) cache.set(header, { coding });
    return coding;
  };
}

function chooseCoding(header: string, served: readonly ContentCoding[]): ContentCoding | null {
  // `x-gzip` is another name of `gzip` (RFC 9110, section 8.4.1.3).
  const headers = { 'accept-encoding': header.replace(/\bx-gzip\b/gi, 'gzip') };
  return new Negotiator({ headers }).encoding(served, { preferred: served }) ?? null;
}
