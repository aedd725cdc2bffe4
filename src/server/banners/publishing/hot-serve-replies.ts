import type { IncomingMessage, ServerResponse } from 'node:http';
import { isUnchanged } from '#platform/http/conditional-reply';
import { defaultRetrySeconds, type ErrorCode, errorCodes, type ServiceError } from '#platform/kernel/errors';
import { openHeaders, type Variant } from './variants';

type Headers = Readonly<Record<string, string>>;

const allowedMethods = 'GET, HEAD, OPTIONS';

interface FixedReply {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Buffer;
}

/** Creates a refusal that any page can read and no cache keeps. */
function errorReply(
  code: ErrorCode,
  extra: Headers = {},
  message: string = errorCodes[code].message,
): FixedReply {
  const { status } = errorCodes[code];
  const body = Buffer.from(JSON.stringify({ error: message, code }));
  return {
    status,
    body,
    headers: {
      ...openHeaders,
      'Content-Type': 'application/json; charset=utf-8',
      'Content-Length': String(body.length),
      'Cache-Control': 'no-store',
      ...(status === 503 && { 'Retry-After': String(defaultRetrySeconds) }),
      ...extra,
    },
  };
}

/** Replies built once, so that refusing a request is cheaper than sending one. */
const fixedReplies = {
  notFound: errorReply('locale_file_not_found'),
  methodNotAllowed: errorReply('method_not_allowed', { Allow: allowedMethods }),
  notAcceptable: errorReply('not_acceptable', { Vary: 'Accept-Encoding' }),
  unavailable: errorReply('unavailable', { 'Retry-After': '1' }),
  rateLimited: errorReply('rate_limited'),
} as const;

const preflightHeaders: Headers = {
  ...openHeaders,
  Allow: allowedMethods,
  'Access-Control-Allow-Methods': allowedMethods,
  'Access-Control-Allow-Headers': '*',
  'Access-Control-Max-Age': '86400',
};

// Headers go to writeHead as objects: given a flat array, the widespread `on-headers` before 1.1 garbles
// them.

export function sendFixed(
  req: IncomingMessage,
  res: ServerResponse,
  name: keyof typeof fixedReplies,
  extra?: ServiceError['headers'],
): void {
  const { status, headers, body } = fixedReplies[name];
  res.writeHead(status, extra === undefined ? headers : { ...headers, ...extra });
  end(req, res, body);
}

/** Sends a refusal that any page can read and no cache keeps. */
export function sendError(
  req: IncomingMessage,
  res: ServerResponse,
  ...refusal: Parameters<typeof errorReply>
): void {
  const { status, headers, body } = errorReply(...refusal);
  res.writeHead(status, headers);
  end(req, res, body);
}

export function sendPreflight(res: ServerResponse): void {
  res.writeHead(204, preflightHeaders);
  res.end();
}

export function sendRedirect(res: ServerResponse, location: string): void {
  res.writeHead(303, {
    ...openHeaders,
    Location: location,
    'Cache-Control': 'public, max-age=60',
    'Content-Length': '0',
  });
  res.end();
}

export function sendVariant(req: IncomingMessage, res: ServerResponse, variant: Variant): void {
  if (isUnchanged(req.headers, variant.validators)) {
    res.writeHead(304, variant.notModifiedHeaders);
    res.end();
    return;
  }
  res.writeHead(200, variant.headers);
  end(req, res, variant.body);
}

/** Sends the body, which requests with HEAD do not get. */
export function end(req: IncomingMessage, res: ServerResponse, body: Buffer): void {
  if (req.method === 'HEAD') res.end();
  else res.end(body);
}
