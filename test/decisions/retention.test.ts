import { Registry } from 'prom-client';
import { addSignIn, openDevice } from '../support/account-devices';
import { createApiKey } from '../support/accounts';
import {
  allDenied,
  allGranted,
  cellsHolding,
  consentCalls,
  cookieOf,
  cookiesAfter,
} from '../support/consent';
import { createTestApp, createTestClock, type TestApp } from '../support/create-test-app';
import { holdAnswer } from '../support/held-answers';
import { importFile, plainMapping } from '../support/imports';
import { createActiveProfile, createProfile, profileJson } from '../support/profiles';
import { parsePrometheusText, sumOf } from '../support/prometheus-text';
import { createReceiptProfile, receiptCalls } from '../support/receipts';
import { testInAll } from '../support/scope';
import { createTenant, tenancy } from '../support/tenants';

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
afterEach(() => {
  jest.useRealTimers();
  return app.close();
});

const moveTo = (time: number) => clock.advance(time - clock.now());
const decide = (visitorId: string, consentJson: object = allGranted) =>
  calls.submit({ visitorId, profileId, consentJson }).set('Cookie', cookieOf(visitorId)).expect(200);
const agree = async (visitorId: string) => {
  const { body } = await calls.askParent(visitorId, { profileId }).expect(200);
  await calls.resolveParent(body.token).expect(200);
};
/** Lets the work of other promises and of the database continue, with fake timers too. */
const turn = () => new Promise(setImmediate);
async function turnsUntil(isDone: () => boolean): Promise<void> {
  for (let turns = 0; turns < 10_000 && !isDone(); turns += 1) await turn();
  expect(isDone()).toBe(true);
}
/** Timers of the service run only when the test says so. */
const useFakeTimers = () =>
  jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask', 'performance', 'hrtime'] });
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
    void (await app
      .knex('svc_parental_consents')
      .update({ granted_at: clock.now(), updated_at: clock.now() }));
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

describe('a request that no parent answers', () => {
  /** A server asks, as a browser without a record makes nothing pending. */
  let key: string;
  const ask = (visitorId: string, profile = profileId) =>
    calls.askParent(visitorId, { profileId: profile }).set('X-API-Key', key).expect(200);
  const asked = () => visitors('svc_parental_consents');
  async function openWithKey(...options: Parameters<typeof open>) {
    await open(...options);
    ({ key } = await createApiKey(app));
    moveTo(midnight - 1);
  }

  test('of a visitor who never decides is removed after a year, although nothing else is', async () => {
    await openWithKey({});
    const erased: string[] = [];
    app.service.events.on('consent.erased', ({ visitorId }) => void erased.push(visitorId));
    const { id: otherProfile } = await createProfile(app);
    for (const visitorId of ['before', 'asked-again', 'decided']) await ask(visitorId);
    await decide('decided');
    await agree('answered');
    await agree('answered-elsewhere');
    await ask('answered-elsewhere', otherProfile);
    moveTo(midnight);
    await ask('at');
    moveTo(twelveMonthsLater - 1);
    await app.service.maintenance();
    expect(await asked()).toHaveLength(7);
    await ask('asked-again');
    moveTo(twelveMonthsLater);
    expect(await app.service.maintenance()).toBe('ok');
    expect(erased).toEqual(['before']);
    moveTo(twelveMonthsLater + day);
    await app.service.maintenance();
    expect(erased).toEqual(['before', 'at']);
    expect(await asked()).toEqual([
      'answered',
      'answered-elsewhere',
      'answered-elsewhere',
      'asked-again',
      'decided',
    ]);
    expect((await calls.read('decided').expect(200)).body.parentalConsent).toBe('pending');
    const entries = await app.knex('svc_audit').where({ action: 'retention:applied' }).orderBy('sequence');
    expect(entries.map(({ changes }) => JSON.parse(changes))).toEqual([
      { visitorsErased: 1, inactiveSince: '2026-01-10T00:00:00.000Z' },
      { visitorsErased: 1, inactiveSince: '2026-01-11T00:00:00.000Z' },
    ]);
  });

  test('is renewed when the child’s browser repeats it before it has decided anything', async () => {
    await openWithKey({});
    const path = `${app.publicBase}/consent/parental-consent-request`;
    const request = () => app.request.post(path).send({ profileId });
    const first = await request().set('Sec-Fetch-Site', 'same-origin').expect(200);
    const Cookie = cookiesAfter(first);
    const visitorId = /svc_vid=([^;]+)/.exec(Cookie)?.[1] ?? '';
    await ask(visitorId);
    clock.advance(day);
    // Somebody who only knows the id renews nothing.
    await calls.askParent(visitorId, { profileId }).expect(200);
    const askedAt = async () => Number((await app.knex('svc_parental_consents').first()).updated_at);
    expect(await askedAt()).toBe(midnight - 1);
    await request().set('Cookie', Cookie).expect(200);
    expect(await askedAt()).toBe(midnight - 1 + day);
  });

  test('is removed with the id of the device in the account that it followed', async () => {
    await openWithKey({});
    addSignIn(app);
    const json = profileJson({ accountRule: 'latest', complianceGroup: 'opt-out' });
    const { id } = await createActiveProfile(app, { profileJson: json });
    const phone = openDevice(app);
    await phone.signIn('kid');
    await phone.decide(id, allDenied);
    const device = phone.jar.get('svc_device') ?? '';
    await phone.decide(id, allGranted);
    await ask(device);
    expect(await cellsHolding(app, device)).toEqual(
      expect.arrayContaining(['svc_parental_consents.visitor_id', 'svc_consent_history.device_id']),
    );
    moveTo(twelveMonthsLater);
    await app.service.maintenance();
    expect(await cellsHolding(app, device)).toEqual([]);
  });

  test('is removed earlier where inactive visitors are', async () => {
    await openWithKey({ inactiveVisitorsMonths: 6 });
    await ask('before');
    await agree('answered');
    const { id: otherProfile } = await createProfile(app);
    await ask('answered', otherProfile);
    moveTo(Date.parse('2026-07-10T00:00:00.000Z') - 1);
    await app.service.maintenance();
    expect(await asked()).toEqual(['answered', 'answered', 'before']);
    moveTo(Date.parse('2026-07-10T00:00:00.000Z'));
    await app.service.maintenance();
    expect(await asked()).toEqual([]);
  });

  test('is removed after a year also where inactive visitors are kept for longer', async () => {
    await openWithKey({ inactiveVisitorsMonths: 36 });
    await ask('before');
    await agree('answered');
    moveTo(twelveMonthsLater);
    await app.service.maintenance();
    expect(await asked()).toEqual(['answered']);
    moveTo(Date.parse('2029-01-10T00:00:00.000Z'));
    await app.service.maintenance();
    expect(await asked()).toEqual([]);
  });

  test('stays when the visitor asks again between the search and the removal', async () => {
    const comeBack = {
      name: 'a child',
      initialize() {},
      destroy() {},
      beforeConsentErase: async () => void (await ask('child')),
    };
    await openWithKey({}, { plugins: [comeBack] });
    await ask('child');
    moveTo(twelveMonthsLater);
    const erased: unknown[] = [];
    app.service.events.on('consent.erased', (event) => void erased.push(event));
    await app.service.maintenance();
    expect([await asked(), erased]).toEqual([['child'], []]);
  });
});

describe('a consent in effect', () => {
  const longer = () =>
    createActiveProfile(app, { profileJson: profileJson({ expiryDays: 500, complianceGroup: 'opt-out' }) });

  test('is not erased before it expires, nor is another one of an active profile', async () => {
    await open({ inactiveVisitorsMonths: 12 });
    moveTo(midnight - 1);
    await decide('other');
    profileId = (await longer()).id;
    await calls
      .submit({ visitorId: 'visitor', profileId, consentJson: allGranted, timezone: 'America/New_York' })
      .expect(200);
    moveTo(midnight + 500 * day - 2);
    expect((await calls.verify('visitor').expect(200)).body).toMatchObject({ valid: true, reason: null });
    await app.service.maintenance();
    expect(await visitors()).toEqual(['other', 'visitor']);
    moveTo(midnight + 500 * day);
    await app.service.maintenance();
    expect(await visitors()).toEqual([]);
  });

  test('is not erased while another profile is published for a while, only once its own is deleted', async () => {
    await open({ inactiveVisitorsMonths: 12 });
    const { id } = await longer();
    await calls
      .submit({ visitorId: 'visitor', profileId: id, consentJson: allGranted, timezone: 'America/New_York' })
      .expect(200);
    const valid = async () => (await calls.verify('visitor').expect(200)).body.valid;
    const reads: string[] = [];
    app.knex.on('query', ({ sql }: { readonly sql: string }) => {
      if (/^select .published_json/.test(sql)) reads.push(sql);
    });
    await app.service.maintenance();
    // While nobody is inactive, the profiles do not matter.
    expect(reads).toEqual([]);
    moveTo(twelveMonthsLater + 30 * day);
    const other = await createActiveProfile(app, {
      profileJson: profileJson({ complianceGroup: 'opt-out' }),
    });
    expect(await valid()).toBe(false);
    await app.service.maintenance();
    expect([await visitors(), reads.length]).toEqual([['visitor'], 1]);
    const as = await app.asAdmin();
    const activate = (profile: string) =>
      app.request.post(`${app.adminBase}/profiles/${profile}/activate`).set(as).expect(200);
    await activate(id);
    expect(await valid()).toBe(true);
    const file = 'visitor,decided,analytics,ads\nold,2026-01-10T00:00:00.000Z,true,true\n';
    await activate(other.id);
    expect((await importFile(app, id, file)).counts.written).toBe(1);
    await app.service.maintenance();
    expect(await visitors()).toEqual(['old', 'visitor']);
    await app.request.delete(`${app.adminBase}/profiles/${id}`).set(as).expect(200);
    await app.service.maintenance();
    expect(await visitors()).toEqual([]);
  });
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
    // Each erasure takes so long that a run ends after its fourth batch of 20.
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
    for (let visitor = 0; visitor < 240; visitor += 1) await decide(`visitor-${visitor}`);
    moveTo(twelveMonthsLater);

    const runs: unknown[] = [];
    for (let run = 0; run < 3; run += 1)
      runs.push([await app.service.maintenance(), (await visitors()).length]);
    expect(runs).toEqual([
      ['unfinished', 160],
      ['unfinished', 80],
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

describe('close() during the upkeep', () => {
  /** A plugin that closes the service when the first visitor is erased, and notes what happens. */
  function closer() {
    const calls: string[] = [];
    let closed: Promise<void> | undefined;
    const plugin = {
      name: 'closer',
      initialize() {},
      destroy: () => void calls.push('destroy'),
      async afterConsentErase() {
        closed ??= app.service.close().then(() => void calls.push('closed'));
        // Enough for close() to do all that does not wait for this hook.
        for (let turns = 0; turns < 100; turns += 1) await turn();
        calls.push('after');
      },
    };
    return { calls, plugin, closed: () => closed };
  }

  test('waits for the hooks of the batch that has been removed, and begins no other', async () => {
    const { calls: noted, plugin, closed } = closer();
    await open({ inactiveVisitorsMonths: 12 }, { plugins: [plugin] });
    for (let visitor = 0; visitor < 25; visitor += 1) await decide(`visitor-${visitor}`);
    moveTo(twelveMonthsLater);
    expect(await app.service.maintenance()).toBe('unfinished');
    await closed();
    expect(noted).toEqual([...Array(20).fill('after'), 'destroy', 'closed']);
    expect(await visitors()).toHaveLength(5);
  });

  test('lets the current task end, and begins no other', async () => {
    await open({});
    const held = holdAnswer(app.knex, /^delete from .svc_login_attempts/);
    const upkeep = app.service.maintenance();
    await held.answered;
    const closing = app.service.close();
    const queries: string[] = [];
    app.knex.on('query', ({ sql }: { sql: string }) => queries.push(sql));
    held.release();
    expect(await upkeep).toBe('unfinished');
    await closing;
    // Of the current task, and of a later one.
    expect(queries.filter((sql) => sql.includes('svc_sso_requests'))).toHaveLength(1);
    expect(queries.filter((sql) => sql.includes('svc_findings'))).toEqual([]);
  });

  test('waits for the run of the timer too, which queries nothing afterwards', async () => {
    useFakeTimers();
    const { calls: noted, plugin, closed } = closer();
    await open({ inactiveVisitorsMonths: 12 }, { plugins: [plugin] });
    for (const visitorId of ['one', 'two']) await decide(visitorId);
    moveTo(twelveMonthsLater);
    await jest.advanceTimersByTimeAsync(10 * 60_000);
    await turnsUntil(() => closed() !== undefined);
    await closed();
    const queries: string[] = [];
    app.knex.on('query', ({ sql }: { sql: string }) => queries.push(sql));
    await jest.advanceTimersByTimeAsync(11 * 60_000);
    expect([noted, queries]).toEqual([['after', 'after', 'destroy', 'closed'], []]);
  });
});

describe('a task that fails', () => {
  const failFor = (table: string, tenantId: string) =>
    app.knex.raw(
      `create trigger failing before delete on ${table} when old.tenant_id = '${tenantId}' begin select raise(fail, 'no'); end`,
    );

  test('for one tenant leaves no data of the others', async () => {
    clock = createTestClock(midnight - day);
    const retention = { inactiveVisitorsMonths: 12, historyMonths: 6 };
    app = await createTestApp({ clock, config: { rateLimit: false, tenancy, retention } });
    calls = consentCalls(app);
    // Its id is sorted before `default`.
    const north = await createTenant(app, 'north');
    for (const tenantId of [north.id, 'default']) {
      profileId = (await createActiveProfile(app, {}, tenantId)).id;
      await decide(`inactive-of-${tenantId}`);
    }
    moveTo(twelveMonthsLater - day);
    await decide('active');
    clock.advance(1);
    await decide('active', allDenied);
    moveTo(twelveMonthsLater + 200 * day);
    await failFor('svc_consents', north.id);
    expect(await app.service.maintenance()).toBe('failed');
    expect(await visitors()).toEqual(['active', `inactive-of-${north.id}`]);
    expect(await app.knex('svc_consent_history').pluck('visitor_id')).toEqual(['active']);
    await app.knex.raw('drop trigger failing');
    expect(await app.service.maintenance()).toBe('ok');
    expect(await visitors()).toEqual(['active']);
  });

  test('does not hide that another one has more to do', async () => {
    useFakeTimers();
    // Each run ends after a batch.
    const slow = {
      name: 'slow',
      initialize() {},
      destroy() {},
      afterConsentErase: () => clock.advance(4000),
    };
    await open({ inactiveVisitorsMonths: 12 }, { plugins: [slow] });
    for (let visitor = 0; visitor < 30; visitor += 1) await decide(`visitor-${visitor}`);
    moveTo(twelveMonthsLater);
    await app.knex.schema.dropTable('svc_findings');
    let erased = 0;
    app.service.events.on('consent.erased', () => {
      erased += 1;
    });
    const logged = (text: string) => app.logger.lines.filter((line) => line.includes(text)).length;
    await jest.advanceTimersByTimeAsync(10 * 60_000);
    await turnsUntil(() => logged('left expired data') === 1);
    expect([erased, logged('Upkeep failed')]).toEqual([20, 1]);
    await jest.advanceTimersByTimeAsync(15_000);
    await turnsUntil(() => erased === 30);
    // Now only the other task fails, and the next run is the usual one.
    for (let turns = 0; turns < 100; turns += 1) await turn();
    await jest.advanceTimersByTimeAsync(60_000);
    for (let turns = 0; turns < 100; turns += 1) await turn();
    expect(logged('Upkeep failed')).toBe(2);
  });
});

describe('an import', () => {
  const head = 'visitor,decided,analytics,ads,country\n';
  const sums = () =>
    app
      .knex('svc_daily_sums')
      .orderBy('day')
      .where((counted) => counted.where('opted_in', '>', 0).orWhere('opted_out', '>', 0))
      .select('day', 'opted_in', 'opted_out');

  test('brings nothing back that was removed, and counts it once', async () => {
    await open({ historyMonths: 24, inactiveVisitorsMonths: 36 });
    const rows = [
      'anna,2024-02-01,true,true,DE', // superseded by the next one
      'anna,2024-03-01,false,false,DE',
      'anna,2025-11-01,true,true,DE',
      'anna,2025-11-01,false,false,DE', // supersedes the one of the same time
      'bert,2023-03-01,true,true,DE', // inactive
    ];
    const file = head + rows.join('\n');
    expect((await importFile(app, profileId, file)).counts).toMatchObject({ written: 5, refused: 0 });
    await app.service.maintenance();
    const counted = await sums();
    expect(counted).toHaveLength(4);
    moveTo(Date.parse('2026-04-01'));
    await app.service.maintenance();
    const again = await importFile(app, profileId, file);
    expect(again.counts).toMatchObject({ written: 0, older: 0, unchanged: 3, refused: 2 });
    expect(again.refused.map((line) => line.split(':')[0])).toEqual(expect.arrayContaining(['2', '6']));
    expect(again.refused[0]).toContain('too old for the configured retention');
    moveTo(Date.parse('2027-12-01'));
    await app.service.maintenance();
    expect((await importFile(app, profileId, file)).counts).toMatchObject({ unchanged: 1, refused: 4 });
    await app.service.maintenance();
    expect(await sums()).toEqual(counted);
  });

  test('keeps what refused rows say of the visitor of a kept one: a child, its user and its place', async () => {
    await open({ historyMonths: 12 });
    moveTo(Date.parse('2026-11-01'));
    const file = [
      'visitor,decided,analytics,ads,country,parent,user',
      'kid,2025-02-01,false,false,DE,pending,u7',
      'kid,2025-05-01,true,true,,,',
    ].join('\n');
    const mapping = { ...plainMapping, parentalConsent: 'parent', subjectId: 'user' };
    const { counts } = await importFile(app, profileId, `${file}\n`, { mapping });
    expect(counts).toMatchObject({ written: 1, refused: 1 });
    expect(await app.knex('svc_consents').where({ visitor_id: 'kid' }).first()).toMatchObject({
      subject_id: 'u7',
      country: 'DE',
    });
    expect((await calls.read('kid').expect(200)).body).toMatchObject({ parentalConsent: 'pending' });
  });

  test('does not take a change of the language for a later decision', async () => {
    await open({ historyMonths: 12 });
    await decide('cleo');
    moveTo(midnight + day);
    await calls
      .update('cleo', { consentJson: allGranted, locale: 'de' })
      .set('Cookie', cookieOf('cleo'))
      .expect(200);
    moveTo(twelveMonthsLater + 40 * day);
    await decide('cleo', allDenied);
    const file = `${head}cleo,2026-01-09T13:00:00Z,false,true,DE\n`;
    expect((await importFile(app, profileId, file)).counts).toMatchObject({ older: 1, refused: 0 });
  });
});
