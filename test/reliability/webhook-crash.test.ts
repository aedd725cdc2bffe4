import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import createKnex, { type Knex } from 'knex';
import { createTestApp, runningClock, type TestApp } from '../support/create-test-app';
import { createActiveProfile } from '../support/profiles';
import { toRun } from '../support/programs';
import type { WebhookChild } from '../support/webhook-child';
import { createTestReceiver, type TestReceiver, until } from '../support/webhook-receiver';
import { createWebhook, localReceivers, quickWebhooks } from '../support/webhooks';

let directory: string;
let config: Knex.Config;
let receiver: TestReceiver;
let profileId: string;
const running: ChildProcess[] = [];
const apps: TestApp[] = [];
const pools: Knex[] = [];

/**
 * A process on the database that the test made; `answered` are the visitors whom it has told that their
 * decision is recorded.
 */
function start(visitors: number) {
  const needs: WebhookChild = {
    knex: config,
    directory: join(directory, 'published'),
    profileId,
    visitors,
  };
  const child = spawn(process.execPath, [...toRun('webhook'), JSON.stringify(needs)]);
  running.push(child);
  let [printed, errors] = ['', ''];
  child.stdout.on('data', (chunk) => {
    printed += chunk;
  });
  child.stderr.on('data', (chunk) => {
    errors += chunk;
  });
  return { child, answered: () => printed.split('\n').filter(Boolean), errors: () => errors };
}

async function kill(child: ChildProcess): Promise<void> {
  child.kill('SIGKILL');
  await once(child, 'exit');
}

function connect(): Knex {
  const knex = createKnex(config);
  pools.push(knex);
  return knex;
}

/** The service in this process, as it is started again after a crash. */
async function startAgain(): Promise<void> {
  const app = await createTestApp({
    knex: connect(),
    directory: join(directory, 'published'),
    clock: runningClock,
    webhookTimes: quickWebhooks,
    config: { webhooks: localReceivers },
  });
  apps.push(app);
  await app.service.start();
}

const told = () => new Set(receiver.received.map(({ body }) => JSON.parse(body).data.visitorId));

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), `ec_test_${Math.floor(Date.now() / 1000)}_webhook_`));
  // What a host would set: one file, several processes.
  config = {
    client: 'better-sqlite3',
    connection: { filename: join(directory, 'shop.sqlite') },
    useNullAsDefault: true,
  };
  receiver = await createTestReceiver();
  const app = await createTestApp({
    knex: connect(),
    directory: join(directory, 'published'),
    config: { webhooks: localReceivers },
  });
  await createWebhook(app, receiver.url);
  ({ id: profileId } = await createActiveProfile(app));
  await app.close();
});
afterEach(async () => {
  for (const child of running.splice(0)) child.kill('SIGKILL');
  for (const app of apps.splice(0)) await app.close();
  for (const pool of pools.splice(0)) await pool.destroy();
  await receiver.goDown();
  await rm(directory, { recursive: true, force: true });
});

test('a process that dies between answering and delivering loses nothing that it has answered', async () => {
  await receiver.goDown();
  const { child, answered, errors } = start(10_000);
  await until(() => answered().length >= 10 || errors() !== '', 'answers', 25_000);
  await kill(child);
  expect(errors()).toBe('');
  const decided = answered();
  await receiver.comeBack();
  await startAgain();
  await until(() => decided.every((visitor) => told().has(visitor)), 'every message');
});

test('a process that dies while it delivers leaves the message to another, under the same id', async () => {
  receiver.state.otherwise = 'hangs';
  const { child, answered, errors } = start(1);
  await until(
    () => (answered().length === 1 && receiver.received.length === 1) || errors() !== '',
    'an attempt',
    25_000,
  );
  await kill(child);
  expect(errors()).toBe('');
  receiver.state.otherwise = 204;
  await startAgain();
  await until(() => receiver.received.length >= 2);
  expect(receiver.ids()).toHaveLength(1);
  expect([...told()]).toEqual(['visitor-1']);
});
