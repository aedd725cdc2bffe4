import { createApiKey, createUser, type SignedIn } from '../support/accounts';
import { allDenied, allGranted, consentCalls } from '../support/consent';
import { createTestApp, createTestClock, type TestApp } from '../support/create-test-app';
import { createActiveProfile, createProfile, profileJson } from '../support/profiles';
import { addStates } from '../support/states';
import { recount, statisticsCalls } from '../support/statistics';
import { createTenant, type TestTenant, tenancy } from '../support/tenants';
import { until } from '../support/webhook-receiver';

const noon = Date.UTC(2026, 2, 29, 12);
const day = 86_400_000;
const halfGranted = { necessary: 'granted', analytics: 'granted', marketing: 'denied' };

const paths = [
  '/analytics/opt-in',
  '/stats/overview',
  '/stats/timeline',
  '/stats/categories',
  '/stats/countries',
  '/stats/gpc',
];

/**
 * Each database's own way of doing this is in the contract and reliability suites; here is what the figures
 * mean.
 */
describe('statistics of a tenant', () => {
  let app: TestApp;
  let calls: ReturnType<typeof consentCalls>;
  let stats: ReturnType<typeof statisticsCalls>;
  let eu: string;
  let us: string;

  beforeEach(async () => {
    app = await createTestApp({ clock: createTestClock(noon), config: { rateLimit: false } });
    calls = consentCalls(app);
    stats = statisticsCalls(app);
    eu = (await createActiveProfile(app)).id;
    us = (
      await createActiveProfile(app, {
        name: 'Shop US',
        profileJson: profileJson({ complianceGroup: 'opt-out' }),
      })
    ).id;
  });
  afterEach(() => app.close());

  const submit = (body: object) =>
    calls.submit({ profileId: eu, consentJson: allGranted, ...body }).expect(200);
  test('a rebuild reads the states of records in pages, and counts each once', async () => {
    for (const [visitorId, states] of Object.entries({ a: 1, b: 35, c: 3, d: 12, e: 4 })) {
      await submit({ visitorId });
      if (states > 1) await addStates(app.knex, visitorId, states);
    }
    await app.service.maintenance();
    await app.knex('svc_daily_sums').delete();
    await app.knex('svc_current_sums').delete();
    const sizes: number[] = [];
    const note = (rows: unknown) => sizes.push(Array.isArray(rows) ? rows.length : 0);
    app.knex.on('query-response', note);
    expect(await app.service.operations.statistics.rebuild(() => {}, 2)).toBe(5);
    app.knex.off('query-response', note);
    expect(Math.max(...sizes)).toBeLessThan(15);
    expect(await stats.current()).toEqual(await recount(app.knex));
    expect((await stats.get('/stats/timeline', { days: '1' }))[0].total).toBe(1 + 35 + 3 + 12 + 4);
  });

  test('without any consent every count is 0 and every rate null', async () => {
    expect(await stats.get('/stats/overview')).toEqual({
      totalConsents: 0,
      totalVisitors: 0,
      consentsToday: 0,
      optInRate: null,
      gpcRate: null,
      activeProfiles: 2,
      bySource: {},
      byMethod: {},
      byLayer: {},
      byGroup: {},
      decisions: {
        from: '2026-02-28',
        to: '2026-03-29',
        total: 0,
        optedIn: 0,
        optedOut: 0,
        partial: 0,
        optInRate: null,
      },
    });
    expect(await stats.get('/stats/categories')).toEqual([]);
    expect(await stats.get('/stats/countries')).toEqual([]);
    expect(await stats.get('/stats/gpc')).toEqual({ detected: 0, notDetected: 0, rate: null, byCountry: [] });
    expect(await stats.get('/analytics/opt-in')).toEqual([]);
    const timeline = await stats.get('/stats/timeline');
    expect(timeline).toHaveLength(30);
    expect(timeline[0]).toEqual({ date: '2026-02-28', total: 0, optedIn: 0, optedOut: 0, partial: 0 });
    expect(timeline[29]).toEqual({ date: '2026-03-29', total: 0, optedIn: 0, optedOut: 0, partial: 0 });
  });

  // What was written is in the journal first and in the sums later; nobody may see a difference.
  describe.each([
    ['before it is folded', async () => {}],
    ['after it is folded', () => app.service.maintenance()],
  ])('%s', (_when, settle) => {
    test('the overview, the countries and the signal describe the records as they are now', async () => {
      await submit({ visitorId: 'a', timezone: 'Europe/Berlin', method: 'accept', layer: 'banner' });
      await submit({
        visitorId: 'b',
        timezone: 'Europe/Berlin',
        consentJson: halfGranted,
        gpcDetected: true,
      });
      const { key } = await createApiKey(app);
      const server = (body: object) => submit(body).set('X-API-Key', key);
      await server({
        visitorId: 'c',
        timezone: 'America/New_York',
        profileId: us,
        consentJson: allDenied,
        gpcDetected: true,
        source: 'api',
      });
      await server({ visitorId: 'd', consentJson: allDenied, source: 'import' });
      await settle();
      expect(await stats.get('/stats/overview')).toEqual({
        totalConsents: 4,
        totalVisitors: 4,
        consentsToday: 4,
        optInRate: 0.25,
        gpcRate: 0.5,
        activeProfiles: 2,
        bySource: { banner: 2, api: 1, import: 1 },
        byMethod: { '(none)': 3, accept: 1 },
        byLayer: { '(none)': 3, banner: 1 },
        byGroup: { 'opt-in': 3, 'opt-out': 1 },
        decisions: {
          from: '2026-02-28',
          to: '2026-03-29',
          total: 4,
          optedIn: 1,
          optedOut: 2,
          partial: 1,
          optInRate: 0.25,
        },
      });
      expect(await stats.get('/stats/countries')).toEqual([
        { country: 'DE', count: 2, share: 0.5 },
        { country: null, count: 1, share: 0.25 },
        { country: 'US', count: 1, share: 0.25 },
      ]);
      expect(await stats.get('/stats/gpc')).toEqual({
        detected: 2,
        notDetected: 2,
        rate: 0.5,
        byCountry: [
          { country: 'DE', detected: 1, rate: 0.5 },
          { country: null, detected: 0, rate: 0 },
          { country: 'US', detected: 1, rate: 1 },
        ],
      });
    });

    test('a change moves a record from what it was to what it is, and is one more decision', async () => {
      await submit({ visitorId: 'a', timezone: 'Europe/Berlin' });
      await settle();
      app.clock.advance(day);
      await calls.update('a', { consentJson: halfGranted, gpcDetected: true }).expect(200);
      await submit({ visitorId: 'b', consentJson: allDenied });
      await settle();
      expect(await stats.get('/stats/overview')).toMatchObject({
        totalConsents: 2,
        consentsToday: 2,
        optInRate: 0,
        gpcRate: 0.5,
      });
      expect(await stats.get('/stats/categories')).toEqual([
        { category: 'analytics', granted: 1, denied: 1, objected: 0, rate: 0.5 },
        { category: 'marketing', granted: 0, denied: 2, objected: 0, rate: 0 },
        { category: 'necessary', granted: 2, denied: 0, objected: 0, rate: 1 },
      ]);
      expect(await stats.get('/stats/timeline', { days: '3' })).toEqual([
        { date: '2026-03-28', total: 0, optedIn: 0, optedOut: 0, partial: 0 },
        { date: '2026-03-29', total: 1, optedIn: 1, optedOut: 0, partial: 0 },
        { date: '2026-03-30', total: 2, optedIn: 0, optedOut: 1, partial: 1 },
      ]);
    });

    test('a record that moves to another profile is counted in the group of that profile', async () => {
      await submit({ visitorId: 'a' });
      await settle();
      await submit({ visitorId: 'a', profileId: us });
      await settle();
      expect(await stats.get('/stats/overview')).toMatchObject({
        totalConsents: 1,
        byGroup: { 'opt-out': 1 },
      });
    });

    test('an erasure takes the record out of every figure about records, and out of none about decisions', async () => {
      await submit({ visitorId: 'a', timezone: 'Europe/Berlin', gpcDetected: true });
      await submit({ visitorId: 'b', timezone: 'Asia/Tokyo' });
      await settle();
      await calls.erase('a').expect(200);
      await settle();
      expect(await stats.get('/stats/overview')).toMatchObject({
        totalConsents: 1,
        totalVisitors: 1,
        consentsToday: 2,
        gpcRate: 0,
        byGroup: { 'opt-in': 1 },
      });
      expect(await stats.get('/stats/countries')).toEqual([{ country: 'JP', count: 1, share: 1 }]);
      expect(
        (await stats.get('/stats/categories')).map(({ granted }: { granted: number }) => granted),
      ).toEqual([1, 1, 1]);
      expect((await stats.get('/stats/timeline', { days: '1' }))[0]).toMatchObject({ total: 2, optedIn: 2 });
      expect(await stats.get('/analytics/opt-in')).toEqual([
        { date: '2026-03-29', locale: 'en', total: 2, optedIn: 2, rate: 1 },
      ]);
    });

    test('a day begins and ends at midnight in UTC', async () => {
      await submit({ visitorId: 'last' });
      app.clock.advance(day / 2 - 1);
      await submit({ visitorId: 'last of the day'.replaceAll(' ', '-') });
      app.clock.advance(1);
      await submit({ visitorId: 'first-of-the-day', consentJson: allDenied });
      await settle();
      expect(await stats.get('/stats/timeline', { days: '2' })).toEqual([
        { date: '2026-03-29', total: 2, optedIn: 2, optedOut: 0, partial: 0 },
        { date: '2026-03-30', total: 1, optedIn: 0, optedOut: 1, partial: 0 },
      ]);
      expect((await stats.get('/stats/overview')).consentsToday).toBe(1);
    });

    test('opt-in rates come by day and locale, and can be narrowed', async () => {
      await submit({ visitorId: 'a', locale: 'de' });
      await submit({ visitorId: 'b', locale: 'de', consentJson: halfGranted });
      await submit({ visitorId: 'c', locale: 'en', profileId: us });
      await settle();
      app.clock.advance(2 * day);
      await submit({ visitorId: 'a', locale: 'de', consentJson: allDenied });
      await settle();
      const first = [
        { date: '2026-03-29', locale: 'de', total: 2, optedIn: 1, rate: 0.5 },
        { date: '2026-03-29', locale: 'en', total: 1, optedIn: 1, rate: 1 },
      ];
      const second = { date: '2026-03-31', locale: 'de', total: 1, optedIn: 0, rate: 0 };
      expect(await stats.get('/analytics/opt-in')).toEqual([...first, second]);
      expect(await stats.get('/analytics/opt-in', { tenantId: 'default' })).toEqual([...first, second]);
      expect(await stats.get('/analytics/opt-in', { locale: 'EN' })).toEqual([first[1]]);
      expect(await stats.get('/analytics/opt-in', { profileId: us })).toEqual([first[1]]);
      expect(await stats.get('/analytics/opt-in', { complianceGroup: 'opt-in' })).toEqual([first[0], second]);
      expect(await stats.get('/analytics/opt-in', { from: '2026-03-30' })).toEqual([second]);
      expect(
        await stats.get('/analytics/opt-in', { from: '2026-03-29', to: '2026-03-30T23:59:59Z' }),
      ).toEqual(first);
      // A moment means its whole day: sums are kept by days.
      expect(await stats.get('/analytics/opt-in', { from: '2026-03-31T23:00:00Z' })).toEqual([second]);
      expect(await stats.get('/analytics/opt-in', { to: '2026-03-28' })).toEqual([]);
      expect(await stats.get('/analytics/opt-in', { complianceGroup: 'notice-only' })).toEqual([]);
    });

    test('the decisions of a range are compared with those of the days before it', async () => {
      await submit({ visitorId: 'a' });
      await submit({ visitorId: 'b', consentJson: allDenied });
      await settle();
      app.clock.advance(2 * day);
      await submit({ visitorId: 'c', locale: 'de' });
      await submit({ visitorId: 'd', profileId: us, consentJson: halfGranted });
      await settle();
      const decisions = async (query: Record<string, string>) =>
        (await stats.get('/stats/overview', query)).decisions;
      const lastTwoDays = { from: '2026-03-30' };
      const now = { from: '2026-03-30', to: '2026-03-31', total: 2, optedIn: 1, optedOut: 0, partial: 1 };
      const before = { from: '2026-03-28', to: '2026-03-29', total: 2, optedIn: 1, optedOut: 1, partial: 0 };
      expect(await decisions(lastTwoDays)).toEqual({ ...now, optInRate: 0.5 });
      expect(await decisions({ ...lastTwoDays, compare: 'previous' })).toEqual({
        ...now,
        optInRate: 0.5,
        previous: { ...before, optInRate: 0.5 },
      });
      expect(await decisions({ ...lastTwoDays, compare: 'previous', complianceGroup: 'opt-out' })).toEqual({
        ...now,
        total: 1,
        optedIn: 0,
        optInRate: 0,
        previous: { ...before, total: 0, optedIn: 0, optedOut: 0, optInRate: null },
      });
      const one = { total: 1, optedOut: 0 };
      expect((await decisions({ ...lastTwoDays, by: 'profile' })).profiles).toEqual({
        [us]: { ...one, optedIn: 0, partial: 1, optInRate: 0 },
        [eu]: { ...one, optedIn: 1, partial: 0, optInRate: 1 },
      });
      expect((await decisions({ locale: 'de' })).total).toBe(1);
    });

    test('the timeline covers the range and the profile that were asked for', async () => {
      await submit({ visitorId: 'a' });
      await submit({ visitorId: 'b', profileId: us, consentJson: allDenied });
      await settle();
      app.clock.advance(day);
      await submit({ visitorId: 'c' });
      await settle();
      const first = { date: '2026-03-29', total: 2, optedIn: 1, optedOut: 1, partial: 0 };
      const second = { date: '2026-03-30', total: 1, optedIn: 1, optedOut: 0, partial: 0 };
      const nothing = { total: 0, optedIn: 0, optedOut: 0, partial: 0 };
      const timeline = (query: Record<string, string>) => stats.get('/stats/timeline', query);
      expect(await timeline({ from: '2026-03-29' })).toEqual([first, second]);
      expect(await timeline({ to: '2026-03-29', days: '2' })).toEqual([
        { date: '2026-03-28', ...nothing },
        first,
      ]);
      expect(await timeline({ to: '2026-03-29' })).toHaveLength(30);
      expect(await timeline({ from: '2026-03-29', profileId: us })).toEqual([
        { ...first, total: 1, optedIn: 0 },
        { ...second, ...nothing },
      ]);
      expect(await timeline({ from: '2026-03-30', complianceGroup: 'opt-in', locale: 'en' })).toEqual([
        second,
      ]);
    });

    test('answers to categories that no version of the profile has had count together', async () => {
      await submit({
        visitorId: 'a',
        consentJson: { analytics: 'objected', 'made up': 'granted', 'made up too': 'granted' },
      });
      await submit({ visitorId: 'b', consentJson: {} });
      await submit({ visitorId: 'c', consentJson: { 'made up': 'denied', constructor_: 'granted' } });
      await settle();
      await submit({ visitorId: 'c', consentJson: { 'made up': 'denied' } });
      expect(await stats.get('/stats/categories')).toEqual([
        { category: '(other)', granted: 2, denied: 1, objected: 0, rate: 2 / 3 },
        { category: 'analytics', granted: 0, denied: 0, objected: 1, rate: 0 },
      ]);
    });

    test('a category keeps its name when a later version of the profile drops it', async () => {
      const { marketing: _, ...categories } = profileJson().preferenceModal?.categories ?? {};
      const edited = profileJson({ preferenceModal: { heading: 'Choices', buttons: [], categories } });
      await app.request
        .put(`${app.adminBase}/profiles/${eu}`)
        .set(await app.asAdmin())
        .send({ profileJson: edited })
        .expect(200);
      await submit({ visitorId: 'a', consentJson: { marketing: 'granted' } });
      await settle();
      expect(await stats.get('/stats/categories')).toEqual([
        { category: 'marketing', granted: 1, denied: 0, objected: 0, rate: 1 },
      ]);
    });

    test('a decision that was counted before its category was known is taken away from where it was counted', async () => {
      const social = { social: 'granted' };
      await submit({ visitorId: 'a', consentJson: social });
      await submit({ visitorId: 'b', consentJson: social });
      await settle();
      const json = profileJson();
      const known = {
        heading: 'Social media',
        htmlText: 'Buttons of social networks',
        legalBasis: 'consent',
        cookies: [],
      };
      const preferenceModal = {
        ...json.preferenceModal,
        categories: { ...json.preferenceModal?.categories, social: known },
      };
      await app.request
        .put(`${app.adminBase}/profiles/${eu}`)
        .set(await app.asAdmin())
        .send({ profileJson: profileJson({ preferenceModal } as never) })
        .expect(200);
      await submit({ visitorId: 'a', consentJson: social });
      await settle();
      expect(await stats.get('/stats/categories')).toEqual([
        { category: '(other)', granted: 1, denied: 0, objected: 0, rate: 1 },
        { category: 'social', granted: 1, denied: 0, objected: 0, rate: 1 },
      ]);
    });

    test('a regional locale counts as the profile’s locale that it falls back to, an unknown one as `(other)`', async () => {
      await submit({ visitorId: 'a', locale: 'de-AT' });
      await submit({ visitorId: 'b', locale: 'tlh' });
      await submit({ visitorId: 'c', locale: 'vo-x-made' });
      await settle();
      expect(await stats.get('/analytics/opt-in')).toEqual([
        { date: '2026-03-29', locale: '(other)', total: 2, optedIn: 2, rate: 1 },
        { date: '2026-03-29', locale: 'de', total: 1, optedIn: 1, rate: 1 },
      ]);
    });

    test('made-up names add no rows to the sums', async () => {
      for (let submission = 0; submission < 3; submission += 1) {
        const consentJson = Object.fromEntries(
          Array.from({ length: 200 }, (_, index) => [`made-up-${submission}-${index}`, 'denied']),
        );
        await submit({ visitorId: `stranger-${submission}`, consentJson, locale: `tlh-x-${submission}` });
      }
      await app.service.maintenance();
      const values = await app
        .knex('svc_current_sums')
        .whereIn('dimension', ['category', 'denied'])
        .select('dimension', 'value', 'amount');
      expect(values).toEqual([
        { dimension: 'category', value: '(other)', amount: 600 },
        { dimension: 'denied', value: '(other)', amount: 600 },
      ]);
      expect(await app.knex('svc_daily_sums').pluck('locale')).toEqual(['(other)']);
    });
  });

  test('records of a profile without a group are distinct from those of any group', async () => {
    const { complianceGroup: _, ...groupless } = profileJson();
    const draft = await createProfile(app, { name: 'Draft', profileJson: groupless });
    await submit({ visitorId: 'a', profileId: draft.id });
    await submit({ visitorId: 'b' });
    for (const settle of [async () => {}, () => app.service.maintenance()]) {
      await settle();
      expect((await stats.get('/stats/overview')).byGroup).toEqual({ '(none)': 1, 'opt-in': 1 });
      for (const complianceGroup of ['(none)', 'opt-in'])
        expect((await stats.get('/analytics/opt-in', { complianceGroup }))[0].total).toBe(1);
    }
  });

  test('records and decisions of a deleted profile still count', async () => {
    const draft = await createProfile(app, { name: 'Soon gone' });
    await submit({ visitorId: 'a', profileId: draft.id });
    await app.request
      .delete(`${app.adminBase}/profiles/${draft.id}`)
      .set(await app.asAdmin())
      .expect(200);
    expect(await stats.get('/stats/overview')).toMatchObject({
      totalConsents: 1,
      optInRate: 1,
      byGroup: { 'opt-in': 1 },
    });
    await calls.update('a', { consentJson: allDenied }).expect(200);
    expect(await stats.get('/analytics/opt-in', { profileId: draft.id })).toEqual([
      { date: '2026-03-29', locale: 'en', total: 2, optedIn: 1, rate: 0.5 },
    ]);
  });

  test('an edit of a profile changes what later decisions are, not what earlier ones were', async () => {
    await submit({ visitorId: 'a', consentJson: halfGranted });
    const json = profileJson();
    const { marketing: _, ...categories } = json.preferenceModal?.categories ?? {};
    const edited = { ...json, preferenceModal: { ...json.preferenceModal, categories } };
    const admin = await app.asAdmin();
    await app.request
      .put(`${app.adminBase}/profiles/${eu}`)
      .set(admin)
      .send({ profileJson: edited })
      .expect(200);
    await app.request.post(`${app.adminBase}/profiles/${eu}/activate`).set(admin).expect(200);
    await submit({ visitorId: 'b', consentJson: halfGranted });
    expect(await stats.get('/stats/overview')).toMatchObject({ totalConsents: 2, optInRate: 0.5 });
    expect((await stats.get('/stats/timeline', { days: '1' }))[0]).toEqual({
      date: '2026-03-29',
      total: 2,
      optedIn: 1,
      optedOut: 0,
      partial: 1,
    });
  });

  test('what was written is folded by itself soon after, and the journal names no visitor', async () => {
    await submit({ visitorId: 'a-visitor-to-look-for', tcfString: 'look for this' });
    const [row] = await app.knex('svc_statistics_changes');
    expect(JSON.stringify(row)).not.toMatch(/look.for/);
    await until(async () => (await app.knex('svc_statistics_changes')).length === 0, 'folding', 10_000);
    expect((await stats.get('/stats/overview')).totalConsents).toBe(1);
  });

  test('a long journal is folded before it is read', async () => {
    await submit({ visitorId: 'a' });
    const [row] = await app.knex('svc_statistics_changes');
    const copies = Array.from({ length: 1500 }, () => ({ tenant_id: row.tenant_id, changes: row.changes }));
    await app.knex.batchInsert('svc_statistics_changes', copies, 500);
    expect((await stats.get('/stats/overview')).totalConsents).toBe(1501);
    // A busy machine can have folded a part before; up to a thousand rows may wait.
    expect((await app.knex('svc_statistics_changes')).length).toBeLessThanOrEqual(1000);
  });
});

describe('what is asked', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await createTestApp({ config: { rateLimit: false } });
  });
  afterAll(() => app.close());

  const ask = async (path: string, query: object) =>
    app.request
      .get(`${app.adminBase}${path}`)
      .query(query)
      .set(await app.asAdmin());

  test.each(paths)('%s refuses a time zone instead of ignoring it', async (path) => {
    for (const timezone of ['Europe/Berlin', 'UTC', '']) {
      const { status, body } = await ask(path, { timezone });
      expect([status, body.code, body.details]).toEqual([
        400,
        'validation_failed',
        [{ path: 'timezone', message: expect.stringContaining('UTC') }],
      ]);
    }
    expect((await ask(path, { unknown: 'ignored' })).status).toBe(200);
  });

  test.each([
    ['/stats/timeline', { days: 0 }],
    ['/stats/timeline', { days: -1 }],
    ['/stats/timeline', { days: 1097 }],
    ['/stats/timeline', { days: '1.5' }],
    ['/stats/timeline', { days: 'many' }],
    ['/stats/timeline', { days: 2, from: '2026-03-29' }],
    ['/stats/timeline', { from: '2026-03-30', to: '2026-03-29' }],
    ['/stats/timeline', { from: '9999-12-31' }],
    ['/stats/overview', { from: '2020-03-28', to: '2023-03-29' }],
    ['/stats/overview', { compare: 'next' }],
    ['/analytics/opt-in', { from: '2026-03-30', to: '2026-03-29' }],
    ['/analytics/opt-in', { from: 'yesterday' }],
    ['/analytics/opt-in', { to: '2026-02-30' }],
    ['/analytics/opt-in', { to: '9999-12-31T23:59:59-23:59' }],
    ['/analytics/opt-in', { locale: 'no language' }],
    ['/analytics/opt-in', { profileId: '' }],
    ['/analytics/opt-in', { complianceGroup: '' }],
  ])('%s with %j is 400', async (path, query) => {
    const { status, body } = await ask(path, query);
    expect([status, body.code]).toEqual([400, 'validation_failed']);
  });

  test('three years of days are the most', async () => {
    expect((await ask('/stats/timeline', { days: 1096 })).body).toHaveLength(1096);
    const range = { from: '2020-03-29', to: '2023-03-29' };
    expect((await ask('/stats/timeline', range)).body).toHaveLength(1096);
    const { body } = await ask('/stats/timeline', { ...range, from: '2020-03-28' });
    expect(body.details).toMatchObject([{ path: 'from', rule: 'max_days', limit: 1096 }]);
  });

  test('no range begins before the first day that ISO 8601 has', async () => {
    const { body } = await ask('/stats/overview', { to: '0000-01-03', compare: 'previous' });
    expect(body.decisions).toMatchObject({ from: '0000-01-01', to: '0000-01-03' });
  });

  test('an auditor may not see statistics, a viewer may', async () => {
    const auditor = await createUser(app, { role: 'auditor' });
    const viewer = await createUser(app);
    for (const path of paths) {
      await app.request.get(`${app.adminBase}${path}`).set(auditor.as).expect(403);
      await app.request.get(`${app.adminBase}${path}`).set(viewer.as).expect(200);
    }
  });

  test('an unknown tenant is 404', async () => {
    const { status, body } = await ask('/analytics/opt-in', { tenantId: 'elsewhere' });
    expect([status, body.code]).toEqual([404, 'tenant_not_found']);
  });
});

describe('with several tenants', () => {
  let app: TestApp;
  let other: TestTenant;

  beforeAll(async () => {
    app = await createTestApp({ clock: createTestClock(noon), config: { rateLimit: false, tenancy } });
    other = await createTenant(app, 'other');
    const profileIds = [
      (await createActiveProfile(app)).id,
      (await createActiveProfile(app, {}, other.id)).id,
    ];
    for (const [place, profileId] of profileIds.entries())
      for (let index = 0; index <= place; index += 1)
        await consentCalls(app)
          .submit({ visitorId: `v${index}`, profileId, consentJson: allGranted })
          .expect(200);
  });
  afterAll(() => app.close());

  const optIn = (as: SignedIn, query: object = {}) =>
    app.request.get(`${app.adminBase}/analytics/opt-in`).query(query).set(as);
  const totalOf = ({ body }: { body: { total: number }[] }) => body.map(({ total }) => total);

  test('each tenant has its own figures', async () => {
    for (const [tenantId, count] of [['default', 1] as const, [other.id, 2] as const]) {
      const stats = statisticsCalls(app, tenantId);
      expect(await stats.get('/stats/overview')).toMatchObject({
        totalConsents: count,
        consentsToday: count,
        activeProfiles: 1,
      });
      expect(await stats.get('/stats/countries')).toEqual([{ country: null, count, share: 1 }]);
      expect((await stats.get('/stats/timeline', { days: '1' }))[0].total).toBe(count);
    }
  });

  test('opt-in rates are those of all tenants that the caller may see, or of the one that is asked for', async () => {
    const admin = await app.asAdmin();
    expect(totalOf(await optIn(admin).expect(200))).toEqual([3]);
    expect(totalOf(await optIn(admin, { tenantId: other.id }).expect(200))).toEqual([2]);
    const scoped = await createUser(app, { allowedTenants: [other.id] });
    expect(totalOf(await optIn(scoped.as).expect(200))).toEqual([2]);
    expect(totalOf(await optIn(scoped.as, { tenantId: other.id }).expect(200))).toEqual([2]);
    const both = await createUser(app, { allowedTenants: ['default', other.id] });
    expect(totalOf(await optIn(both.as).expect(200))).toEqual([3]);
  });

  test('a tenant outside one’s scope is 403 whether or not it is there, an unknown one 404 to those who see all', async () => {
    const scoped = await createUser(app, { allowedTenants: [other.id] });
    for (const tenantId of ['default', 'nowhere'])
      expect((await optIn(scoped.as, { tenantId }).expect(403)).body.code).toBe('tenant_forbidden');
    expect((await optIn(await app.asAdmin(), { tenantId: 'nowhere' }).expect(404)).body.code).toBe(
      'tenant_not_found',
    );
  });
});
