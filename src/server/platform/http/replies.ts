import type { IncomingMessage, ServerResponse } from 'node:http';
import cors from 'cors';
import { ServiceError } from '../kernel/errors';
import type { OnIgnored } from '../kernel/known-part';
import type { Logger } from '../kernel/logger';
import { describeError } from '../kernel/logger';
import type { CorsResult } from './api-policy';
import type { RouteReply } from './route';

/** Sends a handler's reply. For a streamed reply it sends only status and headers. */
export function sendReply(req: IncomingMessage, res: ServerResponse, reply: RouteReply): void {
  sendHead(res, reply);
  const status = reply.status ?? 200;
  if (reply.stream !== undefined) {
    res.end();
    return;
  }
  if (reply.body === undefined) {
    if (status !== 204 && status !== 304) res.setHeader('Content-Length', '0');
    res.end();
    return;
  }
  // Node.js sends a text together with the headers, and bytes after them.
  const payload = Buffer.isBuffer(reply.body) ? reply.body : JSON.stringify(reply.body);
  if (!res.hasHeader('Content-Type')) res.setHeader('Content-Type', 'application/json; charset=utf-8');
  res.setHeader('Content-Length', String(Buffer.byteLength(payload)));
  res.end(req.method === 'HEAD' ? undefined : payload);
}

/** Sets status and headers, which are sent with the first part of the body. Values of `Vary` and `Set-Cookie` are appended. */
export function sendHead(res: ServerResponse, { status = 200, headers = {} }: RouteReply): void {
  for (const [name, value] of Object.entries(headers)) {
    if (/^(vary|set-cookie)$/i.test(name)) res.appendHeader(name, value as string | string[]);
    else res.setHeader(name, value as string | string[]);
  }
  res.statusCode = status;
}

/** Sets the CORS headers that the rules of an API have decided on. */
export function setCorsHeaders(req: IncomingMessage, res: ServerResponse, { options }: CorsResult): void {
  // With fixed options it is done when it returns. The API answers preflights itself, with `Allow`.
  cors({ ...options, preflightContinue: true })(req, res, () => {});
}

/** The reply of an error. */
export interface ErrorReply extends RouteReply {
  readonly status: number;
  readonly code: string;
}

/**
 * Creates the reply of every error. Server errors (5XX) are logged with the request id, which the body
 * contains too. The body of an unexpected error contains no details.
 * @param refusals for server errors that are expected, such as those of an outage
 */
export function toErrorReply(
  thrown: unknown,
  requestId: string,
  { logger, refusals }: { readonly logger: Logger; readonly refusals: Logger },
): ErrorReply {
  const error = thrown instanceof ServiceError ? thrown : fromParser(thrown);
  if (error === null) {
    logger.error({ requestId, error: describeError(thrown) }, 'A request failed unexpectedly');
    const internal = new ServiceError('internal_error');
    const { status, code, message } = internal;
    return { status, code, body: { error: message, code, requestId } };
  }
  const { status, headers, message, code, cause, body } = error;
  if (status >= 500)
    refusals.warn(
      { requestId, code, ...(cause === undefined ? {} : { cause: describeError(cause) }) },
      message,
    );
  return {
    status,
    code,
    headers,
    body: { error: message, code, ...body, ...(status >= 500 ? { requestId } : {}) },
  };
}

/**
 * Returns the service error for an error of the body parser or the router, which have `status` and `type`.
 */
function fromParser(thrown: unknown): ServiceError | null {
  if (!(thrown instanceof Error)) return null;
  const { type, status } = thrown as { type?: string; status?: number };
  if (type === 'entity.too.large') return new ServiceError('payload_too_large');
  if (
    type === 'entity.parse.failed' ||
    type === 'entity.verify.failed' ||
    type === 'request.aborted' ||
    type === 'request.size.invalid'
  )
    return new ServiceError('malformed_json');
  if (type === 'encoding.unsupported' || type === 'charset.unsupported')
    return new ServiceError('unsupported_media_type');
  if (thrown instanceof URIError || /decode param/i.test(thrown.message))
    return new ServiceError('malformed_url');
  return status === 400 ? new ServiceError('malformed_json') : null;
}

/**
 * Name of the header that lists body fields and query parameters that the route does not know and that are
 * therefore not handed on. They are often misspelt.
 */
const ignoredFieldsHeader = 'X-Ignored-Fields';

const maxNames = 10;
const maxLength = 60;

/**
 * Returns a function that adds a name to the header: at most ten, with unusual characters replaced. Errors
 * carry the header too: a required field may be missing because its name was misspelt.
 */
export function ignoredFields(res: ServerResponse): OnIgnored {
  const names: string[] = [];
  return (name) => {
    if (names.length >= maxNames) return;
    names.push(toHeaderText(name));
    res.setHeader(ignoredFieldsHeader, names.join(', '));
  };
}

function toHeaderText(name: string): string {
  const safe = name.slice(0, maxLength).replace(/[^A-Za-z0-9_.[\]$-]/g, '?');
  return name.length > maxLength ? `${safe}...` : safe;
}
