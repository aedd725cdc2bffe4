import type { AddressInfo } from 'node:net';
import createKnex, { type Knex } from 'knex';
import { createTestApp } from './create-test-app';

/**
 * A process of a service whose purges never end: `<knex config as JSON> <storage directory, or empty>`. Prints its port
 * when it answers, and a line for each purge. Runs until it is killed.
 */
const [config = '{}', directory = ''] = process.argv.slice(2);

async function run(): Promise<void> {
  const app = await createTestApp({
    knex: createKnex(JSON.parse(config) as Knex.Config),
    directory,
    config: {
      rateLimit: false,
      hotServe: {
        revalidateMs: 10,
        purge() {
          process.stdout.write('purging\n');
          return new Promise(() => {});
        },
      },
    },
    clock: { now: Date.now, elapsed: () => performance.now(), advance() {} },
  });
  await app.service.start();
  const server = app.app.listen(0, '127.0.0.1', () =>
    process.stdout.write(`${(server.address() as AddressInfo).port}\n`),
  );
  // A client can be idle for long.
  server.keepAliveTimeout = 0;
}

run().catch((error) => {
  process.stderr.write(`${error?.stack ?? error}\n`);
  process.exit(1);
});
