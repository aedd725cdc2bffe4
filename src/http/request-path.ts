import type { IncomingMessage } from 'node:http';

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
