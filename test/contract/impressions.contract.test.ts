import { createTestApp, type TestApp } from '../support/create-test-app';
import { eachDatabaseSystem } from '../support/databases';
import { visitorCalls } from '../support/impressions';
import { createActiveProfile } from '../support/profiles';
import { statisticsCalls } from '../support/statistics';

const day = 86_400_000;

eachDatabaseSystem((database) => {
  let app: TestApp;
  /** Another process on the same database, with a pool and a memory of its own. */
  let second: TestApp;
  let profileId: string;
  beforeAll(async () => {
    const opened = await database.open();
    const config = { rateLimit: false, database: { timeoutMs: 60_000 } } as const;
    app = await createTestApp({ knex: opened.knex, config });
    profileId = (await createActiveProfile(app)).id;
    second = await createTestApp({
      knex: opened.reopen(),
      config,
      directory: app.directory,
      clock: app.clock,
    });
    await second.service.start();
  });
  afterAll(async () => {
    await second.close();
    await app.close();
  });

  test('banners and decisions of several processes add up to the same rows, also when hours become days', async () => {
    const [today] = new Date(app.clock.now()).toISOString().split('T');
    const berlin = { profileId, timezone: 'Europe/Berlin' };
    const visits = [app, second].map((process) => visitorCalls(process));
    await Promise.all(visits.map((calls) => calls.visit(berlin, { seen: 5, accepted: 2, refused: 1 })));
    await Promise.all([app, second].map((process) => process.service.maintenance()));
    await Promise.all(visits.map((calls) => calls.visit(berlin, { seen: 5, accepted: 2, refused: 1 })));
    const totals = { shown: 20, decided: 12, accepted: 8, refused: 4, noAnswer: 8 };
    const read = async () => {
      for (const process of [app, second]) await process.service.maintenance();
      return statisticsCalls(second).get('/stats/banners', { from: `${today}`, to: `${today}` });
    };
    expect(await read()).toMatchObject({ ...totals, by: { country: [{ value: 'DE', ...totals }] } });
    expect(await app.knex('svc_banner_sums').pluck('span')).toEqual(['hour']);

    app.clock.advance(40 * day);
    await Promise.all([app, second].map((process) => process.service.maintenance()));
    expect(await app.knex('svc_banner_sums').pluck('span')).toEqual(['day']);
    expect(await read()).toMatchObject({ ...totals, days: [{ date: today, ...totals }] });
  });
});
