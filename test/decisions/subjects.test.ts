import { createApiKey } from '../support/accounts';
import { allDenied, allGranted, consentCalls, cookieOf, recordEvents } from '../support/consent';
import { createTestApp, type TestApp } from '../support/create-test-app';
import { createActiveProfile, profileJson } from '../support/profiles';

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

  const submission = (visitorId: string, more: object = {}) => ({
    visitorId,
    profileId,
    consentJson: allGranted,
    ...more,
  });
  const list = (subjectId: string) =>
    app.request.get(`${app.publicBase}/subjects/${encodeURIComponent(subjectId)}/consents`);

  test('is set by a server, and returned to servers, operators and listeners, but not to the browser', async () => {
    const events = recordEvents(app);
    const made = (
      await calls
        .submit(submission('linked', { subjectId: 'user-1' }))
        .set('X-API-Key', key)
        .expect(200)
    ).body;
    expect(made.subjectId).toBe('user-1');
    const changed = (
      await calls.update('linked', { consentJson: {}, subjectId: 'user-2' }).set('X-API-Key', key).expect(200)
    ).body;
    expect(changed.subjectId).toBe('user-2');
    expect(
      events.map(({ payload }) => (payload as { consent: { subjectId: string } }).consent.subjectId),
    ).toEqual(['user-1', 'user-2']);
    expect((await calls.read('linked').set('X-API-Key', key)).body).toEqual(changed);
    const seen = await app.request.get(`${app.adminBase}/consents/linked`).set(await app.asAdmin());
    expect(seen.body).toMatchObject(changed);

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

  test.each([{ subjectId: 'user-1' }, { subjectId: null }])(
    'cannot be named by a browser: %j is 400',
    async (fields) => {
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
          [{ path: 'subjectId', message: 'can only be sent by a server with an API key' }],
        ]);
      }
      expect((await calls.read('kept').set('X-API-Key', key)).body).toMatchObject({
        subjectId: 'user-9',
        consentJson: allGranted,
      });
    },
  );

  test.each(['', ' ', '.', '..', 'two words', 'ünï', 'a\nb', 'tab\t', 'x'.repeat(129), 1, {}, ['a']])(
    'has no such id: %j is 400',
    async (subjectId) => {
      for (const request of [
        calls.submit(submission('wrong', { subjectId })),
        calls.update('linked', { consentJson: {}, subjectId }),
      ]) {
        const response = await request.set('X-API-Key', key);
        expect([response.status, response.body.code, response.body.details[0].path]).toEqual([
          400,
          'validation_failed',
          'subjectId',
        ]);
      }
    },
  );

  test('can be looked up only by servers', async () => {
    for (const headers of [{}, { Cookie: cookieOf('linked') }, await app.asAdmin()]) {
      const response = await list('user-2').set(headers);
      expect([response.status, response.body.code]).toEqual([401, 'api_key_required']);
    }
    const forged = await list('user-2').set('X-API-Key', 'svck_forged');
    expect([forged.status, forged.body.code]).toEqual([401, 'invalid_api_key']);
    expect((await list('user-2').set('X-API-Key', key).expect(200)).body).toHaveLength(1);
    expect((await list('nobody').set('X-API-Key', key).expect(200)).body).toEqual([]);
  });

  test.each(['a b', 'ünï', 'x'.repeat(129), 'a\u0000b', ' '])(
    'has no such id to ask for: %j is 400',
    async (subjectId) => {
      const response = await list(subjectId).set('X-API-Key', key);
      expect([response.status, response.body.code]).toEqual([400, 'validation_failed']);
    },
  );

  test('may have an id that looks like a path', async () => {
    for (const subjectId of ['a/b', '..%2F', '?x=1', 'user@shop.example', '%']) {
      await calls.submit(submission('odd', { subjectId })).set('X-API-Key', key).expect(200);
      expect((await list(subjectId).set('X-API-Key', key).expect(200)).body).toMatchObject([
        { visitorId: 'odd', subjectId },
      ]);
    }
  });

  test('returns at most 100 records', async () => {
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
    expect(told.map(({ visitorId }: { visitorId: string }) => visitorId)).toEqual(
      Array.from({ length: 100 }, (_, index) => `many-${100 - index}`),
    );
  });
});

describe('a known user who sends the Global Privacy Control signal on one device', () => {
  let app: TestApp;
  let calls: ReturnType<typeof consentCalls>;
  let key: string;
  const profiles: Record<string, string> = {};

  beforeAll(async () => {
    app = await createTestApp({ config: { rateLimit: false } });
    calls = consentCalls(app);
    ({ key } = await createApiKey(app));
    for (const [gpcMode, complianceGroup] of [
      ['strict', 'opt-out-strict'],
      ['honor', 'opt-out'],
    ] as const) {
      profiles[gpcMode] = (
        await createActiveProfile(app, {
          name: gpcMode,
          profileJson: profileJson({ complianceGroup }),
          localeContent: {},
        })
      ).id;
    }
  });
  afterAll(() => app.close());
  beforeEach(() => app.clock.advance(1000));

  const link = (visitorId: string, subjectId: string | null) =>
    calls.update(visitorId, { consentJson: allGranted, subjectId }).set('X-API-Key', key).expect(200);
  const accept = (visitorId: string, more: object = {}) =>
    calls
      .submit({ visitorId, profileId: profiles.strict, consentJson: allGranted, ...more })
      .set('Cookie', cookieOf(visitorId));
  const effective = async (visitorId: string) =>
    (await calls.read(visitorId).expect(200)).body.effectiveConsent;

  test('is opted out on the others too, for visitors, servers, operators and in the verdict', async () => {
    await accept('laptop').expect(200);
    await link('laptop', 'user-42');
    expect(await effective('laptop')).toEqual(allGranted);
    app.clock.advance(1000);
    await accept('phone').set('Sec-GPC', '1').expect(200);
    await link('phone', 'user-42');

    expect(await effective('laptop')).toEqual(allDenied);
    expect((await calls.verify('laptop')).body).toMatchObject({
      valid: true,
      gpcConflict: true,
      effectiveConsent: allDenied,
    });
    const listed = await app.request
      .get(`${app.publicBase}/subjects/user-42/consents`)
      .set('X-API-Key', key)
      .expect(200);
    expect(listed.body.map((record: { effectiveConsent: object }) => record.effectiveConsent)).toEqual([
      allDenied,
      allDenied,
    ]);
    await accept('stranger').expect(200);
    const admin = await app.asAdmin();
    const seen = await app.request.get(`${app.adminBase}/consents?subjectId=user-42`).set(admin);
    expect(seen.body.total).toBe(2);
    const all = await app.request.get(`${app.adminBase}/consents?limit=1`).set(admin);
    expect(all.body.total).toBeGreaterThan(2);
    expect(seen.body.items.map((record: { effectiveConsent: object }) => record.effectiveConsent)).toEqual([
      allDenied,
      allDenied,
    ]);
    // What the browser of the laptop sent is still what was decided there.
    expect((await calls.read('laptop')).body).toMatchObject({ consentJson: allGranted, gpcDetected: false });
  });

  test('undoes it on a device by confirming there, until the signal comes again', async () => {
    await accept('phone-2').set('Sec-GPC', '1').expect(200);
    await link('phone-2', 'user-43');
    await accept('laptop-2').expect(200);
    await link('laptop-2', 'user-43');
    expect(await effective('laptop-2')).toEqual(allDenied);
    app.clock.advance(1000);
    const confirmed = (
      await calls.update('laptop-2', { consentJson: allGranted, gpcOverride: true }).expect(200)
    ).body;
    expect(confirmed.effectiveConsent).toEqual(allGranted);
    app.clock.advance(1000);
    await accept('phone-2').set('Sec-GPC', '1').expect(200);
    expect(await effective('laptop-2')).toEqual(allDenied);
  });

  test('a user who confirmed on the device with the signal is not opted out on any device', async () => {
    await accept('phone-3', { gpcOverride: true }).set('Sec-GPC', '1').expect(200);
    await link('phone-3', 'user-44');
    await accept('laptop-3').expect(200);
    await link('laptop-3', 'user-44');
    expect([await effective('phone-3'), await effective('laptop-3')]).toEqual([allGranted, allGranted]);
  });

  test('changes nothing under gpcMode honor, for another user, or once the link ends', async () => {
    await accept('phone-4').set('Sec-GPC', '1').expect(200);
    await link('phone-4', 'user-45');
    await accept('honoring', { profileId: profiles.honor }).expect(200);
    await link('honoring', 'user-45');
    await accept('other').expect(200);
    await link('other', 'user-46');
    await accept('unlinked').expect(200);
    await link('unlinked', 'user-45');
    expect(await effective('unlinked')).toEqual(allDenied);
    await link('unlinked', null);
    expect([await effective('honoring'), await effective('other'), await effective('unlinked')]).toEqual([
      allGranted,
      allGranted,
      allGranted,
    ]);
  });
});
