import type { IncomingMessage } from 'node:http';
import { ServiceError } from '../kernel/errors';
import { jsonDocument, matchesEtag } from './conditional-reply';
import { sendReply } from './replies';
import type { RequestListener } from './surface';

export interface FixedDocument {
  /** From the root of the host: `/.well-known/name.json`. */
  readonly path: string;
  readonly body: unknown;
  /** Seconds for which clients and caches may keep it. */
  readonly maxAge: number;
}

/**
 * Answers one JSON document that never changes, to GET and HEAD of any site, and passes every other path on.
 * Mounted at the root, or at the document's own path.
 */
export function serveFixedDocument({ path, body, maxAge }: FixedDocument): RequestListener {
  const { payload, etag } = jsonDocument(body);
  const caching = {
    ETag: etag,
    'Cache-Control': `public, max-age=${maxAge}`,
    'Access-Control-Allow-Origin': '*',
  };
  const whole = {
    body: payload,
    headers: {
      ...caching,
      'Content-Type': 'application/json; charset=utf-8',
      'X-Content-Type-Options': 'nosniff',
    },
  };
  const refusal = new ServiceError('method_not_allowed');
  const refused = {
    status: refusal.status,
    headers: { Allow: 'GET, HEAD' },
    body: { error: refusal.message, code: refusal.code },
  };

  return (req, res, next) => {
    if (pathOf(req) !== path) next();
    else if (req.method !== 'GET' && req.method !== 'HEAD') sendReply(req, res, refused);
    else
      sendReply(
        req,
        res,
        matchesEtag(req.headers['if-none-match'], etag) ? { status: 304, headers: caching } : whole,
      );
  };
}

/** As the client wrote it: a host that mounts at a path takes that off the URL and leaves a slash. */
function pathOf(req: IncomingMessage & { readonly baseUrl?: string }): string {
  const [path = ''] = (req.url ?? '').split('?', 1);
  return `${req.baseUrl ?? ''}${req.baseUrl && path === '/' ? '' : path}`;
}
