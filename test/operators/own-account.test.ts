import { createUser, type SignedIn, signInAs, type TestUser, userPassword } from '../support/accounts';
import { createTestApp, type TestApp } from '../support/create-test-app';
import { startFakeOidcProvider } from '../support/fake-oidc-provider';
import { bearing, createJwtApp, hostToken } from '../support/jwt';
import { signInThroughProvider } from '../support/oidc-browser';
import { masterSecret } from '../support/sign-in-app';
import { totpCode, wrongCode } from '../support/totp';

const newPassword = 'a lamp beside two rivers';
let app: TestApp;
let user: TestUser;
const send = (
  method: 'get' | 'post' | 'put' | 'delete',
  path: string,
  as: SignedIn,
  body?: object,
  of = app,
) => {
  const request = of.request[method](`${of.adminBase}${path}`).set(as);
  return body === undefined ? request : request.send(body);
};
const me = (as: SignedIn) => send('get', '/auth/me', as);
const audited = async (action: string) =>
  (
    await app.knex('svc_audit').where({ action, user_email: user.email }).orderBy('sequence').pluck('changes')
  ).map((changes) => JSON.parse(changes));

describe('whoever is signed in with a password', () => {
  beforeEach(async () => {
    app = await createTestApp({ config: { rateLimit: false } });
    user = await createUser(app, { role: [] });
  });
  afterEach(() => app.close());

  const change = (body: object) => send('post', '/auth/password', user.as, { newPassword, ...body });

  async function turnOnTotp(): Promise<string> {
    const { secret } = (await send('post', '/auth/totp/setup', user.as).expect(200)).body;
    await send('post', '/auth/totp/verify', user.as, {
      code: totpCode(secret, app.clock.now()),
      currentPassword: userPassword,
    }).expect(200);
    app.clock.advance(30_000);
    return secret;
  }

  test('changes their own name, whatever their roles', async () => {
    expect((await send('put', '/auth/me', user.as, { name: 'Zoë' }).expect(200)).body).toMatchObject({
      id: user.id,
      name: 'Zoë',
    });
    expect((await me(user.as)).body.name).toBe('Zoë');
    await send('put', '/auth/me', user.as, { name: 'Zoë' }).expect(200);
    expect(await audited('user:updated')).toEqual([{ name: { before: expect.any(String), after: 'Zoë' } }]);
    for (const body of [{}, { name: ' ' }, { name: 5 }])
      await send('put', '/auth/me', user.as, body).expect(400);
    // Nothing else can be changed on the way.
    await send('put', '/auth/me', user.as, {
      name: 'Zoë',
      email: 'other@shop.example',
      active: false,
    }).expect(200);
    expect((await me(user.as)).body.email).toBe(user.email);
  });

  test('reads what they can do, where, and until when', async () => {
    const [shop, role] = ['default', ['users:read', 'profiles:read', 'audit:read'] as const];
    const scoped = await createUser(app, { role, allowedTenants: [shop] });
    const { body } = await me(scoped.as).expect(200);
    expect(body).toMatchObject({
      permissions: ['audit:read', 'profiles:read', 'users:read'],
      tenants: [shop],
      mode: 'local',
    });
    const [session] = (await send('get', '/auth/sessions', scoped.as).expect(200)).body;
    expect(body.session).toEqual({ expiresAt: session.expiresAt, endsAt: session.endsAt });
    expect((await me(await app.asAdmin())).body.tenants).toBeNull();
    // A permission that is taken away is gone at once.
    await app.knex('svc_role_permissions').where({ permission_id: 'audit:read' }).delete();
    expect((await me(scoped.as)).body.permissions).toEqual(['profiles:read', 'users:read']);
  });

  test('ends all other sessions at once, and nobody else’s', async () => {
    const elsewhere = [await signInAs(app, user.email), await signInAs(app, user.email)];
    const other = await createUser(app);
    expect((await send('delete', '/auth/sessions', user.as).expect(200)).body).toEqual({ ended: 2 });
    for (const as of elsewhere) await me(as).expect(401);
    await me(user.as).expect(200);
    await me(other.as).expect(200);
    expect((await send('delete', '/auth/sessions', user.as).expect(200)).body).toEqual({ ended: 0 });
    expect(await audited('auth:otherSessionsEnded')).toEqual([{ ended: 2 }]);
    await send('delete', '/auth/sessions', { Authorization: '' }).expect(401);
  });

  test('changes their own password with the old one, which ends every other session', async () => {
    const elsewhere = await signInAs(app, user.email);
    expect((await change({ currentPassword: userPassword }).expect(200)).body).toEqual({ ok: true });
    await me(user.as).expect(200);
    await me(elsewhere).expect(401);
    await send('post', '/auth/login', {} as SignedIn, { email: user.email, password: userPassword }).expect(
      401,
    );
    await signInAs(app, user.email, newPassword);
    expect(await audited('user:updated')).toEqual([{ passwordChanged: true }]);
  });

  test('cannot with an old session alone, a wrong password or a weak new one', async () => {
    app.clock.advance(10 * 60_000 + 1);
    expect((await change({}).expect(403)).body).toEqual({
      error: expect.any(String),
      code: 'reauthentication_required',
      accepts: ['signIn', 'currentPassword', 'totp'],
    });
    expect((await change({ currentPassword: 'not this one' }).expect(400)).body.code).toBe('wrong_password');
    for (const weak of ['password1234', user.email, 'short'])
      expect(
        (await change({ currentPassword: userPassword, newPassword: weak }).expect(400)).body.details,
      ).toMatchObject([{ path: 'newPassword' }]);
    expect(await audited('user:passwordRefused')).toEqual([
      { purpose: 'password', reason: 'wrong_password' },
    ]);
    await signInAs(app, user.email);
  });

  test('guesses the current password five times in a quarter of an hour, also at once; then not even the right one helps', async () => {
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => change({ currentPassword: 'a wrong guess' })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([400, 400, 400, 400, 400, 429, 429, 429]);
    expect((await change({ currentPassword: userPassword }).expect(429)).headers['retry-after']).toBe('900');
    expect((await audited('user:passwordRefused')).map(({ reason }) => reason).sort()).toEqual([
      'locked',
      ...Array(5).fill('wrong_password'),
    ]);
    // The owner can still sign in.
    await signInAs(app, user.email);
    app.clock.advance(15 * 60_000);
    await change({ currentPassword: userPassword }).expect(200);
  });

  test('proves it with a fresh one-time code as well, once', async () => {
    const secret = await turnOnTotp();
    expect((await change({ totp: wrongCode(secret, app.clock.now()) }).expect(400)).body.code).toBe(
      'invalid_totp_code',
    );
    const totp = totpCode(secret, app.clock.now());
    await change({ totp }).expect(200);
    expect((await change({ totp, newPassword: 'three kettles on a hill' }).expect(400)).body.code).toBe(
      'invalid_totp_code',
    );
  });

  test('switches one-time codes on with the password, off with a code, and is signed out elsewhere by both', async () => {
    const elsewhere = await signInAs(app, user.email);
    const { secret } = (await send('post', '/auth/totp/setup', user.as).expect(200)).body;
    const verify = (body: object) =>
      send('post', '/auth/totp/verify', user.as, { code: totpCode(secret, app.clock.now()), ...body });
    app.clock.advance(10 * 60_000 + 1);
    expect((await verify({}).expect(403)).body.code).toBe('reauthentication_required');
    expect((await verify({ currentPassword: 'not this one' }).expect(400)).body.code).toBe('wrong_password');
    await me(elsewhere).expect(200);
    await verify({ currentPassword: userPassword }).expect(200);
    await me(elsewhere).expect(401);
    app.clock.advance(30_000);
    const again = await signInAs(app, user.email);
    await send('post', '/auth/totp/disable', user.as, { code: totpCode(secret, app.clock.now()) }).expect(
      200,
    );
    await me(again).expect(401);
    await me(user.as).expect(200);
  });

  test('sees and ends only their own sessions', async () => {
    app.clock.advance(1000);
    const second = await signInAs(app, user.email);
    const other = await createUser(app);
    const sessions = (await send('get', '/auth/sessions', second).expect(200)).body;
    const now = app.clock.now();
    expect(sessions).toEqual([
      {
        id: expect.any(String),
        createdAt: new Date(now).toISOString(),
        refreshedAt: new Date(now).toISOString(),
        expiresAt: expect.stringMatching(/Z$/),
        endsAt: expect.stringMatching(/Z$/),
        current: true,
      },
      expect.objectContaining({ createdAt: new Date(now - 1000).toISOString(), current: false }),
    ]);
    const [newest, oldest] = sessions.map(({ id }: { id: string }) => `/auth/sessions/${id}`);
    expect((await send('delete', newest, other.as).expect(404)).body.code).toBe('session_not_found');
    await send('delete', oldest, second).expect(200);
    await me(user.as).expect(401);
    await send('delete', oldest, second).expect(404);
    expect((await send('get', '/auth/sessions', second)).body).toHaveLength(1);
    await send('delete', newest, second).expect(200);
    await me(second).expect(401);
  });

  test('the first admin cannot have a password that anyone tries first', async () => {
    const auth = {
      mode: 'local',
      adminEmail: 'root@shop.example',
      adminPassword: 'administrator1',
      masterSecret,
    } as const;
    const refused = await createTestApp({ config: { auth } }).catch((error) => error);
    expect([refused.name, refused.errors]).toEqual([
      'ConfigError',
      [{ path: 'auth.adminPassword', message: expect.stringContaining('consists of common words') }],
    ]);
  });
});

test('who came through a provider proves it with a sign-in of the last ten minutes', async () => {
  app = await createTestApp();
  const provider = await startFakeOidcProvider(app.clock);
  const own = await createTestApp({
    clock: app.clock,
    config: { rateLimit: false, auth: { mode: 'oidc', masterSecret, oidc: provider.config } },
  });
  provider.signInAs({ sub: 'ada', email: 'ada@shop.example', email_verified: true });
  const { token } = (await signInThroughProvider(own)).body;
  const as = { Authorization: `Bearer ${token}` };
  const { secret } = (await send('post', '/auth/totp/setup', as, undefined, own).expect(200)).body;
  const verify = () =>
    send('post', '/auth/totp/verify', as, { code: totpCode(secret, app.clock.now()) }, own);
  app.clock.advance(10 * 60_000 + 1);
  expect((await verify().expect(403)).body).toMatchObject({
    code: 'reauthentication_required',
    accepts: ['signIn', 'totp'],
  });
  app.clock.advance(-1);
  await verify().expect(200);
  for (const [method, path] of [
    ['put', '/auth/me'],
    ['post', '/auth/password'],
  ] as const)
    expect((await send(method, path, as, { name: 'x' }, own).expect(404)).body.code).toBe(
      'auth_mode_disabled',
    );
  expect((await send('get', '/auth/sessions', as, undefined, own).expect(200)).body).toHaveLength(1);
  await own.close();
  await provider.close();
  await app.close();
});

test('in mode jwt the token must be of the last ten minutes', async () => {
  app = await createJwtApp();
  const seconds = () => Math.floor(app.clock.now() / 1000);
  const as = (claims: object) => bearing(hostToken(app, { ...claims, exp: seconds() + 3600 }));
  const { secret } = (await send('post', '/auth/totp/setup', as({})).expect(200)).body;
  const verify = (claims: object) =>
    send('post', '/auth/totp/verify', as(claims), { code: totpCode(secret, app.clock.now()) });
  for (const claims of [{}, { iat: seconds() - 601 }, { iat: seconds() + 3600 }])
    expect((await verify(claims).expect(403)).body.code).toBe('reauthentication_required');
  await verify({ iat: seconds() - 599 }).expect(200);
  await app.close();
});
