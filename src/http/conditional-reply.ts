import { sha256Hex } from '../kernel/crypto';
import type { RouteReply, RouteRequest } from './route';

/** A JSON reply with a strong ETag over its bytes; 304 when the client has them already. */
export function conditionalReply(request: RouteRequest, body: unknown, cacheControl: string): RouteReply {
  const payload = Buffer.from(JSON.stringify(body));
  const etag = `"${sha256Hex(payload).slice(0, 32)}"`;
  const headers = { ETag: etag, 'Cache-Control': cacheControl };
  if (matchesEtag(request.headers['if-none-match'], etag)) return { status: 304, headers };
  return { headers: { ...headers, 'Content-Type': 'application/json; charset=utf-8' }, body: payload };
}

/** RFC 9110, section 13.1.2: weak comparison against a list, or `*`. */
export function matchesEtag(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  return ifNoneMatch.split(',').some((item) => item.trim() === '*' || item.trim().replace(/^W\//, '') === etag);
}
