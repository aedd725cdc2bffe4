import type { IncomingMessage } from 'node:http';
import parseurl from 'parseurl';

/**
 * Returns the path of a request below its mount point, without the query; empty when it has none. It is read as Express
 * reads it: middleware that a host has mounted on a path, such as a check of the network, must see the same path as the
 * listeners after it. An absolute URL (RFC 9112, section 3.2.2) is therefore not resolved further. A `#`, which no browser
 * sends, stays in the path, so that it names no published file.
 */
export function readRequestPath(req: IncomingMessage): string {
  const url = req.url ?? '';
  if (!url.startsWith('/')) return readAbsolute(req);
  const query = url.indexOf('?');
  return query === -1 ? url : url.slice(0, query);
}

function readAbsolute(req: IncomingMessage): string {
  try {
    return parseurl(req)?.pathname ?? '';
  } catch {
    return '';
  }
}
