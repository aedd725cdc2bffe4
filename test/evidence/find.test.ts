import { addSignIn, openDevice } from '../support/account-devices';
import { createApiKey, createUser } from '../support/accounts';
import { allDenied, allGranted, consentCalls } from '../support/consent';
import { createTestApp, type TestApp } from '../support/create-test-app';
import { createActiveProfile, profileJson } from '../support/profiles';
import { testInDeep } from '../support/scope';

describe('GET /find', () => {
  let app: TestApp;
  let profileId: string;
  beforeAll(async () => {
    app = await createTestApp({ config: { rateLimit: false } });
    addSignIn(app);
    profileId = (await createActiveProfile(app, { profileJson: profileJson({ accountRule: 'latest' }) })).id;
    const { key } = await createApiKey(app);
    const submit = (visitorId: string, more: object = {}) =>
      consentCalls(app)
        .submit({ visitorId, profileId, consentJson: allGranted, ...more })
        .set('X-API-Key', key)
        .expect(200);
    await submit('phone', { subjectId: 'user-42' });
    app.clock.advance(1000);
    await submit('laptop', { subjectId: 'user-42' });
    await submit('gone');
    await app.request
      .delete(`${app.adminBase}/visitors/gone`)
      .set(await app.asAdmin())
      .expect(200);
    await submit('changed');
    await consentCalls(app).update('changed', { consentJson: allDenied }).set('X-API-Key', key).expect(200);
  });
  afterAll(() => app.close());

  const find = async (q: string, as?: Record<string, string>) =>
    app.request
      .get(`${app.adminBase}/find`)
      .query({ q })
      .set(as ?? (await app.asAdmin()));
  const hits = async (q: string, as?: Record<string, string>) => (await find(q, as)).body;

  test('finds a visitor, one of the host’s users with all devices, and a profile', async () => {
    expect(await hits('phone')).toEqual([{ kind: 'visitor', visitorIds: ['phone'] }]);
    expect(await hits('user-42')).toEqual([{ kind: 'subject', visitorIds: ['laptop', 'phone'] }]);
    expect(await hits(profileId)).toEqual([{ kind: 'profile', visitorIds: [] }]);
  });

  test('finds a user who has signed in and decided nothing, until the user is erased', async () => {
    await openDevice(app).signIn('user-44');
    const signedInAt = new Date(app.clock.now()).toISOString();
    expect(await hits('user-44')).toEqual([{ kind: 'subject', visitorIds: [], signedInAt }]);
    const admin = await app.asAdmin();
    await app.request.delete(`${app.adminBase}/subjects/user-44`).set(admin).expect(200);
    expect((await hits('user-44')).map(({ kind }: { kind: string }) => kind)).toEqual(['erased']);
  });

  test('finds whose a record is, by its id and by the id of an earlier state', async () => {
    const admin = await app.asAdmin();
    const { body: record } = await app.request.get(`${app.adminBase}/consents/changed`).set(admin);
    const { body: states } = await app.request.get(`${app.adminBase}/consents/changed/history`).set(admin);
    expect(states).toHaveLength(2);
    for (const id of [record.id, ...states.map((state: { id: string }) => state.id)])
      expect(await hits(id)).toEqual([{ kind: 'record', visitorIds: ['changed'] }]);
  });

  test('says when a visitor was erased, to those who may read the audit log', async () => {
    expect(await hits('gone')).toEqual([
      {
        kind: 'erased',
        visitorIds: [],
        erasedAt: expect.stringMatching(/^20\d\d-/),
        certificateId: expect.any(String),
      },
    ]);
    const { as } = await createUser(app, { role: ['consents:read'] });
    expect(await hits('gone', as)).toEqual([]);
    expect(await hits(profileId, as)).toEqual([]);
    expect(await hits('phone', as)).toEqual([{ kind: 'visitor', visitorIds: ['phone'] }]);
  });

  test('says when one of the host’s users was erased, to those who may read the audit log', async () => {
    const { key } = await createApiKey(app);
    await consentCalls(app)
      .submit({ visitorId: 'tablet', profileId, consentJson: allGranted, subjectId: 'user-43' })
      .set('X-API-Key', key)
      .expect(200);
    const admin = await app.asAdmin();
    const { body } = await app.request.delete(`${app.adminBase}/subjects/user-43`).set(admin).expect(200);
    expect(await hits('user-43')).toEqual([
      { kind: 'erased', visitorIds: [], erasedAt: expect.any(String), certificateId: body.certificate.id },
    ]);
    const { as } = await createUser(app, { role: ['consents:read'] });
    expect(await hits('user-43', as)).toEqual([]);
  });

  testInDeep('still says so when the id was used again and much was exported since', async () => {
    const { key } = await createApiKey(app);
    const admin = await app.asAdmin();
    await consentCalls(app)
      .submit({ visitorId: 'again', profileId, consentJson: allGranted })
      .set('X-API-Key', key);
    await app.request.delete(`${app.adminBase}/visitors/again`).set(admin).expect(200);
    await consentCalls(app)
      .submit({ visitorId: 'again', profileId, consentJson: allGranted })
      .set('X-API-Key', key);
    for (let count = 0; count < 101; count += 1)
      await app.request.get(`${app.adminBase}/consents/again/evidence`).set(admin).expect(200);
    expect((await hits('again')).map(({ kind }: { kind: string }) => kind)).toEqual(['visitor', 'erased']);
  });

  test('finds nothing by a part of an id', async () => {
    expect(await hits('phon')).toEqual([]);
    expect(await hits('user-4%')).toEqual([]);
  });

  test.each(['', ' ', 'two words', 'ü', 'a'.repeat(129)])('is 400 for %j', async (q) => {
    const { status, body } = await find(q);
    expect([status, body.code]).toEqual([400, 'validation_failed']);
  });

  test('is 403 without the permission', async () => {
    const { as } = await createUser(app, { role: ['stats:read'] });
    expect((await find('phone', as)).status).toBe(403);
  });
});
