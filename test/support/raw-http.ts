import http, { type IncomingHttpHeaders, type RequestListener } from 'node:http';
import { listen } from './published-files';

export interface RawRequest {
  readonly method?: string;
  /** Sent exactly as it is, also when no browser would. */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Text goes out as JSON unless `headers` names another type. */
  readonly body?: string | Buffer;
}

export interface RawAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  /** The `code` of an error answer. */
  readonly code: string | null;
}

export interface RawServer {
  readonly port: number;
  send(request: RawRequest): Promise<RawAnswer>;
  close(): Promise<void>;
}

/** A real server and a client that sends what it is told, byte by byte, over connections that are kept. */
export async function serveRaw(listener: RequestListener): Promise<RawServer> {
  const { port, close } = await listen(listener);
  const agent = new http.Agent({ keepAlive: true });

  function send({ method = 'GET', path, headers = {}, body }: RawRequest): Promise<RawAnswer> {
    const entity =
      body === undefined
        ? {}
        : { 'Content-Type': 'application/json', 'Content-Length': String(Buffer.byteLength(body)) };
    return new Promise((resolve, reject) => {
      let answered = false;
      const request = http.request(
        { host: '127.0.0.1', port, agent, method, path, headers: { ...entity, ...headers } },
        (response) => {
          answered = true;
          const chunks: Buffer[] = [];
          response.on('data', (chunk) => chunks.push(chunk));
          response.on('error', reject);
          response.on('end', () => {
            const text = Buffer.concat(chunks).toString();
            resolve({
              status: response.statusCode ?? 0,
              headers: response.headers,
              text,
              code: codeOf(text),
            });
          });
        },
      );
      // A refusal may come, and the connection end, before a large body has gone out.
      request.on('error', (error) => (answered ? undefined : reject(error)));
      request.end(body);
    });
  }

  return {
    port,
    send,
    close: async () => {
      agent.destroy();
      await close();
    },
  };
}

function codeOf(text: string): string | null {
  try {
    const { code } = JSON.parse(text) as { code?: unknown };
    return typeof code === 'string' ? code : null;
  } catch {
    return null;
  }
}
