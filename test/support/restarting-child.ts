import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import createKnex, { type Knex } from 'knex';
import { createTestApp } from './create-test-app';

/**
 * A process with a host's app that ends as docs/guide/running-in-production.md describes: `<knex config as JSON> <port,
 * or 0> <time until the balancer has noticed, in milliseconds>`. Prints its port when it answers.
 */
const [config = '{}', port = '0', noticed = '0'] = process.argv.slice(2);

async function run(): Promise<void> {
  const database = createKnex(JSON.parse(config) as Knex.Config);
  const { app, service } = await createTestApp({
    knex: database,
    config: { rateLimit: false },
    clock: { now: Date.now, elapsed: () => performance.now(), advance() {} },
  });
  await service.start();
  const server = app.listen(Number(port), '127.0.0.1');
  server.keepAliveTimeout = 65_000;
  await once(server, 'listening');
  process.stdout.write(`${(server.address() as AddressInfo).port}\n`);

  process.once('SIGTERM', async () => {
    service.drain();
    await pause(Number(noticed));
    const closed = new Promise((resolve) => server.close(resolve));
    await service.close();
    server.closeIdleConnections();
    await closed;
    await database.destroy();
  });
}

run().catch((error) => {
  process.stderr.write(`${error?.stack ?? error}\n`);
  process.exit(1);
});
