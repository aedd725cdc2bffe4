import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import createKnex, { type Knex } from 'knex';
import { allGranted } from '../support/consent';
import { createTestApp, type TestApp, type TestAppOptions } from '../support/create-test-app';
import { eachDialect, type OpenDatabase } from '../support/databases';
import { createActiveProfile } from '../support/profiles';
import { toRun } from '../support/programs';
import { createTcpGate, type TcpGate } from '../support/tcp-gate';
import { until } from '../support/webhook-receiver';

const cleanUps: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
});

async function openApp(options: TestAppOptions): Promise<TestApp> {
  const app = await createTestApp(options);
  cleanUps.push(() => app.close());
  return app;
}

function connect(config: Knex.Config): Knex {
  // Knex would tell each failing attempt on the console.
  const quiet = () => {};
  const knex = createKnex({ ...config, log: { debug: quiet, warn: quiet, error: quiet, deprecate: quiet } });
  cleanUps.push(() => knex.destroy());
  return knex;
}

const resolve = (app: TestApp) => app.request.get(`${app.publicBase}/resolve-profile`);

/** A refused connection is told at once; what is allowed to take this long is the start on a busy machine. */
const timeoutMs = 20_000;

eachDialect((driver) => {
  /** A database that can be made unreachable, and what to do so with. */
  async function interruptible(): Promise<{
    config: Knex.Config;
    gate: Pick<TcpGate, 'open' | 'shut'>;
    opened: OpenDatabase;
  }> {
    const opened = await driver.openEmpty();
    const connection = opened.config.connection as { host: string; port: number; filename: string };
    if (driver.dialect === 'sqlite') {
      // A file cannot be unreachable, but the folder it belongs in can be missing.
      const folder = join(connection.filename, '..', 'not there yet');
      return {
        opened,
        config: { ...opened.config, connection: { filename: join(folder, 'test.sqlite') } },
        gate: {
          shut: () => rm(folder, { recursive: true, force: true }),
          open: async () => void (await mkdir(folder)),
        },
      };
    }
    const gate = await createTcpGate({ host: connection.host, port: connection.port });
    cleanUps.push(() => gate.shut());
    return {
      opened,
      gate,
      config: { ...opened.config, connection: { ...connection, host: '127.0.0.1', port: gate.port } },
    };
  }

  test('a service whose database is unreachable answers 503 quickly, and recovers when it is reachable', async () => {
    const { config, gate } = await interruptible();
    await gate.shut();
    const app = await openApp({ knex: connect(config), config: { database: { timeoutMs } } });
    const startedAt = performance.now();
    const answer = await resolve(app).expect(503);
    expect(performance.now() - startedAt).toBeLessThan(timeoutMs / 2);
    expect(answer.body.code).toBe('unavailable');
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
    await app.request.get(`${app.publicBase}/health`).expect(200);
    expect((await app.request.get(`${app.adminBase}/health`).expect(503)).body.checks).toMatchObject({
      database: 'degraded',
    });

    await gate.open();
    await resolve(app).expect(200);
    app.clock.advance(1000);
    await app.request.get(`${app.adminBase}/health`).expect(200);
  });

  if (driver.dialect !== 'sqlite') {
    test('while the database is unreachable, requests get 503 and published files stay available; then all recovers', async () => {
      const { config, gate } = await interruptible();
      const app = await openApp({ knex: connect(config), config: { database: { timeoutMs } } });
      const { id } = await createActiveProfile(app);
      const submit = (visitorId: string) =>
        app.request
          .post(`${app.publicBase}/consent`)
          .send({ visitorId, profileId: id, consentJson: allGranted });
      const file = () => app.request.get(`${app.publicBase}/profiles/default/opt-in/en`);
      await submit('before').expect(200);
      await file().expect(200);

      await gate.shut();
      app.clock.advance(1000);
      for (const answer of await Promise.all([submit('meanwhile'), submit('meanwhile'), resolve(app)])) {
        expect([answer.status, answer.body.code]).toEqual([503, 'unavailable']);
      }
      await file().expect(200);

      await gate.open();
      await submit('after').expect(200);
      expect(await app.knex('svc_consents').orderBy('visitor_id').pluck('visitor_id')).toEqual([
        'after',
        'before',
      ]);
    });
  }

  test('a first request that finds every connection in use gets 503 in time, and the start continues', async () => {
    const opened = await driver.openEmpty();
    const knex = connect({ ...opened.config, pool: { min: 0, max: 1 } });
    const app = await openApp({ knex, config: { database: { timeoutMs: 300 } } });
    const held = await knex.transaction();
    await held.raw('select 1');
    const startedAt = performance.now();
    await resolve(app).expect(503);
    expect(performance.now() - startedAt).toBeLessThan(5000);
    await held.rollback();
    // The start that waited may have met its own limit in the same moment; the next request then begins another.
    await until(async () => (await resolve(app)).status === 200, 'an answer');
  });

  test('processes that start at once on one database and one storage make one admin, one set of roles, and end by themselves', async () => {
    const opened = await driver.openEmpty();
    const directory = await mkdtemp(join(tmpdir(), 'ec_test_start_'));
    cleanUps.push(() => rm(directory, { recursive: true, force: true }));
    const run = async () => {
      const args = [...toRun('service'), JSON.stringify(opened.config), directory];
      const child = spawn(process.execPath, args, { cwd: join(__dirname, '../..') });
      const told: string[] = [];
      for (const stream of [child.stdout, child.stderr])
        stream.on('data', (chunk) => void told.push(String(chunk)));
      const [code] = await once(child, 'close');
      return { code, told };
    };
    expect(await Promise.all([run(), run(), run()])).toEqual(Array(3).fill({ code: 0, told: ['ok'] }));
    expect(await opened.knex('svc_users')).toHaveLength(1);
    expect(await opened.knex('svc_user_roles')).toHaveLength(1);
    const roles = await opened.knex('svc_roles').pluck('name');
    expect(new Set(roles).size).toBe(roles.length);
    expect(await opened.knex('svc_audit').where({ action: 'user:created' })).toHaveLength(1);
  });
});
