import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Knex } from 'knex';
import { eachDatabase, type OpenDatabase } from '../support/databases';
import { type PgBouncer, startPgBouncer } from '../support/pgbouncer';
import { describeInDeep, isDeep } from '../support/scope';
import { describeWith } from '../support/services';
import { endAll, type ServingProcess, startServing } from '../support/serving-process';
import { expectIntact, prepareTraffic, startTraffic } from '../support/traffic';
import { until } from '../support/webhook-receiver';

jest.setTimeout(180_000);

/** Tests of the contract that use what could depend on a session: locks, migrations, time limits, records. */
const suites = ['database.test.ts', 'migrations.test.ts', 'consent.contract.test.ts'];

describeWith('pgbouncer', 'behind PgBouncer, which gives each transaction another session', () => {
  let bouncer: PgBouncer;
  beforeAll(async () => {
    bouncer = await startPgBouncer();
  });
  afterAll(() => bouncer?.close());

  eachDatabase((database) => {
    let opened: OpenDatabase;
    let processes: ServingProcess[] = [];
    afterAll(() => endAll(processes));

    test('processes start together on an empty database, and write at once', async () => {
      opened = await database.open();
      const connection = { ...(opened.config.connection as object), host: '127.0.0.1', port: bouncer.port };
      const config: Knex.Config = { ...opened.config, connection };
      processes = await Promise.all(Array.from({ length: isDeep ? 3 : 2 }, () => startServing(config)));
      const asks = processes.map(({ ask }) => ask);
      const traffic = startTraffic(asks, await prepareTraffic((processes[0] as ServingProcess).ask));
      await until(
        () => traffic.answered.every(({ done }) => done > (isDeep ? 60 : 20)),
        'answers of all processes',
        60_000,
      );
      await traffic.stop();
      expect(traffic.answered.map(({ unavailable }) => unavailable)).toEqual(processes.map(() => 0));
      await endAll(processes);
      await expectIntact(opened.knex, traffic);
    });
  }, 'postgres');

  describeInDeep('with the tests of databases', () => {
    test('the contract for databases holds', async () => {
      const root = join(__dirname, '../..');
      const files = suites.map((suite) => join('test/contract', suite));
      const args = ['--config', 'jest.all.config.js', '-w', '1', '--forceExit', ...files];
      const child = spawn(process.execPath, [require.resolve('jest/bin/jest'), ...args], {
        cwd: root,
        env: {
          ...process.env,
          EXPRESS_CONSENT_TEST_DATABASES: 'pg',
          EXPRESS_CONSENT_TEST_POSTGRES: `postgres://postgres@127.0.0.1:${bouncer.port}/postgres`,
        },
      });
      let output = '';
      for (const stream of [child.stdout, child.stderr])
        stream.on('data', (chunk) => {
          output += chunk;
        });
      const [code] = await once(child, 'close');
      if (code !== 0) throw new Error(output);
      expect(output).toMatch(/Test Suites: .*3 passed/);
    });
  });
});
