import { createHash } from 'node:crypto';
import { createApiKeyAuthenticator } from '#operators/api-keys/api-key-authenticator';
import { createDatabase, type Database } from '#platform/database/database';
import { createRevisionWatcher } from '#platform/database/revisions';
import { createBackground } from '#platform/kernel/concurrency/background';
import type { Permission } from '#platform/kernel/permissions';
import { createApiKey, createUser, type SignedIn } from '../support/accounts';
import { allDenied, allGranted, consentCalls, cookieOf } from '../support/consent';
import { createTestApp, type TestApp, type TestAppOptions } from '../support/create-test-app';
import { createActiveProfile } from '../support/profiles';
import { createTenant, tenancy } from '../support/tenants';

let app: TestApp;
let admin: SignedIn;

async function open(options: TestAppOptions = {}): Promise<void> {
  app = await createTestApp(options);
  admin = await app.asAdmin();
}
afterEach(() => app.close());

const keys = (path = '') => `${app.adminBase}/apikeys${path}`;
const list = async () => (await app.request.get(keys()).set(admin).expect(200)).body;
const create = (body: object) => app.request.post(keys()).set(admin).send(body);
const revoke = (id: string) => app.request.delete(keys(`/${id}`)).set(admin);
const reactivate = (id: string) => app.request.post(keys(`/${id}/reactivate`)).set(admin);
const remove = (id: string) => app.request.delete(keys(`/${id}/permanent`)).set(admin);
const iso = (time: number) => new Date(time).toISOString();
/** Any public route will do: the key is looked at on each. */
const callWith = (key: string, of = app) =>
  of.request.get(`${of.publicBase}/resolve-profile`).set('X-API-Key', key);
const verdict = async (key: string, of = app) => {
  const { status, body } = await callWith(key, of);
  return status === 200 ? 'works' : `${status} ${body.code}`;
};
const refused = '401 invalid_api_key';
const minute = 60_000;

describe('an API key', () => {
  beforeEach(() => open());

  test('is made and reactivated only by somebody who may do what it can do', async () => {
    const { id } = await createApiKey(app);
    await revoke(id).expect(200);
    const attempts = async (permissions: readonly Permission[]) => {
      const { as } = await createUser(app, { role: permissions });
      const made = await app.request.post(keys()).set(as).send({ name: 'Mine' });
      const again = await app.request.post(keys(`/${id}/reactivate`)).set(as);
      return [made, again].map(({ status, body }) => `${status} ${body.error ?? ''}`.trim());
    };
    const lacking = (missing: string) => `403 This also needs the permission ${missing}.`;
    expect(await attempts(['apikeys:create'])).toEqual(
      Array(2).fill(lacking('consents:read and consents:update and consents:erase')),
    );
    expect(await attempts(['apikeys:create', 'consents:read'])).toEqual(
      Array(2).fill(lacking('consents:update and consents:erase')),
    );
    expect(await attempts(['apikeys:create', 'consents:update', 'consents:erase'])).toEqual(
      Array(2).fill(lacking('consents:read')),
    );
    expect(await list()).toMatchObject([{ status: 'revoked' }]);
    expect(await attempts(['apikeys:create', 'consents:read', 'consents:update', 'consents:erase'])).toEqual([
      '201',
      '200',
    ]);
  });

  test('is returned once, and only its hash is stored', async () => {
    const { body } = await create({ name: 'Shop back end' }).expect(201);
    expect(body).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      tenantId: 'default',
      name: 'Shop back end',
      prefix: expect.stringMatching(/^[0-9a-f]{16}$/),
      status: 'active',
      expireBy: null,
      lastUsedAt: null,
      createdAt: iso(app.clock.now()),
      scopes: null,
      holder: null,
      withheld: [],
      restsFrom: null,
      key: expect.stringMatching(/^svck_[0-9a-f]{16}_[A-Za-z0-9_-]{43}$/),
    });
    const { key, ...shown } = body;
    expect(key.split('_')[1]).toBe(body.prefix);
    expect(await list()).toEqual([shown]);
    const [row] = await app.knex('svc_api_keys');
    expect(row.key_hash).toBe(createHash('sha256').update(key).digest('hex'));
    const secret = key.split('_').slice(2).join('_');
    expect(JSON.stringify([row, await app.knex('svc_audit'), app.logger.lines])).not.toContain(secret);
    expect(await app.knex('svc_audit').where({ action: 'apikey:created' }).pluck('changes')).toEqual([
      JSON.stringify({ expireBy: null, name: 'Shop back end', prefix: body.prefix, scopes: null }),
    ]);
    expect(await verdict(key)).toBe('works');
  });

  test('that is revoked stops at once, and works again when it is reactivated', async () => {
    const { id, key } = await createApiKey(app);
    expect(await verdict(key)).toBe('works');
    const revoked = await revoke(id).expect(200);
    expect(revoked.body).toMatchObject({ deleted: true, id, status: 'revoked' });
    expect(revoked.body).not.toHaveProperty('key');
    expect(await verdict(key)).toBe(refused);
    expect(await list()).toMatchObject([{ id, status: 'revoked' }]);
    await revoke(id).expect(200);
    expect((await reactivate(id).expect(200)).body).toMatchObject({ id, status: 'active', expireBy: null });
    expect(await verdict(key)).toBe('works');
    await reactivate(id).expect(200);
    const actions = await app
      .knex('svc_audit')
      .where({ resource_id: id })
      .orderBy('sequence')
      .pluck('action');
    expect(actions).toEqual(['apikey:created', 'apikey:revoked', 'apikey:reactivated']);
  });

  test('stops at its expiry; reactivation clears one that is past, and keeps one that is not', async () => {
    const expireBy = iso(app.clock.now() + minute);
    const { id, key } = (await create({ name: 'Short', expireBy }).expect(201)).body;
    expect(await verdict(key)).toBe('works');
    await revoke(id).expect(200);
    expect((await reactivate(id).expect(200)).body).toMatchObject({ status: 'active', expireBy });
    app.clock.advance(minute - 1);
    expect(await verdict(key)).toBe('works');
    app.clock.advance(1);
    expect(await verdict(key)).toBe(refused);
    expect(await list()).toMatchObject([{ status: 'expired', expireBy }]);
    await revoke(id).expect(200);
    expect(await list()).toMatchObject([{ status: 'revoked', expireBy }]);
    expect((await reactivate(id).expect(200)).body).toMatchObject({ status: 'active', expireBy: null });
    expect(await verdict(key)).toBe('works');
  });

  test('that is removed is gone', async () => {
    const { id, key } = await createApiKey(app);
    expect(await verdict(key)).toBe('works');
    expect((await remove(id).expect(200)).body).toEqual({ deleted: true, id });
    expect(await verdict(key)).toBe(refused);
    expect(await list()).toEqual([]);
    for (const answer of [
      await remove(id),
      await revoke(id),
      await reactivate(id),
      await remove('unknown'),
    ]) {
      expect([answer.status, answer.body.code]).toEqual([404, 'api_key_not_found']);
    }
    expect(await app.knex('svc_audit').where({ action: 'apikey:deleted' })).toHaveLength(1);
  });

  test('needs a name and an expiry in the future', async () => {
    const now = app.clock.now();
    for (const [path, body] of [
      ['name', {}],
      ['name', { name: ' ' }],
      ['name', { name: 'x'.repeat(201) }],
      ['expireBy', { name: 'x', expireBy: iso(now) }],
      ['expireBy', { name: 'x', expireBy: iso(now - 1) }],
      ['expireBy', { name: 'x', expireBy: 'tomorrow' }],
      ['expireBy', { name: 'x', expireBy: '2030-12-31T23:59:60Z' }],
      ['expireBy', { name: 'x', expireBy: now + minute }],
      ['expireBy', { name: 'x', expireBy: '9999-12-31T23:59:59-12:00' }],
    ] as const) {
      expect((await create(body).expect(400)).body).toMatchObject({
        code: 'validation_failed',
        details: [{ path }],
      });
    }
    expect((await create({ name: 'x', expireBy: null }).expect(201)).body.expireBy).toBeNull();
    expect(
      (await create({ name: 'x', expireBy: '2090-01-01T02:00:00+02:00' }).expect(201)).body.expireBy,
    ).toBe('2090-01-01T00:00:00.000Z');
    const last = '9999-12-31T23:59:59.999Z';
    expect((await create({ name: 'x', expireBy: last }).expect(201)).body.expireBy).toBe(last);
  });

  test('shows to the minute when it was last used', async () => {
    const { key } = await createApiKey(app);
    const updates: string[] = [];
    app.knex.on(
      'query',
      ({ sql }: { sql: string }) => void (/^update .svc_api_keys/.test(sql) && updates.push(sql)),
    );
    const before = Math.floor(app.clock.now() / minute) * minute;
    await Promise.all(Array.from({ length: 10 }, () => callWith(key).expect(200)));
    expect(await list()).toMatchObject([{ lastUsedAt: iso(before) }]);
    await callWith(key).expect(200);
    expect(updates).toHaveLength(1);
    app.clock.advance(minute);
    await callWith(key).expect(200);
    await callWith(`${key.slice(0, -1)}${key.endsWith('A') ? 'B' : 'A'}`).expect(401);
    expect(await list()).toMatchObject([{ lastUsedAt: iso(before + minute) }]);
    expect(updates).toHaveLength(2);
  });

  test('whose use cannot be recorded works nevertheless', async () => {
    const { key } = await createApiKey(app);
    await app.knex.raw(
      "create trigger refuse before update on svc_api_keys begin select raise(abort, 'no'); end",
    );
    await callWith(key).expect(200);
    await callWith(key).expect(200);
    await app.service.close();
    expect(app.logger.lines.filter((line) => line.includes('Could not record the use'))).toHaveLength(1);
  });

  test('that is not our key is refused everywhere, also where no key is needed', async () => {
    const { key } = await createApiKey(app);
    const [, prefix = '', ...secret] = key.split('_');
    for (const wrong of [
      'x',
      '',
      'svck_',
      `${key} `.repeat(2),
      key.toUpperCase(),
      `svck_${prefix}_${'A'.repeat(43)}`,
      `svck_${'0'.repeat(16)}_${secret.join('_')}`,
      `svck_${prefix}_`,
      'x'.repeat(4000),
      prefix,
    ]) {
      expect([wrong, await verdict(wrong)]).toEqual([wrong, refused]);
    }
    await app.request.get(`${app.publicBase}/health`).set('X-API-Key', 'x').expect(401);
    await app.request.get(`${app.adminBase}/settings`).set('X-API-Key', key).expect(401);
  });
});

test('revocation and reactivation reach another process within half a second', async () => {
  await open();
  const { id, key } = await createApiKey(app);
  const other = await createTestApp({ knex: app.knex, directory: app.directory, clock: app.clock });
  expect([await verdict(key), await verdict(key, other)]).toEqual(['works', 'works']);
  await revoke(id).expect(200);
  app.clock.advance(500);
  expect(await verdict(key, other)).toBe(refused);
  await reactivate(id).expect(200);
  app.clock.advance(500);
  expect(await verdict(key, other)).toBe('works');
  await other.close();
});

test('what was read before a revocation is not kept after it', async () => {
  await open();
  const { id, key } = await createApiKey(app);
  const database = createDatabase(app.knex, { tablePrefix: 'svc_', timeoutMs: 5000 });
  const watcher = createRevisionWatcher(database, 'content', app.clock);
  let beforeAnswer: (() => Promise<unknown>) | undefined;
  const slow: Database = {
    ...database,
    async read(work) {
      const rows = await database.read(work);
      const meanwhile = beforeAnswer;
      beforeAnswer = undefined;
      await meanwhile?.();
      return rows;
    },
  };
  const { authenticate } = createApiKeyAuthenticator({
    background: createBackground({ isOn: true, clock: app.clock }),
    database: slow,
    watcher,
    tenantExists: async () => true,
    holders: {
      find: async () => null,
      rightsOf: () => ({ effective: [], restsFrom: null, rests: false }),
    },
    clock: app.clock,
    logger: app.logger,
  });
  beforeAnswer = async () => {
    await revoke(id).expect(200);
    app.clock.advance(500);
    // Another request of that process is the one that notices.
    await expect(authenticate(`svck_${'0'.repeat(16)}_${'x'.repeat(43)}`)).rejects.toMatchObject({
      code: 'invalid_api_key',
    });
  };
  await expect(authenticate(key)).resolves.toMatchObject({ keyId: id });
  await expect(authenticate(key)).rejects.toMatchObject({ code: 'invalid_api_key' });
});

describe('a server with an API key', () => {
  let key: string;
  let profileId: string;
  beforeEach(async () => {
    await open();
    ({ key } = await createApiKey(app));
    profileId = (await createActiveProfile(app)).id;
  });

  test('submits, reads, verifies, changes and erases without cookie and from any origin, and gets no cookie', async () => {
    await app.request
      .patch(`${app.adminBase}/settings`)
      .set(admin)
      .send({ allowedOrigins: ['https://shop.example'] })
      .expect(200);
    const calls = consentCalls(app);
    const headers = { 'X-API-Key': key, Origin: 'https://elsewhere.example' };
    const made = await calls.submit({ profileId, consentJson: allGranted }).set(headers).expect(200);
    const path = `${app.publicBase}/consent/${made.body.visitorId}`;
    const answers = [
      made,
      await app.request.get(path).set(headers).expect(200),
      await app.request.get(`${path}/verify`).set(headers).expect(200),
      await app.request.put(path).set(headers).send({ consentJson: allDenied }).expect(200),
      await app.request.delete(path).set(headers).expect(200),
    ];
    for (const answer of answers) {
      expect(answer.headers['set-cookie']).toBeUndefined();
      // A page that got hold of a key still cannot read with it from a site that is not listed.
      expect(answer.headers['access-control-allow-origin']).toBeUndefined();
    }
    await calls.submit({ profileId, consentJson: allGranted }).set('Origin', headers.Origin).expect(403);
    await calls.submit({ profileId, consentJson: allGranted }).set(headers).set('X-API-Key', 'x').expect(401);
    const preflight = app.request
      .options(`${app.publicBase}/consent`)
      .set(headers)
      .set('Access-Control-Request-Method', 'POST');
    expect((await preflight.expect(403)).body.code).toBe('origin_not_allowed');
  });
});

describe('where there are several tenants, a key', () => {
  let key: string;
  let profileId: string;
  let another: string;
  beforeEach(async () => {
    await open({ config: { tenancy } });
    ({ key } = await createApiKey(app));
    profileId = (await createActiveProfile(app)).id;
    another = (await createTenant(app, 'another')).id;
  });

  test('stays in the tenant of its key', async () => {
    const calls = consentCalls(app);
    await calls.submit({ visitorId: 'ours', profileId, consentJson: allGranted }).expect(200);
    const other = (await createApiKey(app, another)).key;
    const ours = `${app.publicBase}/consent/ours`;
    await app.request.get(`${ours}?tenantId=default`).set('X-API-Key', key).expect(200);
    for (const [sent, path] of [
      [key, `${ours}?tenantId=${another}`],
      [other, `${ours}?tenantId=default`],
      [other, `${app.publicBase}/resolve-profile?tenantId=default`],
    ] as const) {
      const answer = await app.request.get(path).set('X-API-Key', sent);
      expect([path, answer.status, answer.body.code]).toEqual([path, 403, 'tenant_forbidden']);
    }
    await app.request.get(ours).set('X-API-Key', other).expect(404);
    await app.request.delete(ours).set('X-API-Key', other).expect(404);
    await app.request.get(`${app.publicBase}/profiles/${profileId}`).set('X-API-Key', other).expect(404);
    expect(
      (await app.request.get(`${app.publicBase}/resolve-profile`).set('X-API-Key', other).expect(200)).body,
    ).toMatchObject({
      found: false,
      tenantId: another,
    });
    await calls.submit({ profileId, consentJson: allGranted }).set('X-API-Key', other).expect(400);
    await app.request.get(ours).set('Cookie', cookieOf('ours')).expect(200);
  });

  test('of another tenant is neither listed nor changed', async () => {
    const other = await createApiKey(app, another);
    expect((await list()).map(({ id }: { id: string }) => id)).not.toContain(other.id);
    for (const answer of [await revoke(other.id), await reactivate(other.id), await remove(other.id)])
      expect(answer.status).toBe(404);
    expect(await verdict(other.key)).toBe('works');
  });
});

test('a valid key has its own rate limit; an invalid one uses the limit of the address', async () => {
  await open({ config: { rateLimit: { publicReads: { limit: 3, windowSeconds: 60 } } } });
  const [first, second] = [await createApiKey(app), await createApiKey(app)];
  for (let n = 0; n < 3; n += 1) await callWith(first.key).expect(200);
  await callWith(first.key).expect(429);
  await callWith(second.key).expect(200);
  for (let n = 0; n < 3; n += 1) await callWith('svck_forged').expect(401);
  await callWith('svck_forged').expect(429);
  await app.request.get(`${app.publicBase}/resolve-profile`).expect(429);
  await callWith(second.key).expect(200);
});
