import { sha256Hex } from '../kernel/crypto';
import type { RouteReply, RouteRequest } from './route';

/** A JSON document as it is sent, with a strong ETag over its bytes. */
export interface JsonDocument {
  readonly payload: Buffer;
  readonly etag: string;
}

export function jsonDocument(body: unknown): JsonDocument {
  const payload = Buffer.from(JSON.stringify(body));
  return { payload, etag: `"${sha256Hex(payload).slice(0, 32)}"` };
}

/** Replies with a document, or with 304 when the client has it already. */
export function sendDocument(
  request: RouteRequest,
  { payload, etag }: JsonDocument,
  cacheControl: string,
): RouteReply {
  const headers = { ETag: etag, 'Cache-Control': cacheControl };
  if (matchesEtag(request.headers['if-none-match'], etag)) return { status: 304, headers };
  return { headers: { ...headers, 'Content-Type': 'application/json; charset=utf-8' }, body: payload };
}

/** A JSON reply with a strong ETag over its bytes; 304 when the client has them already. */
export function conditionalReply(request: RouteRequest, body: unknown, cacheControl: string): RouteReply {
  return sendDocument(request, jsonDocument(body), cacheControl);
}

/** RFC 9110, section 13.1.2: weak comparison against a list, or `*`. */
export function matchesEtag(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  return ifNoneMatch
    .split(',')
    .some((item) => item.trim() === '*' || item.trim().replace(/^W\//, '') === etag);
}
