import createKnex from 'knex';
import { createTestApp, type TestApp } from '../support/create-test-app';
import { eachDialect } from '../support/databases';
import { createActiveProfile, createProfile } from '../support/profiles';
import { createTcpGate, type TcpGate } from '../support/tcp-gate';
import { until } from '../support/webhook-receiver';

const cleanUps: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
});

jest.setTimeout(60_000);

const quiet = () => {};

// A SQLite file has no connection that can be lost.
eachDialect(
  (driver) => {
    /** A service with its files outside the database, and a gate between it and the database. */
    async function openApp() {
      const opened = await driver.open();
      const connection = opened.config.connection as { host: string; port: number };
      const gate = await createTcpGate(connection);
      const knex = createKnex({
        ...opened.config,
        connection: { ...connection, host: '127.0.0.1', port: gate.port },
        log: { debug: quiet, warn: quiet, error: quiet, deprecate: quiet },
      });
      const app = await createTestApp({ knex, onDisk: true, config: { rateLimit: false } });
      cleanUps.push(
        () => gate.shut(),
        () => knex.destroy(),
        () => app.close(),
      );
      return { app, gate, direct: opened.knex };
    }

    /** Returns the id of the profile that visitors are served; null when there is none. */
    async function servedProfile(app: TestApp): Promise<string | null> {
      app.clock.advance(1000); // what is in memory is that old
      const answer = await app.request.get(`${app.publicBase}/profiles/default/opt-in/en`);
      return answer.status === 404 ? null : answer.body.id;
    }

    const countFailures = (app: TestApp) =>
      app.logger.lines.filter((line) => line.includes('could not be compared with the database yet')).length;

    const losses = {
      /** The database never sees the COMMIT. */
      'before it is done': (gate: TcpGate) => void gate.shut(),
      /** The database commits, but nobody learns it. */
      'after it is done': (gate: TcpGate) => gate.shutBeforeNextAnswer(),
    };

    test.each(Object.entries(losses))(
      'an activation whose COMMIT loses its connection %s: files follow the database when it is back',
      async (when, lose) => {
        const { app, gate, direct } = await openApp();
        const { id: before } = await createActiveProfile(app, { name: 'Before' });
        const { id: after } = await createProfile(app, { name: 'After' });
        expect(await servedProfile(app)).toBe(before);
        const admin = await app.asAdmin();
        let step: 'waiting' | 'publishing' | 'lost' = 'waiting';
        app.knex.on('query', ({ sql }: { readonly sql: string }) => {
          if (step === 'waiting' && /^update .*svc_profiles/i.test(sql)) step = 'publishing';
          if (step !== 'publishing' || !/^commit/i.test(sql)) return;
          step = 'lost';
          lose(gate);
        });

        await app.request.post(`${app.adminBase}/profiles/${after}/activate`).set(admin).expect(503);
        // The database stays away for several attempts.
        await until(() => countFailures(app) >= 3);
        await until(async () => (await servedProfile(app)) === after);

        await gate.open();
        const active = await direct('svc_profiles').where({ active_group: 'opt-in' }).pluck('id');
        expect(active).toEqual([when === 'before it is done' ? before : after]);
        await until(async () => (await servedProfile(app)) === active[0]);
      },
    );
  },
  'mysql',
  'postgres',
);
