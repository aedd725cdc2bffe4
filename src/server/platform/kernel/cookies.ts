import { isIP } from 'node:net';
import { parseCookie, stringifySetCookie } from 'cookie';
import { parseUrl } from './parse-url';

// Why: docs/adr/0076-cookies-of-one-name.md

/** Maximum number of cookies of one name that are read. */
const maxSameName = 20;

/**
 * Returns the values of all cookies of a name, in the order in which the browser sent them. A browser keeps cookies of
 * one name apart by domain and path, and sends all that match without saying where they belong (RFC 6265, section 4.2.2).
 * @param header the header `Cookie`
 *
 * @example
 * readCookies('svc_vid=old; svc_vid=mine', 'svc_vid'); // ['old', 'mine']
 */
export function readCookies(header: string | undefined, name: string): string[] {
  const values: string[] = [];
  for (const pair of (header ?? '').split(';')) {
    if (values.length >= maxSameName) break;
    if (pair.slice(0, pair.indexOf('=')).trim() !== name) continue;
    const value = parseCookie(pair)[name];
    if (value !== undefined) values.push(value);
  }
  return values;
}

/** Where a browser keeps a cookie. Without a domain it belongs to the host alone. */
export interface CookiePlace {
  readonly domain?: string | undefined;
  readonly path: string;
}

/** A request, as far as it decides which cookies a browser sends with it. */
export interface CookieCarrier {
  /** Returns the values of all cookies of a name. */
  cookies(name: string): readonly string[];
  /** URL, or only the path, of the API that the request belongs to. */
  readonly mountUrl: string;
}

export interface StrayCookie {
  /** Name of the cookie. */
  readonly name: string;
  /** The place that the service uses. */
  readonly place: CookiePlace;
}

export interface CookieAttributes {
  readonly secure: boolean;
  readonly sameSite?: 'lax' | 'strict' | 'none' | undefined;
}

/**
 * Greatest number of cookies that one answer ends (some 70 bytes each): proxies commonly accept 4 KiB of headers.
 */
const maxEnded = 36;

/**
 * Returns `Set-Cookie` values that end cookies in all places other than the service's own, for the names of which a
 * request carries several. Nobody can see in which place a cookie is, so every possible one is named. Send them before
 * the cookies that are kept: some browsers do not tell a host from a domain of the same name.
 * @param attributes those without which browsers would ignore the header
 * @param below last segment of the request's path, if all requests that set these cookies share it
 */
export function endStrayCookies(
  request: CookieCarrier,
  known: readonly StrayCookie[],
  attributes: CookieAttributes,
  below = '',
): string[] {
  const several = known.filter(({ name }) => !name.startsWith('__Host-') && request.cookies(name).length > 1);
  if (several.length === 0) return [];
  const most = Math.floor(maxEnded / several.length);
  const places = listCookiePlaces(request.mountUrl, below);
  return several.flatMap((cookie) => endElsewhere(cookie, places, attributes, most));
}

/** Returns `Set-Cookie` values that end a cookie in all of these places other than the service's own. */
export function endElsewhere(
  { name, place }: StrayCookie,
  places: readonly CookiePlace[],
  attributes: CookieAttributes,
  most = maxEnded,
): string[] {
  if (name.startsWith('__Host-')) return [];
  return places
    .filter(({ domain, path }) => domain !== place.domain || path !== place.path)
    .slice(0, most)
    .map(({ domain, path }) => stringifySetCookie(name, '', { ...attributes, domain, path, maxAge: 0 }));
}

/**
 * Returns whether a browser sends a cookie with requests to a path (RFC 6265, section 5.1.4).
 * @param cookiePath its attribute `Path`
 */
export const coversPath = (cookiePath: string, path: string): boolean =>
  path === cookiePath || path.startsWith(cookiePath.endsWith('/') ? cookiePath : `${cookiePath}/`);

/** Most folders and parent domains that are looked at: clients can send any path and host. */
const maxFolders = 10;
const maxDomains = 8;

/**
 * Returns the places of which a browser sends the cookies to an address, the usual ones first.
 * @param address URL, or only the path
 * @param below last segment of the path, if it is not in the address
 */
export function listCookiePlaces(address: string, below = ''): CookiePlace[] {
  const url = parseUrl(address);
  const path = url?.pathname ?? address;
  const parts = path.split('/', maxFolders * 2).filter(Boolean);
  const folders = [...parts.slice(0, maxFolders), ...(below === '' ? [] : [below])];
  const exact = folders.map((_, at) => `/${folders.slice(0, at + 1).join('/')}`);
  const paths = ['/', ...exact, ...exact.map((folder) => `${folder}/`)].filter((each) =>
    pathPattern.test(each),
  );
  const domains = [undefined, ...listDomains(url?.hostname ?? '')];
  return paths.flatMap((each) => domains.map((domain) => ({ domain, path: each })));
}

/** Returns the domains that a host can set cookies for. Browsers ignore those that are public suffixes. */
function listDomains(hostname: string): string[] {
  if (isIP(hostname) !== 0 || hostname.startsWith('[')) return [];
  const labels = hostname.split('.').slice(-maxDomains);
  return labels
    .slice(0, -1)
    .map((_, at) => labels.slice(at).join('.'))
    .filter((domain) => domainPattern.test(domain));
}

/** The values that can be written into `Set-Cookie`. */
const pathPattern = /^[!-:=-~]+$/;
const domainPattern = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)*$/;
