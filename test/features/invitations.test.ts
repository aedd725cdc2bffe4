import { createUser, type SignedIn, signInAs, userPassword } from '../support/accounts';
import { adminEmail, adminPassword, createTestApp, type TestApp } from '../support/create-test-app';
import { createJwtApp } from '../support/jwt';
import { masterSecret } from '../support/sign-in-app';

const password = 'a lamp beside two rivers';
let app: TestApp;
let admin: SignedIn;
const events: { name: string; email: string; token: string; link: string }[] = [];

const auth = { adminEmail, adminPassword, masterSecret };
beforeEach(async () => {
  app = await createTestApp({ config: { rateLimit: false, trustProxy: true, auth } });
  admin = await app.asAdmin();
  events.length = 0;
  for (const name of ['user.invited', 'user.resetLinkCreated'] as const)
    app.service.events.on(name, ({ email, token, link }) => events.push({ name, email, token, link }));
});
afterEach(() => app.close());

const newcomer = { name: 'Nora', email: 'Nora@Shop.example' };
const post = (
  path: string,
  body: object = {},
  as: Partial<SignedIn> & Record<string, string> = admin,
  of = app,
) => of.request.post(`${of.adminBase}${path}`).set(as).send(body);
const invite = async (body: object = {}) =>
  (await post('/users', { ...newcomer, invite: true, ...body }).expect(201)).body;
const accept = (token: string, chosen = password, ip = '192.0.2.1') =>
  post('/auth/accept', { token, password: chosen }, { 'X-Forwarded-For': ip });
const login = (email: string, chosen: string) => post('/auth/login', { email, password: chosen }, {});
const audited = async (action: string) =>
  (await app.knex('svc_audit').where({ action }).orderBy('sequence').pluck('changes')).map((text) =>
    JSON.parse(text),
  );
const me = (as: SignedIn) => app.request.get(`${app.adminBase}/auth/me`).set(as);
const refused = {
  error: 'This link is not valid, has expired or was used before; ask for a new one.',
  code: 'invalid_account_link',
};

test('an invited user has no password until they choose one, once, with the link', async () => {
  const { invitation, ...user } = await invite();
  expect(user).toMatchObject({ email: 'nora@shop.example', active: true, lastLoginAt: null });
  expect(invitation).toEqual({
    token: expect.any(String),
    link: expect.stringMatching(/^http:\/\/[^/]+\/svc\/#accept=/),
    expiresAt: new Date(app.clock.now() + 72 * 3_600_000).toISOString(),
  });
  expect(new URLSearchParams(new URL(invitation.link).hash.slice(1)).get('accept')).toBe(invitation.token);
  const { token, link } = invitation;
  expect(events).toEqual([{ name: 'user.invited', email: 'nora@shop.example', token, link }]);
  for (const guess of ['', 'null', password])
    expect((await login(user.email, guess)).status).toBe(guess === '' ? 400 : 401);

  expect((await accept(token).expect(200)).body).toEqual({ email: 'nora@shop.example' });
  await login(user.email, password).expect(200);
  expect((await accept(token, 'a second lamp beside rivers').expect(400)).body).toEqual(refused);
  await login(user.email, password).expect(200);
  const changes = await audited('user:invited');
  expect(changes).toEqual([{ expiresAt: invitation.expiresAt }]);
  expect(await audited('user:passwordSetByLink')).toEqual([{}]);
  // Neither the audit log nor the user's row has the token.
  const stored = JSON.stringify([await app.knex('svc_audit'), await app.knex('svc_users')]);
  expect(stored).not.toContain(token);
});

test('a user has a password or an invitation', async () => {
  for (const [body, path] of [
    [{}, 'password'],
    [{ invite: false }, 'password'],
    [{ invite: true, password: userPassword }, 'password'],
  ] as const)
    expect((await post('/users', { ...newcomer, ...body }).expect(400)).body.details).toEqual([
      expect.objectContaining({ path }),
    ]);
  await post('/users', { ...newcomer, invite: 'yes' }).expect(400);
  expect(await app.knex('svc_users').where({ name: 'Nora' })).toEqual([]);
});

test('other modes have no invitations', async () => {
  const other = await createJwtApp();
  await post('/auth/accept', { token: 'x', password }, {}, other).expect(404);
  await other.close();
});

test('a reset link lets another user choose a new password, and ends their sessions when it is used', async () => {
  const user = await createUser(app);
  const { body } = await post(`/users/${user.id}/reset-link`).expect(201);
  expect(body.expiresAt).toBe(new Date(app.clock.now() + 24 * 3_600_000).toISOString());
  expect(events).toEqual([
    { name: 'user.resetLinkCreated', email: user.email, token: body.token, link: body.link },
  ]);
  await me(user.as).expect(200);
  await accept(body.token).expect(200);
  await me(user.as).expect(401);
  await login(user.email, userPassword).expect(401);
  await signInAs(app, user.email, password);
});

test('a link ends with its time, a new password, a new address, deactivation and deletion', async () => {
  const put = (id: string, body: object) =>
    app.request.put(`${app.adminBase}/users/${id}`).set(admin).send(body).expect(200);
  const ends: ((id: string) => Promise<unknown>)[] = [
    async () => app.clock.advance(24 * 3_600_000),
    (id) => put(id, { password: 'another lamp beside rivers' }),
    (id) => put(id, { email: 'elsewhere@shop.example' }),
    (id) => put(id, { active: false }),
    (id) => app.request.delete(`${app.adminBase}/users/${id}`).set(admin).expect(200),
  ];
  for (const end of ends) {
    const { id } = await createUser(app, { signIn: false });
    admin = await signInAs(app, adminEmail, adminPassword);
    const { token } = (await post(`/users/${id}/reset-link`).expect(201)).body;
    await end(id);
    expect((await accept(token).expect(400)).body).toEqual(refused);
    admin = await signInAs(app, adminEmail, adminPassword);
  }
});

test('a refused password does not use the link up, and of two uses at once one wins', async () => {
  const { invitation } = await invite();
  const { body } = await accept(invitation.token, 'Password2026!').expect(400);
  expect([body.code, body.details[0].path]).toEqual(['validation_failed', 'password']);
  await accept(invitation.token, 'short').expect(400);
  const both = await Promise.all([
    accept(invitation.token),
    accept(invitation.token, 'two rivers and a lamp'),
  ]);
  expect(both.map(({ status }) => status).sort()).toEqual([200, 400]);
});

test('forged tokens all get one answer, are recorded, and are limited', async () => {
  const { invitation } = await invite();
  const { token } = invitation;
  const forged = ['x', `${token.slice(0, -4)}AAAA`, token.replace(/^[^.]*/, 'kept'), '..', '%00'];
  for (const wrong of forged) expect((await accept(wrong).expect(400)).body).toEqual(refused);
  expect((await audited('auth:loginFailed')).map(({ email, reason }) => [email, reason])).toEqual(
    forged.map(() => [null, 'invalid_link']),
  );
  for (let i = forged.length; i < 100; i += 1) await accept('x').expect(400);
  const { body, headers } = await accept(token).expect(429);
  expect([body.code, Number(headers['retry-after']) > 0]).toEqual(['rate_limited', true]);
  await accept(token, password, '198.51.100.7').expect(200);
});

test('users who cannot change a user cannot make links for them, and nobody for themselves', async () => {
  const superadmin = await createUser(app, { role: 'superadmin' });
  const helper = await createUser(app, { role: ['users:read', 'users:update'] });
  const reader = await createUser(app, { role: ['users:read'] });
  const scoped = await createUser(app, { role: ['users:update'], allowedTenants: ['default'] });
  const link = async (id: string, as: SignedIn) => {
    const { status, body } = await post(`/users/${id}/reset-link`, {}, as);
    return [status, body.code];
  };
  expect(await link(superadmin.id, helper.as)).toEqual([403, 'forbidden']);
  expect(await link(helper.id, reader.as)).toEqual([403, 'forbidden']);
  expect(await link(helper.id, scoped.as)).toEqual([403, expect.any(String)]);
  expect(await link('unknown', admin)).toEqual([404, 'user_not_found']);
  expect(await link(superadmin.id, superadmin.as)).toEqual([400, 'validation_failed']);
  expect(await link(helper.id, { Authorization: '' })).toEqual([401, 'unauthenticated']);
  expect(events).toEqual([]);
  await app.request.put(`${app.adminBase}/users/${reader.id}`).set(admin).send({ active: false }).expect(200);
  expect(await link(reader.id, admin)).toEqual([400, 'validation_failed']);
});
