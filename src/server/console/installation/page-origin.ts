import type { RouteRequest } from '#platform/http/route';
import { isOriginEntry } from '#platform/kernel/origins';
import { parseUrl } from '#platform/kernel/parse-url';

type PageRequest = Pick<RouteRequest, 'caller' | 'headers' | 'origin' | 'mountUrl'>;

/** Returns the origin of the page whose script sent a request; null when no page did. */
export function getPageOrigin({ caller, headers, origin, mountUrl }: PageRequest): string | null {
  // A server that holds a key speaks for no page.
  if (caller.kind === 'apiKey') return null;
  if (origin !== null) return readOrigin(origin);
  // Browsers send no `Origin` to the page's own server.
  const page = headers['sec-fetch-site'] === 'same-origin' ? parseUrl(mountUrl) : null;
  return page === null ? null : readOrigin(page.origin);
}

/** Returns an origin in lower case; null for anything else, such as `null` of a sandboxed frame. */
export function readOrigin(text: string): string | null {
  return isOriginEntry(text) && !text.includes('*') ? text.toLowerCase() : null;
}
