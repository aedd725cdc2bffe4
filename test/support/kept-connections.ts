import { once } from 'node:events';
import { Agent, createServer, type RequestListener } from 'node:http';
import supertest from 'supertest';

const methods = ['get', 'head', 'post', 'put', 'patch', 'delete', 'options'] as const;

/**
 * Returns `supertest(app)` on one server with connections that are kept open. By itself supertest starts a server and
 * connects for each request, which takes a third of the processor time of most requests.
 */
export async function openRequests(app: RequestListener) {
  const server = createServer(app);
  // Kept for as long as the app: a test may be idle for any time on a busy machine.
  server.keepAliveTimeout = 0;
  // What a test leaves open must not keep the process alive.
  server.on('connection', (socket) => socket.unref());
  server.unref().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const agent = new Agent({ keepAlive: true });
  const request = supertest(server);
  for (const method of methods) {
    const send = request[method];
    request[method] = (url) => send(url).agent(agent);
  }
  return {
    request,
    close(): void {
      agent.destroy();
      server.close();
      server.closeAllConnections();
    },
  };
}
