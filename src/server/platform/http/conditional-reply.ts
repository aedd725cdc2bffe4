import type { IncomingHttpHeaders } from 'node:http';
import fresh from 'fresh';
import { sha256Hex } from '../kernel/crypto';
import { ServiceError } from '../kernel/errors';
import type { RouteReply, RouteRequest } from './route';

// Why: docs/adr/0178-edits-are-changes-of-fields.md

/** A serialised document, with a strong ETag over its bytes. */
export interface TextDocument {
  readonly payload: Buffer;
  readonly etag: string;
}

export const jsonDocument = (body: unknown): TextDocument => toDocument(JSON.stringify(body));

/** Returns text with a strong ETag over its bytes. */
export function toDocument(text: string): TextDocument {
  const payload = Buffer.from(text);
  return { payload, etag: `"${sha256Hex(payload).slice(0, 32)}"` };
}

/** Replies with a document, or with 304 when the client has it already. */
export function sendDocument(
  request: RouteRequest,
  { payload, etag }: TextDocument,
  cacheControl: string,
): RouteReply {
  const headers = { ETag: etag, 'Cache-Control': cacheControl };
  if (isUnchanged(request.headers, { etag })) return { status: 304, headers };
  return { headers: { ...headers, 'Content-Type': 'application/json; charset=utf-8' }, body: payload };
}

/** Replies with JSON and a strong ETag over its bytes, or with 304 when the client has them already. */
export function conditionalReply(request: RouteRequest, body: unknown, cacheControl: string): RouteReply {
  return sendDocument(request, jsonDocument(body), cacheControl);
}

/** Describes the reply of a route that compares ETags. */
export const notModified = { description: 'The client already has this answer' } as const;

/** The headers of a response that identify its version. */
export type Validators = Readonly<{ etag: string; 'last-modified'?: string }>;

/**
 * Returns whether the client has this version already (RFC 9110, section 13.2.2). `Cache-Control` of the
 * request does not matter: it addresses caches.
 */
export function isUnchanged(headers: IncomingHttpHeaders, validators: Validators): boolean {
  return fresh(
    {
      'if-none-match': headers['if-none-match'],
      'if-modified-since': headers['if-modified-since'],
    },
    validators,
  );
}

/** Returns the header that names the state of a record, as its GET answers it. */
export const etagHeader = (view: unknown): Record<string, string> => ({ ETag: jsonDocument(view).etag });

/**
 * Checks that `If-Match`, if the request has it, names the current state of a record.
 * @param view the record, as its GET would answer it now
 * @throws ServiceError `version_conflict`
 */
export function requireMatch({ headers }: Pick<RouteRequest, 'headers'>, view: unknown): void {
  const wanted = headers['if-match']?.trim();
  if (wanted === undefined || wanted === '*') return;
  const current = etagHeader(view);
  // A proxy that compresses answers makes their ETags weak.
  const tags = wanted.split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  if (!tags.some((tag) => tag === current.ETag))
    throw new ServiceError('version_conflict', { headers: current });
}
