import { openDevice } from '../support/account-devices';
import { createApiKey, createUser } from '../support/accounts';
import {
  allDenied,
  allGranted,
  auditedVisitor,
  cellsHolding,
  consentCalls,
  recordEvents,
} from '../support/consent';
import { createTestApp, type TestApp } from '../support/create-test-app';
import { createActiveProfile, profileJson } from '../support/profiles';
import { createTenant, tenancy } from '../support/tenants';

describe('an erasure by an operator', () => {
  let app: TestApp;
  let profileId: string;
  let key: string;
  let made = 0;
  beforeAll(async () => {
    app = await createTestApp({ config: { rateLimit: false } });
    profileId = (await createActiveProfile(app)).id;
    ({ key } = await createApiKey(app));
  });
  afterAll(() => app.close());

  async function decide(subjectId?: string): Promise<string> {
    made += 1;
    const visitorId = `visitor-${made}`;
    await consentCalls(app)
      .submit({ visitorId, profileId, consentJson: allGranted, ...(subjectId && { subjectId }) })
      .set('X-API-Key', key)
      .expect(200);
    return visitorId;
  }
  const erase = async (path: string, body?: object, as?: Record<string, string>) =>
    app.request
      .delete(`${app.adminBase}${path}`)
      .set(as ?? (await app.asAdmin()))
      .send(body);
  const read = async (visitorId: string) =>
    (await app.request.get(`${app.adminBase}/consents/${visitorId}`).set(await app.asAdmin())).status;

  test('removes the visitor everywhere, and leaves who did it and why', async () => {
    const visitorId = await decide();
    const events = recordEvents(app);
    const { status, body } = await erase(`/visitors/${visitorId}`, { reason: 'Request 2026-17' });
    expect([status, body]).toEqual([
      200,
      {
        erased: true,
        visitorId,
        certificate: expect.objectContaining({ tenantId: 'default', visitorsLeftOut: 0 }),
      },
    ]);
    expect(await read(visitorId)).toBe(404);
    expect(await cellsHolding(app, visitorId)).toEqual([]);
    expect(events).toEqual([{ name: 'consent.erased', payload: expect.objectContaining({ visitorId }) }]);
    const { body: log } = await app.request
      .get(`${app.adminBase}/audit?action=consent:erased&limit=1`)
      .set(await app.asAdmin());
    expect(log.items[0]).toMatchObject({
      resourceId: auditedVisitor(visitorId),
      userEmail: 'admin@shop.example',
      changes: {
        by: 'operator',
        reason: 'Request 2026-17',
        erased: { records: 1, states: 1, parentalRequests: 0 },
      },
    });
    // The certificate names the entry, which the log can be compared with; the id is not in it.
    expect(body.certificate.visitors[0].auditHash).toBe(log.items[0].hash);
    expect(JSON.stringify(body.certificate)).not.toContain(visitorId);
  });

  test('certifies the history and the requests to parents too, and this erasure instead of an earlier one', async () => {
    const visitorId = await decide();
    await erase(`/visitors/${visitorId}`);
    const calls = consentCalls(app);
    for (const state of ['granted', 'denied', 'granted'] as const)
      await calls
        .submit({ visitorId, profileId, consentJson: { analytics: state } })
        .set('X-API-Key', key)
        .expect(200);
    const { body } = await erase(`/visitors/${visitorId}`);
    expect(body.certificate.erased).toEqual({ visitors: 1, records: 1, states: 3, parentalRequests: 0 });
  });

  test('needs no reason, and is 404 when there is nobody to erase', async () => {
    const visitorId = await decide();
    expect((await erase(`/visitors/${visitorId}`)).status).toBe(200);
    const again = await erase(`/visitors/${visitorId}`);
    expect([again.status, again.body.code]).toEqual([404, 'consent_not_found']);
  });

  describe('is not undone by a decision from before it', () => {
    async function decideAndErase(group = 'opt-in', config = {}) {
      const own = await createTestApp({ config: { rateLimit: false, ...config } });
      const { id } = await createActiveProfile(own, {
        profileJson: profileJson({ complianceGroup: group as never }),
      });
      const browser = openDevice(own);
      await browser.decide(id, allDenied);
      own.clock.advance(5_000);
      await own.request
        .delete(`${own.adminBase}/visitors/${browser.visitorId}`)
        .set(await own.asAdmin())
        .expect(200);
      const erased = own.clock.now();
      own.clock.advance(1_000);
      const at = (time: number) => ({ decidedAt: new Date(time).toISOString() });
      const late = (consentJson: object = allGranted, more: object = {}) =>
        browser.decide(id, consentJson, {
          submissionId: '0b5fc1f4-9df4-4d4c-8f3a-6f0f4a4b7c11',
          ...at(erased - 100),
          ...more,
        });
      const rows = async () => own.knex('svc_consents').orderBy('created_at');
      return { own, id, browser, erased, at, late, rows };
    }

    test.each([{}, { visitorCookie: { requireProof: true } }])(
      'which is not stored; the browser is a new visitor, who is asked again: %j',
      async (config) => {
        const { own, id, browser, late, rows, erased, at } = await decideAndErase('opt-in', config);
        const before = browser.visitorId;
        const { status, body } = await late(allGranted, at(erased));
        expect([status, (body as { code: string }).code]).toEqual([409, 'visitor_erased']);
        expect(browser.jar.size).toBe(0);
        expect(await rows()).toEqual([]);
        expect((await late(allGranted, at(erased + 100))).status).toBe(200);
        const [record, ...others] = await rows();
        expect([others, record.visitor_id === before]).toEqual([[], false]);
        expect((await browser.decide(id, allDenied)).status).toBe(200);
        expect(await rows()).toHaveLength(1);
        await own.close();
      },
    );

    test('where the law does not ask first, the browser keeps its choice, so that no refusal is lost', async () => {
      const { own, browser, late, rows } = await decideAndErase('opt-out');
      expect((await late(allDenied)).status).toBe(409);
      expect([...browser.jar.keys()]).toEqual(['svc_choice']);
      expect(browser.states).toEqual({ analytics: 'denied', marketing: 'denied' });
      expect(await rows()).toEqual([]);
      await own.close();
    });

    test('nor added to the history of what the visitor has decided since, which the browser keeps', async () => {
      const { own, id, browser, late, rows, erased, at } = await decideAndErase();
      await browser.decide(id, allDenied);
      const history = () => consentCalls(own).history(browser.visitorId ?? '');
      const { status, body } = await late();
      expect([status, body]).toMatchObject([200, { consentJson: allDenied }]);
      expect(browser.states).toEqual({ analytics: 'denied', marketing: 'denied' });
      expect([(await rows())[0].visitor_id, (await history()).length]).toEqual([browser.visitorId, 1]);
      expect((await late(allGranted, at(erased + 500))).status).toBe(200);
      expect(await history()).toHaveLength(2);
      await own.close();
    });

    test('a server gets the same answer', async () => {
      const { own, id, browser, erased, at } = await decideAndErase();
      const { key: server } = await createApiKey(own);
      const { status, headers } = await consentCalls(own)
        .submit({ profileId: id, visitorId: browser.visitorId, consentJson: allGranted, ...at(erased - 1) })
        .set('X-API-Key', server);
      expect([status, headers['set-cookie']]).toEqual([409, undefined]);
      await own.close();
    });
  });

  test('covers all devices of one of the host’s users, and nobody else', async () => {
    const devices = [await decide('user-1'), await decide('user-1'), await decide('user-1')];
    const other = await decide('user-2');
    const { status, body } = await erase('/subjects/user-1', { reason: 'Account closed' });
    expect([status, body.subjectId, body.erased]).toEqual([200, 'user-1', 3]);
    const { certificate } = body;
    expect(
      certificate.visitors.map(({ visitorHash }: { visitorHash: string }) => visitorHash).sort(),
    ).toEqual(devices.map((device) => auditedVisitor(device)).sort());
    expect([
      ...new Set(certificate.visitors.map(({ auditHash }: { auditHash: string }) => auditHash)),
    ]).toHaveLength(3);
    expect(await Promise.all(devices.map(read))).toEqual([404, 404, 404]);
    expect(await read(other)).toBe(200);
    const again = await erase('/subjects/user-1');
    expect([again.status, again.body.code]).toEqual([404, 'consent_not_found']);
  });

  test.each([{ reason: '' }, { reason: ' ' }, { reason: 'a'.repeat(501) }, []])(
    'erases nobody with the body %j',
    async (body) => {
      const visitorId = await decide('user-3');
      expect((await erase(`/visitors/${visitorId}`, body)).status).toBe(400);
      expect((await erase('/subjects/user-3', body)).status).toBe(400);
      expect(await read(visitorId)).toBe(200);
    },
  );

  test('is for users with the permission alone', async () => {
    const visitorId = await decide('user-4');
    const { as: auditor } = await createUser(app, { role: ['consents:read', 'consents:update'] });
    for (const path of [`/visitors/${visitorId}`, '/subjects/user-4'])
      expect((await erase(path, {}, auditor)).status).toBe(403);
    expect(await read(visitorId)).toBe(200);
    const { as } = await createUser(app, { role: ['consents:erase'] });
    expect((await erase(`/visitors/${visitorId}`, {}, as)).status).toBe(200);
  });
});

test('an operator of one tenant erases nobody of another', async () => {
  const app = await createTestApp({ config: { rateLimit: false, tenancy } });
  const [north, south] = [await createTenant(app, 'north'), await createTenant(app, 'south')];
  const inSouth = { ...(await app.asAdmin()), 'X-Tenant-Id': south.id };
  const profile = await createActiveProfile(app, {}, south.id);
  const { key } = await createApiKey(app, south.id);
  await consentCalls(app)
    .submit({ visitorId: 'anna', profileId: profile.id, consentJson: allGranted, subjectId: 'user-1' })
    .set('X-API-Key', key)
    .expect(200);
  const { as } = await createUser(app, { role: 'admin', allowedTenants: [north.id] });
  const inNorth = { ...as, 'X-Tenant-Id': north.id };
  const call = (method: 'delete' | 'get', path: string, headers: Record<string, string>) =>
    app.request[method](`${app.adminBase}${path}`).set(headers);
  await call('delete', '/visitors/anna', inNorth).expect(404);
  await call('delete', '/subjects/user-1', inNorth).expect(404);
  expect((await call('get', '/find?q=anna', inNorth).expect(200)).body).toEqual([]);
  expect((await call('get', '/find?q=user-1', inNorth).expect(200)).body).toEqual([]);
  expect((await call('get', `/find?q=${profile.id}`, inNorth).expect(200)).body).toEqual([]);
  await call('get', '/consents/anna', inSouth).expect(200);
  await app.close();
});

describe('every way to erase a visitor waits for beforeConsentErase, so that a plugin can still read the record', () => {
  let app: TestApp;
  let profileId: string;
  let order: string[];
  let begun: () => void;
  let release: () => void;
  let hasBegun: Promise<void>;

  beforeEach(async () => {
    order = [];
    hasBegun = new Promise((resolve) => {
      begun = resolve;
    });
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    app = await createTestApp({
      config: {
        rateLimit: false,
        retention: { inactiveVisitorsMonths: 12 },
        // Upkeep may not run by itself while a hook waits.
        pluginTimeoutMs: 20_000,
        plugins: [
          {
            name: 'last words',
            initialize() {},
            destroy() {},
            async beforeConsentErase() {
              begun();
              await released;
              order.push('hook ended');
            },
          },
        ],
      },
    });
    app.service.events.on('consent.erased', () => order.push('erased'));
    profileId = (await createActiveProfile(app)).id;
    const { key } = await createApiKey(app);
    await app.request
      .post(`${app.publicBase}/consent`)
      .set('X-API-Key', key)
      .send({ visitorId: 'v', profileId, consentJson: allGranted, subjectId: 's' })
      .expect(200);
  });
  afterEach(() => app.close());

  test.each<[string, () => Promise<unknown>]>([
    ['the visitor', async () => consentCalls(app).erase('v').expect(200)],
    [
      'an operator',
      async () =>
        app.request
          .delete(`${app.adminBase}/visitors/v`)
          .set(await app.asAdmin())
          .expect(200),
    ],
    [
      'an operator, for a user',
      async () =>
        app.request
          .delete(`${app.adminBase}/subjects/s`)
          .set(await app.asAdmin())
          .expect(200),
    ],
    [
      'retention',
      async () => {
        app.clock.advance(400 * 86_400_000);
        await app.service.maintenance();
      },
    ],
  ])('%s', async (_who, erase) => {
    const erasing = erase();
    await hasBegun;
    // Each answer leaves an erasure that does not wait time to finish: SQLite runs one statement after another.
    for (let times = 0; times < 5; times += 1) await consentCalls(app).read('v').expect(200);
    expect(order).toEqual([]);
    release();
    await erasing;
    expect(order).toEqual(['hook ended', 'erased']);
    await consentCalls(app).read('v').expect(404);
  });
});
