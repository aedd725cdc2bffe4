import { createUser, signInAs, userPassword } from '../support/accounts';
import { createTestApp, type TestApp, type TestAppOptions } from '../support/create-test-app';
import { createJwtApp, hostToken } from '../support/jwt';

const ownPage = { 'Sec-Fetch-Site': 'same-origin' };
const close: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of close.splice(0)) await end();
});

async function open(config: TestAppOptions['config'] = { rateLimit: false }): Promise<TestApp> {
  const app = await createTestApp({ config });
  close.push(app.close);
  return app;
}
const ask = (app: TestApp, headers: Record<string, string> = {}, path = '/auth/session') =>
  app.request.get(`${app.adminBase}${path}`).set(headers);

async function cookieOf(app: TestApp, email: string): Promise<string> {
  const { headers } = await app.request
    .post(`${app.adminBase}/auth/login`)
    .set(ownPage)
    .send({ email, password: userPassword, session: 'cookie' })
    .expect(200);
  const cookie = [headers['set-cookie']].flat().find((text) => text?.startsWith('svc_admin_'));
  return cookie?.split(';')[0] ?? '';
}

test('a stranger learns that nobody is signed in, and nothing else', async () => {
  const app = await open();
  const { body, headers } = await ask(app).expect(200);
  expect(body).toEqual({ user: null });
  expect([headers['cache-control'], headers['set-cookie']]).toEqual(['no-store', undefined]);
  expect(await app.knex('svc_audit').where({ action: 'auth:tokenRefused' })).toEqual([]);
});

test('whoever is signed in gets what /auth/me returns, by token and by cookie', async () => {
  const app = await open();
  const { as, email } = await createUser(app, { role: 'auditor' });
  const me = await ask(app, as, '/auth/me').expect(200);
  expect((await ask(app, as).expect(200)).body).toEqual({ user: me.body });
  const page = { Cookie: await cookieOf(app, email), ...ownPage };
  expect((await ask(app, page).expect(200)).body.user).toMatchObject({ email, mode: 'local' });
});

test('a page of another site learns nothing with the browser’s cookie', async () => {
  const app = await open();
  const { email } = await createUser(app, { signIn: false });
  const Cookie = await cookieOf(app, email);
  const elsewhere: Record<string, string>[] = [
    { 'Sec-Fetch-Site': 'cross-site' },
    { 'Sec-Fetch-Site': 'same-site' },
    {},
  ];
  for (const from of elsewhere) {
    const { body, headers } = await ask(app, { Cookie, ...from }).expect(200);
    expect([body, headers['access-control-allow-credentials']]).toEqual([{ user: null }, undefined]);
  }
});

test('a session that has ended is none, while /auth/me answers 401; both are in the audit log', async () => {
  const app = await open();
  const { id, email, as } = await createUser(app);
  const expired = await signInAs(app, email);
  await app.request.post(`${app.adminBase}/auth/logout`).set(as).expect(200);
  app.clock.advance(31 * 60_000);
  await app.request
    .put(`${app.adminBase}/users/${id}`)
    .set(await app.asAdmin())
    .send({ active: false })
    .expect(200);
  for (const headers of [as, expired, { Authorization: 'Bearer forged' }, { Authorization: '' }]) {
    expect((await ask(app, headers).expect(200)).body).toEqual({ user: null });
    await ask(app, headers, '/auth/me').expect(401);
  }
  const refused = await app.knex('svc_audit').where({ action: 'auth:tokenRefused' }).orderBy('sequence');
  expect(refused.map(({ resource_id }) => resource_id)).toEqual(['getCurrentSession', 'getCurrentUser']);
});

test('it is rate limited like the rest of the API', async () => {
  const app = await open({ rateLimit: { admin: { limit: 2, windowSeconds: 60 } } });
  await ask(app).expect(200);
  await ask(app).expect(200);
  expect((await ask(app).expect(429)).body.code).toBe('rate_limited');
});

test('in mode jwt it knows the host’s token, and names a refused identity', async () => {
  const app = await createJwtApp();
  close.push(app.close);
  const bearer = (token: string) => ({ Authorization: `Bearer ${token}` });
  expect((await ask(app, bearer(hostToken(app))).expect(200)).body.user).toMatchObject({ mode: 'jwt' });
  expect((await ask(app, bearer('forged')).expect(200)).body).toEqual({ user: null });
  const other = bearer(hostToken(app, { sub: 'another employee' }));
  expect((await ask(app, other).expect(403)).body.code).toBe('identity_conflict');
});

test('in mode custom the host’s function says who is signed in', async () => {
  const validateUser = (req: { headers: Record<string, unknown> }) =>
    req.headers['x-host-user'] ? { email: 'ada@shop.example', role: 'viewer' } : null;
  const app = await open({ auth: { mode: 'custom', validateUser } });
  expect((await ask(app, { 'X-Host-User': 'ada' }).expect(200)).body.user.email).toBe('ada@shop.example');
  expect((await ask(app).expect(200)).body).toEqual({ user: null });
});
