import type { GeoDependence } from '#platform/geo/geo-provider';
import { getTenantCaching, type TenancyOfRequests } from '#platform/http/tenant-caching';

export interface CachePolicyOptions {
  /** The facts that the visitor's place depends on; null when one compliance group applies everywhere. */
  readonly place: Required<GeoDependence> | null;
  readonly tenancy: TenancyOfRequests;
  /** Longest time that any cache can keep an answer (s). */
  readonly maxAge: number;
}

/** Longest time that shared caches keep an answer without asking (s). */
const sharedSeconds = 60;

/**
 * Creates the function that returns `Cache-Control` and `Vary` of answers that depend on the visitor's place.
 * Shared caches keep only answers that the URL and the headers in `Vary` determine. Browsers ask each time: an
 * operator who has just published sees the new banner, and an unchanged one costs a 304.
 * @param usesLanguageHeader whether `Accept-Language` of this request was read
 */
export function createCachePolicy({
  place,
  tenancy,
  maxAge,
}: CachePolicyOptions): (usesLanguageHeader: boolean) => Readonly<Record<string, string>> {
  const tenant = getTenantCaching(tenancy);
  const placeHeaders = place?.headers ?? [];
  const cacheControl =
    place?.address === true || tenant.isPrivate
      ? 'private, no-cache'
      : // Not `no-cache`, which shared caches must obey too.
        `public, max-age=0, s-maxage=${Math.min(sharedSeconds, maxAge)}`;

  return (usesLanguageHeader) => {
    const languages = usesLanguageHeader ? ['Accept-Language'] : [];
    // The headers of a call with a key do not locate the visitor.
    const byKey = place !== null && placeHeaders.length + languages.length > 0 ? ['X-API-Key'] : [];
    const names = new Set(['Accept-Encoding', ...byKey, ...tenant.headers, ...placeHeaders, ...languages]);
    return { 'Cache-Control': cacheControl, Vary: [...names].join(', ') };
  };
}
