import { createApiKey, type SignedIn } from '../support/accounts';
import { allGranted, consentCalls } from '../support/consent';
import { createTestApp, type TestApp } from '../support/create-test-app';
import { eachDatabaseSystem } from '../support/databases';
import { createActiveProfile } from '../support/profiles';

eachDatabaseSystem((database) => {
  let app: TestApp;
  /** Another process on the same database. */
  let second: TestApp;
  let admin: SignedIn;
  let key: string;
  let profileId: string;
  beforeAll(async () => {
    const opened = await database.open();
    const config = {
      rateLimit: false,
      retention: { erasureMonths: 12 },
      database: { timeoutMs: 60_000 },
    } as const;
    app = await createTestApp({ knex: opened.knex, config });
    second = await createTestApp({
      knex: opened.reopen(),
      config,
      directory: app.directory,
      clock: app.clock,
    });
    await second.service.start();
    ({ id: profileId } = await createActiveProfile(app));
    ({ key } = await createApiKey(app));
    admin = await app.asAdmin();
  });
  afterAll(async () => {
    await second.close();
    await app.close();
  });

  const call = (to: TestApp, method: 'get' | 'post' | 'delete', path: string, body?: object) =>
    to.request[method](`${to.adminBase}${path}`).set(admin).send(body);
  const decide = (visitorId: string, subjectId?: string) =>
    consentCalls(app)
      .submit({ visitorId, profileId, consentJson: allGranted, ...(subjectId && { subjectId }) })
      .set('X-API-Key', key)
      .expect(200);
  const verify = async (certificate: object, of?: string) =>
    (await call(second, 'post', '/erasures/verify', { certificate, ...(of && { of }) }).expect(200)).body;

  test('a user is erased on all devices under one certificate, which every process confirms', async () => {
    for (const device of ['phone', 'tablet', 'laptop']) await decide(device, 'user-42');
    const reason = 'Ünïcode 🍪 '.repeat(40).trim();
    const { certificate } = (await call(app, 'delete', '/subjects/user-42', { reason }).expect(200)).body;
    expect(certificate).toMatchObject({ reason, scope: 'subject', erased: { visitors: 3, records: 3 } });
    expect(certificate.visitors).toHaveLength(3);
    expect(certificate.visitors.map(({ auditHash }: { auditHash: string }) => auditHash)).not.toContain(null);
    for (const presented of [certificate, { id: certificate.id, code: certificate.code }])
      expect(await verify(presented, 'tablet')).toMatchObject({ valid: true, isOf: true });
    expect(await verify({ ...certificate, reason: 'Another' })).toMatchObject({ reason: 'changed' });
    const { body } = await call(second, 'get', `/erasures/${certificate.id}?format=json`).expect(200);
    expect(body).toEqual(certificate);
  });

  test('of two who erase a visitor at once, one gets a certificate', async () => {
    await decide('wanted');
    const answers = await Promise.all([
      call(app, 'delete', '/visitors/wanted'),
      call(second, 'delete', '/visitors/wanted'),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404]);
    const { items } = (await call(app, 'get', '/erasures').expect(200)).body;
    expect(items.filter(({ scope }: { scope: string }) => scope === 'visitor')).toHaveLength(1);
  });

  test('two who erase a user at once count every device once', async () => {
    const devices = Array.from({ length: 8 }, (_, index) => `device-${index}`);
    for (const device of devices) await decide(device, 'both');
    const answers = await Promise.all([
      call(app, 'delete', '/subjects/both'),
      call(second, 'delete', '/subjects/both'),
    ]);
    // One that found nothing left can have the certificate of the other.
    const issued = answers
      .filter(({ status }) => status === 200)
      .map(({ body }) => body.certificate)
      .filter(({ id }, index, all) => all.findIndex((other) => other.id === id) === index);
    expect(answers.every(({ status }) => status === 200 || status === 404)).toBe(true);
    expect(issued.reduce((sum, { erased }) => sum + erased.visitors, 0)).toBe(devices.length);
    for (const certificate of issued) expect(await verify(certificate)).toMatchObject({ valid: true });
  });

  test('pages follow each other, and rows end after their time', async () => {
    const ids: string[] = [];
    let cursor: string | null = null;
    do {
      const query: string = cursor === null ? '' : `&cursor=${cursor}`;
      const { body } = await call(app, 'get', `/erasures?limit=1${query}`).expect(200);
      ids.push(...body.items.map(({ id }: { id: string }) => id));
      cursor = body.nextCursor;
    } while (cursor !== null);
    expect(new Set(ids).size).toBe((await app.knex('svc_erasures')).length);
    expect(ids).toHaveLength(new Set(ids).size);
    app.clock.advance(400 * 86_400_000);
    await app.service.maintenance();
    expect([await app.knex('svc_erasures'), await app.knex('svc_erased_visitors')]).toEqual([[], []]);
  });
});
