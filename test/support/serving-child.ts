import type { AddressInfo } from 'node:net';
import createKnex, { type Knex } from 'knex';
import { createTestApp } from './create-test-app';

/** A process with a host's app, on `<knex config as JSON>`. Prints its port when it answers, and runs until it is killed. */
const [config = '{}'] = process.argv.slice(2);

async function run(): Promise<void> {
  const app = await createTestApp({
    knex: createKnex(JSON.parse(config) as Knex.Config),
    config: { rateLimit: false },
    clock: { now: Date.now, elapsed: () => performance.now(), advance() {} },
  });
  await app.service.start();
  const server = app.app.listen(0, '127.0.0.1', () =>
    process.stdout.write(`${(server.address() as AddressInfo).port}\n`),
  );
}

run().catch((error) => {
  process.stderr.write(`${error?.stack ?? error}\n`);
  process.exit(1);
});
