import { createApiKey } from '../support/accounts';
import { allGranted, cellsHolding, consentCalls, cookieOf } from '../support/consent';
import { createTestApp, createTestClock, type TestApp } from '../support/create-test-app';
import { eachDatabaseSystem } from '../support/databases';
import { importFile } from '../support/imports';
import { createActiveProfile, profileJson } from '../support/profiles';
import { testInDeep } from '../support/scope';

const month = 31 * 24 * 3_600_000;
const child = { necessary: 'granted', analytics: 'granted', marketing: 'denied' };

/** A parent was asked about a user of the host on one device, and this device goes. */
eachDatabaseSystem((database) => {
  let app: TestApp;
  let calls: ReturnType<typeof consentCalls>;
  let key: string;
  let profileId: string;
  let users = 0;

  beforeAll(async () => {
    const { knex } = await database.open();
    app = await createTestApp({
      knex,
      clock: createTestClock(Date.parse('2026-01-10T12:00:00.000Z')),
      config: {
        rateLimit: false,
        retention: { inactiveVisitorsMonths: 12 },
        database: { timeoutMs: 60_000 },
      },
    });
    calls = consentCalls(app);
    profileId = (await createActiveProfile(app, { profileJson: profileJson({ expiryDays: 300 }) })).id;
    ({ key } = await createApiKey(app));
  });
  afterAll(() => app.close());

  const accept = (visitorId: string, more: object = {}) => {
    app.clock.advance(1000);
    return calls
      .submit({ visitorId, profileId, consentJson: allGranted, ...more })
      .set('Cookie', cookieOf(visitorId));
  };
  const link = (visitorId: string, subjectId: string | null) =>
    calls.update(visitorId, { consentJson: allGranted, subjectId }).set('X-API-Key', key).expect(200);
  const stateOf = async (visitorId: string) => {
    const { body } = await calls.read(visitorId).expect(200);
    return [body.parentalConsent, body.effectiveConsent];
  };
  const eraseUser = async (subjectId: string) =>
    app.request.delete(`${app.adminBase}/subjects/${subjectId}`).set(await app.asAdmin());

  /** A new user with a laptop, and with a phone on which a parent was asked. */
  async function createUser() {
    users += 1;
    const user = { id: `user-${users}`, laptop: `laptop-${users}`, phone: `phone-${users}` };
    const { token } = (await calls.askParent(user.phone, { profileId }).expect(200)).body;
    await accept(user.laptop).expect(200);
    await accept(user.phone, { parentalConsentToken: token }).expect(200);
    for (const device of [user.laptop, user.phone]) await link(device, user.id);
    expect(await stateOf(user.laptop)).toEqual(['pending', child]);
    return { ...user, token };
  }

  const importFor = (visitorId: string, subjectId: string, parental = '') => {
    app.clock.advance(1000);
    const mapping = {
      visitorId: 'visitor',
      updatedAt: 'decided',
      subjectId: 'user',
      parentalConsent: 'parent',
      decision: { in: 'columns' },
      categories: { analytics: 'analytics' },
    } as const;
    const decided = new Date(app.clock.now()).toISOString();
    const file = `visitor,decided,user,parent,analytics\n${visitorId},${decided},${subjectId},${parental},yes\n`;
    return importFile(app, profileId, file, { mapping });
  };

  test.each<
    [string, (phone: string, user: { readonly id: string; readonly laptop: string }) => Promise<unknown>]
  >([
    ['is erased by its owner', (phone) => calls.erase(phone).expect(200)],
    ['is unlinked', (phone) => link(phone, null)],
    [
      'decides again for another user',
      (phone, { id }) =>
        accept(phone, { subjectId: `not-${id}` })
          .set('X-API-Key', key)
          .expect(200),
    ],
    ['is imported for another user', (phone, { id }) => importFor(phone, `not-${id}`)],
    [
      'is removed for inactivity',
      async (phone, { laptop }) => {
        app.clock.advance(11 * month);
        await accept(laptop).expect(200);
        app.clock.advance(2 * month);
        await app.service.maintenance();
        await calls.read(phone).expect(404);
      },
    ],
  ])('when it %s, the others stay those of a child', async (_how, go) => {
    const { id, laptop, phone } = await createUser();
    const before = await calls.history(laptop);
    await go(phone, { id, laptop });
    expect(await stateOf(laptop)).toEqual(['pending', child]);
    expect((await calls.history(laptop)).at(-1)).toEqual(before.at(-1));
    await accept(`tablet-${id}`).expect(200);
    await link(`tablet-${id}`, id);
    expect(await stateOf(`tablet-${id}`)).toEqual(['pending', child]);
  });

  test.each<[string, (tablet: string, child: string) => Promise<unknown>]>([
    [
      'in a request of a server',
      async (tablet, subjectId) => {
        const { token } = (await calls.askParent(tablet, { profileId }).expect(200)).body;
        await accept(tablet, { subjectId, parentalConsentToken: token }).set('X-API-Key', key).expect(200);
      },
    ],
    ['in a file', (tablet, subjectId) => importFor(tablet, subjectId, 'pending')],
  ])(
    'a parent of the user who takes a device over is none of the user before: %s',
    async (_how, takeOver) => {
      users += 1;
      const [adult, laptop, tablet] = [`adult-${users}`, `laptop-${users}`, `tablet-${users}`];
      for (const device of [laptop, tablet]) {
        await accept(device).expect(200);
        await link(device, adult);
      }
      await takeOver(tablet, `child-${users}`);
      expect((await stateOf(tablet))[0]).toBe('pending');
      expect(await stateOf(laptop)).toEqual([undefined, allGranted]);
    },
  );

  test('a parent who has agreed on the erased device has not agreed on the others, and still can', async () => {
    const { id, laptop, phone, token } = await createUser();
    await calls.resolveParent(token).expect(200);
    await calls.erase(phone).expect(200);
    expect(await stateOf(laptop)).toEqual(['pending', child]);
    expect(await cellsHolding(app, phone)).toEqual([]);
    const { body } = await calls.askParent(laptop, { profileId }).expect(200);
    await calls.resolveParent(body.token).expect(200);
    expect(await stateOf(laptop)).toEqual(['granted', allGranted]);
    // An answer of its own stays as it is.
    const tablet = `tablet-${id}`;
    const asked = (await calls.askParent(tablet, { profileId }).expect(200)).body;
    await accept(tablet, { parentalConsentToken: asked.token }).expect(200);
    await link(tablet, id);
    await calls.erase(tablet).expect(200);
    expect(await stateOf(laptop)).toEqual(['granted', allGranted]);
  });

  test('an erasure of the user removes all of it, and counts only the request that was made', async () => {
    const { id, laptop, phone } = await createUser();
    const { status, body } = await eraseUser(id);
    expect([status, body.erased, body.certificate.erased.parentalRequests]).toEqual([200, 2, 1]);
    for (const visitorId of [laptop, phone]) expect(await cellsHolding(app, visitorId)).toEqual([]);
  });

  testInDeep(
    'nor does it count those that it causes itself where the user has more devices than it reads at once',
    async () => {
      const { id, laptop } = await createUser();
      const device = await app.knex('svc_consents').where({ visitor_id: laptop }).first();
      const devices = Array.from({ length: 100 }, (_, index) => ({
        ...device,
        id: `device-${index}`,
        visitor_id: `device-${index}`,
        submission_hash: null,
      }));
      await app.knex.batchInsert('svc_consents', devices, 20);
      const { status, body } = await eraseUser(id);
      expect([status, body.erased, body.certificate.erased]).toEqual([
        200,
        102,
        expect.objectContaining({ records: 102, parentalRequests: 1 }),
      ]);
    },
    30_000,
  );

  test('devices of a child can be erased at once, and nothing of them comes back', async () => {
    const { id, laptop, phone } = await createUser();
    await accept(`watch-${id}`).expect(200);
    await link(`watch-${id}`, id);
    await Promise.all([calls.erase(phone).expect(200), calls.erase(laptop).expect(200)]);
    expect(await stateOf(`watch-${id}`)).toEqual(['pending', child]);
    for (const visitorId of [laptop, phone]) expect(await cellsHolding(app, visitorId)).toEqual([]);
  });
});
