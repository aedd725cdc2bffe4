import { setImmediate } from 'node:timers/promises';
import fc from 'fast-check';
import { createFoldingLease } from '#decisions/statistics/statistics-lease';
import { createDatabase } from '#platform/database/database';
import { allDenied, allGranted, consentCalls } from '../support/consent';
import { createTestApp, type TestApp } from '../support/create-test-app';
import { eachDatabaseSystem } from '../support/databases';
import { byScope, testInDeep } from '../support/scope';
import { recount, statisticsCalls } from '../support/statistics';
import {
  checkHistory,
  createHistoryTenants,
  forgetConsents,
  type HistoryTenant,
  history,
} from '../support/statistics-histories';
import { tenancy } from '../support/tenants';

const config = { rateLimit: false, tenancy, database: { timeoutMs: 60_000 } } as const;

eachDatabaseSystem((database) => {
  let app: TestApp;
  /**
   * Another process on the same database, as far as the database can tell: a pool and a memory of its own.
   */
  let second: TestApp;
  let tenants: HistoryTenant[];
  let profiles: readonly string[];

  beforeAll(async () => {
    const opened = await database.open();
    app = await createTestApp({ knex: opened.knex, config });
    tenants = await createHistoryTenants(app);
    profiles = tenants[0]?.profiles ?? [];
    second = await createTestApp({
      knex: opened.reopen(),
      config,
      directory: app.directory,
      clock: app.clock,
    });
    await second.service.start();
    // Waiting for the other pool's lock would keep this very process from giving it back.
    if (database.name === 'better-sqlite3')
      for (const { knex } of [app, second]) await knex.raw('pragma busy_timeout = 10');
    // No power cut is tested here.
    if (database.dialect === 'sqlite')
      for (const { knex } of [app, second]) await knex.raw('pragma synchronous = off');
  });
  afterAll(async () => {
    await second.close();
    await app.close();
  });

  const submit = (from: TestApp, visitorId: string, more: object = {}) =>
    consentCalls(from)
      .submit({
        visitorId,
        profileId: profiles[0],
        consentJson: allGranted,
        timezone: 'Europe/Berlin',
        ...more,
      })
      .expect(200);
  const overview = () => statisticsCalls(second).get('/stats/overview');
  const journal = () => app.knex('svc_statistics_changes');

  test('after any sequence of changes, the figures equal those of a full recount', async () => {
    // Elsewhere than in memory a statement costs more, so only the embedded default runs many.
    const numRuns = database.name === 'better-sqlite3' ? byScope({ core: 2, all: 6, deep: 200 }) : 2;
    await fc.assert(
      fc.asyncProperty(history(20), (steps) => checkHistory(app, tenants, steps)),
      { numRuns },
    );
  });

  test('each change appears exactly once while two processes fold', async () => {
    const before = (await overview()).totalConsents;
    for (let round = 0; round < byScope({ core: 2, all: 2, deep: 3 }); round += 1) {
      await Promise.all(Array.from({ length: 40 }, (_, index) => submit(app, `seen-${round}-${index}`)));
      const expected = before + (round + 1) * 40;
      const folds = Promise.all([app.service.maintenance(), second.service.maintenance()]);
      const seen = await Promise.all(
        Array.from({ length: 20 }, async () => (await overview()).totalConsents),
      );
      await folds;
      expect(seen).toEqual(seen.map(() => expected));
    }
    expect(await journal()).toEqual([]);
  });

  testInDeep(
    'sums are those of a recount after writers, folds and rebuilds in two processes at once',
    async () => {
      const visitors = Array.from({ length: 12 }, (_, index) => `busy-${index}`);
      let writing = true;
      const writers = [app, second].map(async (from, place) => {
        const calls = consentCalls(from);
        for (let turn = 0; turn < byScope({ core: 36, all: 36, deep: 60 }); turn += 1) {
          const visitorId = visitors[(turn * 7 + place * 5) % visitors.length] ?? '';
          if (turn % 9 === 8) await calls.erase(visitorId);
          else if (turn % 4 === 3)
            await calls.update(visitorId, {
              consentJson: turn % 8 === 3 ? allDenied : { analytics: 'objected' },
              gpcDetected: turn % 3 === 0,
            });
          else
            await calls.submit({
              visitorId,
              profileId: profiles[turn % 3],
              consentJson: turn % 2 === 0 ? allGranted : allDenied,
              locale: 'de',
            });
        }
      });
      const folds = [app, second].map(async (from) => {
        while (writing) await Promise.all([from.service.maintenance(), setImmediate()]);
      });
      const rebuilds = (async () => {
        while (writing)
          await app.service.operations.statistics.rebuild(() => {}, 2).then(() => setImmediate());
      })();
      await Promise.all(writers);
      writing = false;
      await Promise.all([...folds, rebuilds]);
      expect(await statisticsCalls(app).current()).toEqual(await recount(app.knex));
      await app.service.maintenance();
      expect(await journal()).toEqual([]);
      expect(await statisticsCalls(app).current()).toEqual(await recount(app.knex));
      await app.service.operations.statistics.rebuild(() => {});
      expect(await statisticsCalls(app).current()).toEqual(await recount(app.knex));
    },
  );

  test('records that change during a rebuild are counted once', async () => {
    await forgetConsents(app);
    const count = 30;
    const visitors = Array.from({ length: count }, (_, index) => `walked-${index}`);
    await Promise.all(visitors.map((visitorId) => submit(app, visitorId)));
    const writes: PromiseLike<unknown>[] = [];
    await app.service.operations.statistics.rebuild((done) => {
      const calls = consentCalls(second);
      const visitorId = visitors[(done * 7) % count] ?? '';
      const other = visitors[(done * 11 + 3) % count] ?? '';
      writes.push(submit(app, visitorId, { consentJson: allDenied, gpcDetected: true }).then(() => {}));
      writes.push(
        (done % 3 === 0
          ? calls.erase(other)
          : calls.update(other, { consentJson: { analytics: 'objected' } })
        ).then(() => {}),
      );
    }, 1);
    await Promise.all(writes);
    expect(await statisticsCalls(app).current()).toEqual(await recount(app.knex));
  });

  test('a rebuild repairs wrong record sums, raises days that are too low, and lowers none', async () => {
    await submit(app, 'mended-1', { locale: 'fr' });
    await submit(app, 'mended-2', { locale: 'fr', consentJson: allDenied });
    await consentCalls(app).erase('mended-1').expect(200);
    await app.service.maintenance();
    const { get } = statisticsCalls(app);
    const french = (await get('/analytics/opt-in', { locale: '(other)' }))[0]; // The profile has no French texts.
    expect(french).toMatchObject({ total: 2, optedIn: 1 });

    await app.knex('svc_current_sums').where({ dimension: 'choice' }).update({ amount: 7777 });
    await app.knex('svc_current_sums').where({ dimension: 'source' }).delete();
    await app
      .knex('svc_current_sums')
      .insert({ tenant_id: 'gone', dimension: 'choice', value: 'in', amount: 5 });
    await app.service.operations.statistics.rebuild(() => {});
    expect(await statisticsCalls(app).current()).toEqual(await recount(app.knex));
    expect(await app.knex('svc_current_sums').where({ tenant_id: 'gone' })).toEqual([]);
    // The erased visitor's decision is in no history any more, and still counts.
    expect(await get('/analytics/opt-in', { locale: '(other)' })).toEqual([french]);

    await app.knex('svc_daily_sums').delete();
    await app.service.operations.statistics.rebuild(() => {});
    expect(await get('/analytics/opt-in', { locale: '(other)' })).toEqual([
      { ...french, total: 1, optedIn: 0, rate: 0 },
    ]);
  });

  test('records written without the service are counted when the sums are found empty', async () => {
    await submit(app, 'by-the-service');
    await app.service.maintenance();
    await app.knex('svc_current_sums').delete();
    await app.service.maintenance();
    expect(await statisticsCalls(app).current()).toEqual(await recount(app.knex));

    await app.knex('svc_current_sums').delete();
    const until = Date.now() + 20_000;
    while ((await overview()).totalConsents === 0 && Date.now() < until) await setImmediate();
    expect(await statisticsCalls(app).current()).toEqual(await recount(app.knex));
  });

  describe('while another process rebuilds', () => {
    const openLease = () =>
      createFoldingLease(createDatabase(second.knex, { tablePrefix: 'svc_', timeoutMs: 5000 }), app.clock);
    const rebuild = () => app.service.operations.statistics.rebuild(() => {});

    test('no other process rebuilds or folds, and the figures are correct', async () => {
      const lease = openLease();
      await lease.take();
      await submit(app, 'meanwhile');
      await expect(rebuild()).rejects.toMatchObject({ code: 'unavailable' });
      await app.service.maintenance();
      expect(await journal()).toHaveLength(1);
      expect(await statisticsCalls(app).current()).toEqual(await recount(app.knex));
      await lease.release();
      await app.service.maintenance();
      expect(await journal()).toEqual([]);
    });

    test('its end is waited for no longer than half a minute, and if it comes back it knows', async () => {
      const lease = openLease();
      await lease.take();
      await submit(app, 'meanwhile-too');
      app.clock.advance(29_999);
      await app.service.maintenance();
      expect(await journal()).toHaveLength(1);
      app.clock.advance(1);
      await app.service.maintenance();
      expect(await journal()).toEqual([]);
      await expect(lease.run(async () => {})).rejects.toMatchObject({ code: 'unavailable' });
      await lease.release();
      await rebuild();
      expect(await statisticsCalls(app).current()).toEqual(await recount(app.knex));
    });
  });
});
