import { describedRoutes } from '../../scripts/generate-api';
import { createUser, type SignedIn } from '../support/accounts';
import { createTestApp, type TestApp } from '../support/create-test-app';
import { type RawServer, serveRaw } from '../support/raw-http';

/**
 * No answer of the admin API may be kept by a cache, taken for another type, framed, or told to other sites
 * by its address.
 */
const demanded = {
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'x-frame-options': 'DENY',
  'cross-origin-resource-policy': 'same-origin',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
};

const routes = describedRoutes().admin;
const paths = [...new Set(routes.map(({ path }) => path))];
const named = routes.map((route) => [`${route.method} ${route.path}`, route] as const);

let app: TestApp;
let server: RawServer;
let admin: SignedIn;
let viewer: SignedIn;
beforeAll(async () => {
  app = await createTestApp({ config: { rateLimit: false, tenancy: { enabled: true } } });
  server = await serveRaw(app.app);
  admin = await app.asAdmin();
  viewer = (await createUser(app, { role: 'viewer' })).as;
});
afterAll(async () => {
  await server.close();
  await app.close();
});

const concrete = (path: string) => `${app.adminBase}${path.replace(/:\w+/g, 'unknown-1')}`;
/** The same for everyone and full of no data: a browser may keep them and ask whether they have changed. */
const describesThePackage = (path: string) =>
  ['', '/', '//', '/openapi.json'].includes((path.split('?')[0] ?? '').slice(app.adminBase.length));
const seen: Set<number> = new Set();
async function expectHeaders(...[request]: Parameters<RawServer['send']>): Promise<void> {
  const { status, headers } = await server.send(request);
  seen.add(status);
  const found = Object.fromEntries(Object.keys(demanded).map((name) => [name, headers[name]]));
  const expected =
    status === 200 && describesThePackage(request.path)
      ? { ...demanded, 'cache-control': 'private, no-cache' }
      : demanded;
  expect([request.method, request.path, status, found]).toEqual([
    request.method,
    request.path,
    status,
    expected,
  ]);
}

test.each(named)('%s says so whoever asks and whatever comes of it', async (_name, { method, path }) => {
  const own = { path: concrete(path), method };
  // Signing out would end the session that the others use.
  if (path !== '/auth/logout') {
    for (const headers of [admin, viewer]) await expectHeaders({ ...own, headers });
    await expectHeaders({ ...own, headers: { ...admin, 'X-Tenant-Id': 'unknown' } });
    await expectHeaders({ ...own, headers: admin, body: '{"broken' });
    await expectHeaders({ ...own, headers: { ...admin, 'Content-Type': 'text/plain' }, body: 'x' });
    await expectHeaders({ ...own, path: `${own.path}?a=1&a=2`, headers: admin });
  }
  await expectHeaders(own);
  await expectHeaders({
    ...own,
    headers: { Authorization: 'Bearer a.b.c', Origin: 'https://elsewhere.example' },
  });
});

test.each(paths)('%s says so to OPTIONS, HEAD and methods that it does not take', async (path) => {
  for (const method of ['OPTIONS', 'HEAD', 'PUT', 'PATCH', 'DELETE', 'POST', 'TRACE', 'PROPFIND']) {
    if (routes.some((route) => route.path === path && route.method === method)) continue;
    await expectHeaders({ method, path: concrete(path), headers: admin });
  }
  await expectHeaders({
    method: 'OPTIONS',
    path: concrete(path),
    headers: { Origin: 'https://elsewhere.example', 'Access-Control-Request-Method': 'GET' },
  });
});

test('unknown and undecodable paths, bodies that are too large and refused origins say so too', async () => {
  for (const path of [
    '/unknown',
    '',
    '/',
    '/%ff',
    '/profiles/%zz',
    '/profiles/%E0%A4%A',
    '//',
    '/profiles//x',
    `/${'x'.repeat(5000)}`,
  ])
    await expectHeaders({ method: 'GET', path: `${app.adminBase}${path}`, headers: admin });
  await expectHeaders({
    method: 'POST',
    path: `${app.adminBase}/profiles`,
    headers: admin,
    body: Buffer.alloc(6_000_000, 'x'),
  });
  const settings = app.request.patch(`${app.adminBase}/settings`).set(admin);
  await settings.send({ adminAllowedOrigins: ['https://admin.example'] }).expect(200);
  for (const method of ['GET', 'OPTIONS'])
    await expectHeaders({
      method,
      path: concrete('/settings'),
      headers: { ...admin, Origin: 'https://evil.example' },
    });
});

test('what anyone may send without a sign-in is small: a body is read and judged before anyone is refused', () => {
  const open = routes.filter(({ access, body }) => 'public' in access && body !== undefined);
  expect(open.map(({ id }) => id).sort()).toEqual([
    'acceptAccountLink',
    'answerTotpChallenge',
    'finishSaml',
    'login',
  ]);
  for (const { id, bodyBytes = Number.POSITIVE_INFINITY } of open)
    expect([id, bodyBytes <= 262_144]).toEqual([id, true]);
});

test('every kind of answer was among them', () => {
  for (const status of [200, 204, 400, 401, 403, 404, 405, 413, 415]) expect([...seen]).toContain(status);
});

test('a service that cannot start, or has been closed, says so too', async () => {
  const closed = await createTestApp();
  await closed.service.start();
  await closed.service.close();
  for (const { method, path } of routes) {
    const answer = await closed.request[method.toLowerCase() as 'get'](
      closed.adminBase + path.replace(/:\w+/g, 'unknown-1'),
    );
    expect([path, answer.status]).toEqual([path, 503]);
    expect(answer.headers).toMatchObject(demanded);
  }
  await closed.close();
});

describe('an origin that is not on the list', () => {
  let strict: TestApp;
  let strictServer: RawServer;
  let operator: SignedIn;
  beforeAll(async () => {
    strict = await createTestApp({ config: { rateLimit: false } });
    strictServer = await serveRaw(strict.app);
    operator = await strict.asAdmin();
    await strict.request
      .patch(`${strict.adminBase}/settings`)
      .set(operator)
      .send({ adminAllowedOrigins: ['https://admin.example'] })
      .expect(200);
  });
  afterAll(async () => {
    await strictServer.close();
    await strict.close();
  });

  // A form of an identity provider's page sends that page's origin.
  test.each(named.filter(([, { cors }]) => cors !== 'navigation'))(
    'is refused by %s, and caches tell it apart from others',
    async (_name, { method, path }) => {
      const headers = { ...operator, Origin: 'https://evil.example' };
      for (const request of [
        { method, headers },
        { method: 'OPTIONS', headers: { ...headers, 'Access-Control-Request-Method': method } },
      ]) {
        const answer = await strictServer.send({ ...request, path: concrete(path) });
        expect([answer.status, answer.code, answer.headers.vary]).toEqual([
          403,
          'origin_not_allowed',
          'Origin',
        ]);
        expect(Object.keys(answer.headers).filter((name) => name.startsWith('access-control-'))).toEqual([]);
      }
    },
  );

  test.each(named.filter(([, { cors }]) => cors === 'navigation'))(
    'may lead to %s, which a page of an identity provider opens',
    async (_name, { method, path }) => {
      const headers = { Origin: 'https://idp.example' };
      const answer = await strictServer.send({ method, path: concrete(path), headers });
      expect(answer.code).not.toBe('origin_not_allowed');
      expect(Object.keys(answer.headers).filter((name) => name.startsWith('access-control-'))).toEqual([]);
    },
  );
});
