import { once } from 'node:events';
import http, { type IncomingMessage } from 'node:http';
import express from 'express';
import { listen } from './published-files';

type Host = ReturnType<typeof express>;

/** A host that says when the service begins to read the body of a request, which is after it has let it in. */
export function holdingHost(): Host {
  const host = express();
  host.use((req, _res, next) => {
    req.once('resume', () => host.emit('reading'));
    next();
  });
  return host;
}

export interface HeldRequest {
  readonly method?: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: object;
}

/** Sends the last byte of a held request. */
export type Release = () => Promise<{ readonly status: number; readonly body: Record<string, unknown> }>;

/** Sends a request to a `holdingHost` but for its last byte. Resolves once the service waits for that. */
export async function holdBody(
  host: Host,
  { method = 'POST', path, headers, body }: HeldRequest,
): Promise<Release> {
  const { port, close } = await listen(host);
  const bytes = Buffer.from(JSON.stringify(body));
  const request = http.request({ host: '127.0.0.1', port, method, path });
  const entity = { 'Content-Type': 'application/json', 'Content-Length': String(bytes.length) };
  for (const [name, value] of Object.entries({ ...entity, ...headers })) request.setHeader(name, value);
  const answered = once(request, 'response') as Promise<[IncomingMessage]>;
  const reading = once(host, 'reading');
  request.write(bytes.subarray(0, -1));
  await reading;
  return async () => {
    request.end(bytes.subarray(-1));
    const [response] = await answered;
    const chunks: Buffer[] = [];
    for await (const chunk of response) chunks.push(chunk);
    await close();
    return { status: response.statusCode ?? 0, body: JSON.parse(Buffer.concat(chunks).toString()) };
  };
}
