import type { AddressInfo } from 'node:net';
import createKnex, { type Knex } from 'knex';
import { createTestApp } from './create-test-app';

/**
 * A process with a host's app, on `<knex config as JSON> <service's configuration as JSON, or nothing>`. Prints its
 * port when it answers, and runs until it is killed or its input ends, or closes on SIGTERM and ends by itself. A
 * rejection that nothing handles ends it, as Node does by default.
 */
const [config = '{}', more = '{}'] = process.argv.slice(2);

process.stdin.resume().once('end', () => process.exit());

/** Prints what nothing expects, such as the cause of an answer 500. */
const failuresOnly = {
  debug() {},
  info() {},
  warn() {},
  error: (...details: unknown[]) => process.stderr.write(`${JSON.stringify(details)}\n`),
};

async function run(): Promise<void> {
  const knex = createKnex(JSON.parse(config) as Knex.Config);
  const app = await createTestApp({
    knex,
    config: { rateLimit: false, logger: failuresOnly, ...JSON.parse(more) },
    clock: { now: Date.now, elapsed: () => performance.now(), advance() {} },
  });
  await app.service.start();
  const server = app.app.listen(0, '127.0.0.1', () =>
    process.stdout.write(`${(server.address() as AddressInfo).port}\n`),
  );
  // A client can be idle for long.
  server.keepAliveTimeout = 0;
  process.once('SIGTERM', async () => {
    process.stdin.destroy();
    server.close();
    await app.service.close();
    await knex.destroy();
  });
}

run().catch((error) => {
  process.stderr.write(`${error?.stack ?? error}\n`);
  process.exit(1);
});
