import type { IncomingMessage, ServerResponse } from 'node:http';
import bodyParser from 'body-parser';
import { ServiceError, validationFailed } from '../kernel/errors';
import { readFlat } from './flat-parameters';
import type { Route } from './route';

/**
 * Reads the body of one request. Without one it gives `{}` where the route allows that. @throws ServiceError
 * 400, 413, 415
 */
export type ReadBody = (req: IncomingMessage, res: ServerResponse) => Promise<unknown>;

const json = /^application\/(?:[\w.-]+\+)?json\s*(?:;|$)/i;

/**
 * Makes the reader of a route's bodies.
 * @param apiBytes the largest body of the API; `inflate` stays on, and the limit counts inflated bytes
 */
export function createBodyReader({ bodyType, bodyOptional, bodyBytes }: Route, apiBytes: number): ReadBody {
  const limit = Math.min(bodyBytes ?? apiBytes, apiBytes);
  const parse =
    bodyType === undefined
      ? bodyParser.json({ limit, strict: false, type: () => true })
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
    const sent = req.headers['content-type'] ?? '';
    const fits = bodyType === undefined ? json.test(sent) : isTextOf(bodyType, sent);
    if (!fits)
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

/** Returns what the host's own parsers made of the body: an object, or the bytes or text of it. */
function readByHost({ body }: Request, limit: number): unknown {
  if (body === undefined) throw new ServiceError('body_already_read');
  if ((Buffer.isBuffer(body) || typeof body === 'string') && Buffer.byteLength(body) > limit)
    throw new ServiceError('payload_too_large');
  return body;
}

/** `express.raw` and `express.text` for every type leave bytes and text. */
function parseJson(body: unknown): unknown {
  if (!Buffer.isBuffer(body) && typeof body !== 'string') return body;
  try {
    return JSON.parse(typeof body === 'string' ? body : decodeText(body));
  } catch (error) {
    throw error instanceof ServiceError ? error : new ServiceError('malformed_json');
  }
}

/** Whether a `Content-Type` names the media type, and no other charset than UTF-8. */
function isTextOf(bodyType: string, contentType: string): boolean {
  const [type = '', ...parameters] = contentType.split(';').map((part) => part.trim().toLowerCase());
  return (
    type === bodyType &&
    parameters.every((parameter) => !/^charset\s*=/.test(parameter) || /^charset="?utf-?8"?$/.test(parameter))
  );
}

/** Replacing what is no UTF-8 would save damaged texts without a word. */
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
