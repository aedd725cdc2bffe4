import { createHmac, generateKeyPairSync } from 'node:crypto';
import jwt from 'jsonwebtoken';
import { roleId, type SignedIn } from '../support/accounts';
import type { TestApp } from '../support/create-test-app';
import { plainMapping } from '../support/imports';
import { bearing, createJwtApp, hostToken, meWith } from '../support/jwt';
import { createProfile } from '../support/profiles';
import { masterSecret } from '../support/sign-in-app';
import { tenancy } from '../support/tenants';
import { until } from '../support/webhook-receiver';

let app: TestApp;
const heard: unknown[] = [];
const hooked: unknown[] = [];

beforeAll(async () => {
  const plugin = {
    name: 'watcher',
    initialize() {},
    destroy() {},
    beforeUserCreate: (user: { name: string; email: string }) => void hooked.push(['before', user]),
    afterUserCreate: (user: { id: string; email: string }) => void hooked.push(['after', user]),
  };
  app = await createJwtApp({ config: { plugins: [plugin] } });
  app.service.events.on('user.created', (event) => heard.push(event));
  await app.service.start();
});
afterAll(() => app.close());

const seconds = (offset: number) => Math.floor(app.clock.now() / 1000) + offset;
const me = (token: string) => app.request.get(`${app.adminBase}/auth/me`).set(bearing(token));
const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

test('a host’s token creates a user on first use, with its roles, plugin hooks, events and audit entry', async () => {
  const { body } = await meWith(app, {
    sub: 'first',
    email: 'Grace@Shop.example',
    name: 'Grace',
    roles: ['editor', 'no such role'],
  }).expect(200);
  expect(body).toMatchObject({
    name: 'Grace',
    email: 'grace@shop.example',
    provider: 'jwt',
    roles: [{ name: 'editor' }],
    active: true,
    allowedTenants: [],
  });
  expect(body.lastLoginAt).toBe(new Date(app.clock.now()).toISOString());
  expect(hooked).toEqual([
    ['before', { name: 'Grace', email: 'Grace@Shop.example' }],
    ['after', { id: body.id, name: 'Grace', email: 'grace@shop.example' }],
  ]);
  expect(heard).toEqual([
    expect.objectContaining({ userId: body.id, email: 'grace@shop.example', tenantId: 'default' }),
  ]);
  const [entry] = await app.knex('svc_audit').where({ resource_id: body.id });
  expect(entry).toMatchObject({ action: 'user:created', user_id: null });
  expect(JSON.parse(entry.changes)).toEqual({
    name: 'Grace',
    email: 'grace@shop.example',
    roles: ['editor'],
    provider: 'jwt',
    issuer: 'jwt',
    subject: 'first',
    tenantAccess: 'all',
    allowedTenants: [],
  });
});

test('a subject has at most 255 characters', async () => {
  const withSubject = (length: number) =>
    meWith(app, { sub: 'x'.repeat(length), email: 'long@shop.example' });
  await withSubject(255).expect(200);
  await withSubject(256).expect(401);
});

test('permissions are those of the token’s roles, on each request', async () => {
  const status = async (roles: unknown) =>
    (
      await app.request
        .post(`${app.adminBase}/profiles`)
        .set(bearing(hostToken(app, { sub: 'p', email: 'p@shop.example', roles })))
        .send({})
    ).status;
  expect([
    await status(['viewer']),
    await status('editor'),
    await status(['viewer']),
    await status(['nobody']),
    await status([]),
  ]).toEqual([403, 400, 403, 403, 403]);
});

test('nothing is written while nothing has changed', async () => {
  await meWith(app).expect(200);
  const writes: string[] = [];
  // The background writes to other tables.
  const listen = ({ sql }: { sql: string }) =>
    void (
      /^(insert|update|delete)\b.*\bsvc_(users|user_roles|sessions|audit)/i.test(sql) && writes.push(sql)
    );
  app.knex.on('query', listen);
  await meWith(app, { roles: ['unknown to us', 'editor'] }).expect(200);
  await meWith(app).expect(200);
  expect(writes).toEqual([]);
  app.clock.advance(3_600_000);
  await meWith(app).expect(200);
  expect(writes).not.toEqual([]);
  app.knex.off('query', listen);
});

test('a role that is revoked in our own database comes back with the token, and leaves with it', async () => {
  const claims = { sub: 'r', email: 'r@shop.example' };
  const { body } = await meWith(app, { ...claims, roles: ['auditor', 'viewer'] }).expect(200);
  await app.knex('svc_user_roles').where({ user_id: body.id }).delete();
  const names = async (roles: unknown) =>
    (await meWith(app, { ...claims, roles }).expect(200)).body.roles.map(
      ({ name }: { name: string }) => name,
    );
  expect(await names(['auditor', 'viewer'])).toEqual(['auditor', 'viewer']);
  for (const roles of [['auditor'], []]) {
    app.clock.advance(60_000);
    expect(await names(roles)).toEqual(roles);
  }
  const actions = await app
    .knex('svc_audit')
    .where({ resource_id: body.id })
    .orderBy('sequence')
    .pluck('action');
  expect(actions).toEqual([
    'user:created',
    'user:roleAssigned',
    'user:roleAssigned',
    'user:roleRevoked',
    'user:roleRevoked',
  ]);
});

test('two tokens of a user with other roles each have their own, and are stored at most once a minute', async () => {
  const claims = { sub: 'two-tokens', email: 'two-tokens@shop.example' };
  const { body } = await meWith(app, { ...claims, roles: ['viewer'] }).expect(200);
  const post = (roles: string[]) =>
    app.request
      .post(`${app.adminBase}/profiles`)
      .set(bearing(hostToken(app, { ...claims, roles })))
      .send({});
  for (let turn = 0; turn < 10; turn += 1) {
    await post(['viewer']).expect(403);
    await post(['editor']).expect(400);
    expect((await meWith(app, { ...claims, roles: ['editor'] })).body.roles).toMatchObject([
      { name: 'editor' },
    ]);
  }
  const changes = () =>
    app
      .knex('svc_audit')
      .where({ resource_id: body.id })
      .where('action', 'like', 'user:role%')
      .pluck('action');
  expect(await changes()).toEqual(['user:roleAssigned', 'user:roleRevoked']);
  app.clock.advance(60_000);
  for (let turn = 0; turn < 3; turn += 1) for (const roles of [['viewer'], ['editor']]) await post(roles);
  expect(await changes()).toHaveLength(4);
});

test('permission to change a user depends on the roles of the token and of the database', async () => {
  await meWith(app, { sub: 'other-root', email: 'other-root@shop.example', roles: ['superadmin'] }).expect(
    200,
  );
  const claims = { sub: 'both', email: 'both@shop.example' };
  const { body } = await meWith(app, { ...claims, roles: ['superadmin'] }).expect(200);
  const give = (roles: string[], role: string) =>
    roleId(app, role).then((id) =>
      app.request
        .post(`${app.adminBase}/users/${body.id}/roles`)
        .set(bearing(hostToken(app, { ...claims, roles, iat: seconds(0) })))
        .send({ roleId: id }),
    );
  await meWith(app, { ...claims, roles: ['viewer', 'superadmin'] }).expect(200);
  expect((await give(['admin'], 'superadmin')).status).toBe(403);
  expect((await give(['superadmin'], 'viewer')).status).toBe(200);
});

test('the default role is for a user whose first token has no claim with roles; an empty claim grants nothing', async () => {
  const claims = { sub: 'd', email: 'd@shop.example' };
  for (const roles of [undefined, 5, { superadmin: true }, null]) {
    expect((await meWith(app, { ...claims, roles }).expect(200)).body.roles).toEqual([
      { id: expect.any(String), name: 'viewer' },
    ]);
  }
  for (const [sub, roles] of [
    ['unknown', ['nonsense']],
    ['empty', []],
  ] as const) {
    const me = await meWith(app, { sub, email: `${sub}@shop.example`, roles }).expect(200);
    expect([sub, me.body.roles, me.body.permissions]).toEqual([sub, [], []]);
  }
  expect((await meWith(app, { ...claims, roles: ['editor'] }).expect(200)).body.roles).toMatchObject([
    { name: 'editor' },
  ]);
  expect((await meWith(app, { ...claims, roles: [] }).expect(200)).body.roles).toEqual([]);
});

test('a token without a subject is identified by its e-mail address', async () => {
  const claims = { sub: undefined, email: 'nosub@shop.example' };
  const { body } = await meWith(app, claims).expect(200);
  expect((await meWith(app, { ...claims, email: 'NoSub@shop.example' }).expect(200)).body.id).toBe(body.id);
  // Someone whose subject reads like that address is somebody else.
  const { body: refused } = await meWith(app, {
    sub: 'nosub@shop.example',
    email: 'other@shop.example',
  }).expect(200);
  expect(refused.id).not.toBe(body.id);
});

test('claims may have other names', async () => {
  const other = await createJwtApp({
    config: {
      auth: {
        mode: 'jwt',
        masterSecret,
        claimsMapping: { email: 'upn', roles: 'https://shop.example/groups' },
      },
    },
  });
  const { body } = await meWith(other, {
    email: undefined,
    upn: 'upn@shop.example',
    'https://shop.example/groups': ['auditor'],
    roles: ['superadmin'],
  });
  expect(body).toMatchObject({ email: 'upn@shop.example', roles: [{ name: 'auditor' }] });
  await other.close();
});

test('another subject with an address that is taken is 403, and an inactive user 401', async () => {
  const { body } = await meWith(app, { sub: 'one', email: 'taken@shop.example' }).expect(200);
  expect((await meWith(app, { sub: 'two', email: 'Taken@shop.example' }).expect(403)).body.code).toBe(
    'identity_conflict',
  );
  expect(
    (
      await meWith(app, { iss: 'https://elsewhere.example', sub: 'one', email: 'taken@shop.example' }).expect(
        403,
      )
    ).body.code,
  ).toBe('identity_conflict');
  await app.knex('svc_users').where({ id: body.id }).update({ active: false });
  expect((await meWith(app, { sub: 'one', email: 'taken@shop.example' }).expect(401)).body.code).toBe(
    'unauthenticated',
  );
  const refused = (await app.knex('svc_audit').where({ action: 'auth:tokenRefused' }).pluck('changes')).map(
    (changes) => JSON.parse(changes),
  );
  expect(refused.filter(({ email }) => email === 'taken@shop.example').map(({ reason }) => reason)).toEqual([
    'identity_conflict',
    'inactive',
  ]);
});

test('a user whom operators made is found by the address, and keeps the last superadmin’s role whatever the token says', async () => {
  const other = await createJwtApp({ config: {} });
  await meWith(other, { sub: 'root', email: 'root@shop.example', roles: ['superadmin'] }).expect(200);
  const iat = Math.floor(other.clock.now() / 1000);
  const root = bearing(
    hostToken(other, { sub: 'root', email: 'root@shop.example', roles: ['superadmin'], iat }),
  );
  const made = await other.request
    .post(`${other.adminBase}/users`)
    .set(root)
    .send({
      name: 'Made before',
      email: 'before@shop.example',
      password: 'correct horse battery',
      roleId: await roleId(other, 'viewer'),
    })
    .expect(201);
  const { body } = await meWith(other, {
    sub: 'before',
    email: 'before@shop.example',
    roles: ['editor'],
  }).expect(200);
  expect(body).toMatchObject({
    id: made.body.id,
    name: 'Made before',
    provider: 'local',
    roles: [{ name: 'editor' }],
  });
  expect(
    await other.knex('svc_audit').where({ resource_id: body.id }).orderBy('sequence').pluck('action'),
  ).toEqual(['user:created', 'user:identityLinked', 'user:roleAssigned', 'user:roleRevoked']);
  other.clock.advance(60_000);
  const demoted = await meWith(other, { sub: 'root', email: 'root@shop.example', roles: ['viewer'] }).expect(
    200,
  );
  expect(demoted.body.roles).toMatchObject([{ name: 'superadmin' }, { name: 'viewer' }]);
  await meWith(other, { sub: 'before', email: 'before@shop.example', roles: ['superadmin'] }).expect(200);
  other.clock.advance(60_000);
  expect(
    (await meWith(other, { sub: 'root', email: 'root@shop.example', roles: ['viewer'] }).expect(200)).body
      .roles,
  ).toMatchObject([{ name: 'viewer' }]);
  await other.close();
});

describe('refuses', () => {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const pem = publicKey.export({ type: 'spki', format: 'pem' }).toString();
  const claims = () => ({ sub: 'x', email: 'x@shop.example', roles: ['superadmin'], exp: seconds(600) });

  test.each<[string, () => string]>([
    ['another key', () => hostToken(app, {}, `${masterSecret}.`)],
    ['alg none', () => `${part({ alg: 'none', typ: 'JWT' })}.${part(claims())}.`],
    [
      'alg none with a signature',
      () => `${part({ alg: 'none' })}.${part(claims())}.${hostToken(app).split('.')[2]}`,
    ],
    ['HS512', () => jwt.sign(claims(), masterSecret, { algorithm: 'HS512' })],
    ['RS256', () => jwt.sign(claims(), privateKey, { algorithm: 'RS256' })],
    ['a signature by a public key', () => hostToken(app, {}, pem)],
    [
      'a signature of the secret under the name RS256',
      () => {
        const signed = `${part({ alg: 'RS256', typ: 'JWT' })}.${part(claims())}`;
        return `${signed}.${createHmac('sha256', masterSecret).update(signed).digest('base64url')}`;
      },
    ],
    [
      'an extension that must be understood',
      () => hostToken(app, {}, masterSecret, { crit: ['b64'], b64: false }),
    ],
    ['a changed claim', () => hostToken(app).replace(/\.[^.]+\./, `.${part(claims())}.`)],
    ['no expiry', () => hostToken(app, { exp: undefined })],
    ['an expiry that is not a number', () => signed({ ...claims(), exp: String(seconds(600)) })],
    ['an expiry that has passed', () => hostToken(app, { exp: seconds(0) })],
    ['a time that has not come', () => hostToken(app, { nbf: seconds(60) })],
    ['no e-mail', () => hostToken(app, { email: undefined })],
    ['an e-mail that is none', () => hostToken(app, { email: 'nobody' })],
    [
      'an e-mail with letters that look like others',
      () => hostToken(app, { email: '\u212adm\u0131n@shop.example' }),
    ],
    ['an e-mail that is a list', () => hostToken(app, { email: ['ada@shop.example'] })],
    ['an e-mail that is not verified', () => hostToken(app, { email_verified: false })],
    ['an e-mail that is not verified, as a text', () => hostToken(app, { email_verified: 'false' })],
    [
      'an e-mail that is not verified, as a text in other case',
      () => hostToken(app, { email_verified: 'False' }),
    ],
    ['a subject that is not text', () => signed({ ...claims(), sub: 5 })],
    ['a subject with NUL', () => hostToken(app, { sub: 'a\u0000b' })],
    ['a payload that is not an object', () => signed('ada@shop.example')],
    ['nothing', () => ''],
  ])('%s', async (_name, make) => {
    const users = await app.knex('svc_users').count();
    const { body, headers } = await me(make()).expect(401);
    expect([body.code, headers['www-authenticate']]).toEqual(['unauthenticated', 'Bearer']);
    expect(await app.knex('svc_users').count()).toEqual(users);
  });

  function signed(payload: unknown): string {
    const text = `${part({ alg: 'HS256', typ: 'JWT' })}.${Buffer.from(JSON.stringify(payload)).toString('base64url')}`;
    return `${text}.${createHmac('sha256', masterSecret).update(text).digest('base64url')}`;
  }
});

test.each([
  ['POST', '/auth/refresh'],
  ['POST', '/auth/logout'],
  ['POST', '/auth/login'],
])('%s %s belongs to other modes', async (_method, path) => {
  const { body } = await app.request
    .post(`${app.adminBase}${path}`)
    .set(bearing(hostToken(app)))
    .send({ nonsense: true })
    .expect(404);
  expect(body.code).toBe('auth_mode_disabled');
});

test('an operator of one tenant makes no role that the provider then gives to people of another', async () => {
  const several = await createJwtApp({
    config: { tenancy, auth: { mode: 'jwt', masterSecret, claimsMapping: { tenants: 'tenants' } } },
  });
  const as = (name: string, roles: readonly string[], tenants?: readonly string[]) =>
    bearing(hostToken(several, { sub: name, email: `${name}@shop.example`, roles, tenants }));
  const post = (path: string, who: SignedIn, body: object) =>
    several.request.post(`${several.adminBase}${path}`).set(who).send(body);
  const root = as('root', ['superadmin'], ['*']);
  const tenantOf = async (slug: string) =>
    (await post('/tenants', root, { name: slug, slug }).expect(201)).body.id as string;
  const [north, south] = [await tenantOf('north'), await tenantOf('south')];
  const bob = as('bob', ['viewer', 'staff'], [south]);
  const held = async () =>
    (await several.request.get(`${several.adminBase}/auth/me`).set(bob).expect(200)).body.roles.map(
      ({ name }: { name: string }) => name,
    );
  expect(await held()).toEqual(['viewer']);

  const mallory = as('mallory', ['admin'], [north]);
  const answer = await post('/roles', mallory, { name: 'staff' });
  expect([answer.status, answer.body.code]).toEqual([403, 'tenant_forbidden']);
  // A role that is there cannot be renamed to it either.
  const { body: other } = await post('/roles', root, { name: 'Other' }).expect(201);
  const renamed = await several.request
    .put(`${several.adminBase}/roles/${other.id}`)
    .set(mallory)
    .send({ name: 'staff' });
  expect([renamed.status, renamed.body.code]).toEqual([403, 'tenant_forbidden']);
  expect(await held()).toEqual(['viewer']);

  await post('/roles', root, { name: 'staff' }).expect(201);
  expect((await held()).sort()).toEqual(['staff', 'viewer']);
  await several.close();
});

describe('what takes long, while the token has other rights than are stored', () => {
  let several: TestApp;
  let tenants: string[];
  beforeEach(async () => {
    several = await createJwtApp({
      config: { tenancy, auth: { mode: 'jwt', masterSecret, claimsMapping: { tenants: 'tenants' } } },
    });
    const root = as('root', ['superadmin'], ['*']);
    several.asAdmin = async () => root;
    tenants = [];
    for (const slug of ['north', 'south']) {
      const { body } = await several.request
        .post(`${several.adminBase}/tenants`)
        .set(root)
        .send({ name: slug, slug })
        .expect(201);
      tenants.push(body.id);
    }
  });
  afterEach(() => several.close());
  const as = (name: string, roles: readonly string[], allowed: readonly string[]) =>
    bearing(hostToken(several, { sub: name, email: `${name}@shop.example`, roles, tenants: allowed }));
  const get = (path: string, who: SignedIn) => several.request.get(`${several.adminBase}${path}`).set(who);
  /** After this, no other roles of the user are stored for a minute. */
  const storeRoles = async (name: string, role: string) => {
    await get('/auth/me', as(name, [], ['north'])).expect(200);
    const { body } = await get('/auth/me', as(name, [role], ['north'])).expect(200);
    return body.id as string;
  };

  test('has the token’s: after a promotion, and with a token for each tenant', async () => {
    await storeRoles('ada', 'editor');
    await get('/export/consents', as('ada', ['editor'], ['north'])).expect(403);
    await get('/export/consents', as('ada', ['auditor'], ['north'])).expect(200);
    for (const tenant of ['north', 'south', 'north', 'south'])
      await get('/export/consents', as('bob', ['admin'], [tenant])).expect(200);
    const exported = await several.knex('svc_audit').where({ action: 'export:consents' }).pluck('tenant_id');
    expect(exported.sort()).toEqual([...tenants, tenants[0], ...tenants].sort());
  });

  test('ends when a right is taken away that was stored too, and not for others', async () => {
    const { id: profileId } = await createProfile(several, {}, tenants[0]);
    const importAs = (who: SignedIn, count: number) =>
      several.request
        .post(`${several.adminBase}/imports`)
        .set(who)
        .send({ profileId, mapping: plainMapping, file: importedRows(count) })
        .then((answer) => answer);
    const written = async () => (await several.knex('svc_consents').pluck('visitor_id')).length;
    const admins = await roleId(several, 'admin');
    const setStored = (userId: string, roleIds: readonly string[]) =>
      several.knex.transaction(async (transaction) => {
        await transaction('svc_user_roles').where({ user_id: userId }).delete();
        for (const id of roleIds)
          await transaction('svc_user_roles').insert({ user_id: userId, role_id: id });
      });

    const eve = await storeRoles('eve', 'editor');
    const promoted = importAs(as('eve', ['admin'], ['north']), 4000);
    await until(async () => (await written()) > 0);
    // The import needs what viewers may do; the rest is from the token alone.
    await setStored(eve, [await roleId(several, 'viewer')]);
    expect(await promoted).toMatchObject({ status: 200, body: { completed: true, written: 4000 } });

    const carl = await storeRoles('carl', 'admin');
    const ended = importAs(as('carl', ['admin', 'editor'], ['north']), 20_000);
    await until(async () => (await written()) > 4000);
    await setStored(carl, []);
    expect(await ended).toMatchObject({ status: 403, body: { code: 'forbidden', completed: false } });
    expect(await written()).toBeLessThan(20_000);
    await setStored(carl, [admins]);
    const away = importAs(as('carl', ['admin', 'editor'], ['north']), 24_000);
    const before = await written();
    await until(async () => (await written()) > before);
    await several
      .knex('svc_users')
      .where({ id: carl })
      .update({ allowed_tenants: '[]', tenant_access: 'none' });
    expect(await away).toMatchObject({ status: 403, body: { code: 'tenant_forbidden', completed: false } });
  });
});

describe('a key with scopes, whose holder leaves without a word from the provider', () => {
  const day = 86_400_000;
  let several: TestApp;
  afterEach(() => several.close());
  const as = (roles: readonly string[], name = 'eve') =>
    bearing(hostToken(several, { sub: name, email: `${name}@shop.example`, roles }));
  const open = async (auth: { keyHolderDays?: number } = {}) => {
    several = await createJwtApp({ config: { auth: { mode: 'jwt', masterSecret, ...auth } } });
    const { body } = await several.request
      .post(`${several.adminBase}/apikeys`)
      .set(as(['admin']))
      .send({ name: 'Nightly', scopes: ['exports:read', 'consents:read'] })
      .expect(201);
    return { id: body.id, restsFrom: body.restsFrom, key: { 'X-API-Key': body.key as string } };
  };
  const exportWith = (key: { 'X-API-Key': string }) =>
    several.request.get(`${several.adminBase}/export/consents`).set(key);
  const listed = async () =>
    (
      await several.request
        .get(`${several.adminBase}/apikeys`)
        .set(as(['admin'], 'root'))
        .expect(200)
    ).body[0];

  test('rests 90 days after the last sign-in, on both APIs, until they sign in again', async () => {
    const { key, restsFrom } = await open();
    expect(Date.parse(restsFrom)).toBe(several.clock.now() + 90 * day);
    several.clock.advance(89 * day);
    await exportWith(key).expect(200);
    await several.request
      .get(`${several.adminBase}/auth/me`)
      .set(as(['admin']))
      .expect(200);
    several.clock.advance(89 * day);
    await exportWith(key).expect(200);
    expect(await listed()).toMatchObject({
      status: 'active',
      holder: { email: 'eve@shop.example' },
      withheld: [],
    });
    several.clock.advance(2 * day);

    const refused = {
      code: 'forbidden',
      error: expect.stringContaining('has not signed in for a long time'),
    };
    expect((await exportWith(key).expect(403)).body).toMatchObject(refused);
    const ofVisitor = await several.request.get(`${several.publicBase}/consent/nobody`).set(key).expect(403);
    expect(ofVisitor.body).toMatchObject(refused);
    // What any page can read needs no scope.
    await several.request.get(`${several.publicBase}/resolve-profile`).set(key).expect(200);
    const resting = await listed();
    expect(resting).toMatchObject({ status: 'active', withheld: ['exports:read', 'consents:read'] });
    expect(Date.parse(resting.restsFrom)).toBeLessThan(several.clock.now());

    await several.request
      .get(`${several.adminBase}/auth/me`)
      .set(as(['auditor']))
      .expect(200);
    await exportWith(key).expect(200);
    await several.request
      .get(`${several.adminBase}/auth/me`)
      .set(as(['viewer']))
      .expect(200);
    several.clock.advance(60_000);
    await several.request
      .get(`${several.adminBase}/auth/me`)
      .set(as(['viewer']))
      .expect(200);
    await exportWith(key).expect(403);
  });

  test('rests after the days that the host has configured; a key without scopes acts for nobody', async () => {
    const { key } = await open({ keyHolderDays: 7 });
    const { body } = await several.request
      .post(`${several.adminBase}/apikeys`)
      .set(as(['admin']))
      .send({ name: 'Newsletter' })
      .expect(201);
    expect(body).toMatchObject({ holder: null, restsFrom: null });
    several.clock.advance(7 * day);
    await exportWith(key).expect(403);
    await several.request.get(`${several.publicBase}/consent/nobody`).set('X-API-Key', body.key).expect(404);
  });
});

const importedRows = (count: number) =>
  `visitor,decided,analytics,ads,country\n${Array.from(
    { length: count },
    (_, at) => `anna-${at},2026-01-01T10:00:00Z,true,false,DE\n`,
  ).join('')}`;

describe('an import with a host’s token', () => {
  const importAs = async (token: string, count: number) => {
    const { id } = await createProfile(several, { name: `Shop ${count}` });
    return several.request
      .post(`${several.adminBase}/imports`)
      .set(bearing(token))
      .send({
        profileId: id,
        mapping: plainMapping,
        file: importedRows(count),
      })
      .then((answer) => answer);
  };
  let several: TestApp;
  beforeEach(async () => {
    several = await createJwtApp();
    several.asAdmin = async () =>
      bearing(hostToken(several, { sub: 'root', email: 'root@shop.example', roles: ['superadmin'] }));
  });
  afterEach(() => several.close());

  test('goes on after the token has expired, and ends when the user is deactivated', async () => {
    const token = hostToken(several, { roles: ['admin'] });
    const { body: me } = await several.request
      .get(`${several.adminBase}/auth/me`)
      .set(bearing(token))
      .expect(200);
    const written = async () => (await several.knex('svc_consents').pluck('visitor_id')).length;

    const long = importAs(token, 4000);
    await until(async () => (await written()) > 0);
    several.clock.advance(3_600_000);
    expect(await long).toMatchObject({ status: 200, body: { completed: true, written: 4000 } });

    const fresh = hostToken(several, { roles: ['admin'] });
    const ended = importAs(fresh, 20_000);
    await until(async () => (await written()) > 4000);
    await several.knex('svc_users').where({ id: me.id }).update({ active: false });
    expect(await ended).toMatchObject({ status: 401, body: { code: 'unauthenticated', completed: false } });
    expect(await written()).toBeLessThan(20_000);
  });
});
