import { isUtf8 } from 'node:buffer';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import bodyParser from 'body-parser';
import { ServiceError, validationFailed } from '../kernel/errors';
import { jsonTextFault } from '../kernel/json';
import { truncate } from '../kernel/truncate';
import { readFlat } from './flat-parameters';
import type { Route } from './route';

/**
 * Reads the body of one request. A missing body is read as `{}` when the route allows it.
 * @throws ServiceError 400, 413, 415
 */
export type ReadBody = (req: IncomingMessage, res: ServerResponse) => Promise<unknown>;

/**
 * Creates the reader of a route's request bodies.
 * @param apiBytes maximum body size of the API (bytes), measured after decompression
 */
export function createBodyReader(
  { bodyType, bodyOptional, bodyBytes, largeBodyBytes, bodyAlsoAs }: Route,
  apiBytes: number,
): ReadBody {
  const limit = Math.max(Math.min(bodyBytes ?? apiBytes, apiBytes), largeBodyBytes ?? 0);
  const parse = promisify(bodyParser.raw({ limit, type: () => true }));
  const format: BodyFormat = { type: bodyType ?? 'application/json', alsoAs: bodyAlsoAs ?? [] };

  function readNothing(): unknown {
    if (bodyOptional) return {};
    throw validationFailed({
      path: '',
      message: bodyType === undefined ? 'a JSON body is required' : `a ${bodyType} body is required`,
    });
  }

  return async (req, res) => {
    const hasBody =
      req.headers['transfer-encoding'] !== undefined || Number(req.headers['content-length'] ?? 0) > 0;
    if (!hasBody) return readNothing();
    requireMediaType(req, format);
    let body: unknown;
    if (req.readableDidRead) body = readByHost(req, limit);
    else {
      await parse(req, res);
      body = (req as Request).body;
    }
    if (Buffer.isBuffer(body) && body.length === 0) return readNothing();
    if (bodyType === undefined) return parseJson(body);
    if (!Buffer.isBuffer(body) && typeof body !== 'string') return body;
    const text = typeof body === 'string' ? body : decodeText(body);
    return bodyType === 'application/x-www-form-urlencoded' ? readForm(text) : text;
  };
}

type Request = IncomingMessage & { readonly body?: unknown };

/** Returns the body as the host's own parser left it: an object, or its bytes or text. */
function readByHost({ body }: Request, limit: number): unknown {
  if (body === undefined) throw new ServiceError('body_already_read');
  if ((Buffer.isBuffer(body) || typeof body === 'string') && Buffer.byteLength(body) > limit)
    throw new ServiceError('payload_too_large');
  return body;
}

/** Parses bytes, or the text that `express.text` leaves. Returns the value of another parser unchanged. */
function parseJson(body: unknown): unknown {
  if (!Buffer.isBuffer(body) && typeof body !== 'string') return body;
  const bytes = typeof body === 'string' ? Buffer.from(body) : body;
  // The parser would replace invalid bytes (RFC 8259, section 8.1).
  if (!isUtf8(bytes)) throw new ServiceError('malformed_json');
  const message = jsonTextFault(bytes);
  if (message !== null) throw validationFailed({ path: '', message });
  try {
    return JSON.parse(decodeText(bytes));
  } catch {
    throw new ServiceError('malformed_json');
  }
}

/** Decodes UTF-8. Throws for invalid bytes: replacing them would silently store damaged text. */
function decodeText(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw validationFailed({ path: '', message: 'must be UTF-8' });
  }
}

/** @throws ServiceError `validation_failed` */
function readForm(text: string): Record<string, string> {
  const { values, fault } = readFlat(text);
  if (fault !== null) throw validationFailed(fault);
  return values;
}

/** The form in which a route accepts a body. */
interface BodyFormat {
  readonly type: string;
  /** Media types that are accepted too. */
  readonly alsoAs: readonly string[];
}

const encodings = ['identity', 'gzip', 'deflate', 'br'];
const json = /^application\/(?:[\w.-]+\+)?json$/;

/**
 * Checks the media type, the charset and the encoding of a request body.
 * @throws ServiceError `unsupported_media_type`, which names the one that is wrong and what to send instead
 */
function requireMediaType({ headers, readableDidRead }: IncomingMessage, { type, alsoAs }: BodyFormat): void {
  const [name = '', ...parameters] = (headers['content-type'] ?? '')
    .split(';')
    .map((part) => part.trim().toLowerCase());
  const isAccepted =
    name === type || (type === 'application/json' && json.test(name)) || alsoAs.includes(name);
  if (!isAccepted)
    throw unsupported(
      name === '' ? 'The body has no Content-Type' : `The body is ${quote(name)}`,
      `as ${type}`,
    );
  const charset = parameters.find((parameter) => /^charset\s*=/.test(parameter));
  if (charset !== undefined && !/^charset\s*=\s*"?utf-?8"?$/.test(charset))
    throw unsupported(`${quote(charset)} is not supported`, 'in UTF-8');
  // A host that has read the body has also decoded it.
  if (readableDidRead) return;
  const encoding = (headers['content-encoding'] ?? 'identity').trim().toLowerCase();
  if (!encodings.includes(encoding))
    throw unsupported(
      `The Content-Encoding ${quote(encoding)} is not supported`,
      'with gzip, deflate or br, or without an encoding',
    );
}

const unsupported = (wrong: string, how: string) =>
  new ServiceError('unsupported_media_type', { message: `${wrong}: send it ${how}.` });

/** Quotes a part of a header, without what would be unreadable in a message. */
const quote = (value: string) => `\`${truncate(value.replace(/[^\x20-\x5f\x61-\x7e]/g, '?'), 60)}\``;
