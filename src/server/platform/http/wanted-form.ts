import type { IncomingHttpHeaders } from 'node:http';
import Negotiator from 'negotiator';

/** Maximum length of an `Accept` header that is read (characters). Browsers send less. */
const maxLength = 1024;

/**
 * Returns whether the client prefers the media type `other` to the `usual` one (RFC 9110, section 12.5.1). A
 * client that accepts neither, or both by a wildcard, gets the usual one.
 */
export function prefersOther(accept: string | undefined, other: string, usual: string): boolean {
  const negotiator = new Negotiator({ headers: { accept: accept?.slice(0, maxLength) ?? '*/*' } });
  return negotiator.mediaType([usual, other]) === other;
}

/**
 * Returns whether a browser opens the address as a page, by a link or a form: it prefers HTML, and `Sec-Fetch-Mode`, which
 * programs and old browsers do not send, does not say that a script asks.
 */
export const isNavigation = (headers: IncomingHttpHeaders): boolean =>
  prefersOther(headers.accept, 'text/html', 'application/json') &&
  (headers['sec-fetch-mode'] ?? 'navigate') === 'navigate';
