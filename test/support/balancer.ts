import http, { type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pipeline } from 'node:stream/promises';

/** A process behind the balancer. */
interface Backend {
  readonly port: number;
  readonly agent: http.Agent;
  isUp: boolean;
}

/** How often the balancer asks each process whether it is ready, in milliseconds. */
export const probeEveryMs = 200;

/**
 * A load balancer as nginx and HAProxy are: takes turns among the processes whose readiness route answers 200, reuses
 * connections, and tries another process only when a connection is refused. It answers 502 when a process breaks off.
 */
export async function createBalancer(ports: readonly number[], readiness: string) {
  const backends: Backend[] = ports.map((port) => ({
    port,
    agent: new http.Agent({ keepAlive: true }),
    isUp: true,
  }));
  let turn = 0;

  const probe = (backend: Backend) =>
    new Promise<void>((resolve) => {
      const request = http.get(
        { host: '127.0.0.1', port: backend.port, path: readiness, timeout: 5000 },
        (answer) => {
          backend.isUp = answer.statusCode === 200;
          answer.resume().once('close', resolve);
        },
      );
      request.once('timeout', () => request.destroy());
      request.once('error', () => {
        backend.isUp = false;
        resolve();
      });
    });
  let isClosed = false;
  const probing = backends.map(async (backend) => {
    while (!isClosed) {
      await probe(backend);
      await new Promise((resolve) => setTimeout(resolve, probeEveryMs));
    }
  });

  function forward(req: IncomingMessage, res: ServerResponse, body: Buffer, left: readonly Backend[]): void {
    const [backend, ...others] = left;
    if (backend === undefined) return void res.writeHead(502).end('no process is up');
    const { host: _host, connection: _connection, ...headers } = req.headers;
    const request = http.request(
      {
        host: '127.0.0.1',
        port: backend.port,
        agent: backend.agent,
        method: req.method,
        path: req.url,
        headers,
      },
      (answer) => {
        const { connection: _closes, ...answered } = answer.headers;
        res.writeHead(answer.statusCode ?? 502, answered);
        pipeline(answer, res).catch(() => res.destroy());
      },
    );
    request.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ECONNREFUSED') forward(req, res, body, others);
      else if (res.headersSent) res.destroy();
      else
        res
          .writeHead(502)
          .end(`${backend.isUp ? 'broken off' : 'broken off when out of service'}: ${error.code}`);
    });
    request.end(body);
  }

  const server = http.createServer(async (req, res) => {
    const chunks: Buffer[] = [];
    for await (const chunk of req) chunks.push(chunk);
    turn += 1;
    const up = backends.filter(({ isUp }) => isUp);
    const first = turn % Math.max(up.length, 1);
    forward(req, res, Buffer.concat(chunks), [...up.slice(first), ...up.slice(0, first)]);
  });
  // A client that sends on a kept connection while it ends would blame the processes.
  server.keepAliveTimeout = 0;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));

  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    isUp: (port: number) => backends.find((backend) => backend.port === port)?.isUp === true,
    async close() {
      isClosed = true;
      await Promise.all(probing);
      for (const { agent } of backends) agent.destroy();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
