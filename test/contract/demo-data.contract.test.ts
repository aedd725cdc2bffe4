import { createTestApp, createTestClock, type TestApp } from '../support/create-test-app';
import { eachDatabaseInDeep } from '../support/databases';
import { storedStates } from '../support/states';
import { recount, statisticsCalls } from '../support/statistics';

const now = Date.UTC(2026, 2, 27, 15, 30);
const day = 86_400_000;

eachDatabaseInDeep((database) => {
  let app: TestApp;
  beforeAll(async () => {
    app = await createTestApp({
      knex: (await database.open()).knex,
      clock: createTestClock(now),
      config: { rateLimit: false },
    });
    await app.service.start();
  });
  afterAll(() => app.close());

  const request = { tenantId: 'default', consents: 1200, days: 30, seed: 'a seed' };
  const make = (more: object = {}) => app.service.operations.demoData.make({ ...request, ...more }, () => {});
  const rowsOf = (table: string) => app.knex(`svc_${table}`);

  test('made-up visitors have a record and a history that agree, and the statistics are theirs', async () => {
    expect(await app.service.operations.demoData.hasConsents('default')).toBe(false);
    const reports: [number, number][] = [];
    expect(
      await app.service.operations.demoData.make(request, (done, total) => void reports.push([done, total])),
    ).toBe(1200);
    expect(reports).toEqual([
      [0, 1200],
      [1000, 1200],
      [1200, 1200],
    ]);
    expect(await app.service.operations.demoData.hasConsents('default')).toBe(true);

    const [consents, history] = [await rowsOf('consents'), await storedStates(app.knex)];
    const newest = new Map(history.map((entry) => [entry.consent_id, entry]));
    const facts = [
      'profile_id',
      'profile_version',
      'group_id',
      'locale',
      'consent_json',
      'choice',
      'gpc_detected',
      'source',
      'country',
    ];
    const factsOf = (row: Record<string, unknown>) =>
      facts.map((fact) => (fact === 'gpc_detected' ? Boolean(row[fact]) : row[fact]));
    for (const consent of consents) {
      expect([newest.get(consent.id)?.revision, ...factsOf(newest.get(consent.id) ?? {})]).toEqual([
        consent.revision,
        ...factsOf(consent),
      ]);
      expect(Number(consent.created_at)).toBeGreaterThan(now - 30 * day);
      expect(Number(consent.updated_at)).toBeLessThan(now);
    }
    expect(history.length).toBeGreaterThan(1300);
    expect(history).toHaveLength(consents.reduce((sum, { revision }) => sum + Number(revision), 0));

    const { current, get } = statisticsCalls(app);
    expect(await current()).toEqual(await recount(app.knex));
    expect(await rowsOf('statistics_changes')).toEqual([]);
    const timeline = await get('/stats/timeline', { days: '30' });
    expect(timeline.reduce((sum: number, { total }: { total: number }) => sum + total, 0)).toBe(
      history.filter(({ choice }) => choice !== 'none').length,
    );
  });

  test('the same request creates nothing twice, and another seed creates other visitors', async () => {
    expect(await make()).toBe(0);
    expect(await make({ seed: 'another seed', consents: 50 })).toBe(50);
    expect(await rowsOf('consents')).toHaveLength(1250);
  });

  test('an unknown tenant is refused', async () => {
    await expect(make({ tenantId: 'nowhere' })).rejects.toMatchObject({ code: 'tenant_not_found' });
  });
});
