import type { RouteRequest } from '#platform/http/route';
import { parseUrl } from '#platform/kernel/parse-url';

type PageRequest = Pick<RouteRequest, 'headers' | 'mountUrl'>;

/** Stands for the service's own origin where a request names no valid host. */
const unknownOrigin = 'http://unknown.invalid';

/** Longest address to return to (characters), also once other characters than ASCII are percent-encoded. */
export const maxReturn = 2048;

/** Returns a path of the service's own origin; null for anything that leads elsewhere, and for one that is too long. */
export function readReturn(sent: string | undefined): string | null {
  const path = toOwnPath(sent);
  return path !== null && path.length > maxReturn ? null : path;
}

function toOwnPath(sent: string | undefined): string | null {
  if (sent === undefined || !sent.startsWith('/')) return null;
  // Browsers read `//`, `/\` and a slash before a tab or a line break as the start of another host.
  const url = parseUrl(sent, unknownOrigin);
  if (url === null || url.origin !== unknownOrigin) return null;
  const path = `${url.pathname}${url.search}${url.hash}`;
  return path.startsWith('//') ? null : path;
}

/**
 * Returns the page that sent a form: what the form says, unless the browser's own word is more exact, such as behind a
 * proxy that shortens paths; null when neither says it. A form of another origin is of the same site.
 */
export function findSendingPage({ headers, mountUrl }: PageRequest, sent: string | undefined): string | null {
  const said = readReturn(sent);
  const referer = parseUrl(headers.referer ?? '');
  if (referer === null || !/^https?:$/.test(referer.protocol)) return said;
  const isOwn = referer.origin === parseUrl(mountUrl)?.origin;
  if (!isOwn) return referer.href;
  const path = toOwnPath(`${referer.pathname}${referer.search}`);
  const saidPath = said?.replace(/[?#].*/, '');
  return path !== null && (saidPath === undefined || referer.pathname.endsWith(saidPath)) ? path : said;
}

/** Returns an address with a query of the values that are set. */
export function writeQuery(
  path: string,
  values: Readonly<Record<string, string | null | undefined>>,
): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(values)) if (value) query.set(name, value);
  return query.size === 0 ? path : `${path}?${query}`;
}
