import { isUtf8 as isUtf8Bytes } from 'node:buffer';
import type { IncomingMessage, ServerResponse } from 'node:http';
import bodyParser from 'body-parser';
import { ServiceError, validationFailed } from '../kernel/errors';
import { readFlat } from './flat-parameters';
import type { Route } from './route';

/**
 * Reads the body of one request. A missing body is read as `{}` when the route allows it.
 * @throws ServiceError 400, 413, 415
 */
export type ReadBody = (req: IncomingMessage, res: ServerResponse) => Promise<unknown>;

const json = /^application\/(?:[\w.-]+\+)?json\s*(?:;|$)/i;

/**
 * Creates the reader of a route's request bodies.
 * @param apiBytes maximum body size of the API (bytes), measured after decompression
 */
export function createBodyReader(
  { bodyType, bodyOptional, bodyBytes, largeBodyBytes, bodyAsText }: Route,
  apiBytes: number,
): ReadBody {
  const limit = Math.max(Math.min(bodyBytes ?? apiBytes, apiBytes), largeBodyBytes ?? 0);
  const parse =
    bodyType === undefined
      ? bodyParser.json({ limit, strict: false, type: () => true, verify: requireUtf8 })
      : bodyParser.raw({ limit, type: () => true });

  return async (req, res) => {
    const hasBody =
      req.headers['transfer-encoding'] !== undefined || Number(req.headers['content-length'] ?? 0) > 0;
    if (!hasBody && bodyOptional) return {};
    if (!hasBody)
      throw validationFailed({
        path: '',
        message: bodyType === undefined ? 'a JSON body is required' : `a ${bodyType} body is required`,
      });
    const contentType = req.headers['content-type'] ?? '';
    const isAccepted =
      bodyType === undefined
        ? json.test(contentType) || (bodyAsText && isUtf8('text/plain', contentType))
        : isUtf8(bodyType, contentType);
    if (!isAccepted)
      throw new ServiceError(
        'unsupported_media_type',
        bodyType === undefined ? {} : { message: `Send the body as ${bodyType} in UTF-8.` },
      );
    const wasRead = req.readableDidRead;
    const body = wasRead ? readByHost(req, limit) : await readWith(parse, req, res);
    if (bodyType === undefined) return wasRead ? parseJson(body) : body;
    if (!Buffer.isBuffer(body)) return body;
    const text = decodeText(body);
    return bodyType === 'application/x-www-form-urlencoded' ? readForm(text) : text;
  };
}

type Request = IncomingMessage & { readonly body?: unknown };

function readWith(
  parse: ReturnType<typeof bodyParser.raw>,
  req: Request,
  res: ServerResponse,
): Promise<unknown> {
  return new Promise((resolve, reject) => {
    parse(req, res, (error?: unknown) => (error ? reject(error) : resolve(req.body)));
  });
}

/** Returns the body as the host's own parser left it: an object, or its bytes or text. */
function readByHost({ body }: Request, limit: number): unknown {
  if (body === undefined) throw new ServiceError('body_already_read');
  if ((Buffer.isBuffer(body) || typeof body === 'string') && Buffer.byteLength(body) > limit)
    throw new ServiceError('payload_too_large');
  return body;
}

/** Parses the bytes or text that `express.raw` and `express.text` leave. Returns objects unchanged. */
function parseJson(body: unknown): unknown {
  if (!Buffer.isBuffer(body) && typeof body !== 'string') return body;
  try {
    return JSON.parse(typeof body === 'string' ? body : decodeText(body));
  } catch (error) {
    throw error instanceof ServiceError ? error : new ServiceError('malformed_json');
  }
}

/** Returns whether a `Content-Type` names the media type and no charset other than UTF-8. */
function isUtf8(bodyType: string, contentType: string): boolean {
  const [type = '', ...parameters] = contentType.split(';').map((part) => part.trim().toLowerCase());
  return (
    type === bodyType &&
    parameters.every((parameter) => !/^charset\s*=/.test(parameter) || /^charset="?utf-?8"?$/.test(parameter))
  );
}

/** Throws for JSON of invalid bytes, which the parser would replace (RFC 8259, section 8.1). */
function requireUtf8(_req: IncomingMessage, _res: ServerResponse, bytes: Buffer, encoding: string): void {
  if (encoding === 'utf-8' && !isUtf8Bytes(bytes)) throw new Error('The body is not UTF-8');
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
