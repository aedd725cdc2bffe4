/**
 * The server of `bench/admin-bodies.mjs`, in a process of its own: the service on SQLite in memory, and Express that only
 * parses a body. Prints its port. `GET /cpu` returns the processor time of the process so far (ms).
 */
import { once } from 'node:events';
import { createServer } from 'node:http';
import express from 'express';
import { mountService } from './mounted-service.mjs';

const { service, app } = await mountService(':memory:');
app.use(service.adminRouter);
app.get('/cpu', (_req, res) => {
  const { user, system } = process.cpuUsage();
  res.json({ milliseconds: (user + system) / 1000 });
});
app.post('/parse', express.json({ limit: '6mb' }), (_req, res) => void res.json({}));
// The same answer to a body that is too deep for a caller of `JSON.parse`, or is none.
app.use((_error, _req, res, _next) => void res.status(400).json({}));

const server = createServer(app).listen(0, '127.0.0.1');
await once(server, 'listening');
console.log(JSON.stringify({ port: server.address().port }));
// Ends by itself, so that `node --cpu-prof` can write its profile.
process.once('SIGTERM', () => process.exit());
