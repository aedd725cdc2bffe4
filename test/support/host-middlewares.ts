import type { IncomingMessage, ServerResponse } from 'node:http';
import { createGzip } from 'node:zlib';

/** Middlewares that touch answers in the way of well-known packages, which the project does not install. */

type Next = () => void;
type Middleware = (req: IncomingMessage, res: ServerResponse, next: Next) => void;

/** Calls a function before the headers are sent, as the package `on-headers` does. */
function onHeaders(res: ServerResponse, listener: () => void): void {
  const { writeHead } = res;
  let fired = false;
  res.writeHead = function wrapped(this: ServerResponse, status: number, ...rest: unknown[]) {
    const headers = typeof rest[0] === 'string' ? rest[1] : rest[0];
    const args: unknown[] = typeof rest[0] === 'string' ? [status, rest[0]] : [status];
    if (Array.isArray(headers))
      for (let at = 0; at < headers.length; at += 2) res.appendHeader(headers[at], headers[at + 1]);
    else
      for (const [name, value] of Object.entries(headers ?? {}))
        res.setHeader(name, value as string | string[]);
    if (!fired) {
      fired = true;
      listener();
    }
    return Reflect.apply(writeHead, this, args);
  } as typeof writeHead;
}

/** Sets the session cookie when the headers are sent, as express-session does. */
export const session =
  (name = 'connect.sid'): Middleware =>
  (_req, res, next) => {
    onHeaders(res, () => {
      const before = res.getHeader('Set-Cookie') ?? [];
      const all = Array.isArray(before) ? before : [String(before)];
      res.setHeader('Set-Cookie', [...all, `${name}=s%3Aabc.def; Path=/; HttpOnly; SameSite=Lax`]);
    });
    next();
  };

/** Compresses the body in a stream, as the package `compression` does: `write` and `end` go through zlib. */
export const compression = (): Middleware => (_req, res, next) => {
  const { write, end } = res;
  const gzip = createGzip();
  let isStarted = false;
  const start = () => {
    if (!res.headersSent) res.writeHead(res.statusCode);
    isStarted = true;
  };
  onHeaders(res, () => {
    res.setHeader('Content-Encoding', 'gzip');
    res.removeHeader('Content-Length');
    gzip.on('data', (chunk: Buffer) => Reflect.apply(write, res, [chunk]));
    gzip.on('end', () => Reflect.apply(end, res, []));
    gzip.on('drain', () => res.emit('drain'));
  });
  res.write = ((chunk: string | Buffer) => {
    if (!isStarted) start();
    return gzip.write(chunk);
  }) as typeof write;
  res.end = ((chunk?: string | Buffer) => {
    if (!isStarted) start();
    gzip.end(chunk);
    return res;
  }) as typeof end;
  next();
};

/** Sets the policy of a page as helmet does. */
export const policy =
  (value: string | string[]): Middleware =>
  (_req, res, next) => {
    res.setHeader('Content-Security-Policy', value);
    next();
  };
