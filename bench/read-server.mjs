/**
 * One server of `bench/reads.mjs`, in a process of its own: `node bench/read-server.mjs <name> <address>`. The address is
 * that of the service's database or, for its peers, of a file with the answers that they give. Prints its port.
 */
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import express from 'express';
import { mountService } from './mounted-service.mjs';

const [name, address] = process.argv.slice(2);

/** Returns pairs of a path and the answer to it. */
const readAnswers = async () => Object.entries(JSON.parse(await readFile(address, 'utf8')));

const listeners = {
  mounted: async () => (await mountService(address)).app,

  async wrapped() {
    const { service, app } = await mountService(address);
    return service.wrap(app);
  },

  async express() {
    const app = express();
    app.disable('x-powered-by');
    for (const [path, text] of await readAnswers()) {
      const answer = JSON.parse(text);
      app.get(path, (_req, res) => res.json(answer));
    }
    return app;
  },

  async 'node:http'() {
    const bodies = new Map((await readAnswers()).map(([path, text]) => [path, Buffer.from(text)]));
    return (req, res) => {
      const [path] = req.url.split('?', 1);
      const body = bodies.get(path);
      res.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': body.length });
      res.end(body);
    };
  },
};

const server = createServer(await listeners[name]()).listen(0, '127.0.0.1');
await once(server, 'listening');
console.log(JSON.stringify({ port: server.address().port }));
// Ends by itself, so that `node --cpu-prof` can write its profile.
process.once('SIGTERM', () => process.exit());
