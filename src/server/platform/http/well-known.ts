import type { IncomingMessage } from 'node:http';
import { ServiceError } from '../kernel/errors';
import type { RequestListener } from './api-router';
import { isUnchanged, jsonDocument } from './conditional-reply';
import { sendReply } from './replies';
import { readRequestPath } from './request-head';

export interface WellKnownDocument {
  /** Path from the root of the host: `/.well-known/name.json`. */
  readonly path: string;
  readonly body: unknown;
  /** Time for which clients and caches can keep the document (s). */
  readonly maxAge: number;
}

/**
 * Serves one JSON document that never changes to GET and HEAD requests from any origin, and passes every
 * other path to `next`. Mounted at the root or at the document's own path.
 */
export function serveWellKnown({ path, body, maxAge }: WellKnownDocument): RequestListener {
  const { payload, etag } = jsonDocument(body);
  const caching = {
    ETag: etag,
    'Cache-Control': `public, max-age=${maxAge}`,
    'Access-Control-Allow-Origin': '*',
  };
  const fullReply = {
    body: payload,
    headers: {
      ...caching,
      'Content-Type': 'application/json; charset=utf-8',
      'X-Content-Type-Options': 'nosniff',
    },
  };
  const error = new ServiceError('method_not_allowed');
  const methodNotAllowed = {
    status: error.status,
    headers: { Allow: 'GET, HEAD' },
    body: { error: error.message, code: error.code },
  };

  return (req, res, next) => {
    if (getPath(req) !== path) next();
    else if (req.method !== 'GET' && req.method !== 'HEAD') sendReply(req, res, methodNotAllowed);
    else
      sendReply(req, res, isUnchanged(req.headers, { etag }) ? { status: 304, headers: caching } : fullReply);
  };
}

/** Returns the path that the client sent: a host that mounts at a path strips it and leaves a slash. */
function getPath(req: IncomingMessage & { readonly baseUrl?: string }): string {
  const path = readRequestPath(req);
  return `${req.baseUrl ?? ''}${req.baseUrl && path === '/' ? '' : path}`;
}
