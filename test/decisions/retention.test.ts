import { Registry } from 'prom-client';
import { createApiKey } from '../support/accounts';
import { allDenied, allGranted, consentCalls, cookieOf } from '../support/consent';
import { createTestApp, createTestClock, type TestApp } from '../support/create-test-app';
import { createActiveProfile } from '../support/profiles';
import { parsePrometheusText, sumOf } from '../support/prometheus-text';
import { createReceiptProfile, receiptCalls } from '../support/receipts';
import { testInAll } from '../support/scope';

const day = 24 * 3_600_000;
/** Months are counted back from midnight (UTC) of the day on which upkeep runs. */
const midnight = Date.parse('2026-01-10T00:00:00.000Z');
const twelveMonthsLater = Date.parse('2027-01-10T00:00:00.000Z');

let app: TestApp;
let calls: ReturnType<typeof consentCalls>;
let profileId: string;
let clock: ReturnType<typeof createTestClock>;

async function open(
  retention: { historyMonths?: number; inactiveVisitorsMonths?: number },
  plugins: NonNullable<Parameters<typeof createTestApp>[0]>['config'] = {},
): Promise<void> {
  clock = createTestClock(midnight - day);
  app = await createTestApp({ clock, config: { rateLimit: false, retention, ...plugins } });
  calls = consentCalls(app);
  profileId = (await createActiveProfile(app)).id;
}
afterEach(() => app.close());

const moveTo = (time: number) => clock.advance(time - clock.now());
const decide = (visitorId: string, consentJson: object = allGranted) =>
  calls.submit({ visitorId, profileId, consentJson }).set('Cookie', cookieOf(visitorId)).expect(200);
const agree = async (visitorId: string) => {
  const { body } = await calls.askParent(visitorId, { profileId }).expect(200);
  await calls.resolveParent(body.token).expect(200);
};
const visitors = (table = 'svc_consents'): Promise<string[]> =>
  app.knex(table).orderBy('visitor_id').pluck('visitor_id');

describe('an inactive visitor', () => {
  beforeEach(async () => {
    await open({ inactiveVisitorsMonths: 12 });
    moveTo(midnight - 1);
    await decide('before');
    await agree('child-before');
    moveTo(midnight);
    await decide('at');
    await agree('child-at');
  });

  test('is kept until the whole months have passed, to the millisecond', async () => {
    moveTo(twelveMonthsLater - 1);
    await app.service.maintenance();
    expect(await visitors()).toEqual(['at', 'before']);
    moveTo(twelveMonthsLater);
    await app.service.maintenance();
    expect(await visitors()).toEqual(['at']);
    expect(await visitors('svc_parental_consents')).toEqual(['child-at']);
  });

  test('is kept no longer than until the first upkeep of the day after', async () => {
    const erased: string[] = [];
    app.service.events.on('consent.erased', ({ visitorId }) => void erased.push(visitorId));
    moveTo(twelveMonthsLater + day);
    await app.service.maintenance();
    expect([await visitors(), await visitors('svc_parental_consents')]).toEqual([[], []]);
    expect(erased.sort()).toEqual(['at', 'before', 'child-at', 'child-before']);
  });
});

test('a child whose parent agrees again at the last moment is kept, and no erasure is reported', async () => {
  // Runs between the search for inactive visitors and the removal.
  const beforeConsentErase = async () =>
    void (await app.knex('svc_parental_consents').update({ granted_at: clock.now() }));
  const parent = { name: 'a parent', initialize() {}, destroy() {}, beforeConsentErase };
  await open({ inactiveVisitorsMonths: 12 }, { plugins: [parent] });
  moveTo(midnight - 1);
  await agree('child');
  moveTo(twelveMonthsLater);
  const erased: unknown[] = [];
  app.service.events.on('consent.erased', (event) => void erased.push(event));
  await app.service.maintenance();
  expect(await visitors('svc_parental_consents')).toEqual(['child']);
  expect(erased).toEqual([]);
  expect(await app.knex('svc_audit').where({ action: 'retention:applied' })).toEqual([]);
});

describe('a superseded state', () => {
  const revisions = async () =>
    (await app.knex('svc_consent_history').orderBy('revision').pluck('revision')).map(Number);

  test('is kept until the whole months have passed, to the millisecond', async () => {
    await open({ historyMonths: 12 });
    await decide('visitor');
    // Counted from here for the first state, from midnight for the second.
    moveTo(midnight - 1);
    await decide('visitor', allDenied);
    moveTo(midnight);
    await decide('visitor');
    moveTo(twelveMonthsLater - 1);
    await app.service.maintenance();
    expect(await revisions()).toEqual([1, 2, 3]);
    moveTo(twelveMonthsLater);
    await app.service.maintenance();
    expect(await revisions()).toEqual([2, 3]);
    moveTo(twelveMonthsLater + day);
    await app.service.maintenance();
    expect(await revisions()).toEqual([3]);
  });

  test('is never the decision in effect: only a decision supersedes one', async () => {
    await open({ historyMonths: 1 });
    profileId = (await createReceiptProfile(app)).id;
    const { key } = await createApiKey(app);
    await decide('visitor', allDenied);
    clock.advance(1000);
    await calls.submit({ visitorId: 'visitor', profileId, consentJson: allGranted }).expect(200);
    clock.advance(1000);
    const change = (more: object) =>
      calls
        .update('visitor', { consentJson: allGranted, ...more })
        .set('X-API-Key', key)
        .expect(200);
    await change({ subjectId: 'user-1' });
    await change({ locale: 'de' });
    const eventsOf = async () => (await receiptCalls(app).json('visitor').expect(200)).body.events.at(-1);
    const decision = {
      event_state: 'dpv:ConsentGiven',
      event_time: '2026-01-09T00:00:01.000Z',
      by: 'visitor',
      ownershipProven: false,
    };
    expect(await eventsOf()).toMatchObject(decision);
    clock.advance(35 * day);
    await app.service.maintenance();
    expect(await calls.history('visitor')).toMatchObject([
      { decided: false, by: 'apiKey' },
      { decided: false, by: 'apiKey' },
      { decided: true, by: 'visitor', consentJson: allGranted, ownershipProven: false },
    ]);
    expect(await eventsOf()).toMatchObject(decision);
    // Where an earlier version has removed the decision, nothing says that it was proven.
    await app.knex('svc_consent_history').where({ is_decision: true }).delete();
    expect(await eventsOf()).toMatchObject(decision);
    // A later decision supersedes all of them.
    await decide('visitor', allDenied);
    clock.advance(35 * day);
    await app.service.maintenance();
    expect(await calls.history('visitor')).toMatchObject([{ decided: true, consentJson: allDenied }]);
  });
});

test('a search through the history that takes several runs continues where the last one ended', async () => {
  await open({ historyMonths: 12 });
  moveTo(midnight - 2);
  for (const choice of [allGranted, allDenied]) await decide('often', choice);
  // Changes since the decision in effect, which stay: three runs read them.
  const state = await app.knex('svc_consent_history').where({ revision: 2 }).first();
  const changes = Array.from({ length: 2200 }, (_, index) => ({
    ...state,
    id: `change-${index}`,
    revision: index + 3,
    is_decision: false,
  }));
  await app.knex.batchInsert('svc_consent_history', changes, 25);
  moveTo(midnight - 1);
  for (const choice of [allGranted, allDenied]) await decide('last', choice);
  moveTo(twelveMonthsLater);
  app.knex.on('query', ({ sql }: { readonly sql: string }) => {
    if (/superseded_at/.test(sql)) clock.advance(31_000);
  });
  const isLeft = async () =>
    (await app.knex('svc_consent_history').where({ visitor_id: 'last', revision: 1 })).length > 0;
  const left: boolean[] = [];
  for (let run = 0; run < 3; run += 1) {
    await app.service.maintenance();
    left.push(await isLeft());
  }
  expect(left).toEqual([true, true, false]);
  expect(await app.knex('svc_consent_history').where({ visitor_id: 'often' })).toHaveLength(2201);
});

testInAll('upkeep is not finished when it could erase none of the visitors that it found', async () => {
  // All of the first batch come back between the search and the removal, as with another process at work.
  let isFirst = true;
  const comeBack = async () => {
    if (isFirst)
      await app
        .knex('svc_consents')
        .whereIn('visitor_id', app.knex('svc_consents').orderBy('updated_at').limit(250).select('visitor_id'))
        .update({ updated_at: clock.now() });
    isFirst = false;
  };
  const other = { name: 'other', initialize() {}, destroy() {}, beforeConsentErase: comeBack };
  await open({ inactiveVisitorsMonths: 12 }, { plugins: [other] });
  for (let visitor = 0; visitor < 251; visitor += 1) {
    await decide(`visitor-${visitor}`);
    clock.advance(1);
  }
  moveTo(twelveMonthsLater);
  await app.service.maintenance();
  expect(await visitors()).toHaveLength(251);
  expect(app.logger.lines.filter((line) => line.includes('left expired data'))).toHaveLength(1);
  await app.service.maintenance();
  expect(await visitors()).toHaveLength(250);
});

test('a caller of maintenance() learns that it stopped at its time limit, and that a task failed', async () => {
  const slow = {
    name: 'slow',
    initialize() {},
    destroy() {},
    afterConsentErase: () => clock.advance(30_000),
  };
  await open({ inactiveVisitorsMonths: 12 }, { plugins: [slow] });
  await decide('visitor');
  await agree('child');
  moveTo(twelveMonthsLater);
  expect(await app.service.maintenance({ withinMs: 20_000 })).toBe('unfinished');
  expect([await visitors(), await visitors('svc_parental_consents')]).toEqual([[], ['child']]);
  expect(await app.service.maintenance({ withinMs: 40_000 })).toBe('ok');
  expect(await visitors('svc_parental_consents')).toEqual([]);
  await app.knex.schema.dropTable('svc_findings');
  expect(await app.service.maintenance()).toBe('failed');
});

testInAll(
  'a backlog is logged once, takes several runs, and does not count as success until it is gone',
  async () => {
    // Each erasure takes so long that a run ends after the first batch.
    const slow = {
      name: 'slow',
      initialize() {},
      destroy() {},
      afterConsentErase: () => clock.advance(1000),
    };
    await open({ inactiveVisitorsMonths: 12 }, { plugins: [slow] });
    const registry = new Registry();
    await app.service.metrics.register(registry);
    const metric = async (name: string, outcome?: string) =>
      sumOf(
        parsePrometheusText(await registry.metrics()),
        `express_consent_upkeep_${name}`,
        outcome === undefined ? {} : { outcome },
      );
    const messages = () =>
      app.logger.lines
        .map((line) => String(JSON.parse(line).message))
        .filter((message) => /expired data/.test(message));
    await app.service.start();
    const startedAt = await metric('last_success_timestamp_seconds');
    for (let visitor = 0; visitor < 600; visitor += 1) await decide(`visitor-${visitor}`);
    moveTo(twelveMonthsLater);

    const runs: unknown[] = [];
    for (let run = 0; run < 3; run += 1)
      runs.push([await app.service.maintenance(), (await visitors()).length]);
    expect(runs).toEqual([
      ['unfinished', 350],
      ['unfinished', 100],
      ['unfinished', 0],
    ]);
    expect(await metric('last_success_timestamp_seconds')).toBe(startedAt);
    expect(await app.service.maintenance()).toBe('ok');
    expect(await metric('duration_seconds_count', 'unfinished')).toBe(3);
    expect(await metric('duration_seconds_count', 'ok')).toBe(1);
    expect(await metric('last_success_timestamp_seconds')).toBe(Math.floor(clock.now() / 1000));
    expect(messages()).toEqual([
      expect.stringMatching(/^The upkeep has left expired data/),
      'The upkeep has removed all expired data',
    ]);
  },
);
