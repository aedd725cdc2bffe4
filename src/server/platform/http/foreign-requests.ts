import type { IncomingMessage } from 'node:http';
import { parseUrl } from '../kernel/parse-url';

type Request = Pick<IncomingMessage, 'method' | 'headers'>;

/**
 * Returns whether a browser sends the request for a page of another origin.
 * @param mountUrl address of the API; its host is the one that the browser has asked, also behind a trusted proxy
 */
export function isForeign({ headers }: Request, mountUrl: string): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site !== 'same-origin' && site !== 'none';
  const { origin } = headers;
  // Browsers send at least one of the two headers.
  if (origin === undefined) return false;
  const host = parseUrl(mountUrl)?.host;
  return host === undefined || parseUrl(origin)?.host !== host;
}

/** Headers that a page cannot send to another origin unless CORS allows it. */
const askedFor = ['authorization', 'if-match', 'x-api-key', 'x-requested-with', 'x-tenant-id'];

/** Media types of forms, which a page can send to any origin (Fetch, "CORS-safelisted request-header"). */
const simpleTypes = ['application/x-www-form-urlencoded', 'multipart/form-data', 'text/plain'];

/**
 * Returns whether a browser sends the request for a page of another origin only after a preflight. Without one it adds
 * cookies whatever CORS allows, and the page only cannot read the answer.
 */
export function needsPreflight({ method = 'GET', headers }: Request): boolean {
  if (!['GET', 'HEAD', 'POST'].includes(method)) return true;
  if (askedFor.some((name) => headers[name] !== undefined)) return true;
  const type = headers['content-type']?.replace(/;.*/s, '').trim().toLowerCase();
  return type !== undefined && !simpleTypes.includes(type);
}
