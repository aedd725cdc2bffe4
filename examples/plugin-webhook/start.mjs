#!/usr/bin/env node
// Runs a service, a receiver that is down at first, and a visitor who decides, decides again and is erased.
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import express from 'express';
import { createConsentService } from 'express-consent';
import createKnex from 'knex';
import { webhookPlugin } from './index.js';
import { createReceiver } from './receiver.mjs';

const secret = `whsec_${randomBytes(32).toString('base64')}`;
const adminEmail = 'admin@example.com';
const adminPassword = randomBytes(15).toString('base64url');
const directory = await mkdtemp(join(tmpdir(), 'webhook-demo-'));

/** Returns a port that is free now: the receiver listens there later. */
async function freePort() {
  const server = express().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  return port;
}
const receiverPort = await freePort();

const webhook = webhookPlugin({
  url: `http://127.0.0.1:${receiverPort}/hooks`,
  secret,
  firstRetryMs: 200,
  pollMs: 100,
});
const knex = createKnex({
  client: 'better-sqlite3',
  connection: { filename: join(directory, 'demo.sqlite') },
  useNullAsDefault: true,
});
const service = createConsentService({
  knex,
  auth: { adminEmail, adminPassword, masterSecret: randomBytes(32).toString('hex') },
  compliance: { dataSigningHash: randomBytes(32).toString('hex') },
  plugins: [webhook],
  // The demonstration writes to standard output, the log to standard error.
  logger: new console.Console(process.stderr),
});
const app = express();
app.use(service.publicRouter);
app.use(service.adminRouter);
const server = app.listen(0, '127.0.0.1');
await once(server, 'listening');
const base = `http://127.0.0.1:${server.address().port}/svc`;

async function call(method, path, body, headers = {}) {
  const response = await fetch(base + path, {
    method,
    headers: { 'Content-Type': 'application/json', ...headers },
    body: body && JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
  return {
    body: await response.json(),
    cookie: response.headers
      .getSetCookie()
      .map((line) => line.split(';', 1)[0])
      .join('; '),
  };
}

const { token } = (await call('POST', '/admin/v1/auth/login', { email: adminEmail, password: adminPassword }))
  .body;
const seeded = await call(
  'POST',
  '/admin/v1/setup/seed-profiles',
  { groups: ['opt-in'] },
  { Authorization: `Bearer ${token}` },
);
const { profileId } = seeded.body.created[0];

console.log('The receiver is down. A visitor decides:');
const decided = await call('POST', '/api/v1/consent', {
  profileId,
  consentJson: { analytics: 'granted', marketing: 'denied' },
});
const { visitorId } = decided.body;
console.log(`  recorded; ${(await webhook.counts()).waiting} message waits`);

const received = [];
const receiver = createReceiver({
  secrets: [secret],
  handle({ type, data }) {
    received.push(type);
    console.log(`  received ${type}: ${JSON.stringify(data.consent?.consentJson ?? data.visitorId)}`);
  },
});
receiver.listen(receiverPort, '127.0.0.1');
console.log('The receiver starts:');
while (received.length < 1) await new Promise((resolve) => setTimeout(resolve, 20));

console.log('The visitor changes the decision, and is erased:');
await call(
  'PUT',
  `/api/v1/consent/${visitorId}`,
  { consentJson: { analytics: 'denied', marketing: 'denied' } },
  { Cookie: decided.cookie },
);
while (received.length < 2) await new Promise((resolve) => setTimeout(resolve, 20));
await call('DELETE', `/api/v1/consent/${visitorId}`, undefined, { Cookie: decided.cookie });
while (received.length < 3) await new Promise((resolve) => setTimeout(resolve, 20));

await service.close();
console.log(`Nothing is left in the outbox: ${(await knex('webhook_outbox')).length} rows`);
for (const each of [server, receiver]) {
  each.close();
  each.closeAllConnections();
}
await knex.destroy();
await rm(directory, { recursive: true, force: true });
