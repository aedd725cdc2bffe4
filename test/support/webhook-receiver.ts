import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A receiver's reaction to a request: a status, or worse. */
export type Reaction =
  | number
  | { readonly status: number; readonly headers: Readonly<Record<string, string>> }
  /** Never answers. */
  | 'hangs'
  /** Ends the connection while the request is coming in. */
  | 'hangs up'
  /** Ends the connection in the middle of its answer's first line. */
  | 'breaks off'
  /** Answers with something that is not HTTP. */
  | 'babbles'
  /** Takes it, and never ends the answer's body. */
  | 'takes it and talks on';

export interface Received {
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  readonly at: number;
}

/**
 * A receiver on a port of its own that reacts as it is told: each request as the next of `plan`, those beyond
 * it with `otherwise`.
 */
export async function createTestReceiver() {
  const received: Received[] = [];
  const state = { plan: [] as Reaction[], otherwise: 204 as Reaction, delayMs: 0 };
  let server: Server | null = null;
  let port = 0;

  async function listen(): Promise<void> {
    const opening = createServer(async (request, response) => {
      const reaction = state.plan.shift() ?? state.otherwise;
      if (reaction === 'hangs up') return void request.socket.destroy();
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk);
      received.push({
        headers: request.headers,
        body: Buffer.concat(chunks).toString(),
        at: performance.now(),
      });
      if (state.delayMs > 0) await new Promise((resolve) => setTimeout(resolve, state.delayMs));
      if (reaction === 'hangs') return;
      if (reaction === 'breaks off') return void request.socket.end('HTTP/1.1 20');
      if (reaction === 'babbles') return void request.socket.end('never mind\r\n\r\n');
      if (reaction === 'takes it and talks on') return void response.writeHead(200).write('well');
      const { status, headers } = typeof reaction === 'number' ? { status: reaction, headers: {} } : reaction;
      response.writeHead(status, headers).end();
    });
    opening.listen(port, '127.0.0.1');
    await once(opening, 'listening');
    port = (opening.address() as AddressInfo).port;
    server = opening;
  }

  async function goDown(): Promise<void> {
    const closing = server;
    server = null;
    if (closing === null) return;
    closing.closeAllConnections();
    await new Promise((resolve) => closing.close(resolve));
  }

  await listen();
  return {
    url: `http://127.0.0.1:${port}/hooks?token=distinctive-token`,
    received,
    state,
    goDown,
    /** Up, with nothing received and nothing planned. */
    async reset() {
      if (server === null) await listen();
      received.splice(0);
      Object.assign(state, { plan: [], otherwise: 204, delayMs: 0 });
    },
    comeBack: listen,
    /** Number of open connections. */
    connections: () =>
      new Promise<number>((resolve) => {
        if (server === null) return resolve(0);
        server.getConnections((_error, count) => resolve(count));
      }),
    /** The messages that came, each once. */
    ids: () => [...new Set(received.map(({ headers }) => headers['webhook-id']))],
  };
}

export type TestReceiver = Awaited<ReturnType<typeof createTestReceiver>>;

/** Waits until it is so. */
export async function until(
  isSo: () => unknown,
  what = 'what was waited for',
  limitMs = 20_000,
): Promise<void> {
  for (
    const end = Date.now() + limitMs;
    Date.now() < end;
    await new Promise((resolve) => setTimeout(resolve, 5))
  )
    if (await isSo()) return;
  throw new Error(`${what} did not come about`);
}
