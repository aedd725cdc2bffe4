import type { IncomingMessage } from 'node:http';
import type { Request } from 'express';
import { createAdminClient } from '#client/index';
import type { ConsentServiceConfig } from '#platform/config/config-schema';
import { createTestApp, type TestApp } from '../support/create-test-app';

type ValidateUser = NonNullable<NonNullable<ConsentServiceConfig['auth']>['validateUser']>;

/** The host's function for the next requests. */
let answer: (req: IncomingMessage) => unknown;
let app: TestApp;

beforeAll(async () => {
  // The function is the host's: what it gives back may be anything.
  const validateUser = ((req) => answer(req)) as ValidateUser;
  app = await createTestApp({ config: { rateLimit: false, auth: { mode: 'custom', validateUser } } });
  await app.service.start();
});
beforeEach(() => {
  answer = (req) =>
    req.headers['x-host-user']
      ? { email: `${req.headers['x-host-user']}@shop.example`, role: req.headers['x-host-role'] }
      : null;
});
afterAll(() => app.close());

const me = () => app.request.get(`${app.adminBase}/auth/me`);

test('the host’s function says who asks, from the raw request, without a bearer token', async () => {
  const { body } = await me().set('X-Host-User', 'ada').set('X-Host-Role', 'auditor').expect(200);
  expect(body).toMatchObject({
    name: 'ada@shop.example',
    email: 'ada@shop.example',
    provider: 'custom',
    roles: [{ name: 'auditor' }],
  });
  expect((await me().expect(401)).body.code).toBe('unauthenticated');
});

test('it may be written for the request of Express', async () => {
  const validateUser = (req: Request) => ({ email: `${req.get('x-host-user')}@shop.example` });
  const resolve = (req: Request) => req.get('x-tenant');
  const config = { auth: { mode: 'custom', validateUser }, tenancy: { enabled: true, resolve } } as const;
  const written = await createTestApp({ config });
  const { body } = await written.request
    .get(`${written.adminBase}/auth/me`)
    .set('X-Host-User', 'ada')
    .expect(200);
  expect(body.email).toBe('ada@shop.example');
  await written.close();
});

test('it may be asynchronous, and name several roles', async () => {
  answer = async () => ({
    email: 'ADA@shop.example',
    name: 'Ada L.',
    role: ['viewer', 'auditor', 'unknown'],
  });
  expect((await me().expect(200)).body.roles).toMatchObject([{ name: 'auditor' }, { name: 'viewer' }]);
});

test('permissions are those of its roles, on each request', async () => {
  const status = async (role: string) =>
    (
      await app.request
        .post(`${app.adminBase}/profiles`)
        .set({ 'X-Host-User': 'eve', 'X-Host-Role': role })
        .send({})
    ).status;
  expect([
    await status('viewer'),
    await status('editor'),
    await status('viewer'),
    await status('nobody'),
  ]).toEqual([403, 400, 403, 403]);
});

test('without a role the roles are those that operators give, the default one to begin with', async () => {
  const as = { 'X-Host-User': 'bob' };
  const { body } = await me().set(as).expect(200);
  expect(body.roles).toMatchObject([{ name: 'viewer' }]);
  const root = { 'X-Host-User': 'root', 'X-Host-Role': 'superadmin' };
  const { id } = await app.knex('svc_roles').where({ name: 'auditor' }).first('id');
  await app.request
    .post(`${app.adminBase}/users/${body.id}/roles`)
    .set(root)
    .send({ roleId: id })
    .expect(200);
  expect((await me().set(as).expect(200)).body.roles).toMatchObject([
    { name: 'auditor' },
    { name: 'viewer' },
  ]);
});

test('the tenants are those that it names, on each request; none, where it names none and there are several', async () => {
  const several = await createTestApp({
    config: {
      rateLimit: false,
      tenancy: { enabled: true },
      auth: { mode: 'custom', validateUser: ((req) => answer(req)) as ValidateUser },
    },
  });
  const read = async (tenants: unknown) => {
    answer = () => ({ email: 'ada@shop.example', role: 'viewer', tenants });
    return (await several.request.get(`${several.adminBase}/profiles`)).status;
  };
  expect([
    await read(undefined),
    await read('default'),
    await read([]),
    await read('*'),
    await read(['other']),
  ]).toEqual([403, 200, 403, 200, 403]);
  expect(await read([5])).toBe(401);
  await several.close();
});

test('a deactivated user cannot sign in through the host', async () => {
  const { body } = await me().set('X-Host-User', 'carl').expect(200);
  await app.knex('svc_users').where({ id: body.id }).update({ active: false });
  for (let n = 0; n < 3; n += 1) await me().set('X-Host-User', 'carl').expect(401);
  const entries = await app.knex('svc_audit').where({ action: 'auth:tokenRefused' }).pluck('changes');
  expect(entries.map((changes) => JSON.parse(changes))).toEqual([
    { code: 'unauthenticated', email: 'carl@shop.example', reason: 'inactive' },
  ]);
});

test.each<[string, () => unknown]>([
  ['null', () => null],
  ['nothing', () => undefined],
  ['true', () => true],
  ['a text', () => 'ada@shop.example'],
  ['an empty object', () => ({})],
  ['an address that is none', () => ({ email: 'ada' })],
  ['an address that is not text', () => ({ email: { toString: () => 'ada@shop.example' } })],
  ['a name that is not text', () => ({ email: 'ada@shop.example', name: 5 })],
  ['a role that is not text', () => ({ email: 'ada@shop.example', role: { name: 'superadmin' } })],
  ['a list with something else than roles', () => ({ email: 'ada@shop.example', role: ['viewer', null] })],
  ['a rejected promise of null', () => Promise.reject(null)],
  [
    'a getter that throws',
    () => ({
      get email() {
        throw new Error('no session store');
      },
    }),
  ],
])('%s is not a user: 401', async (_name, give) => {
  answer = give;
  const { body } = await me().set('X-Host-User', 'ada').expect(401);
  expect(body).toEqual({ error: expect.any(String), code: 'unauthenticated' });
});

test.each<[string, () => unknown]>([
  [
    'throws',
    () => {
      throw new Error('no session store');
    },
  ],
  ['rejects', () => Promise.reject(new Error('no session store'))],
])('a function that %s is a 401 that says nothing of it, and the log says why', async (_name, fail) => {
  answer = fail;
  const before = app.logger.lines.length;
  const { text } = await me().expect(401);
  const logged = app.logger.lines.slice(before).join('');
  expect(logged).toContain('auth.validateUser threw');
  expect(logged).toContain('no session store');
  expect(text).not.toContain('session store');
});

test('a value that is not a user is refused, and the log says what the function must return', async () => {
  answer = () => ({ email: 'ada@shop.example', name: 5 });
  const before = app.logger.lines.length;
  await me().expect(401);
  expect(app.logger.lines.slice(before).join('')).toContain('it must return { email, name?');
});

test('a function that takes too long is a 503, and the next request is answered again', async () => {
  jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask', 'Date'] });
  answer = () => {
    setImmediate(() => jest.advanceTimersByTime(5000));
    return new Promise(() => {});
  };
  const late = await me().set('X-Host-User', 'ada');
  jest.useRealTimers();
  expect([late.status, late.body.code, late.headers['retry-after']]).toEqual([503, 'unavailable', '5']);
  answer = () => ({ email: 'ada@shop.example' });
  await me().expect(200);
});

describe('a page of another site, with whose requests the browser sends the host’s cookie', () => {
  const write = () =>
    app.request
      .post(`${app.adminBase}/setup/complete`)
      .set({ 'X-Host-User': 'root', 'X-Host-Role': 'superadmin' });

  test('cannot change anything, though no origin is listed', async () => {
    for (const headers of [
      { Origin: 'https://evil.example' },
      { Origin: 'null' },
      { Origin: 'https://evil.example', 'Sec-Fetch-Site': 'cross-site' },
      { Origin: 'https://blog.shop.example', 'Sec-Fetch-Site': 'same-site' },
    ])
      expect((await write().set(headers).expect(403)).body.code).toBe('origin_not_allowed');
  });

  test('cannot make a GET leave its trace either: exports, evidence, a fresh look at a registry', async () => {
    const root = { 'X-Host-User': 'root', 'X-Host-Role': 'superadmin' };
    const get = (path: string, headers: object) =>
      app.request.get(`${app.adminBase}${path}`).set({ ...root, ...headers });
    const paths = [
      '/export/audit',
      '/export/consents',
      '/consents/some/evidence',
      '/tcf/registration-status?refresh=true',
    ];
    for (const path of paths) {
      // A picture on the page sends no Origin.
      for (const headers of [
        { 'Sec-Fetch-Site': 'cross-site' },
        { 'Sec-Fetch-Site': 'same-site' },
        { Origin: 'https://evil.example' },
      ])
        expect([path, (await get(path, headers)).body.code]).toEqual([path, 'origin_not_allowed']);
    }
    expect(await app.knex('svc_audit').where('action', 'like', 'export:%')).toEqual([]);
    for (const headers of [{}, { 'Sec-Fetch-Site': 'none' }, { 'Sec-Fetch-Site': 'same-origin' }])
      await get('/export/audit', headers).expect(200);
    await get('/settings', { 'Sec-Fetch-Site': 'cross-site' }).expect(200);
    await get('/tcf/registration-status', { 'Sec-Fetch-Site': 'cross-site' }).expect(404);
  });

  test('can once it is listed; the service’s own pages and servers always can', async () => {
    await write().set('Origin', 'http://consent.example').set('Host', 'consent.example').expect(200);
    await write().set({ Origin: 'https://consent.example', 'Sec-Fetch-Site': 'same-origin' }).expect(200);
    await write().expect(200);
    await app.request
      .patch(`${app.adminBase}/settings`)
      .set({ 'X-Host-User': 'root', 'X-Host-Role': 'superadmin' })
      .send({ adminAllowedOrigins: ['https://dash.example'] })
      .expect(200);
    const listed = { Origin: 'https://dash.example', 'Sec-Fetch-Site': 'cross-site' };
    await write().set(listed).set('Content-Type', 'application/json').expect(200);
    await write().set(listed).set('X-Tenant-Id', 'default').expect(200);
    await write().set({ Origin: 'https://evil.example', 'Content-Type': 'application/json' }).expect(403);

    // Without a preflight, browsers would send it with the host's cookies, whatever CORS allows.
    for (const type of [undefined, 'text/plain', 'multipart/form-data; boundary=x'])
      for (const origin of [listed, { Origin: 'https://dash.example' }]) {
        const sent = write().set(origin);
        const { status, body } = await (type === undefined ? sent : sent.set('Content-Type', type));
        expect([type, status, body.code]).toEqual([type, 403, 'origin_not_allowed']);
      }
    const exported = (headers: object) =>
      app.request
        .get(`${app.adminBase}/export/audit`)
        .set({ 'X-Host-User': 'root', 'X-Host-Role': 'superadmin', ...listed, ...headers });
    await exported({}).expect(403);
    await exported({ 'X-Tenant-Id': 'default' }).expect(200);
    // The typed client needs no more than that.
    let sent = new Headers();
    const client = createAdminClient({
      url: 'https://consent.example',
      fetch: async (_url, init) => {
        sent = new Headers(init?.headers);
        return new Response('{}', { headers: { 'Content-Type': 'application/json' } });
      },
    });
    await client('completeSetup');
    await write().set(listed).set(Object.fromEntries(sent)).expect(200);
  });

  test('cannot have its user’s name written into the audit log: its refusals are only counted', async () => {
    const entries = async () =>
      (await app.knex('svc_audit').where({ action: 'auth:permissionRefused' }).orderBy('sequence')).map(
        ({ user_email, changes }) => [user_email, JSON.parse(changes)],
      );
    const read = (headers: object, user = 'victim') =>
      app.request
        .get(`${app.adminBase}/users`)
        .set({ 'X-Host-User': user, 'X-Host-Role': 'nobody', ...headers })
        .expect(403);
    app.clock.advance(15 * 60_000);
    // Takes the number of earlier ones.
    await read({}, 'somebody');
    const before = (await entries()).length;
    for (const site of ['cross-site', 'same-site', 'cross-site']) await read({ 'Sec-Fetch-Site': site });
    expect((await entries()).slice(before)).toEqual([]);
    await read({ 'Sec-Fetch-Site': 'same-origin' });
    expect((await entries()).slice(before)).toEqual([
      ['victim@shop.example', { code: 'forbidden', passedOver: 3 }],
    ]);
  });

  test('has its refusals counted once in 15 minutes, however often the upkeep runs', async () => {
    const entries = async () =>
      (await app.knex('svc_audit').where({ action: 'auth:permissionRefused' }).orderBy('sequence')).map(
        ({ changes }) => JSON.parse(changes),
      );
    const refuse = () =>
      app.request
        .get(`${app.adminBase}/users`)
        .set({ 'X-Host-User': 'victim', 'X-Host-Role': 'nobody', 'Sec-Fetch-Site': 'cross-site' })
        .expect(403);
    app.clock.advance(15 * 60_000);
    await app.service.maintenance();
    const before = (await entries()).length;
    for (let n = 0; n < 2; n += 1) {
      await refuse();
      await app.service.maintenance();
    }
    expect((await entries()).slice(before)).toEqual([]);
    app.clock.advance(15 * 60_000);
    await app.service.maintenance();
    expect((await entries()).slice(before)).toEqual([{ passedOver: 2 }]);
  });

  test('cannot send an API key: one that was revoked is recorded on both APIs, whatever its headers say', async () => {
    const root = { 'X-Host-User': 'root', 'X-Host-Role': 'superadmin' };
    const keys = `${app.adminBase}/apikeys`;
    const revoked = async () => {
      const sent = { name: 'A server', scopes: ['profiles:read', 'consents:read'] };
      const { id, key } = (await app.request.post(keys).set(root).send(sent).expect(201)).body;
      await app.request.delete(`${keys}/${id}`).set(root).expect(200);
      return { id, key };
    };
    const [first, second] = [await revoked(), await revoked()];
    for (const [path, { key }] of [
      [`${app.adminBase}/profiles`, first],
      [`${app.publicBase}/consent/visitor-1`, second],
    ] as const)
      await app.request.get(path).set({ 'X-API-Key': key, 'Sec-Fetch-Site': 'cross-site' }).expect(401);
    const entries = await app.knex('svc_audit').where({ action: 'auth:tokenRefused' }).orderBy('sequence');
    const named = entries.map(({ resource_id, changes }) => [resource_id, JSON.parse(changes).apiKeyId]);
    expect(named.slice(-2)).toEqual([
      ['listProfiles', first.id],
      ['getConsent', second.id],
    ]);
  });

  test('can as a page of the service’s own behind a trusted proxy, which knows the host that the browser has asked', async () => {
    await app.request
      .patch(`${app.adminBase}/settings`)
      .set({ 'X-Host-User': 'root', 'X-Host-Role': 'superadmin' })
      .send({ adminAllowedOrigins: [] })
      .expect(200);
    const own = {
      Origin: 'https://consent.example',
      Host: 'internal:8080',
      'X-Forwarded-Host': 'consent.example',
    };
    await write().set(own).expect(403);
    app.app.set('trust proxy', 1);
    await write().set(own).expect(200);
    await write().set(own).set('Origin', 'http://internal:8080').expect(403);
    await write().set(own).set('Origin', 'null').set('X-Forwarded-Host', 'not a host').expect(403);
    app.app.set('trust proxy', false);
  });
});

test.each(['/auth/refresh', '/auth/logout', '/auth/login'])(
  'POST %s belongs to other modes',
  async (path) => {
    const { body } = await app.request.post(`${app.adminBase}${path}`).set('X-Host-User', 'ada').expect(404);
    expect(body.code).toBe('auth_mode_disabled');
  },
);
