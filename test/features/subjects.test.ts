import { createApiKey } from '../support/accounts';
import { allGranted, consentCalls, cookieOf, recordEvents } from '../support/consent';
import { createTestApp, type TestApp } from '../support/create-test-app';
import { createActiveProfile } from '../support/profiles';

describe('a user of the host', () => {
  let app: TestApp;
  let calls: ReturnType<typeof consentCalls>;
  let profileId: string;
  let key: string;

  beforeAll(async () => {
    app = await createTestApp({ config: { rateLimit: false } });
    calls = consentCalls(app);
    profileId = (await createActiveProfile(app)).id;
    ({ key } = await createApiKey(app));
  });
  afterAll(() => app.close());

  const submission = (visitorId: string, more: object = {}) => ({ visitorId, profileId, consentJson: allGranted, ...more });
  const list = (subjectId: string) => app.request.get(`${app.publicBase}/subjects/${encodeURIComponent(subjectId)}/consents`);

  test('is named by a server, and told to servers, operators and listeners, but not to the browser', async () => {
    const events = recordEvents(app);
    const made = (
      await calls
        .submit(submission('linked', { subjectId: 'user-1' }))
        .set('X-API-Key', key)
        .expect(200)
    ).body;
    expect(made.subjectId).toBe('user-1');
    const changed = (await calls.update('linked', { consentJson: {}, subjectId: 'user-2' }).set('X-API-Key', key).expect(200)).body;
    expect(changed.subjectId).toBe('user-2');
    expect(events.map(({ payload }) => (payload as { consent: { subjectId: string } }).consent.subjectId)).toEqual(['user-1', 'user-2']);
    expect((await calls.read('linked').set('X-API-Key', key)).body).toEqual(changed);
    const seen = await app.request.get(`${app.adminBase}/consents/linked`).set(await app.asAdmin());
    expect(seen.body).toEqual(changed);

    for (const response of [
      await calls.read('linked'),
      await calls.verify('linked'),
      await calls.update('linked', { consentJson: allGranted }),
      await calls.submit(submission('linked')).set('Cookie', cookieOf('linked')),
      await calls.submit(submission('linked')), // anyone may name a visitor
    ]) {
      expect(response.status).toBe(200);
      expect(response.text).not.toMatch(/subject|user-2/i);
    }
    expect((await calls.read('linked').set('X-API-Key', key)).body.subjectId).toBe('user-2');
  });

  test.each([{ subjectId: 'user-1' }, { subjectId: null }])('cannot be named by a browser: %j is 400', async (fields) => {
    await calls
      .submit(submission('kept', { subjectId: 'user-9' }))
      .set('X-API-Key', key)
      .expect(200);
    for (const response of [
      await calls.submit(submission('kept', fields)).set('Cookie', cookieOf('kept')),
      await calls.update('kept', { consentJson: {}, ...fields }),
    ]) {
      expect([response.status, response.body.code, response.body.details]).toEqual([
        400,
        'validation_failed',
        [{ path: 'subjectId', message: 'may only be sent by a server with an API key' }],
      ]);
    }
    expect((await calls.read('kept').set('X-API-Key', key)).body).toMatchObject({ subjectId: 'user-9', consentJson: allGranted });
  });

  test.each(['', ' ', 'two words', 'ünï', 'a\nb', 'tab\t', 'x'.repeat(129), 1, {}, ['a']])('has no such id: %j is 400', async (subjectId) => {
    for (const request of [calls.submit(submission('wrong', { subjectId })), calls.update('linked', { consentJson: {}, subjectId })]) {
      const response = await request.set('X-API-Key', key);
      expect([response.status, response.body.code, response.body.details[0].path]).toEqual([400, 'validation_failed', 'subjectId']);
    }
  });

  test('is asked for by servers only', async () => {
    for (const headers of [{}, { Cookie: cookieOf('linked') }, await app.asAdmin()]) {
      const response = await list('user-2').set(headers);
      expect([response.status, response.body.code]).toEqual([401, 'api_key_required']);
    }
    const forged = await list('user-2').set('X-API-Key', 'svck_forged');
    expect([forged.status, forged.body.code]).toEqual([401, 'invalid_api_key']);
    expect((await list('user-2').set('X-API-Key', key).expect(200)).body).toHaveLength(1);
    expect((await list('nobody').set('X-API-Key', key).expect(200)).body).toEqual([]);
  });

  test.each(['a b', 'ünï', 'x'.repeat(129), 'a\u0000b', ' '])('has no such id to ask for: %j is 400', async (subjectId) => {
    const response = await list(subjectId).set('X-API-Key', key);
    expect([response.status, response.body.code]).toEqual([400, 'validation_failed']);
  });

  test('may have an id that looks like a path', async () => {
    for (const subjectId of ['a/b', '..%2F', '?x=1', 'user@shop.example', '%']) {
      await calls.submit(submission('odd', { subjectId })).set('X-API-Key', key).expect(200);
      expect((await list(subjectId).set('X-API-Key', key).expect(200)).body).toMatchObject([{ visitorId: 'odd', subjectId }]);
    }
  });

  test('has at most 100 records told', async () => {
    const row = await app.knex('svc_consents').where({ visitor_id: 'kept' }).first();
    const many = Array.from({ length: 101 }, (_, index) => ({
      ...row,
      id: `many-${index}`,
      visitor_id: `many-${index}`,
      subject_id: 'many',
      updated_at: index,
    }));
    await app.knex.batchInsert('svc_consents', many, 20);
    const told = (await list('many').set('X-API-Key', key).expect(200)).body;
    expect(told.map(({ visitorId }: { visitorId: string }) => visitorId)).toEqual(Array.from({ length: 100 }, (_, index) => `many-${100 - index}`));
  });
});
