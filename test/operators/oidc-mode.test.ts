import jwt from 'jsonwebtoken';
import { roleId, type SignedIn } from '../support/accounts';
import { createTestApp, createTestClock, type TestApp } from '../support/create-test-app';
import {
  type FakeOidcProvider,
  newSigningKey,
  redirectUri,
  sign,
  startFakeOidcProvider,
} from '../support/fake-oidc-provider';
import { signInThroughProvider, visitProvider } from '../support/oidc-browser';
import { testInDeep } from '../support/scope';
import { masterSecret } from '../support/sign-in-app';
import { totpCode } from '../support/totp';

let provider: FakeOidcProvider;
let app: TestApp;
const clock = createTestClock();

const start = (oidc: object = {}, options: Parameters<typeof createTestApp>[0] = {}) =>
  createTestApp({
    clock,
    ...options,
    config: { rateLimit: false, auth: { mode: 'oidc', masterSecret, oidc: { ...provider.config, ...oidc } } },
  });

beforeAll(async () => {
  provider = await startFakeOidcProvider(clock);
  app = await start({ claimsMapping: { roles: 'groups' } });
});
beforeEach(() => {
  provider.misbehave({});
  provider.tellUserInfo(null);
});
afterAll(async () => {
  await app.close();
  await provider.close();
});

const bearer = (token: string) => ({ Authorization: `Bearer ${token}` });
const someone = (sub: string, more: object = {}) =>
  provider.signInAs({ sub, email: `${sub}@shop.example`, email_verified: true, ...more });
const auditOf = (userId: string) =>
  app.knex('svc_audit').where({ resource_id: userId }).orderBy('sequence').pluck('action');

test('the browser is sent to the provider with PKCE, state and nonce, and given an encrypted cookie for the callback only', async () => {
  const { authorizeUrl, setCookie } = await visitProvider(app);
  expect(`${authorizeUrl.origin}${authorizeUrl.pathname}`).toBe(`${provider.issuer}/authorize`);
  expect(Object.fromEntries(authorizeUrl.searchParams)).toEqual({
    response_type: 'code',
    client_id: provider.config.clientId,
    redirect_uri: redirectUri,
    scope: 'openid email profile',
    state: expect.stringMatching(/^[\w-]{43}$/),
    nonce: expect.stringMatching(/^[\w-]{43}$/),
    code_challenge: expect.stringMatching(/^[\w-]{43}$/),
    code_challenge_method: 'S256',
  });
  expect(setCookie).toMatch(
    /^svc_oidc_[0-9a-f]{16}=[\w.-]+; Max-Age=600; Path=\/svc\/admin\/v1\/auth\/oidc\/callback; HttpOnly; SameSite=Lax$/,
  );
  for (const name of ['state', 'nonce', 'code_challenge'])
    expect(setCookie).not.toContain(authorizeUrl.searchParams.get(name));
});

test('over TLS the cookie is Secure, and its prefix keeps other hosts from planting one', async () => {
  const behindProxy = await createTestApp({
    config: { trustProxy: true, auth: { mode: 'oidc', masterSecret, oidc: provider.config } },
  });
  const begun = await behindProxy.request
    .get(`${behindProxy.adminBase}/auth/oidc/authorize`)
    .set('X-Forwarded-Proto', 'https')
    .expect(302);
  const setCookie = String(begun.headers['set-cookie']);
  expect(setCookie).toMatch(
    /^__Host-svc_oidc_[0-9a-f]{16}=[\w.-]+; Max-Age=600; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
  );
  someone('tls');
  const back = new URL(
    (await fetch(String(begun.headers.location), { redirect: 'manual' })).headers.get('location') ?? '',
  );
  const finish = (cookie: string) =>
    behindProxy.request
      .get(`${behindProxy.adminBase}/auth/oidc/callback${back.search}`)
      .set({ 'X-Forwarded-Proto': 'https', Cookie: cookie });
  const [cookie = ''] = setCookie.split(';');
  await finish(cookie.replace('__Host-', '')).expect(401);
  await finish(cookie).expect(200);
  await behindProxy.close();
});

test('another cookie of the sign-in’s name, left over or planted, does not stop it', async () => {
  for (const order of [0, 1]) {
    someone(`twice${order}`);
    const { callback, cookie } = await visitProvider(app);
    const planted = cookie.replace(/=.*/, '=planted');
    const held = [`${planted}; ${cookie}`, `${cookie}; ${planted}`][order] ?? '';
    await app.request.get(callback).set('Cookie', held).expect(200);
  }
});

test('a first sign-in creates a user, starts our session and removes the cookie', async () => {
  someone('first', { name: 'Ada Lovelace', groups: ['editor', 'staff'] });
  const answer = await signInThroughProvider(app);
  expect([answer.status, answer.body]).toEqual([
    200,
    {
      token: expect.any(String),
      expiresAt: expect.stringMatching(/Z$/),
      user: expect.objectContaining({
        name: 'Ada Lovelace',
        email: 'first@shop.example',
        provider: 'oidc',
        roles: [{ id: expect.any(String), name: 'editor' }],
      }),
    },
  ]);
  expect(String(answer.headers['set-cookie'])).toMatch(/^svc_oidc_[0-9a-f]{16}=; Max-Age=0; Path=/);
  expect(answer.headers['cache-control']).toBe('no-store');
  const { token, user } = answer.body;
  expect(jwt.decode(token, { json: true })).toMatchObject({
    sub: user.id,
    roles: ['editor'],
    iss: 'express-consent',
  });
  expect(
    (await app.request.get(`${app.adminBase}/auth/me`).set(bearer(token)).expect(200)).body,
  ).toMatchObject(user);
  const refreshed = await app.request.post(`${app.adminBase}/auth/refresh`).set(bearer(token)).expect(200);
  await app.request.post(`${app.adminBase}/auth/logout`).set(bearer(refreshed.body.token)).expect(200);
  await app.request.get(`${app.adminBase}/auth/me`).set(bearer(token)).expect(401);
  expect(await auditOf(user.id)).toEqual(['user:created', 'auth:login', 'auth:logout']);
});

test('a person with a changed address stays the same user; the provider’s roles are applied at each sign-in', async () => {
  someone('again', { groups: ['auditor'] });
  const first = (await signInThroughProvider(app)).body;
  const adminRead = () => app.request.get(`${app.adminBase}/profiles`).set(bearer(first.token));
  await adminRead().expect(403);
  clock.advance(60_000);
  someone('again', { email: 'renamed@shop.example', groups: 'viewer' });
  const second = (await signInThroughProvider(app)).body;
  expect(second.user).toMatchObject({
    id: first.user.id,
    email: 'again@shop.example',
    roles: [{ name: 'viewer' }],
    lastLoginAt: new Date(clock.now()).toISOString(),
  });
  // Also for sessions that began before.
  await adminRead().expect(200);
  someone('again', { groups: [] });
  expect((await signInThroughProvider(app)).body.user.roles).toMatchObject([{ name: 'viewer' }]);
});

test('without claimsMapping.roles the roles are those that operators give', async () => {
  const plain = await start();
  someone('plain', { groups: ['superadmin'], roles: ['superadmin'] });
  const { user } = (await signInThroughProvider(plain)).body;
  expect(user.roles).toMatchObject([{ name: 'viewer' }]);
  await plain.knex('svc_user_roles').insert({ user_id: user.id, role_id: await roleId(plain, 'auditor') });
  expect((await signInThroughProvider(plain)).body.user.roles).toMatchObject([
    { name: 'auditor' },
    { name: 'viewer' },
  ]);
  await plain.close();
});

describe('someone with the address of an existing user', () => {
  let made = 0;
  const makeUser = async (fields: object = {}) => {
    made += 1;
    const row = {
      id: `made-${made}`,
      name: 'Made before',
      email: `made${made}@shop.example`,
      email_verified: true,
      tenant_access: 'all',
      allowed_tenants: '[]',
      provider: 'local',
      totp_enabled: false,
    };
    await app.knex('svc_users').insert({ ...row, active: true, created_at: 1, updated_at: 1, ...fields });
    return row;
  };

  test('is that user when the provider vouches for the address', async () => {
    const { id, email } = await makeUser();
    someone('linked', { email: email.toUpperCase(), groups: ['editor'] });
    const { user } = (await signInThroughProvider(app)).body;
    expect(user).toMatchObject({ id, email, name: 'Made before', roles: [{ name: 'editor' }] });
    expect(await auditOf(id)).toEqual(['user:identityLinked', 'user:roleAssigned', 'auth:login']);
  });

  test.each([
    ['says nothing of the address', { email_verified: undefined }, {}],
    [
      'knows the user already as somebody else',
      {},
      { identity_issuer: 'https://other.example', identity_subject: 'x' },
    ],
  ])('is refused when the provider %s', async (_name, claims, fields) => {
    const { id, email } = await makeUser(fields);
    someone(`conflict-${made}`, { email, ...claims });
    const answer = await signInThroughProvider(app);
    expect([answer.status, answer.body.code]).toEqual([403, 'identity_conflict']);
    expect((await app.knex('svc_users').where({ id }).first()).identity_subject).toBe(
      (fields as { identity_subject?: string }).identity_subject ?? null,
    );
  });

  test('who is another subject now is that user again once an operator has released the old one', async () => {
    someone('before', { email: 'moved@shop.example' });
    const before = (await signInThroughProvider(app)).body;
    expect(before.user.identity).toEqual({ issuer: provider.issuer, subject: 'before' });
    someone('after', { email: 'moved@shop.example', groups: ['viewer'] });
    expect((await signInThroughProvider(app)).body.code).toBe('identity_conflict');

    someone('boss', { groups: ['superadmin'] });
    const boss = bearer((await signInThroughProvider(app)).body.token);
    const release = (id: string) => app.request.delete(`${app.adminBase}/users/${id}/identity`).set(boss);
    // A key that acts for the user, and one of somebody else.
    const makeKey = async (as: SignedIn) =>
      (
        await app.request
          .post(`${app.adminBase}/apikeys`)
          .set(as)
          .send({ name: 'A server', scopes: ['stats:read'] })
          .expect(201)
      ).body;
    const readWith = ({ key }: { key: string }) =>
      app.request.get(`${app.adminBase}/stats`).set('X-API-Key', key);
    const others = await makeKey(boss);
    const own = await makeKey(boss);
    await app.knex('svc_api_keys').where({ id: own.id }).update({ holder_id: before.user.id });
    await readWith(own).expect(200);
    expect((await release(before.user.id).expect(200)).body).toEqual({ deleted: true, id: before.user.id });
    await app.request.get(`${app.adminBase}/auth/me`).set(bearer(before.token)).expect(401);
    await readWith(own).expect(401);
    await readWith(others).expect(200);
    const [released] = await app.knex('svc_audit').where({ action: 'user:identityReleased' });
    expect(JSON.parse(released.changes)).toMatchObject({ subject: 'before', keysRevoked: 1 });
    expect(await app.knex('svc_audit').where({ action: 'apikey:revoked' }).pluck('resource_id')).toEqual([
      own.id,
    ]);
    expect((await release(before.user.id).expect(404)).body.code).toBe('identity_not_found');
    expect((await release('nobody').expect(404)).body.code).toBe('user_not_found');

    someone('after', { email: 'moved@shop.example', groups: ['viewer'] });
    const { user } = (await signInThroughProvider(app)).body;
    expect([user.id, user.identity.subject]).toEqual([before.user.id, 'after']);
    expect((await auditOf(user.id)).filter((action) => action.startsWith('user:identity'))).toEqual([
      'user:identityReleased',
      'user:identityLinked',
    ]);

    const colleague = (await app.request.get(`${app.adminBase}/auth/me`).set(boss)).body.id;
    const role = (
      await app.request.post(`${app.adminBase}/roles`).set(boss).send({ name: 'Helpdesk' }).expect(201)
    ).body.id;
    await app.request
      .post(`${app.adminBase}/roles/${role}/permissions`)
      .set(boss)
      .send({ permissionId: 'users:update' })
      .expect(200);
    someone('helpdesk', { groups: ['Helpdesk'] });
    const helpdesk = bearer((await signInThroughProvider(app)).body.token);
    const refused = await app.request
      .delete(`${app.adminBase}/users/${colleague}/identity`)
      .set(helpdesk)
      .expect(403);
    expect(refused.body.code).toBe('forbidden');
  });

  test('is refused when the address and the claim that verifies it come from different documents', async () => {
    const own = await start(
      { claimsMapping: { roles: 'groups' } },
      { knex: app.knex, directory: app.directory },
    );
    const { email } = await makeUser();
    provider.signInAs({ sub: 'split', email_verified: true });
    provider.tellUserInfo({ email, groups: [] });
    expect((await signInThroughProvider(own)).body.code).toBe('identity_conflict');
    provider.signInAs({ sub: 'split', email });
    provider.tellUserInfo({ email: 'split@shop.example', email_verified: true, groups: [] });
    expect((await signInThroughProvider(own)).body.code).toBe('identity_conflict');
    provider.tellUserInfo({ email, email_verified: true, groups: [] });
    provider.signInAs({ sub: 'split' });
    expect((await signInThroughProvider(own)).body.user.email).toBe(email);
    await own.close();
  });

  test('is refused when the claim of the address is not the one that the provider vouches for', async () => {
    const byName = await start(
      { claimsMapping: { email: 'upn' } },
      { knex: app.knex, directory: app.directory },
    );
    const { email } = await makeUser();
    someone('upn', { upn: email });
    expect((await signInThroughProvider(byName)).body.code).toBe('identity_conflict');
    await byName.close();
  });

  test('is refused when that user is deactivated', async () => {
    const { email } = await makeUser({ active: false });
    someone('inactive', { email });
    const answer = await signInThroughProvider(app);
    expect([answer.status, answer.body.code]).toEqual([401, 'unauthenticated']);
  });
});

test('a plugin may change a new user’s name, and cannot lead to another user by changing the address', async () => {
  let change: (user: { name: string; email: string }) => { name: string; email: string } = (user) => ({
    ...user,
    name: 'Renamed',
  });
  const plugin = {
    name: 'namer',
    initialize() {},
    destroy() {},
    beforeUserCreate: (user: { name: string; email: string }) => change(user),
  };
  const own = await createTestApp({
    clock,
    config: { plugins: [plugin], auth: { mode: 'oidc', masterSecret, oidc: provider.config } },
  });
  someone('one');
  const { user } = (await signInThroughProvider(own)).body;
  expect(user.name).toBe('Renamed');
  await own.knex('svc_users').update({ identity_issuer: null, identity_subject: null });
  change = (draft) => ({ ...draft, email: user.email });
  someone('two');
  expect((await signInThroughProvider(own)).body.code).toBe('identity_conflict');
  await own.close();
});

test('claims that the ID token lacks are asked of the user-info endpoint', async () => {
  provider.signInAs({ sub: 'thin' });
  provider.tellUserInfo({ email: 'thin@shop.example', email_verified: true, groups: ['auditor'] });
  const own = await start({ claimsMapping: { roles: 'groups' } });
  expect((await signInThroughProvider(own)).body.user).toMatchObject({
    email: 'thin@shop.example',
    roles: [{ name: 'auditor' }],
  });
  provider.tellUserInfo({ sub: 'somebody else', email: 'thin@shop.example' });
  expect((await signInThroughProvider(own)).status).toBe(401);
  await own.close();
});

test('?redirect=dashboard leads to the dashboard next to the API, at any mount path, with the session in a cookie', async () => {
  someone('dash');
  for (const [options, place] of [
    [{}, '/svc/'],
    [{ prefix: '/privacy' }, '/privacy/svc/'],
  ] as const) {
    const own = await start({}, options);
    const answer = await signInThroughProvider(own, '?redirect=dashboard');
    expect(answer.status).toBe(302);
    const { pathname, search, hash, origin } = new URL(
      answer.headers.location as string,
      'http://consent.example',
    );
    expect([origin, pathname, search]).toEqual(['http://consent.example', place, '']);
    expect(hash).toBe('#signedIn=1');
    const [cookie = ''] = answer.headers['set-cookie'] as unknown as string[];
    await own.request
      .get(`${own.adminBase}/auth/me`)
      .set('Cookie', cookie.split(';')[0] ?? '')
      .set('Sec-Fetch-Site', 'same-origin')
      .expect(200);
    await own.close();
  }
  for (const redirect of ['https://evil.example', '//evil.example', '/elsewhere', ''])
    expect(
      (await app.request.get(`${app.adminBase}/auth/oidc/authorize?redirect=${redirect}`).expect(400)).body
        .code,
    ).toBe('validation_failed');
});

test('two sign-ins in one browser do not use each other’s cookie', async () => {
  someone('tabs');
  const [one, two] = [await visitProvider(app), await visitProvider(app)];
  const cookie = `${one.cookie}; ${two.cookie}`;
  await app.request.get(two.callback).set('Cookie', cookie).expect(200);
  await app.request.get(one.callback).set('Cookie', cookie).expect(200);
});

test('a sign-in may end in another process than the one in which it began, if both have the same master secret', async () => {
  for (const [secret, status] of [
    [masterSecret, 200],
    // Each process has its own random secret: what the database contains opens no state of a sign-in.
    [undefined, 401],
  ] as const) {
    const config = {
      rateLimit: false,
      auth: { mode: 'oidc', masterSecret: secret, oidc: provider.config },
    } as const;
    const one = await createTestApp({ clock, config });
    await one.service.start();
    const two = await createTestApp({ clock, config, knex: one.knex, directory: one.directory });
    someone('moving');
    const { callback, cookie } = await visitProvider(one);
    const { status: answered } = await two.request.get(callback).set('Cookie', cookie);
    await two.close();
    await one.close();
    expect([secret, answered]).toEqual([secret, status]);
  }
});

describe('keys', () => {
  test('of RS256 and ES256 sign in, and rotated ones at once', async () => {
    const own = await start();
    someone('keys');
    for (const alg of ['RS256', 'ES256', 'RS256'] as const) {
      provider.useKeys(await newSigningKey(alg));
      expect((await signInThroughProvider(own)).status).toBe(200);
      clock.advance(60_000);
    }
    await own.close();
  });

  test('that were rotated are fetched once for all who sign in at that moment', async () => {
    const own = await start();
    someone('crowd');
    for (let round = 0; round < 2; round += 1) {
      const before = provider.count('/jwks');
      provider.useKeys(await newSigningKey());
      const answers = await Promise.all(Array.from({ length: 6 }, () => signInThroughProvider(own)));
      expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
      expect(provider.count('/jwks') - before).toBe(1);
    }
    await own.close();
  });

  test('are read once and kept for sign-ins that follow', async () => {
    const own = await start();
    const before = provider.count('/jwks');
    const discovered = provider.count('/.well-known/openid-configuration');
    for (let round = 0; round < 3; round += 1) expect((await signInThroughProvider(own)).status).toBe(200);
    expect([
      provider.count('/jwks') - before,
      provider.count('/.well-known/openid-configuration') - discovered,
    ]).toEqual([1, 1]);
    clock.advance(5 * 60_000);
    expect((await signInThroughProvider(own)).status).toBe(200);
    expect(provider.count('/jwks') - before).toBe(2);
    await own.close();
  });

  test('that are unknown are looked for once a minute, however many tokens name them', async () => {
    const own = await start();
    expect((await signInThroughProvider(own)).status).toBe(200);
    const before = provider.count('/jwks');
    const stranger = await newSigningKey();
    provider.misbehave({ idToken: (claims) => sign(claims, stranger) });
    const storm = await Promise.all(Array.from({ length: 12 }, () => signInThroughProvider(own)));
    storm.push(await signInThroughProvider(own));
    expect(new Set(storm.map(({ status }) => status))).toEqual(new Set([401]));
    expect(provider.count('/jwks') - before).toBe(1);
    // Users with a known key can sign in meanwhile.
    provider.misbehave({});
    expect((await signInThroughProvider(own)).status).toBe(200);
    clock.advance(60_000);
    provider.useKeys(stranger);
    expect((await signInThroughProvider(own)).status).toBe(200);
    expect(provider.count('/jwks') - before).toBe(2);
    await own.close();
  });
});

describe('while the provider', () => {
  const fails = (status: number) => (_path: string, res: import('node:http').ServerResponse) => {
    res.writeHead(status).end('no');
    return true;
  };
  const garbage = (_path: string, res: import('node:http').ServerResponse) => {
    res.writeHead(200, { 'Content-Type': 'application/json' }).end('<html>');
    return true;
  };
  const endless = (_path: string, res: import('node:http').ServerResponse) => {
    res.writeHead(200, { 'Content-Type': 'application/json' }).end(`"${'x'.repeat(2_000_000)}"`);
    return true;
  };

  test.each([
    ['answers 500', fails(500)],
    ['answers 429', fails(429)],
    ['answers garbage', garbage],
    ['answers without end', endless],
    [
      'hangs up',
      (_path: string, res: import('node:http').ServerResponse) => {
        res.destroy();
        return true;
      },
    ],
  ])('%s, a sign-in is 503; it works again without a restart', async (name, answer) => {
    const own = await start();
    someone('down');
    provider.misbehave({ answer });
    const refused = await own.request.get(`${own.adminBase}/auth/oidc/authorize`);
    expect([refused.status, refused.body.code, refused.headers['retry-after']]).toEqual([
      503,
      'unavailable',
      '5',
    ]);
    provider.misbehave({});
    const { callback, cookie } = await visitProvider(own);
    const path = name === 'answers garbage' ? '/jwks' : '/token';
    provider.misbehave({ answer: (asked, res) => asked === path && answer(asked, res) });
    const late = await own.request.get(callback).set('Cookie', cookie);
    expect([late.status, late.body.code, late.headers['retry-after']]).toEqual([503, 'unavailable', '5']);
    provider.misbehave({});
    expect((await signInThroughProvider(own)).status).toBe(200);
    await own.close();
  });

  test('is down, what discovery found before is used on', async () => {
    const own = await start();
    someone('stale');
    expect((await signInThroughProvider(own)).status).toBe(200);
    clock.advance(5 * 3_600_000);
    provider.misbehave({ answer: (path, res) => path.startsWith('/.well-known') && fails(503)(path, res) });
    const before = provider.count('/.well-known/openid-configuration');
    for (let round = 0; round < 2; round += 1) expect((await signInThroughProvider(own)).status).toBe(200);
    // And the provider is asked again only after a minute.
    expect(provider.count('/.well-known/openid-configuration') - before).toBe(1);
    await own.close();
  });

  test.each([
    ['names another issuer', { issuer: 'https://evil.example' }],
    ['lacks a token endpoint', { token_endpoint: undefined }],
    ['lacks keys', { jwks_uri: undefined }],
    ['wants the secret sent without TLS', { token_endpoint: 'http://provider.example/token' }],
    [
      'sends browsers to an address without TLS',
      { authorization_endpoint: 'http://provider.example/authorize' },
    ],
  ])('%s in its description, nobody signs in', async (_name, metadata) => {
    provider.misbehave({ metadata });
    const own = await start();
    const begun = await own.request.get(`${own.adminBase}/auth/oidc/authorize`);
    const answer = begun.status === 302 ? await signInThroughProvider(own) : begun;
    expect([answer.status, answer.body.code, answer.headers['retry-after']]).toEqual([
      501,
      'sign_in_misconfigured',
      undefined,
    ]);
    expect(await own.knex('svc_sessions')).toEqual([]);
    await own.close();
  });
});

test.each([
  [undefined, undefined, /^Basic /, null],
  [['client_secret_post'], undefined, undefined, 'a client secret: with % and +'],
  [['client_secret_post', 'client_secret_basic'], undefined, /^Basic /, null],
  [undefined, 'client_secret_post', undefined, 'a client secret: with % and +'],
])(
  'the client secret is sent as the provider takes it (%j) or as configured (%s)',
  async (supported, clientAuthentication, header, inBody) => {
    provider.misbehave({ metadata: { token_endpoint_auth_methods_supported: supported } });
    const own = await start({ clientAuthentication });
    someone('secret');
    expect((await signInThroughProvider(own)).status).toBe(200);
    const { authorization, body } = provider.asked.filter(({ path }) => path === '/token').at(-1) ?? {};
    if (header === undefined) expect(authorization).toBeUndefined();
    else expect(authorization).toMatch(header);
    expect(body?.get('client_secret')).toBe(inBody);
    await own.close();
  },
);

test('with auth.totp required, users with one-time codes must send one before a session starts', async () => {
  const auth = { mode: 'oidc', masterSecret, totp: 'required', oidc: provider.config } as const;
  const own = await createTestApp({ clock, config: { rateLimit: false, auth } });
  someone('coded');
  const { token } = (await signInThroughProvider(own)).body;
  const post = (path: string, body: object = {}) =>
    own.request.post(`${own.adminBase}/auth/totp/${path}`).set(bearer(token)).send(body);
  const { secret } = (await post('setup').expect(200)).body;
  await post('verify', { code: totpCode(secret, clock.now()) }).expect(200);
  const sessions = await own.knex('svc_sessions');
  const answer = await signInThroughProvider(own);
  expect([answer.status, answer.body.totpRequired, await own.knex('svc_sessions')]).toEqual([
    401,
    true,
    sessions,
  ]);
  const atDashboard = await signInThroughProvider(own, '?redirect=dashboard');
  expect([atDashboard.status, atDashboard.headers.location]).toEqual([
    302,
    expect.stringMatching(/^\/svc\/#totpChallenge=/),
  ]);
  const body = { challenge: answer.body.challenge, totp: totpCode(secret, clock.now(), 1) };
  const entered = await own.request.post(`${own.adminBase}/auth/totp/login`).send(body);
  expect([entered.status, entered.body.user?.email]).toEqual([200, 'coded@shop.example']);
  await own.close();
});

test('a sign-in page learns how to sign in, and nothing that identifies the provider', async () => {
  const mode = async (of: TestApp) => (await of.request.get(`${of.adminBase}/auth/mode`).expect(200)).body;
  expect(await mode(app)).toEqual({
    mode: 'oidc',
    provider: null,
    signInPath: '/auth/oidc/authorize',
    roles: 'provider',
    totpRequired: false,
  });
  const named = await start({ displayName: 'Shop staff' });
  const { body, headers } = await named.request.get(`${named.adminBase}/auth/mode`).expect(200);
  expect([body.provider, headers['set-cookie']]).toEqual(['Shop staff', undefined]);
  await named.close();
  const local = await createTestApp();
  expect(await mode(local)).toEqual({
    mode: 'local',
    provider: null,
    signInPath: '/auth/login',
    roles: 'operators',
    totpRequired: false,
  });
  await local.close();
});

test('a sign-in that ends at the dashboard is refused there, also without its cookie or its provider', async () => {
  const own = await start({ requiredClaim: { name: 'groups', value: 'privacy' } });
  const refusedWith = async (callback: string, cookie = '') => {
    const { status, headers } = await own.request.get(callback).set('Cookie', cookie);
    return [status, headers.location];
  };
  someone('excluded', { groups: ['shop'] });
  const excluded = await visitProvider(own, '?redirect=dashboard');
  const lost = await visitProvider(own, '?redirect=dashboard');
  expect(await refusedWith(excluded.callback, excluded.cookie)).toEqual([302, '/svc/#error=not_allowed']);
  expect(await refusedWith(excluded.callback, excluded.cookie)).toEqual([302, '/svc/#error=sign_in_expired']);
  expect(await refusedWith(lost.callback)).toEqual([302, '/svc/#error=sign_in_expired']);
  expect(
    (await own.knex('svc_audit').orderBy('sequence').pluck('changes'))
      .slice(-3)
      .map((text) => JSON.parse(text).reason),
  ).toEqual(['required_claim_missing', 'state_replayed', 'state_mismatch']);
  const state = lost.authorizeUrl.searchParams.get('state');
  const callback = `${own.adminBase}/auth/oidc/callback?state=${state}&error=access_denied`;
  expect(await refusedWith(callback, lost.cookie)).toEqual([302, '/svc/#error=provider_refused']);
  // Nothing in the answer chooses another place.
  for (const [foreign, status] of [
    ['https://evil.example/.dashboard', 302],
    ['//evil.example', 401],
  ] as const) {
    const answer = await own.request
      .get(`${own.adminBase}/auth/oidc/callback`)
      .query({ state: foreign, error: foreign });
    expect(answer.status).toBe(status);
    expect(answer.headers.location ?? '').not.toContain('evil');
  }
  await own.close();

  // A limit of the API is met before the sign-in's own step.
  const limited = await createTestApp({
    config: {
      rateLimit: { admin: { limit: 1, windowSeconds: 60 } },
      auth: { mode: 'oidc', masterSecret, oidc: provider.config },
    },
  });
  const inBrowser = (path: string, Accept = 'text/html,*/*;q=0.8') =>
    limited.request.get(`${limited.adminBase}/auth/oidc/${path}`).set({ Accept });
  await inBrowser('authorize');
  for (const path of ['authorize?redirect=dashboard', `callback?state=${state}`]) {
    const refused = await inBrowser(path).expect(302);
    expect([refused.headers.location, refused.text]).toEqual(['/svc/#error=rate_limited', '']);
    expect((await inBrowser(path, '*/*').expect(429)).body.code).toBe('rate_limited');
  }
  expect((await inBrowser('authorize').expect(429)).body.code).toBe('rate_limited');
  await limited.close();

  const down = await start({ issuer: 'http://127.0.0.1:9' });
  const begun = await down.request.get(`${down.adminBase}/auth/oidc/authorize?redirect=dashboard`);
  expect([begun.status, begun.headers.location]).toEqual([302, '/svc/#error=unavailable']);
  await down.close();
});

testInDeep(
  'the service starts while the provider hangs, and signs users in once it is back',
  async () => {
    provider.misbehave({ answer: () => true });
    const own = await start();
    await own.service.start();
    expect((await own.request.get(`${own.adminBase}/health`)).status).toBe(200);
    provider.misbehave({});
    someone('later');
    // The request at the start is still being waited for: a sign-in shares it.
    const begun = await own.request.get(`${own.adminBase}/auth/oidc/authorize`);
    expect([begun.status, begun.body.code, begun.headers['retry-after']]).toEqual([503, 'unavailable', '5']);
    expect((await signInThroughProvider(own)).status).toBe(200);
    await own.close();
  },
  20_000,
);

test('upkeep removes expired states and keeps the others', async () => {
  const own = await start();
  someone('upkeep');
  await signInThroughProvider(own);
  clock.advance(5 * 60_000);
  await signInThroughProvider(own);
  clock.advance(5 * 60_000);
  expect(await own.knex('svc_sso_requests')).toHaveLength(2);
  await own.service.maintenance();
  expect(await own.knex('svc_sso_requests')).toHaveLength(1);
  await own.close();
});

test('POST /auth/login belongs to another mode, and these routes to no other', async () => {
  expect((await app.request.post(`${app.adminBase}/auth/login`).send({}).expect(404)).body.code).toBe(
    'auth_mode_disabled',
  );
  const local = await createTestApp();
  for (const path of ['authorize', 'callback'])
    expect(
      (await local.request.get(`${local.adminBase}/auth/oidc/${path}?state=1&state=2`).expect(404)).body.code,
    ).toBe('auth_mode_disabled');
  await local.close();
});

describe('restricting who can sign in', () => {
  const refusals = async (app: TestApp) =>
    (
      await app.knex('svc_audit').where({ action: 'auth:loginFailed' }).orderBy('sequence').pluck('changes')
    ).map((changes) => JSON.parse(changes).reason);

  test('can be limited to a claim, which may be a list and may come from the user-info endpoint', async () => {
    const guarded = await start({ requiredClaim: { name: 'groups', value: 'consent-operators' } });
    for (const groups of [undefined, [], 'consent', ['Consent-Operators'], { 'consent-operators': true }]) {
      someone('outside', { groups });
      const { status, body } = await signInThroughProvider(guarded);
      expect([groups, status, body]).toEqual([
        groups,
        401,
        { error: 'This account is not allowed to sign in here.', code: 'unauthenticated' },
      ]);
    }
    expect(await refusals(guarded)).toEqual(Array(5).fill('required_claim_missing'));
    expect(await guarded.knex('svc_users')).toEqual([]);
    for (const groups of ['consent-operators', ['staff', 'consent-operators']]) {
      someone('inside', { groups });
      expect((await signInThroughProvider(guarded)).status).toBe(200);
    }
    await guarded.close();
    provider.tellUserInfo({ sub: 'told-there', groups: ['consent-operators'] });
    const other = await start({ requiredClaim: { name: 'groups', value: 'consent-operators' } });
    someone('told-there');
    expect((await signInThroughProvider(other)).status).toBe(200);
    await other.close();
  });

  test('can be limited to verified addresses of domains, which do not include their subdomains', async () => {
    const guarded = await start({ allowedDomains: ['Shop.example'] });
    for (const [email, reason] of [
      ['a@elsewhere.example', 'domain_not_allowed'],
      ['a@mail.shop.example', 'domain_not_allowed'],
      ['a@notshop.example', 'domain_not_allowed'],
      ['shop.example@evil.example', 'domain_not_allowed'],
    ]) {
      someone('outside', { email });
      expect((await signInThroughProvider(guarded)).status).toBe(401);
      expect((await refusals(guarded)).at(-1)).toBe(reason);
    }
    someone('unverified', { email_verified: undefined });
    expect((await signInThroughProvider(guarded)).status).toBe(401);
    expect((await refusals(guarded)).at(-1)).toBe('email_not_verified');
    someone('inside', { email: 'Ada@SHOP.example' });
    expect((await signInThroughProvider(guarded)).status).toBe(200);
    await guarded.close();
  });

  test.each<[string, object, object, boolean]>([
    ['everyone gets a role', {}, {}, true],
    ['a claim is required', { requiredClaim: { name: 'groups', value: 'x' } }, {}, false],
    ['domains are listed', { allowedDomains: ['shop.example'] }, {}, false],
    ['nobody gets a role by default', {}, { defaultRole: null }, false],
    ['the default role does not exist', {}, { defaultRole: 'nobody' }, false],
  ])('when %s, the start warns: %#', async (_when, oidc, auth, warns) => {
    const open = await createTestApp({
      clock,
      config: { auth: { mode: 'oidc', masterSecret, oidc: { ...provider.config, ...oidc }, ...auth } },
    });
    await open.service.start();
    expect(
      open.logger.lines.filter((line) => line.includes('All users of the identity provider can sign in')),
    ).toHaveLength(warns ? 1 : 0);
    await open.close();
  });

  test('without a default role a new user has no permissions until an operator assigns a role', async () => {
    const strict = await createTestApp({
      clock,
      config: { auth: { mode: 'oidc', masterSecret, oidc: provider.config, defaultRole: null } },
    });
    someone('roleless');
    const { token, user } = (await signInThroughProvider(strict)).body;
    expect(user.roles).toEqual([]);
    await strict.request.get(`${strict.adminBase}/profiles`).set(bearer(token)).expect(403);
    await strict.close();
  });
});

describe('the tenants of somebody new', () => {
  const several = (oidc: object = {}) =>
    createTestApp({
      clock,
      config: {
        rateLimit: false,
        tenancy: { enabled: true },
        auth: { mode: 'oidc', masterSecret, oidc: { ...provider.config, ...oidc } },
      },
    });
  const consentsOf = (app: TestApp, token: string, tenantId?: string) =>
    app.request
      .get(`${app.adminBase}/consents`)
      .set(bearer(token))
      .set(tenantId === undefined ? {} : { 'X-Tenant-Id': tenantId });
  const makeTenant = async (app: TestApp, slug: string) => {
    await app
      .knex('svc_tenants')
      .insert({ id: `id-of-${slug}`, name: slug, slug, created_at: 1, updated_at: 1 });
    return `id-of-${slug}`;
  };

  test('are none, which is not all, until an operator names some', async () => {
    const app = await several();
    someone('new');
    const { token, user } = (await signInThroughProvider(app)).body;
    expect([user.tenantAccess, user.allowedTenants, user.roles[0].name]).toEqual(['none', [], 'viewer']);
    for (const tenantId of [undefined, 'default'])
      expect((await consentsOf(app, token, tenantId)).body.code).toBe('tenant_forbidden');
    expect((await app.request.get(`${app.adminBase}/tenants`).set(bearer(token)).expect(200)).body).toEqual(
      [],
    );
    expect(
      (await app.request.get(`${app.adminBase}/analytics/opt-in`).set(bearer(token)).expect(200)).body,
    ).toEqual([]);

    await app
      .knex('svc_users')
      .where({ id: user.id })
      .update({ tenant_access: 'listed', allowed_tenants: '["default"]' });
    await consentsOf(app, token).expect(200);
    // Where no claim names tenants, the next sign-in leaves them as operators set them.
    expect((await signInThroughProvider(app)).body.user).toMatchObject({
      tenantAccess: 'listed',
      allowedTenants: ['default'],
    });
    await app.close();
  });

  test('are those that a claim names by id or slug, at each sign-in; `*` is all', async () => {
    const app = await several({ claimsMapping: { tenants: 'shops' } });
    await app.service.start();
    const [north, south] = [await makeTenant(app, 'north'), await makeTenant(app, 'south')];
    for (const [shops, tenantAccess, allowedTenants] of [
      [['north', south, 'unknown', 'north'], 'listed', [north, south]],
      ['south', 'listed', [south]],
      [['unknown'], 'none', []],
      [[], 'none', []],
      ['*', 'all', []],
      [undefined, 'all', []],
    ] as const) {
      someone('claimed', { shops });
      expect([shops, (await signInThroughProvider(app)).body.user]).toMatchObject([
        shops,
        { tenantAccess, allowedTenants },
      ]);
    }
    const told = (
      await app.knex('svc_audit').where({ action: 'user:updated' }).orderBy('sequence').pluck('changes')
    ).map((changes) => JSON.parse(changes));
    expect(told[0]).toEqual({ allowedTenants: { before: [north, south], after: [south] }, provider: 'oidc' });
    await app.close();
  });

  test('are all that a claim of many names lists', async () => {
    const app = await several({ claimsMapping: { tenants: 'shops' } });
    await app.service.start();
    const others = Array.from({ length: 1000 }, (_, n) => `team-${n}`);
    const [north, south] = [await makeTenant(app, 'north'), await makeTenant(app, 'south')];
    someone('claimed', { shops: ['north', ...others, south, 'default'] });
    expect((await signInThroughProvider(app)).body.user.allowedTenants).toEqual([north, south, 'default']);
    await app.close();
  });

  test('with one tenant are all', async () => {
    someone('single');
    expect((await signInThroughProvider(app)).body.user).toMatchObject({
      tenantAccess: 'all',
      allowedTenants: [],
    });
  });
});

describe('an unverified address', () => {
  test('is marked as unverified, becomes verified when the provider says so, and links no user before', async () => {
    someone('unverified', { email: 'later@shop.example', email_verified: undefined });
    const { user } = (await signInThroughProvider(app)).body;
    expect(user.emailVerified).toBe(false);
    await app
      .knex('svc_users')
      .where({ id: user.id })
      .update({ identity_issuer: null, identity_subject: null });
    someone('owner', { email: 'later@shop.example' });
    expect((await signInThroughProvider(app)).body.code).toBe('identity_conflict');
    await app
      .knex('svc_users')
      .where({ id: user.id })
      .update({ identity_issuer: provider.issuer, identity_subject: 'unverified' });
    someone('unverified', { email: 'other@shop.example' });
    expect((await signInThroughProvider(app)).body.user.emailVerified).toBe(false);
    someone('unverified', { email: 'Later@shop.example' });
    expect((await signInThroughProvider(app)).body.user.emailVerified).toBe(true);
  });
});
