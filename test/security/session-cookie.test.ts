import { createUser, userPassword } from '../support/accounts';
import { createTestApp, type TestApp } from '../support/create-test-app';
import { adminEmail, adminPassword, masterSecret } from '../support/sign-in-app';
import { totpCode } from '../support/totp';

const ownPage = { 'Sec-Fetch-Site': 'same-origin' };
const tls = { 'X-Forwarded-Proto': 'https' };
let app: TestApp;
let email: string;

const auth = { adminEmail, adminPassword, masterSecret };
const config = { trustProxy: true, rateLimit: false, auth } as const;

beforeEach(async () => {
  app = await createTestApp({ config });
  ({ email } = await createUser(app, { role: 'superadmin', signIn: false }));
});
afterEach(() => app.close());

type Headers = Readonly<Record<string, string>>;
const send = (method: 'get' | 'post' | 'put' | 'delete', path: string, headers: Headers, of = app) =>
  of.request[method](`${of.adminBase}${path}`).set(headers);
const login = (headers: Headers = ownPage, body: object = {}, of = app) =>
  send('post', '/auth/login', headers, of).send({
    email,
    password: userPassword,
    session: 'cookie',
    ...body,
  });
const sessionCookies = (headers: Readonly<Record<string, unknown>>): string[] =>
  [headers['set-cookie'] ?? []]
    .flat()
    .map(String)
    .filter((cookie) => cookie.includes('svc_admin_'));
const signIn = async (headers: Headers = ownPage, of = app) => {
  const answer = await login(headers, {}, of).expect(200);
  const [cookie = ''] = sessionCookies(answer.headers);
  return { Cookie: cookie.split(';')[0] ?? '' };
};
const me = (headers: Headers, of = app) => send('get', '/auth/me', headers, of);

test('is set without the token in the body, for this host only, until the session expires', async () => {
  const { body, headers } = await login({ ...ownPage, ...tls }).expect(200);
  expect(Object.keys(body).sort()).toEqual(['expiresAt', 'user']);
  expect(sessionCookies(headers)).toEqual([
    expect.stringMatching(
      /^__Host-svc_admin_[0-9a-f]{8}=[\w.-]+; Max-Age=1800; Path=\/; HttpOnly; Secure; SameSite=Strict$/,
    ),
  ]);
  expect(headers['cache-control']).toBe('no-store');
  const plain = await login().expect(200);
  expect(sessionCookies(plain.headers)).toEqual([
    expect.stringMatching(
      /^svc_admin_[0-9a-f]{8}=[\w.-]+; Max-Age=1800; Path=\/svc\/admin\/v1; HttpOnly; SameSite=Strict$/,
    ),
  ]);
});

test('is set only when it is asked for, and never over plain HTTP under the name that TLS has', async () => {
  const { body, headers } = await login(ownPage, { session: 'token' }).expect(200);
  expect([typeof body.token, sessionCookies(headers)]).toEqual(['string', []]);
  await login(ownPage, { session: 'jar' }).expect(400);
  const { Cookie } = await signIn({ ...ownPage, ...tls });
  await me({ Cookie, ...ownPage, ...tls }).expect(200);
  // A page without TLS, or a subdomain, can set only the name without the prefix.
  await me({ Cookie: Cookie.replace('__Host-', ''), ...ownPage, ...tls }).expect(401);
});

test.each<[string, Headers, number]>([
  ['a page of the dashboard', ownPage, 200],
  ['a browser without Sec-Fetch-Site, with the header', { 'X-Requested-With': 'fetch' }, 200],
  [
    'such a browser from its own origin',
    { 'X-Requested-With': 'fetch', Host: 'a.example', Origin: 'http://a.example' },
    200,
  ],
  [
    'such a browser from another origin',
    { 'X-Requested-With': 'fetch', Host: 'a.example', Origin: 'http://b.example' },
    401,
  ],
  ['such a browser from no origin', { 'X-Requested-With': 'fetch', Origin: 'null' }, 401],
  ['neither', {}, 401],
  ['an empty header', { 'X-Requested-With': '' }, 401],
  ['a sibling subdomain', { 'Sec-Fetch-Site': 'same-site', 'X-Requested-With': 'fetch' }, 401],
  ['another site', { 'Sec-Fetch-Site': 'cross-site', 'X-Requested-With': 'fetch' }, 401],
  ['the address bar', { 'Sec-Fetch-Site': 'none', 'X-Requested-With': 'fetch' }, 401],
  ['a list of sites', { 'Sec-Fetch-Site': 'cross-site, same-origin', 'X-Requested-With': 'fetch' }, 401],
])('is judged by where the request comes from: %s', async (_name, from, status) => {
  const cookie = await signIn();
  expect((await me({ ...cookie, ...from })).status).toBe(status);
  const write = await send('put', '/auth/me', { ...cookie, ...from }).send({ name: 'Changed' });
  expect(write.status).toBe(status);
  expect((await me({ ...cookie, ...ownPage }).expect(200)).body.name === 'Changed').toBe(status === 200);
  // The same rule decides who can ask for a cookie: otherwise a page could sign the browser in as somebody else.
  const asked = await login(from);
  expect([asked.status, sessionCookies(asked.headers).length]).toEqual(status === 200 ? [200, 1] : [403, 0]);
});

test('works for a navigation to a download from the dashboard, and not from another site', async () => {
  const cookie = await signIn();
  const navigate = (site: string) =>
    send('get', '/export/consents', {
      ...cookie,
      'Sec-Fetch-Site': site,
      'Sec-Fetch-Mode': 'navigate',
      'Sec-Fetch-Dest': 'document',
    });
  const { headers } = await navigate('same-origin').expect(200);
  expect([headers['content-disposition'], headers['cache-control']]).toEqual([
    expect.stringMatching(/^attachment/),
    'no-store',
  ]);
  await navigate('cross-site').expect(401);
});

test('no other origin gets to read an answer or to pass a preflight with the header', async () => {
  const { headers } = await app.request.options(`${app.adminBase}/auth/login`).set({
    Origin: 'https://evil.example',
    'Access-Control-Request-Method': 'POST',
    'Access-Control-Request-Headers': 'x-requested-with',
  });
  expect(headers['access-control-allow-credentials']).toBeUndefined();
  expect(String(headers['access-control-allow-headers']).toLowerCase()).not.toContain('x-requested-with');
});

test('is ignored beside an Authorization header, which alone decides', async () => {
  const cookie = await signIn();
  const both = (authorization: string) => me({ ...cookie, ...ownPage, Authorization: authorization });
  await both('Bearer wrong').expect(401);
  await both('').expect(401);
  const { body } = await login(ownPage, { session: 'token' });
  await me({
    Cookie: 'svc_admin_0=x',
    Authorization: `Bearer ${body.token}`,
    'Sec-Fetch-Site': 'cross-site',
  }).expect(200);
});

test('its value is not valid as a bearer token, nor a bearer token as a cookie', async () => {
  const { Cookie } = await signIn();
  const [name = '', value = ''] = Cookie.split('=');
  await me({ Authorization: `Bearer ${value}` }).expect(401);
  const { body } = await login(ownPage, { session: 'token' });
  await me({ Cookie: `${name}=${body.token}`, ...ownPage }).expect(401);
  for (const forged of ['', 'x', `${value.slice(0, -2)}xx`, '%', 'a'.repeat(4000)])
    await me({ Cookie: `${name}=${forged}`, ...ownPage }).expect(401);
});

test('is one of the user’s sessions: refreshed, listed, ended from elsewhere and by logging out', async () => {
  const cookie = { ...(await signIn()), ...ownPage };
  app.clock.advance(20 * 60_000);
  const refreshed = await send('post', '/auth/refresh', cookie).expect(200);
  expect(Object.keys(refreshed.body)).toEqual(['expiresAt']);
  const [next = ''] = sessionCookies(refreshed.headers);
  const later = { Cookie: next.split(';')[0] ?? '', ...ownPage };
  app.clock.advance(20 * 60_000);
  // The first one has expired, the session has not.
  await me(cookie).expect(401);
  const { body: sessions } = await send('get', '/auth/sessions', later).expect(200);
  expect(sessions).toEqual([expect.objectContaining({ current: true })]);

  const other = { ...(await signIn()), ...ownPage };
  await send('delete', `/auth/sessions/${sessions[0].id}`, other).expect(200);
  await me(later).expect(401);
  const out = await send('post', '/auth/logout', other).expect(200);
  expect(sessionCookies(out.headers)).toEqual([
    expect.stringMatching(/^svc_admin_\w+=; Max-Age=0; Path=\/svc/),
  ]);
  await me(other).expect(401);
});

test('ends at the latest when the session does, however often it is refreshed', async () => {
  let cookie = await signIn();
  for (let minutes = 0; minutes < 12 * 60 - 25; minutes += 25) {
    app.clock.advance(25 * 60_000);
    const { headers } = await send('post', '/auth/refresh', { ...cookie, ...ownPage }).expect(200);
    cookie = { Cookie: sessionCookies(headers)[0]?.split(';')[0] ?? '' };
  }
  app.clock.advance(25 * 60_000);
  await me({ ...cookie, ...ownPage }).expect(401);
});

test('each sign-in starts a new session, whatever cookie the browser had', async () => {
  const first = await signIn();
  const second = await signIn({ ...first, ...ownPage });
  expect(second.Cookie).not.toBe(first.Cookie);
  await send('post', '/auth/logout', { ...second, ...ownPage }).expect(200);
  await me({ ...second, ...ownPage }).expect(401);
});

test('a refused sign-in sets none, and a refused cookie is in the audit log once', async () => {
  const { headers } = await login(ownPage, { password: 'wrong' }).expect(401);
  expect(headers['set-cookie']).toBeUndefined();
  const { Cookie } = await signIn();
  for (let i = 0; i < 3; i += 1) await me({ Cookie }).expect(401);
  await me({}).expect(401);
  const refused = await app.knex('svc_audit').where({ action: 'auth:tokenRefused' }).pluck('resource_id');
  expect(refused).toEqual(['getCurrentUser']);
});

test('the cookies of two services on one host do not meet, whatever their secrets', async () => {
  const other = await createTestApp({ config: { ...config, basePath: '/other' } });
  email = (await createUser(other, { signIn: false })).email;
  const theirs = await signIn({ ...ownPage, ...tls }, other);
  email = (await createUser(app, { signIn: false })).email;
  const ours = await signIn({ ...ownPage, ...tls });
  // A browser sends both to each.
  const both = { Cookie: `${theirs.Cookie}; ${ours.Cookie}`, ...ownPage, ...tls };
  await me(both).expect(200);
  await me(both, other).expect(200);
  await me({ ...theirs, ...ownPage, ...tls }).expect(401);
  await other.close();
});

test('a long list of tenants and roles does not make it too large for browsers', async () => {
  const several = await createTestApp({ config: { ...config, tenancy: { enabled: true } } });
  const ids: string[] = [];
  for (let i = 0; i < 40; i += 1) {
    const { body } = await several.request
      .post(`${several.adminBase}/tenants`)
      .set(await several.asAdmin())
      .send({ name: `Shop ${i}`, slug: `shop-${i}` })
      .expect(201);
    ids.push(body.id);
  }
  email = (await createUser(several, { allowedTenants: ids, signIn: false })).email;
  const { Cookie } = await signIn({ ...ownPage, ...tls }, several);
  expect(Cookie.length).toBeLessThan(1000);
  const read = (tenant: string) =>
    send('get', '/profiles', { Cookie, ...ownPage, ...tls, 'X-Tenant-Id': tenant }, several);
  await read(ids[7] ?? '').expect(200);
  await read('default').expect(403);
  await several.close();
});

test('needs the one-time code like any sign-in', async () => {
  await app.close();
  app = await createTestApp({ config: { ...config, auth: { ...auth, totp: 'required' } } });
  ({ email } = await createUser(app, { signIn: false }));
  const cookie = { ...(await signIn()), ...ownPage };
  const { secret } = (await send('post', '/auth/totp/setup', cookie).expect(200)).body;
  await send('post', '/auth/totp/verify', cookie)
    .send({ code: totpCode(secret, app.clock.now()), currentPassword: userPassword })
    .expect(200);
  app.clock.advance(60_000);
  const asked = await login().expect(401);
  expect([asked.body.totpRequired, sessionCookies(asked.headers)]).toEqual([true, []]);
  const entered = await login(ownPage, { totp: totpCode(secret, app.clock.now()) }).expect(200);
  expect([entered.body.token, sessionCookies(entered.headers).length]).toEqual([undefined, 1]);
});

describe('of several cookies of its name', () => {
  const setCookies = ({ headers }: { headers: Readonly<Record<string, unknown>> }) =>
    [headers['set-cookie'] ?? []].flat().map(String);
  const endedPlaces = (answer: { headers: Readonly<Record<string, unknown>> }) =>
    setCookies(answer)
      .filter((cookie) => cookie.includes('svc_admin_') && cookie.includes('Max-Age=0'))
      .map((cookie) => /Path=[^;]*/.exec(cookie)?.[0]);

  test('the valid one counts, and of two sessions the newer, in any order', async () => {
    const older = await signIn();
    app.clock.advance(1000);
    const other = await createUser(app, { role: 'viewer', signIn: false });
    const [pair = ''] = sessionCookies((await login(ownPage, { email: other.email }).expect(200)).headers);
    const newer = pair.split(';')[0] ?? '';
    const planted = older.Cookie.replace(/=.*/, '=planted');
    const meAs = async (...cookies: string[]) =>
      (await me({ Cookie: cookies.join('; '), ...ownPage }).expect(200)).body.email;
    expect(await meAs(planted, older.Cookie)).toBe(email);
    expect(await meAs(older.Cookie, planted)).toBe(email);
    expect(await meAs(older.Cookie, newer)).toBe(other.email);
    expect(await meAs(newer, older.Cookie)).toBe(other.email);
    await me({ Cookie: `${planted}; ${planted}`, ...ownPage }).expect(401);
  });

  test('sign-in, refresh and logout end those on other paths', async () => {
    const { Cookie } = await signIn();
    const held = `${Cookie.replace(/=.*/, '=old')}; ${Cookie}`;
    const answers = [
      await login({ ...ownPage, Cookie: held }).expect(200),
      await send('post', '/auth/refresh', { ...ownPage, Cookie: held }).expect(200),
      await send('post', '/auth/logout', { ...ownPage, Cookie: held }).expect(200),
    ];
    for (const answer of answers)
      expect(endedPlaces(answer)).toEqual(expect.arrayContaining(['Path=/', 'Path=/svc', 'Path=/svc/admin']));
    expect(endedPlaces(answers[0] ?? { headers: {} })).not.toContain('Path=/svc/admin/v1');
    // The prefix of the name over TLS leaves one place only.
    const secure = await signIn({ ...ownPage, ...tls });
    const again = await login({ ...ownPage, ...tls, Cookie: `${secure.Cookie}; ${secure.Cookie}` }).expect(
      200,
    );
    expect(endedPlaces(again)).toEqual([]);
  });
});
