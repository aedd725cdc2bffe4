import { addSignIn, openDevice } from '../support/account-devices';
import { createApiKey } from '../support/accounts';
import { allDenied, allGranted, cellsHolding, consentCalls } from '../support/consent';
import { createTestApp, createTestClock, type TestApp } from '../support/create-test-app';
import { eachDatabaseSystem } from '../support/databases';
import { createActiveProfile, profileJson } from '../support/profiles';

const day = 24 * 3_600_000;
const denied = { analytics: 'denied', marketing: 'denied' };

eachDatabaseSystem((database) => {
  let app: TestApp;
  let profileId: string;
  /** Runs between the search for inactive visitors and the removal. */
  let beforeErasing = async () => {};
  const meanwhile = {
    name: 'meanwhile',
    initialize() {},
    destroy() {},
    beforeConsentErase: () => beforeErasing(),
  };

  beforeAll(async () => {
    const { knex } = await database.open();
    app = await createTestApp({
      knex,
      clock: createTestClock(Date.parse('2026-01-10T12:00:00.000Z')),
      config: { rateLimit: false, retention: { inactiveVisitorsMonths: 1 }, plugins: [meanwhile] },
    });
    addSignIn(app);
    const json = profileJson({ accountRule: 'strictest', expiryDays: 28 });
    profileId = (await createActiveProfile(app, { profileJson: json })).id;
  }, 60_000);
  afterAll(() => app.close());

  const accounts = async () => (await app.knex('svc_accounts').pluck('subject_id')).sort();

  test('devices that sign in at the same time share one record, in which no refusal is lost', async () => {
    const devices = Array.from({ length: 6 }, () => openDevice(app));
    for (const [index, device] of devices.entries())
      await device.decide(profileId, index === 2 ? allDenied : allGranted);
    await Promise.all(devices.map((device) => device.signIn('anna')));
    expect(new Set(devices.map(({ visitorId }) => visitorId)).size).toBe(1);
    expect(await app.knex('svc_consents').where({ subject_id: 'anna' })).toHaveLength(1);
    for (const device of devices) {
      await device.follow();
      expect(device.states).toEqual(denied);
    }
    const states = (await consentCalls(app).history(devices[0]?.visitorId ?? '')) as { decided: boolean }[];
    expect(states.filter(({ decided }) => decided).length).toBeGreaterThan(0);
  });

  test('devices can sign in while they are erased, and neither fails', async () => {
    const devices = Array.from({ length: 6 }, () => openDevice(app));
    for (const device of devices) await device.decide(profileId, allDenied);
    const admin = await app.asAdmin();
    const erase = (visitorId = '') => app.request.delete(`${app.adminBase}/visitors/${visitorId}`).set(admin);
    const answers = await Promise.all(
      devices.flatMap(({ visitorId, signIn }) => [
        signIn('mia'),
        erase(visitorId).then(({ status }) => status),
      ]),
    );
    expect(new Set(answers)).toEqual(new Set([true, 200]));
    await app.request.delete(`${app.adminBase}/subjects/mia`).set(admin).expect(200);
  });

  test('users whose ids differ only in case have accounts of their own', async () => {
    for (const user of ['Berta', 'berta']) await openDevice(app).signIn(user);
    expect(await accounts()).toEqual(['Berta', 'anna', 'berta']);
  });

  test('accounts without a choice are removed after the months of inactive visitors', async () => {
    app.clock.advance(20 * day);
    await openDevice(app).signIn('berta');
    app.clock.advance(20 * day);
    await app.service.maintenance();
    expect(await accounts()).toEqual(['berta']);
    app.clock.advance(40 * day);
    await app.service.maintenance();
    expect(await accounts()).toEqual([]);
    const entries = await app.knex('svc_audit').where({ action: 'retention:applied' }).pluck('changes');
    expect(entries.map((changes) => JSON.parse(changes).accountsRemoved).filter(Boolean)).toEqual([1, 1]);
  });

  test('an account without a choice stays as long as the answer of the parent who agreed on it', async () => {
    const device = openDevice(app);
    await device.signIn('young');
    app.clock.advance(20 * day);
    const { body } = await consentCalls(app)
      .askParent(device.visitorId ?? '', { profileId })
      .set('X-API-Key', (await createApiKey(app)).key)
      .expect(200);
    await consentCalls(app).resolveParent(body.token).expect(200);
    app.clock.advance(20 * day);
    await app.service.maintenance();
    expect(await accounts()).toContain('young');
    app.clock.advance(20 * day);
    await app.service.maintenance();
    expect(await accounts()).not.toContain('young');
  });

  test('who signs in is active: neither a choice nor a request to a parent is removed', async () => {
    const [dora, child] = [openDevice(app), openDevice(app)];
    const signIn = async () => {
      await dora.signIn('dora');
      await child.signIn('child');
    };
    await signIn();
    await dora.decide(profileId, allGranted);
    await consentCalls(app)
      .askParent(child.visitorId ?? '', { profileId })
      .set('X-API-Key', (await createApiKey(app)).key)
      .expect(200);
    const ids = [dora.visitorId ?? '', child.visitorId ?? ''];
    const kept = async () => [
      await app.knex('svc_consents').whereIn('visitor_id', ids).pluck('visitor_id'),
      await app.knex('svc_parental_consents').whereIn('visitor_id', ids).pluck('visitor_id'),
    ];
    const all = [[dora.visitorId], [child.visitorId]];
    app.clock.advance(20 * day);
    await signIn();
    app.clock.advance(20 * day);
    const erased: string[] = [];
    app.service.events.on('consent.erased', ({ visitorId }) => void erased.push(visitorId));
    await app.service.maintenance();
    expect(await kept()).toEqual(all);
    app.clock.advance(20 * day);
    beforeErasing = signIn;
    await app.service.maintenance();
    expect([await kept(), erased.filter((id) => ids.includes(id))]).toEqual([all, []]);
    beforeErasing = async () => {};
    app.clock.advance(40 * day);
    await app.service.maintenance();
    expect(await kept()).toEqual([[], []]);
    expect(await accounts()).not.toEqual(expect.arrayContaining(['child']));
  });

  test('an erased device loses its id in the account that it followed, by request and when it was inactive', async () => {
    const [phone, laptop, tablet] = [openDevice(app), openDevice(app), openDevice(app)];
    const ids: string[] = [];
    for (const device of [phone, laptop]) {
      await device.decide(profileId, allDenied);
      ids.push(device.visitorId ?? '');
      await device.signIn('cleo');
      await device.decide(profileId, allGranted);
    }
    const [asked = '', inactive = ''] = ids;
    const account = laptop.visitorId ?? '';
    const history = async () =>
      (await consentCalls(app).history(account)).map(({ deviceId }: { deviceId?: string }) => deviceId);
    const before = await history();
    expect(before).toEqual(expect.arrayContaining(ids));
    expect(await cellsHolding(app, inactive)).toContain('svc_consents.device_id');

    await app.request
      .delete(`${app.adminBase}/visitors/${asked}`)
      .set(await app.asAdmin())
      .expect(200);
    expect(await cellsHolding(app, asked)).toEqual([]);
    expect(await history()).toEqual(before.map((id: string) => (id === asked ? undefined : id)));

    app.clock.advance(20 * day);
    await tablet.signIn('cleo');
    await tablet.decide(profileId, allDenied);
    app.clock.advance(20 * day);
    await app.service.maintenance();
    expect(await cellsHolding(app, inactive)).toEqual([]);
    expect(await history()).toHaveLength(before.length + 2);
  });
});
