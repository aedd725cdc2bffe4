import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { FaultDetail } from '../kernel/errors';
import { readFlat } from './flat-parameters';
import type { Route } from './route';

/** Readers of the head of a request: its path, its query and its id. */

/**
 * Returns the path of a request below its mount point, without the query; empty when it has none. It is read as Express
 * reads it: middleware that a host has mounted on a path, such as a check of the network, must see the same path as the
 * listeners after it. An absolute URL (RFC 9112, section 3.2.2) is therefore not resolved further. A `#`, which no browser
 * sends, stays in the path, so that it names no published file.
 */
export function readRequestPath(req: IncomingMessage & { readonly path?: unknown }): string {
  const url = req.url ?? '';
  if (!url.startsWith('/')) return readExpressPath(req) ?? readAbsolutePath(url);
  const query = url.indexOf('?');
  return query === -1 ? url : url.slice(0, query);
}

/** Returns the path as Express itself reads it; empty when it cannot, and undefined outside of Express. */
function readExpressPath(req: { readonly path?: unknown }): string | undefined {
  try {
    const { path } = req;
    return typeof path === 'string' ? path : undefined;
  } catch {
    return '';
  }
}

/**
 * Returns the path of an absolute URL, or nothing for any URL that servers may read in different ways: with an unusual
 * host, with user data, or with characters that some of them escape or take for others.
 */
function readAbsolutePath(url: string): string {
  const match =
    /^https?:\/\/(?:[A-Za-z0-9.-]+|\[[0-9A-Fa-f:.]+\])(?::\d*)?(\/[\w/.~!$&()*+,;=:@%-]*)?(?:$|\?)/.exec(url);
  return match === null ? '' : (match[1] ?? '/');
}

/** Returns the part of a path after the base path; null if the path is not below it. */
export function getPathBelow(base: string, path: string): string | null {
  if (!path.startsWith(base)) return null;
  const below = path.slice(base.length);
  return below === '' || below.startsWith('/') ? below || '/' : null;
}

/** Returns the parameters that the route names: nothing else of a query reaches the API's rules or a handler. */
export function namedParameters(
  route: Route | null,
  sent: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  const named = route?.query?.properties ?? {};
  return Object.fromEntries(Object.entries(sent).filter(([name]) => Object.hasOwn(named, name)));
}

/** Reads the query string. Returns its fault instead of throwing: it is reported after authentication. */
export function readQuery(req: IncomingMessage): {
  query: Record<string, string>;
  fault: FaultDetail | null;
} {
  const url = req.url ?? '';
  const start = url.indexOf('?');
  if (start === -1) return { query: {}, fault: null };
  const { values, fault } = readFlat(url.slice(start + 1));
  return { query: values, fault };
}

/** Request ids that can be logged, stored in the audit log (128 characters) and returned unchanged. */
const wellFormed = /^[A-Za-z0-9][A-Za-z0-9._:/+=~-]{0,127}$/;

/**
 * Returns the id under which the request is logged: the `X-Request-Id` of a proxy or client if it is well
 * formed, else a UUID v4, which takes a tenth of the time of one that sorts by time.
 */
export function readRequestId(req: IncomingMessage): string {
  const sent = req.headers['x-request-id'];
  return typeof sent === 'string' && wellFormed.test(sent) ? sent : randomUUID();
}
