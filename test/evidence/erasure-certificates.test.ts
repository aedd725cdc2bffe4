import { canonicalJson } from '#platform/kernel/json';
import { createSecretRing, createSigner } from '#platform/kernel/keyring';
import { deriveSigningKeys } from '#platform/kernel/signing-keys';
import { addSignIn, openDevice } from '../support/account-devices';
import { createApiKey, createUser } from '../support/accounts';
import { allGranted, auditedVisitor, consentCalls, cookiesAfter } from '../support/consent';
import { createTestApp, type TestApp, testSigningHash } from '../support/create-test-app';
import { fontFiles } from '../support/fonts';
import { createActiveProfile, profileJson } from '../support/profiles';
import { infoOf, textOf } from '../support/receipts';
import { isCore } from '../support/scope';
import { describeWith } from '../support/services';
import { createTenant, tenancy } from '../support/tenants';

type Certificate = Record<string, unknown> & { readonly id: string; readonly code: string };
type Headers = Record<string, string>;

let app: TestApp;
let profileId: string;
let key: string;
let admin: Headers;
let made = 0;

async function open(options: Parameters<typeof createTestApp>[0] = {}): Promise<void> {
  app = await createTestApp({ ...options, config: { rateLimit: false, ...options.config } });
  profileId = (await createActiveProfile(app)).id;
  ({ key } = await createApiKey(app));
  admin = await app.asAdmin();
}

async function decide(subjectId?: string): Promise<string> {
  made += 1;
  const visitorId = `visitor-${made}`;
  await consentCalls(app)
    .submit({ visitorId, profileId, consentJson: allGranted, ...(subjectId && { subjectId }) })
    .set('X-API-Key', key)
    .expect(200);
  return visitorId;
}

const call = (method: 'get' | 'post' | 'delete', path: string, as = admin) =>
  app.request[method](`${app.adminBase}${path}`).set(as);

async function erase(path: string, body: object = {}): Promise<Certificate> {
  return (await call('delete', path).send(body).expect(200)).body.certificate;
}

const verify = async (certificate: unknown, of?: string, as = admin) =>
  (
    await call('post', '/erasures/verify', as)
      .send({ certificate, ...(of && { of }) })
      .expect(200)
  ).body;

const publicly = ({ id, code }: Certificate, query = '') =>
  app.request.get(`${app.publicBase}/erasures/${id}?code=${code}${query}`);

describe('a certificate of erasure', () => {
  beforeAll(() => open());
  afterAll(() => app.close());

  test('names the API key that acted for an operator, as the audit log does', async () => {
    const made = await app.request
      .post(`${app.adminBase}/apikeys`)
      .set(admin)
      .send({ name: 'Eraser', scopes: ['consents:erase', 'erasures:read'] })
      .expect(201);
    const as = { 'X-API-Key': made.body.key };
    const visitorId = await decide();
    const { certificate } = (await call('delete', `/visitors/${visitorId}`, as).expect(200)).body;
    expect(certificate).toMatchObject({
      by: 'operator',
      userEmail: 'admin@shop.example',
      apiKeyId: made.body.id,
    });
    expect(await verify(certificate, visitorId)).toMatchObject({ valid: true, isOf: true });
  });

  test('says who erased what and what is kept, without the id, and can be downloaded again', async () => {
    const visitorId = await decide();
    const certificate = await erase(`/visitors/${visitorId}`, { reason: 'Request 2026-17' });
    expect(certificate).toMatchObject({
      format: 1,
      tenantId: 'default',
      scope: 'visitor',
      by: 'operator',
      userEmail: 'admin@shop.example',
      reason: 'Request 2026-17',
      subjectHash: null,
      erased: { visitors: 1, records: 1, states: 1, parentalRequests: 0 },
      visitors: [expect.objectContaining({ visitorHash: auditedVisitor(visitorId) })],
      visitorsLeftOut: 0,
      kept: [
        { what: 'auditLog', legalBases: expect.arrayContaining(['GDPR Art. 17(3)(b)']) },
        { what: 'certificate', legalBases: ['GDPR Art. 17(3)(e)'] },
      ],
    });
    expect(JSON.stringify(certificate)).not.toContain(visitorId);
    const { body: log } = await call('get', '/audit?action=consent:erased&limit=1');
    expect(log.items[0].changes.certificate).toBe(certificate.id);
    expect(certificate.visitors).toEqual([expect.objectContaining({ auditHash: log.items[0].hash })]);
    const again = await call('get', `/erasures/${certificate.id}?format=json`).expect(200);
    expect(again.body).toEqual(certificate);
    expect(again.headers['content-disposition']).toMatch(
      new RegExp(`^attachment; filename="erasure-${certificate.id.slice(-6)}-\\d{4}-\\d\\d-\\d\\d\\.json"$`),
    );
  });

  test('is valid whole, or by its number and code as people type them, and about one id only', async () => {
    const visitorId = await decide();
    const certificate = await erase(`/visitors/${visitorId}`);
    const typed = { id: certificate.id, code: certificate.code.toUpperCase().replace(/(.{4})/g, '$1 ') };
    for (const presented of [certificate, typed])
      expect(await verify(presented, visitorId)).toEqual({
        valid: true,
        reason: null,
        certificate,
        isOf: true,
      });
    expect(await verify(certificate, 'somebody-else')).toMatchObject({ valid: true, isOf: false });
    expect(await verify(certificate)).toMatchObject({ valid: true, isOf: null });
    // As another program writes JSON.
    const reordered = Object.fromEntries(Object.entries(certificate).reverse());
    expect(await verify(reordered)).toMatchObject({ valid: true });
  });

  test.each<[string, (certificate: Certificate) => object, string]>([
    ['another operator', (whole) => ({ ...whole, userEmail: 'nora@shop.example' }), 'changed'],
    [
      'another count',
      (whole) => ({ ...whole, erased: { ...(whole.erased as object), states: 9 } }),
      'changed',
    ],
    ['one field more', (whole) => ({ ...whole, note: 'x' }), 'changed'],
    ['one field less', ({ reason: _, ...whole }) => whole, 'changed'],
    ['a field of another kind', (whole) => ({ ...whole, visitors: 7 }), 'changed'],
    ['another number', (whole) => ({ ...whole, id: 'another' }), 'changed'],
    ['another code', ({ code, ...whole }) => ({ ...whole, code: `${code.slice(0, -4)}0000` }), 'changed'],
    ['another key', (whole) => ({ ...whole, reason: 'x', code: 'f'.repeat(40) }), 'unknown_key'],
    ['another code, typed', ({ id, code }) => ({ id, code: `${code.slice(0, -4)}0000` }), 'unknown'],
    ['another number, typed', ({ code }) => ({ id: 'another', code }), 'unknown'],
    ['no code, typed', ({ id }) => ({ id, code: '' }), 'unknown_key'],
    ['another tenant', (whole) => ({ ...whole, tenantId: 'another' }), 'unknown'],
  ])('is not valid with %s', async (_what, change, reason) => {
    const certificate = await erase(`/visitors/${await decide()}`);
    expect(await verify(change(certificate))).toEqual({
      valid: false,
      reason,
      certificate: null,
      isOf: null,
    });
  });

  test.each([{}, { certificate: 'x' }, { certificate: { id: 1, code: 'x' } }, { certificate: { id: 'x' } }])(
    'is 400 when the request has none: %j',
    async (body) => {
      await call('post', '/erasures/verify').send(body).expect(400);
    },
  );

  test('covers all devices of a user, whose id can be checked too', async () => {
    const devices = [await decide('user-1'), await decide('user-1')];
    const certificate = await erase('/subjects/user-1');
    expect(certificate).toMatchObject({
      scope: 'subject',
      erased: { visitors: 2, records: 2, states: 2, parentalRequests: 0 },
    });
    expect(JSON.stringify(certificate)).not.toMatch(/user-1|visitor-\d/);
    for (const id of ['user-1', ...devices])
      expect(await verify(certificate, id)).toMatchObject({ valid: true, isOf: true });
    // The id of a visitor is not that of a user.
    expect(await verify(certificate, 'user-2')).toMatchObject({ isOf: false });
  });

  test('is given to visitors who erase themselves, who can get it again with its code', async () => {
    const decided = await consentCalls(app).submit({ profileId, consentJson: allGranted }).expect(200);
    const { visitorId } = decided.body;
    const { body } = await app.request
      .delete(`${app.publicBase}/consent`)
      .set('Cookie', cookiesAfter(decided))
      .expect(200);
    const { certificate } = body;
    expect(body).toEqual({ erased: true, visitorId, certificate });
    expect(certificate).toMatchObject({ by: 'visitor', userEmail: null, ownershipProven: true });
    const again = await publicly(certificate, '&format=json').expect(200);
    expect(again.body).toEqual(certificate);
    expect(again.headers['cache-control']).toBe('private, no-store');
    expect((await publicly(certificate).set('Accept', 'application/json').expect(200)).body).toEqual(
      certificate,
    );
    expect(await verify(certificate, visitorId)).toMatchObject({ valid: true, isOf: true });
    for (const wrong of [
      { ...certificate, code: 'x' },
      { ...certificate, code: certificate.code.replace(/.$/, 'x') },
      { ...certificate, id: 'another' },
    ]) {
      const refused = await publicly(wrong).expect(404);
      expect(refused.body.code).toBe('erasure_not_found');
    }
    await app.request.get(`${app.publicBase}/erasures/${certificate.id}`).expect(400);
  });

  test('names the server that erased with an API key', async () => {
    const visitorId = await decide();
    const { body } = await app.request
      .delete(`${app.publicBase}/consent/${visitorId}`)
      .set('X-API-Key', key)
      .expect(200);
    expect(body.certificate).toMatchObject({ by: 'apiKey', apiKeyId: expect.any(String), userEmail: null });
  });

  test('is listed with the others, newest first, by page, time and number', async () => {
    const first = await erase(`/visitors/${await decide()}`);
    const second = await erase(`/visitors/${await decide()}`, { reason: 'Asked' });
    const { body: page } = await call('get', '/erasures?limit=1').expect(200);
    expect(page.items).toEqual([
      {
        id: second.id,
        scope: 'visitor',
        by: 'operator',
        userEmail: 'admin@shop.example',
        apiKeyId: null,
        ownershipProven: null,
        reason: 'Asked',
        erasedAt: second.erasedAt,
        complete: true,
        visitors: 1,
        records: 1,
        states: 1,
        parentalRequests: 0,
      },
    ]);
    const { body: next } = await call('get', `/erasures?limit=1&cursor=${page.nextCursor}`).expect(200);
    expect(next.items[0].id).toBe(first.id);
    const { body: one } = await call('get', `/erasures?id=${first.id}`).expect(200);
    expect([one.total, one.items[0].id]).toEqual([1, first.id]);
    expect((await call('get', '/erasures?to=2020-01-01').expect(200)).body.items).toEqual([]);
    await call('get', '/erasures?cursor=x').expect(400);
    const unknown = await call('get', '/erasures/unknown').expect(404);
    expect(unknown.body.code).toBe('erasure_not_found');
  });

  test('says that the erasure is not complete while data of the user remains', async () => {
    const devices = [await decide('user-3'), await decide('user-3')];
    await app.knex.raw(
      `create trigger halfway before delete on svc_consents when old.visitor_id = '${devices[0]}' begin select raise(abort, 'gone'); end`,
    );
    await call('delete', '/subjects/user-3').expect(500);
    await app.knex.raw('drop trigger halfway');
    const { body: list } = await call('get', '/erasures?limit=1').expect(200);
    const [{ id }] = list.items;
    expect(list.items).toMatchObject([{ scope: 'subject', visitors: 1, complete: false }]);
    const { body: partial } = await call('get', `/erasures/${id}?format=json`).expect(200);
    expect(partial).toMatchObject({ scope: 'subject', complete: false });
    expect(await verify(partial, 'user-3')).toMatchObject({ valid: true, certificate: { complete: false } });
    expect(await verify({ ...partial, complete: true })).toMatchObject({ reason: 'changed' });
    const rest = await erase('/subjects/user-3');
    expect(rest).toMatchObject({ complete: true, erased: { visitors: 1 } });
    expect((await call('get', `/erasures/${id}?format=json`)).body.complete).toBe(false);
  });

  test('becomes complete when its erasure is repeated because nobody noted that nothing is left', async () => {
    await decide('user-5');
    await app.knex.raw(
      `create trigger unnoted before update of completed_at on svc_erasures begin select raise(abort, 'gone'); end`,
    );
    await call('delete', '/subjects/user-5').expect(500);
    await app.knex.raw('drop trigger unnoted');
    const { body: list } = await call('get', '/erasures?limit=1').expect(200);
    const [{ id }] = list.items;
    expect(list.items).toMatchObject([{ scope: 'subject', visitors: 1, complete: false }]);
    const { body } = await call('delete', '/subjects/user-5').expect(200);
    expect(body).toMatchObject({ erased: 1, certificate: { id, complete: true, erased: { visitors: 1 } } });
    expect(await verify(body.certificate, 'user-5')).toMatchObject({ valid: true, isOf: true });
    await call('delete', '/subjects/user-5').expect(404);
    await call('delete', '/subjects/user-6').expect(404);
  });

  test('of a visitor and the device says that it is complete once both are erased', async () => {
    addSignIn(app);
    const json = profileJson({ accountRule: 'strictest', complianceGroup: 'opt-out' });
    const { id } = await createActiveProfile(app, { profileJson: json });
    const phone = openDevice(app);
    await phone.decide(id, allGranted);
    const own = phone.visitorId ?? '';
    await phone.signIn('user-4');
    await app.knex.raw(
      `create trigger halfway before delete on svc_consents when old.visitor_id = '${own}' begin select raise(abort, 'gone'); end`,
    );
    expect((await phone.send('delete', `${app.publicBase}/consent`)).status).toBe(500);
    await app.knex.raw('drop trigger halfway');
    const complete = async () => (await call('get', '/erasures?limit=1').expect(200)).body.items[0].complete;
    expect(await complete()).toBe(false);
    await phone.signIn('user-4');
    expect((await phone.send('delete', `${app.publicBase}/consent`)).status).toBe(200);
    expect(await complete()).toBe(true);
  });

  test('is still valid as earlier versions issued it, which did not say whether it is complete', async () => {
    const { code: _, complete: _said, ...content } = await erase(`/visitors/${await decide()}`);
    const { erasureCertificates } = deriveSigningKeys(createSecretRing(testSigningHash));
    const code = createSigner(erasureCertificates, 32).sign(canonicalJson(content));
    expect(await verify({ ...content, code })).toMatchObject({ valid: true });
  });

  test('is found by the id of the erased visitor', async () => {
    const visitorId = await decide();
    const { id } = await erase(`/visitors/${visitorId}`);
    const { body } = await call('get', `/find?q=${visitorId}`).expect(200);
    expect(body).toEqual([expect.objectContaining({ kind: 'erased', certificateId: id })]);
  });

  test('is for users with the permission alone', async () => {
    const { id, code } = await erase(`/visitors/${await decide()}`);
    const { as } = await createUser(app, { role: ['consents:read', 'consents:erase', 'audit:read'] });
    await call('get', '/erasures', as).expect(403);
    await call('get', `/erasures/${id}`, as).expect(403);
    await call('post', '/erasures/verify', as).send({ certificate: { id, code } }).expect(403);
    const { as: auditor } = await createUser(app, { role: 'auditor' });
    expect(await verify({ id, code }, undefined, auditor)).toMatchObject({ valid: true });
  });

  test('is found in the log among any number of erasures of the same visitor', async () => {
    const certificates: Certificate[] = [];
    for (let times = 1; times <= 22; times += 1) {
      await consentCalls(app)
        .submit({ visitorId: 'again', profileId, consentJson: allGranted })
        .set('X-API-Key', key)
        .expect(200);
      certificates.push(await erase('/visitors/again'));
    }
    for (const certificate of certificates)
      expect(await verify(certificate, 'again')).toMatchObject({ valid: true, isOf: true });
  });

  test('is not valid once the audit log says something else', async () => {
    const certificate = await erase(`/visitors/${await decide()}`);
    const entries = app.knex('svc_audit').where({ action: 'consent:erased' });
    await app.knex.raw('drop trigger svc_audit_no_update');
    const entry = await entries.clone().orderBy('sequence', 'desc').first();
    await app.knex('svc_audit').where({ id: entry.id }).update({ user_email: 'nora@shop.example' });
    expect(await verify(certificate)).toMatchObject({ valid: false, reason: 'log_differs' });
  });
});

describe('a certificate of rows that were changed in the database', () => {
  beforeAll(() => open());
  afterAll(() => app.close());
  const days = 30 * 86_400_000;

  test.each<[string, object, object]>([
    ['another reason', { reason: 'Another' }, {}],
    ['another user', { subject_hash: 'f'.repeat(64) }, {}],
    ['another server', { api_key_id: 'another' }, {}],
    ['a proof', { ownership_proven: true }, {}],
    ['more visitors', { visitors: 40 }, {}],
    ['more states', { states: 400 }, {}],
    ['another time', { created_at: 1_700_000_000_000 }, {}],
    ['another time of its visitor too', { created_at: days }, { created_at: days }],
  ])('is not valid: %s', async (_what, erasure, visitor) => {
    const { id } = await erase(`/visitors/${await decide()}`, { reason: 'Asked' });
    await app.knex('svc_erasures').where({ id }).update(erasure);
    if (Object.keys(visitor).length > 0)
      await app.knex('svc_erased_visitors').where({ erasure_id: id }).update(visitor);
    const { body } = await call('get', `/erasures/${id}?format=json`).expect(200);
    expect(await verify(body)).toMatchObject({ valid: false, reason: 'log_differs' });
  });

  test('is not valid when its time was moved by less than the log is searched for', async () => {
    const { id, erasedAt } = await erase(`/visitors/${await decide()}`);
    const moved = { created_at: Date.parse(String(erasedAt)) - 50_000 };
    await app.knex('svc_erasures').where({ id }).update(moved);
    await app.knex('svc_erased_visitors').where({ erasure_id: id }).update(moved);
    const { body } = await call('get', `/erasures/${id}?format=json`).expect(200);
    expect(await verify(body)).toMatchObject({ valid: false, reason: 'log_differs' });
  });
});

describe('later, a certificate', () => {
  afterEach(() => app.close());

  test('is valid after the secret was changed, while the old one is listed and while it is stored', async () => {
    await open();
    const visitorId = await decide();
    const certificate = await erase(`/visitors/${visitorId}`);
    const opened = app;
    const { knex, clock } = opened;
    const restart = async (dataSigningHash: string | string[]) => {
      await app.service.close();
      app = await createTestApp({
        knex,
        clock,
        config: { rateLimit: false, compliance: { dataSigningHash } },
      });
      await app.service.start();
      admin = await app.asAdmin();
    };
    const newSecret = 'a new data signing hash, long enough to count';
    await restart([newSecret, testSigningHash]);
    expect(await verify(certificate, 'somebody-else')).toMatchObject({ valid: true, isOf: false });
    expect(await verify(certificate, visitorId)).toMatchObject({ valid: true, isOf: true });
    expect(await verify({ id: certificate.id, code: certificate.code })).toMatchObject({ valid: true });
    await publicly(certificate, '&format=json').expect(200);
    await restart(newSecret);
    // Without the key of its hashes, nobody can say that it is about somebody else.
    expect(await verify(certificate, visitorId)).toMatchObject({ valid: true, isOf: null });
    expect(await verify({ ...certificate, reason: 'x' })).toMatchObject({ reason: 'unknown_key' });
    expect(await verify({ id: certificate.id, code: certificate.code })).toMatchObject({
      reason: 'unknown_key',
    });
    // Downloaded again, it has a code of today.
    const { body } = await call('get', `/erasures/${certificate.id}?format=json`).expect(200);
    expect({ ...body, code: certificate.code }).toEqual(certificate);
    expect(await verify(body)).toMatchObject({ valid: true });
    await opened.close();
  });

  test('is removed after its time, which the log records; the file is still valid', async () => {
    await open({ config: { retention: { erasureMonths: 12 } } });
    const certificate = await erase(`/visitors/${await decide()}`);
    app.clock.advance(300 * 86_400_000);
    admin = await app.asAdmin();
    const newer = await erase(`/visitors/${await decide()}`);
    app.clock.advance(80 * 86_400_000);
    await app.service.maintenance();
    admin = await app.asAdmin();
    const { body: list } = await call('get', '/erasures').expect(200);
    expect(list.items.map(({ id }: { id: string }) => id)).toEqual([newer.id]);
    await call('get', `/erasures/${certificate.id}`).expect(404);
    expect(await verify(certificate)).toMatchObject({ valid: true });
    expect(await verify({ id: certificate.id, code: certificate.code })).toMatchObject({ reason: 'unknown' });
    const { body: log } = await call('get', '/audit?action=retention:applied&limit=1').expect(200);
    expect(log.items[0].changes).toMatchObject({ certificatesRemoved: 1 });
    expect(await app.knex('svc_erased_visitors').pluck('erasure_id')).toEqual([newer.id]);
  });

  test('is unknown in another tenant', async () => {
    app = await createTestApp({ config: { rateLimit: false, tenancy } });
    const [north, south] = [await createTenant(app, 'north'), await createTenant(app, 'south')];
    admin = { ...(await app.asAdmin()), 'X-Tenant-Id': south.id };
    profileId = (await createActiveProfile(app, {}, south.id)).id;
    ({ key } = await createApiKey(app, south.id));
    const certificate = await erase(`/visitors/${await decide()}`);
    const inNorth = { ...(await app.asAdmin()), 'X-Tenant-Id': north.id };
    expect(await verify(certificate, undefined, inNorth)).toMatchObject({ reason: 'unknown' });
    const typed = { id: certificate.id, code: certificate.code };
    expect(await verify(typed, undefined, inNorth)).toMatchObject({ reason: 'unknown' });
    await call('get', `/erasures/${certificate.id}`, inNorth).expect(404);
    expect((await call('get', '/erasures', inNorth).expect(200)).body.items).toEqual([]);
    await publicly(certificate, `&tenantId=${north.id}`).expect(404);
    await publicly(certificate, `&tenantId=${south.id}&format=json`).expect(200);
  });
});

describeWith('poppler', 'as a PDF, a certificate', () => {
  afterEach(() => app.close());
  const read = async (pdf: Buffer) => (await textOf(pdf)).replace(/\s+/g, ' ');

  test('says what the JSON says, tagged and in the language asked for', async () => {
    await open({
      config: { receipts: { controllerName: 'Shop Ltd', publicUrl: 'https://shop.example/svc/api/v1' } },
    });
    const certificate = await erase(`/visitors/${await decide()}`, { reason: 'Request 2026-17' });
    const { headers, body } = await call('get', `/erasures/${certificate.id}?lang=de-AT`).expect(200);
    expect(headers['content-disposition']).toMatch(
      /^attachment; filename="erasure-[0-9a-f]{6}-\d{4}-\d\d-\d\d\.pdf"$/,
    );
    const info = await infoOf(body);
    for (const line of [/^Title: +Löschbescheinigung$/m, /^Author: +Shop Ltd$/m, /^Tagged: +yes$/m])
      expect(info).toMatch(line);
    const text = await read(body);
    const [visitor] = certificate.visitors as { visitorHash: string; auditHash: string }[];
    for (const said of [
      'admin@shop.example',
      'Request 2026-17',
      'GDPR Art. 17(3)(b)',
      'Ein Mitarbeiter der Website',
      'Rechtsgrundlage',
      certificate.code.slice(0, 4),
    ])
      expect(text).toContain(said);
    const compact = text.replace(/ /g, '');
    for (const said of [certificate.id, certificate.code, visitor?.visitorHash, visitor?.auditHash])
      expect(compact).toContain(said);
    expect(body.toString('latin1')).toContain('/Lang (de)');
    expect(body.toString('latin1')).toContain(`https://shop.example/svc/api/v1/erasures/${certificate.id}`);
    // A visitor's browser gets it in its language.
    const own = await publicly(certificate).set('Accept-Language', 'fr-FR,fr;q=0.9').expect(200);
    expect(await read(own.body)).toContain('Attestation d’effacement');
  });

  test('says when the erasure is not complete', async () => {
    await open();
    await decide('user-1');
    const { id } = await erase('/subjects/user-1');
    await app.knex('svc_erasures').where({ id }).update({ completed_at: null });
    const print = async (lang: string) =>
      read((await call('get', `/erasures/${id}?lang=${lang}`).expect(200)).body);
    expect(await print('en')).toContain(
      'was interrupted and is not complete. Only the data of the visitors counted',
    );
    expect(await print('de')).toContain('wurde unterbrochen und ist nicht vollständig');
    expect(await print('en')).not.toContain('on all linked devices');
  });

  test('says when nothing proves that the request was the visitor’s', async () => {
    await open();
    const calls = consentCalls(app);
    const decided = () => calls.submit({ profileId, consentJson: allGranted }).expect(200);
    const proven = await app.request
      .delete(`${app.publicBase}/consent`)
      .set('Cookie', cookiesAfter(await decided()))
      .expect(200);
    const unproven = await calls.erase((await decided()).body.visitorId).expect(200);
    const print = async ({ body }: typeof proven) =>
      read((await publicly(body.certificate, '&lang=en').expect(200)).body);
    expect(await print(unproven)).toContain('The visitor (not proven)');
    expect(await print(proven)).not.toContain('not proven');
  });

  const scripts = [
    ['ja', '消去証明書'],
    ['el', 'Βεβαίωση διαγραφής'],
    ['pl', 'Zaświadczenie o usunięciu'],
  ] as const;
  test.each(isCore ? scripts.slice(0, 1) : scripts)(
    'is printed in %s with a font that has its script',
    async (lang, title) => {
      await open({ config: { receipts: { fonts: [fontFiles.sans, fontFiles.japanese] } } });
      const certificate = await erase(`/visitors/${await decide()}`);
      const { body } = await call('get', `/erasures/${certificate.id}?lang=${lang}`).expect(200);
      expect((await read(body)).replace(/ /g, '')).toContain(title.replace(/ /g, ''));
    },
  );

  test('is 501 with what to configure when no font has the script', async () => {
    await open();
    const certificate = await erase(`/visitors/${await decide()}`);
    const { body } = await call('get', `/erasures/${certificate.id}?lang=ja`).expect(501);
    expect([body.code, body.setting]).toEqual(['receipt_font_missing', 'receipts.fonts']);
  });
});

test('without the optional packages, a PDF is 501 with the command that installs them', async () => {
  await open({ preload: [require.resolve('../support/without-pdfkit.js')] });
  const certificate = await erase(`/visitors/${await decide()}`);
  const { body } = await call('get', `/erasures/${certificate.id}`).expect(501);
  expect([body.code, body.error]).toEqual([
    'optional_dependency_missing',
    'PDFs need an optional package: npm install pdfkit bidi-js',
  ]);
  await call('get', `/erasures/${certificate.id}`).set('Accept', 'application/json').expect(200);
  await app.close();
});
