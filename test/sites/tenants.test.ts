import { createTenantLookup, createTenantResolver } from '#platform/http/tenant-resolution';
import { createApiKey, createUser, type SignedIn, signInAs } from '../support/accounts';
import { allDenied, allGranted, consentCalls, cookieOf } from '../support/consent';
import { createTestApp, type TestApp, type TestAppOptions } from '../support/create-test-app';
import { createActiveProfile, createProfile, profileJson } from '../support/profiles';
import { createTenant, type TestTenant, tenancy } from '../support/tenants';

const cleanUps: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
});

let app: TestApp;
let admin: SignedIn;

async function open(config: TestAppOptions['config'] = {}): Promise<void> {
  app = await createTestApp({ config: { rateLimit: false, tenancy, ...config } });
  cleanUps.push(app.close);
  admin = await app.asAdmin();
}

/** One app for all tests of the surrounding describe. */
function share(setUp: () => Promise<void>): void {
  const own: (typeof cleanUps)[number][] = [];
  beforeAll(async () => {
    await setUp();
    own.push(...cleanUps.splice(0));
  });
  afterAll(async () => {
    for (const cleanUp of own.reverse()) await cleanUp();
  });
}

type Call = readonly [method: 'get' | 'post' | 'put' | 'patch' | 'delete', path: string, body?: object];

const ask = ([method, path, body]: Call, headers: Record<string, string> = {}, as: SignedIn = admin) =>
  app.request[method](`${app.adminBase}${path}`).set(as).set(headers).send(body);
const verdict = async (...asked: Parameters<typeof ask>) => {
  const { status, body } = await ask(...asked);
  return status < 300 ? 'done' : `${status} ${body.code}`;
};
const tenants = async (as?: SignedIn) => (await ask(['get', '/tenants'], {}, as).expect(200)).body;
const names = (list: { name: string }[]) => list.map(({ name }) => name);

describe('a service without tenancy', () => {
  beforeEach(() => open({ tenancy: { enabled: false } }));

  test('has the one tenant, which can be renamed and nothing else', async () => {
    const [tenant, ...others] = await tenants();
    expect(others).toEqual([]);
    const now = new Date(app.clock.now()).toISOString();
    expect(tenant).toEqual({
      id: 'default',
      name: 'Default',
      slug: 'default',
      createdAt: now,
      updatedAt: now,
    });
    expect((await ask(['put', '/tenants/default', { name: ' Shop Ltd ' }]).expect(200)).body).toEqual({
      ...tenant,
      name: 'Shop Ltd',
    });
    expect(await verdict(['delete', '/tenants/default'])).toBe('422 default_tenant');
    for (const body of [{ name: 'Another', slug: 'another' }, {}, undefined])
      expect(await verdict(body === undefined ? ['post', '/tenants'] : ['post', '/tenants', body])).toBe(
        '409 single_tenant',
      );
    expect(names(await tenants())).toEqual(['Shop Ltd']);
  });

  test('knows no other, whatever is in its tables', async () => {
    await app
      .knex('svc_tenants')
      .insert({ id: 'left-over', name: 'Left over', slug: 'left-over', created_at: 0, updated_at: 0 });
    const { id } = await createActiveProfile(app);
    await app.knex('svc_profiles').where({ id }).update({ tenant_id: 'left-over' });
    const { key } = await createApiKey(app);
    await app.knex('svc_api_keys').update({ tenant_id: 'left-over' });
    app.clock.advance(1000);
    await app.knex('svc_revisions').increment('revision', 1);
    expect(names(await tenants())).toEqual(['Default']);
    expect(await verdict(['get', '/settings'], { 'X-Tenant-Id': 'left-over' })).toBe('404 tenant_not_found');
    for (const method of ['put', 'delete'] as const)
      expect(await verdict([method, '/tenants/left-over', {}])).toBe('404 tenant_not_found');
    await app.request.get(`${app.publicBase}/profiles/${id}`).expect(404);
    await app.request.get(`${app.publicBase}/resolve-profile`).set('X-API-Key', key).expect(401);
    expect(
      (await app.request.get(`${app.publicBase}/resolve-profile?tenantId=left-over`).expect(404)).body.code,
    ).toBe('tenant_not_found');
    await app.request.get(`${app.publicBase}/resolve-profile?tenantId=default`).expect(200);
    await app.request
      .get(`${app.publicBase}/resolve-profile`)
      .set('Host', 'left-over.consent.example')
      .expect(200);
  });
});

describe('tenants', () => {
  beforeEach(() => open());

  test('change only in the state that the operator has read, where it is named', async () => {
    const north = await createTenant(app, 'north');
    const path = `/tenants/${north.id}`;
    const read = await ask(['get', path]).expect(200);
    expect(await tenants()).toContainEqual(read.body);
    const change = (name: string, etag = '*') => ask(['put', path, { name }], { 'If-Match': etag });
    const saved = await change('North Ltd', read.headers.etag).expect(200);
    const late = await change('North Inc', read.headers.etag).expect(412);
    expect([late.body.code, late.headers.etag]).toEqual(['version_conflict', saved.headers.etag]);
    expect((await ask(['get', path])).headers.etag).toBe(saved.headers.etag);
    await change('North Inc').expect(200);
    const only = await createUser(app, { role: 'admin', allowedTenants: ['default'] });
    await ask(['get', path], {}, only.as).expect(404);
  });

  test('are made, renamed, listed in the order of their making and recorded', async () => {
    app.clock.advance(1000);
    const { body } = await ask(['post', '/tenants', { name: ' North ', slug: 'north' }]).expect(201);
    const now = new Date(app.clock.now()).toISOString();
    expect(body).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{8}-/),
      name: 'North',
      slug: 'north',
      createdAt: now,
      updatedAt: now,
    });
    app.clock.advance(1000);
    await createTenant(app, 'south', 'South');
    const renamed = (await ask(['put', `/tenants/${body.id}`, { name: 'North Ltd' }]).expect(200)).body;
    expect(renamed).toEqual({
      ...body,
      name: 'North Ltd',
      updatedAt: new Date(app.clock.now()).toISOString(),
    });
    await ask(['put', `/tenants/${body.id}`, { name: 'North Ltd', slug: 'north' }]).expect(200, renamed);
    expect(names(await tenants())).toEqual(['Default', 'North Ltd', 'South']);
    const entries = await app.knex('svc_audit').where({ resource_id: body.id }).orderBy('sequence');
    expect(
      entries.map(({ tenant_id, action, resource_type, changes }) => [
        tenant_id,
        action,
        resource_type,
        JSON.parse(changes),
      ]),
    ).toEqual([
      ['default', 'tenant:created', 'tenant', { name: 'North', slug: 'north' }],
      ['default', 'tenant:updated', 'tenant', { name: { before: 'North', after: 'North Ltd' } }],
    ]);
  });

  test('have a slug that is one label of a host name', async () => {
    const { id } = await createTenant(app, 'south');
    for (const slug of [
      '',
      'North',
      'no rth',
      '-north',
      'north-',
      'a.b',
      'ünï',
      'a_b',
      'x'.repeat(64),
      'a\n',
      'north%',
    ]) {
      for (const call of [
        ['post', '/tenants', { name: 'North', slug }],
        ['put', `/tenants/${id}`, { slug }],
      ] as const) {
        const { status, body } = await ask(call);
        expect([slug, status, body.code, body.details?.[0].path]).toEqual([
          slug,
          400,
          'validation_failed',
          'slug',
        ]);
      }
    }
    for (const slug of ['n', '0', 'a-b', 'xn--mnchen-3ya', 'x'.repeat(63)]) await createTenant(app, slug);
  });

  test('share no slug, and none takes that of the default tenant', async () => {
    const north = await createTenant(app, 'north');
    await createTenant(app, 'south');
    expect(await verdict(['post', '/tenants', { name: 'Other', slug: 'north' }])).toBe('409 already_exists');
    expect(await verdict(['put', `/tenants/${north.id}`, { slug: 'south' }])).toBe('409 already_exists');
    await ask(['put', '/tenants/default', { slug: 'main' }]).expect(200);
    for (const call of [
      ['post', '/tenants', { name: 'x', slug: 'default' }],
      ['put', `/tenants/${north.id}`, { slug: 'default' }],
    ] as const)
      expect(await verdict(call)).toBe('409 already_exists');
    await ask(['put', '/tenants/default', { slug: 'default' }]).expect(200);
    const [first, second] = await Promise.all(
      ['a', 'b'].map((name) => ask(['post', '/tenants', { name, slug: 'at-once' }])),
    );
    expect([first?.status, second?.status].sort()).toEqual([201, 409]);
  });

  test('are seen, changed and made only within a caller’s scope, which learns of no others', async () => {
    const [north, south] = [await createTenant(app, 'north'), await createTenant(app, 'south')];
    const role = ['tenants:create', 'tenants:update', 'tenants:delete'] as const;
    const { as } = await createUser(app, { role, allowedTenants: [north.id] });
    expect(names(await tenants(as))).toEqual([north.name]);
    expect(names(await tenants((await createUser(app, { role: 'viewer' })).as))).toHaveLength(3);
    expect(await verdict(['post', '/tenants', { name: 'x', slug: 'x' }], {}, as)).toBe(
      '403 tenant_forbidden',
    );
    for (const id of [south.id, 'default', 'unknown']) {
      expect(await verdict(['put', `/tenants/${id}`, { name: 'x' }], {}, as)).toBe('403 tenant_forbidden');
      expect(await verdict(['put', `/tenants/${id}`, { name: 5 }], {}, as)).toBe('403 tenant_forbidden');
      expect(await verdict(['delete', `/tenants/${id}`], {}, as)).toBe('403 tenant_forbidden');
    }
    expect(await verdict(['put', `/tenants/${north.id}`, { name: 'Mine' }], {}, as)).toBe('done');
    expect(await verdict(['put', '/tenants/unknown', { name: 5 }])).toBe('404 tenant_not_found');
    expect(await verdict(['delete', '/tenants/unknown'])).toBe('404 tenant_not_found');
    const viewer = (await createUser(app, { role: 'admin' })).as;
    for (const call of [
      ['post', '/tenants', {}],
      ['put', `/tenants/${north.id}`, {}],
      ['delete', `/tenants/${north.id}`],
    ] as const)
      expect(await verdict(call, {}, viewer)).toBe('403 forbidden');
  });
});

describe('a tenant that is deleted', () => {
  let north: TestTenant;
  let profileId: string;
  beforeEach(async () => {
    await open();
    north = await createTenant(app, 'north');
    profileId = (await createActiveProfile(app, { name: 'Northern' }, north.id)).id;
  });
  const withdraw = () => ask(['post', `/profiles/${profileId}/deactivate`], north.header).expect(200);
  const rowsOf = async (table: string) => app.knex(`svc_${table}`).where({ tenant_id: north.id });

  test('must have no active profile', async () => {
    const { status, body } = await ask(['delete', `/tenants/${north.id}`]);
    expect([status, body.code, body.activeProfiles]).toEqual([
      422,
      'tenant_in_use',
      [{ id: profileId, name: 'Northern', complianceGroup: 'opt-in' }],
    ]);
    await app.request.get(`${app.publicBase}/profiles/${north.id}/opt-in/en`).expect(200);
    await withdraw();
    expect((await ask(['delete', `/tenants/${north.id}`]).expect(200)).body).toEqual({
      deleted: true,
      id: north.id,
    });
    expect(await verdict(['delete', `/tenants/${north.id}`])).toBe('404 tenant_not_found');
    expect(names(await tenants())).toEqual(['Default']);
  });

  test('is gone for every request, also for processes that kept it in memory, and its keys work nowhere', async () => {
    const other = await createTestApp({
      knex: app.knex,
      directory: app.directory,
      clock: app.clock,
      config: { rateLimit: false, tenancy },
    });
    cleanUps.push(other.close);
    const { key } = await createApiKey(app, north.id);
    const resolve = (of: TestApp, headers: Record<string, string>) =>
      of.request.get(`${of.publicBase}/resolve-profile`).set(headers);
    for (const process of [app, other])
      for (const headers of [north.host, { 'X-API-Key': key }]) await resolve(process, headers).expect(200);
    await withdraw();
    await ask(['delete', `/tenants/${north.id}`]).expect(200);
    const gone = async (of: TestApp) => {
      const answers = [
        await resolve(of, north.host),
        await resolve(of, { 'X-API-Key': key }),
        await of.request.get(`${of.publicBase}/profiles/${profileId}`),
      ];
      return answers.map(({ status, body }) => `${status} ${body.code}`);
    };
    expect(await gone(app)).toEqual(['404 tenant_not_found', '401 invalid_api_key', '404 profile_not_found']);
    app.clock.advance(500);
    expect(await gone(other)).toEqual(await gone(app));
    expect(await verdict(['get', '/settings'], north.header)).toBe('404 tenant_not_found');
    expect(await verdict(['get', '/settings'], north.host)).toBe('404 tenant_not_found');
  });

  test('leaves consents, audit and what visitors were shown as evidence, and nothing else', async () => {
    const calls = consentCalls(app);
    await calls.submit({ visitorId: 'northerner', profileId, consentJson: allGranted }).expect(200);
    const asked = app.request
      .post(`${app.publicBase}/consent/northerner/parental-consent-request`)
      .set('Cookie', cookieOf('northerner'));
    const { token } = (await asked.send({ profileId }).expect(200)).body;
    await createApiKey(app, north.id);
    await ask(['patch', '/settings', { allowedOrigins: ['https://north.example'] }], north.header).expect(
      200,
    );
    await withdraw();
    const audited = await rowsOf('audit');
    await ask(['delete', `/tenants/${north.id}`]).expect(200);
    for (const table of ['profiles', 'publications', 'api_keys', 'settings'])
      expect([table, await rowsOf(table)]).toEqual([table, []]);
    expect(await rowsOf('consents')).toEqual([expect.anything()]);
    expect(await rowsOf('audit')).toEqual(audited);
    expect(
      await app
        .knex('svc_audit')
        .where({ action: 'tenant:deleted' })
        .first('tenant_id', 'resource_id', 'changes'),
    ).toEqual({
      tenant_id: 'default',
      resource_id: north.id,
      changes: JSON.stringify({ name: north.name, slug: 'north' }),
    });
    // As of a profile that was deleted.
    await app.request.get(`${app.publicBase}/profiles/${north.id}/${profileId}/1/en`).expect(200);
    await app.request.get(`${app.publicBase}/profiles/${north.id}/opt-in/en`).expect(404);
    await calls.read('northerner').expect(404);
    await app.request.post(`${app.publicBase}/consent/parental-consent-resolve`).send({ token }).expect(400);
    expect(await rowsOf('parental_consents')).toEqual([]);
  });

  test('shows visitors no version that they were not shown before, whatever its settings said', async () => {
    await ask(['put', `/profiles/${profileId}`, { name: 'Draft' }], north.header).expect(200);
    const version = (number: number) =>
      app.request.get(`${app.publicBase}/profiles/${north.id}/${profileId}/${number}/en`);
    await withdraw();
    await ask(['delete', `/tenants/${north.id}`]).expect(200);
    await version(1).expect(200);
    await version(2).expect(404);
  });

  test('does not come back with what its last pages have told the service', async () => {
    const page = { ...north.host, Origin: 'https://north.example' };
    await app.request.get(`${app.publicBase}/bootstrap`).set(page).expect(200);
    await withdraw();
    await ask(['delete', `/tenants/${north.id}`]).expect(200);
    await app.service.maintenance();
    expect(await rowsOf('page_origins')).toEqual([]);
  });

  test('opens nothing to those who were scoped to it, and its slug to another one', async () => {
    const only = await createUser(app, { role: 'admin', allowedTenants: [north.id] });
    const both = await createUser(app, { role: 'admin', allowedTenants: [north.id, 'default'] });
    await withdraw();
    await ask(['delete', `/tenants/${north.id}`]).expect(200);
    const again = await createTenant(app, 'north');
    for (const headers of [{}, north.header, north.host, again.header, { 'X-Tenant-Id': 'default' }])
      expect([headers, await verdict(['get', '/profiles'], headers, only.as)]).toEqual([
        headers,
        '403 tenant_forbidden',
      ]);
    expect(await tenants(only.as)).toEqual([]);
    expect(await verdict(['get', '/profiles'], {}, both.as)).toBe('done');
    expect((await ask(['get', '/settings'], north.host).expect(200)).body.allowedOrigins).toEqual([]);
    // A deleted tenant can stay in a user's list; it cannot be added to another one.
    await ask(['put', `/users/${both.id}`, { allowedTenants: ['default', north.id] }]).expect(200);
    const refused = await ask([
      'put',
      `/users/${(await createUser(app, { signIn: false })).id}`,
      { allowedTenants: ['default', north.id] },
    ]);
    expect([refused.status, refused.body.details]).toEqual([
      400,
      [{ path: 'allowedTenants[1]', message: 'does not match a tenant', rule: 'unknown' }],
    ]);
  });
});

test('allowedTenants must name tenants that exist', async () => {
  await open();
  const north = await createTenant(app, 'north');
  const user = (allowedTenants: string[]) => ({
    name: 'x',
    email: 'x@shop.example',
    password: 'twelve characters',
    allowedTenants,
  });
  const refused = await ask(['post', '/users', user([north.id, 'nowhere', 'default', 'north'])]);
  expect([refused.status, refused.body.details]).toEqual([
    400,
    [
      { path: 'allowedTenants[1]', message: 'does not match a tenant', rule: 'unknown' },
      { path: 'allowedTenants[3]', message: 'does not match a tenant', rule: 'unknown' },
    ],
  ]);
  await ask(['post', '/users', user([north.id, 'default'])]).expect(201);
});

describe('the tenant of an admin request', () => {
  let north: TestTenant;
  let south: TestTenant;
  share(async () => {
    await open();
    north = await createTenant(app, 'north');
    south = await createTenant(app, 'south');
    for (const [id, origin] of [
      ['default', 'https://default.example'],
      [north.id, 'https://north.example'],
      [south.id, 'https://south.example'],
    ] as const)
      await ask(['patch', '/settings', { allowedOrigins: [origin] }], { 'X-Tenant-Id': id }).expect(200);
  });
  /** Tells a tenant by what only it has. */
  const tenantOf = async (headers: Record<string, string>, as: SignedIn = admin, of = app) => {
    const { status, body } = await of.request.get(`${of.adminBase}/settings`).set(as).set(headers);
    return status === 200
      ? body.allowedOrigins[0].slice('https://'.length, -'.example'.length)
      : `${status} ${body.code}`;
  };

  test('is that of X-Tenant-Id, else of the host name, else the user’s only one, else the default', async () => {
    const one = (await createUser(app, { role: 'viewer', allowedTenants: [north.id] })).as;
    const two = (await createUser(app, { role: 'viewer', allowedTenants: [north.id, south.id] })).as;
    const all = (await createUser(app, { role: 'viewer' })).as;
    const asked: [Record<string, string>, SignedIn, string][] = [
      [{}, all, 'default'],
      [{}, one, 'north'],
      [{}, two, '403 tenant_forbidden'],
      [north.header, all, 'north'],
      [{ 'X-Tenant-Id': 'default' }, all, 'default'],
      [south.host, all, 'south'],
      [{ ...north.header, ...south.host }, all, 'north'],
      [{ Host: 'NORTH.consent.example:8443' }, all, 'north'],
      [{ Host: 'north.consent.example.' }, all, 'north'],
      [{ Host: 'consent.example' }, all, 'default'],
      [{ Host: 'north.other.example' }, all, 'default'],
      [{ Host: 'northconsent.example' }, all, 'default'],
      [{ Host: 'default.consent.example' }, all, 'default'],
      [south.header, two, 'south'],
      [south.host, two, 'south'],
      [south.host, one, '403 tenant_forbidden'],
      [south.header, one, '403 tenant_forbidden'],
      [{ 'X-Tenant-Id': 'default' }, one, '403 tenant_forbidden'],
    ];
    for (const [headers, as, expected] of asked)
      expect([headers, await tenantOf(headers, as)]).toEqual([headers, expected]);
  });

  test('is 404 for an unknown name, and 403 for callers without access', async () => {
    const scoped = (await createUser(app, { role: 'viewer', allowedTenants: [north.id] })).as;
    const unknown = [
      { 'X-Tenant-Id': 'unknown' },
      { 'X-Tenant-Id': 'north' },
      { 'X-Tenant-Id': '' },
      { 'X-Tenant-Id': `${north.id},${north.id}` },
    ];
    const hosts = [
      'unknown.consent.example',
      'a.north.consent.example',
      '.consent.example',
      '%00.consent.example',
      `${'x'.repeat(300)}.consent.example`,
    ];
    for (const headers of [...unknown, ...hosts.map((Host) => ({ Host }))]) {
      expect([headers, await tenantOf(headers)]).toEqual([headers, '404 tenant_not_found']);
      expect([headers, await tenantOf(headers, scoped)]).toEqual([headers, '403 tenant_forbidden']);
    }
  });

  test('follows X-Forwarded-Host only behind a trusted proxy', async () => {
    const forwarded = { ...south.host, 'X-Forwarded-Host': 'north.consent.example' };
    expect(await tenantOf(forwarded)).toBe('south');
    const behind = await createTestApp({
      knex: app.knex,
      directory: app.directory,
      clock: app.clock,
      config: { tenancy, trustProxy: 1 },
    });
    cleanUps.push(behind.close);
    expect(await tenantOf(forwarded, await behind.asAdmin(), behind)).toBe('north');
  });

  test('does not matter for what one asks about oneself', async () => {
    const { as } = await createUser(app, { role: 'viewer', allowedTenants: [north.id] });
    for (const headers of [south.header, { 'X-Tenant-Id': 'unknown' }, { Host: 'unknown.consent.example' }])
      for (const path of ['/auth/me', '/tenants'])
        expect([path, await verdict(['get', path], headers, as)]).toEqual([path, 'done']);
  });

  test('of a record that another tenant has: 404, and 403 for those who may not see that tenant', async () => {
    const profile = await createActiveProfile(app, {}, north.id);
    await consentCalls(app)
      .submit({ visitorId: 'northerner', profileId: profile.id, consentJson: allGranted })
      .expect(200);
    const southern = (await createUser(app, { role: 'admin', allowedTenants: [south.id] })).as;
    const both = (await createUser(app, { role: 'admin', allowedTenants: [north.id, south.id] })).as;
    for (const path of [
      '/consents/northerner',
      '/consents/northerner/history',
      '/consents/northerner/evidence',
      `/profiles/${profile.id}`,
      `/profiles/${profile.id}/versions`,
      `/profiles/${profile.id}/versions/1`,
      `/profiles/${profile.id}/versions/1/diff/1`,
      `/export/translations/${profile.id}`,
    ]) {
      expect([path, await verdict(['get', path], south.header, southern)]).toEqual([
        path,
        '403 tenant_forbidden',
      ]);
      for (const as of [both, admin])
        expect([path, await verdict(['get', path], south.header, as)]).toEqual([
          path,
          expect.stringMatching(/^404 /),
        ]);
      const nowhere = path
        .replace('northerner', 'nobody')
        .replace(profile.id, '01980000-0000-7000-8000-000000000000');
      expect([nowhere, await verdict(['get', nowhere], south.header, southern)]).toEqual([
        nowhere,
        expect.stringMatching(/^404 /),
      ]);
    }
    expect(await verdict(['delete', `/profiles/${profile.id}`], south.header, southern)).toBe(
      '404 profile_not_found',
    );
    // The evidence of a deleted tenant is kept, and is nobody's record any more.
    expect(await verdict(['post', `/profiles/${profile.id}/deactivate`], north.header, admin)).toBe('done');
    expect(await verdict(['delete', `/tenants/${north.id}`], {}, admin)).toBe('done');
    expect(await app.knex('svc_consents').where({ tenant_id: north.id })).toHaveLength(1);
    expect(await verdict(['get', '/consents/northerner'], south.header, southern)).toBe(
      '404 consent_not_found',
    );
  });
});

describe('the tenant of a public request', () => {
  let north: TestTenant;
  let south: TestTenant;
  let resolve: NonNullable<NonNullable<NonNullable<TestAppOptions['config']>['tenancy']>['resolve']>;
  share(async () => {
    await open({ tenancy: { ...tenancy, resolve: (req) => resolve(req) } });
    north = await createTenant(app, 'north');
    south = await createTenant(app, 'south');
  });
  beforeEach(() => {
    resolve = () => null;
  });
  const tenantOf = async (query = '', headers: Record<string, string> = {}) => {
    const { status, body } = await app.request.get(`${app.publicBase}/resolve-profile${query}`).set(headers);
    return status === 200 ? body.tenantId : `${status} ${body.code}`;
  };

  test('is that of tenancy.resolve, else of the query, else of the host name, else the default', async () => {
    expect(await tenantOf()).toBe('default');
    expect(await tenantOf('', north.host)).toBe(north.id);
    expect(await tenantOf(`?tenantId=${south.id}`, north.host)).toBe(south.id);
    let asked = 0;
    resolve = async (req) => {
      asked += 1;
      return req.headers['x-site'] === 'north' ? north.id : undefined;
    };
    expect(await tenantOf(`?tenantId=${south.id}`, { 'X-Site': 'north' })).toBe(north.id);
    expect(await tenantOf(`?tenantId=${south.id}`)).toBe(south.id);
    expect(asked).toBe(2);
    resolve = () => '';
    expect(await tenantOf('', south.host)).toBe(south.id);
  });

  test('is 404 for an unknown name', async () => {
    for (const query of [
      '?tenantId=unknown',
      '?tenantId=',
      '?tenantId=north',
      '?tenantId=..%2Fdefault',
      `?tenantId=${'x'.repeat(3000)}`,
    ])
      expect([query, await tenantOf(query)]).toEqual([query, '404 tenant_not_found']);
    expect(await tenantOf('', { Host: 'unknown.consent.example' })).toBe('404 tenant_not_found');
    expect(await tenantOf(`?tenantId=${north.id}`, { Host: 'unknown.consent.example' })).toBe(north.id);
    for (const given of ['unknown', 5 as unknown as string, {} as string]) {
      resolve = () => given;
      expect(await tenantOf(`?tenantId=${north.id}`)).toBe('404 tenant_not_found');
    }
    // Probes belong to no tenant.
    for (const path of ['/health', '/openapi.json'])
      await app.request.get(`${app.publicBase}${path}`).set('Host', 'unknown.consent.example').expect(200);
  });

  test('is not guessed when tenancy.resolve fails', async () => {
    for (const failing of [
      () => {
        throw new Error('secret cause');
      },
      () => Promise.reject(new Error('secret cause')),
    ]) {
      resolve = failing;
      const refused = await app.request
        .get(`${app.publicBase}/resolve-profile?tenantId=${north.id}`)
        .set(north.host)
        .expect(503);
      expect([refused.body.code, Number(refused.headers['retry-after']) > 0]).toEqual(['unavailable', true]);
      expect(refused.text).not.toContain('secret');
    }
    // One line a minute says it.
    expect(app.logger.lines.filter((line) => line.includes('tenancy.resolve failed'))).toHaveLength(1);
  });

  test('is the profile’s when the request names a profile and no tenant; named, another tenant’s profile is not there', async () => {
    const { id } = await createActiveProfile(app, {}, north.id);
    for (const path of [`/profiles/${id}`, `/profiles/${id}/de`]) {
      await app.request.get(`${app.publicBase}${path}`).expect(200);
      for (const [query, headers] of [
        [`?tenantId=${north.id}`, {}],
        ['', north.host],
      ] as const)
        await app.request.get(`${app.publicBase}${path}${query}`).set(headers).expect(200);
      for (const [query, headers] of [
        [`?tenantId=${south.id}`, {}],
        ['?tenantId=default', {}],
        ['', south.host],
      ] as const)
        expect(
          (await app.request.get(`${app.publicBase}${path}${query}`).set(headers).expect(404)).body.code,
        ).toBe('profile_not_found');
    }
    const calls = consentCalls(app);
    await calls.submit({ visitorId: 'northerner', profileId: id, consentJson: allGranted }).expect(200);
    expect(await app.knex('svc_consents').pluck('tenant_id')).toEqual([north.id]);
    const elsewhere = await calls
      .submit({ profileId: id, consentJson: allGranted })
      .set(south.host)
      .expect(400);
    expect(elsewhere.body.details).toEqual([{ path: 'profileId', message: 'does not match a profile' }]);
  });

  test('leads to its own published files, auto profiles and paths', async () => {
    const [northern, southern] = [
      await createActiveProfile(app, { name: 'N' }, north.id),
      await createActiveProfile(app, { name: 'S' }, south.id),
    ];
    for (const [tenant, { id }] of [
      [north, northern],
      [south, southern],
    ] as const) {
      const { body } = await app.request
        .get(`${app.publicBase}/resolve-profile?tz=Europe/Paris&tenantId=${tenant.id}`)
        .expect(200);
      expect(body).toMatchObject({
        found: true,
        tenantId: tenant.id,
        profileId: id,
        path: `${app.publicBase}/profiles/${tenant.id}/opt-in/en`,
      });
      expect((await app.request.get(body.path).expect(200)).body.id).toBe(id);
      expect(
        (
          await app.request
            .get(`${app.publicBase}/profiles/auto/en?tz=Europe/Paris`)
            .set(tenant.host)
            .expect(200)
        ).body.id,
      ).toBe(id);
      await app.request.get(`${app.publicBase}/profiles/${tenant.id}/${id}/1/en`).expect(200);
    }
    await app.request.get(`${app.publicBase}/profiles/${south.id}/${northern.id}/1/en`).expect(404);
    expect(
      (await app.request.get(`${app.publicBase}/resolve-profile?tz=Europe/Paris`).expect(200)).body,
    ).toMatchObject({ found: false, path: null });
  });

  test('is the API key’s, and naming another one is refused', async () => {
    const { key } = await createApiKey(app, north.id);
    expect(await tenantOf('', { 'X-API-Key': key })).toBe(north.id);
    expect(await tenantOf(`?tenantId=${north.id}`, { 'X-API-Key': key, ...north.host })).toBe(north.id);
    for (const [query, headers] of [
      [`?tenantId=${south.id}`, {}],
      ['?tenantId=unknown', {}],
      ['', south.host],
      ['', { Host: 'unknown.consent.example' }],
    ] as const)
      expect(await tenantOf(query, { 'X-API-Key': key, ...headers })).toBe('403 tenant_forbidden');
    resolve = () => south.id;
    expect(await tenantOf('', { 'X-API-Key': key })).toBe('403 tenant_forbidden');
  });
});

test('tenancy.resolve that does not answer delays a request by two seconds at most', async () => {
  jest.useFakeTimers();
  try {
    const known = { several: true, exists: async () => true, idOfSlug: async () => null };
    const tenantLookup = createTenantLookup({ tenants: known, baseDomain: undefined, hostname: () => null });
    const logger = { debug() {}, info() {}, warn() {}, error() {} };
    const resolved = createTenantResolver(tenantLookup, () => new Promise<string>(() => {}), logger).find(
      {} as never,
      undefined,
    );
    const refused = expect(resolved).rejects.toMatchObject({ code: 'unavailable' });
    await jest.advanceTimersByTimeAsync(2000);
    await refused;
  } finally {
    jest.useRealTimers();
  }
});

describe('a visitor on the service’s own host, who names no tenant', () => {
  let north: TestTenant;
  let south: TestTenant;
  let profileOf: Record<'default' | 'north' | 'south', string>;
  let calls: ReturnType<typeof consentCalls>;
  share(async () => {
    await open();
    north = await createTenant(app, 'north');
    south = await createTenant(app, 'south');
    profileOf = {
      default: (await createActiveProfile(app)).id,
      north: (await createActiveProfile(app, {}, north.id)).id,
      south: (await createActiveProfile(app, {}, south.id)).id,
    };
    calls = consentCalls(app);
  });
  const submit = (visitorId: string, at: keyof typeof profileOf) =>
    calls.submit({ visitorId, profileId: profileOf[at], consentJson: allGranted }).expect(200);
  const recordsOf = async (visitorId: string) =>
    (await app.knex('svc_consents').where({ visitor_id: visitorId }).pluck('profile_id')).sort();

  test('reads, verifies, changes and erases the one record that there is', async () => {
    await submit('northerner', 'north');
    expect((await calls.read('northerner').expect(200)).body.profileId).toBe(profileOf.north);
    expect((await calls.verify('northerner').expect(200)).body).toMatchObject({
      valid: true,
      activeProfileId: profileOf.north,
    });
    expect(
      (await calls.update('northerner', { consentJson: allDenied }).expect(200)).body.consentJson,
    ).toEqual(allDenied);
    await calls.erase('northerner').expect(200);
    expect(await recordsOf('northerner')).toEqual([]);
    expect(await app.knex('svc_audit').where({ action: 'consent:erased' }).pluck('tenant_id')).toEqual([
      north.id,
    ]);
  });

  test('is a child of the tenant whose profile the parent was asked about', async () => {
    const ask = async (visitorId: string) =>
      (await calls.askParent(visitorId, { profileId: profileOf.north }).expect(200)).body.token;
    const early = await ask('early');
    await calls.resolveParent(early).expect(200);
    expect(await app.knex('svc_parental_consents').pluck('tenant_id')).toEqual([north.id]);
    await calls.erase('early').expect(200);
    expect(await app.knex('svc_parental_consents')).toEqual([]);
    const token = await ask('child');
    const elsewhere = app.request
      .post(`${app.publicBase}/consent/parental-consent-resolve?tenantId=${south.id}`)
      .send({ token });
    expect((await elsewhere.expect(400)).body.code).toBe('invalid_parental_token');
    await calls
      .submit({
        visitorId: 'child',
        profileId: profileOf.north,
        consentJson: allGranted,
        parentalConsentToken: token,
      })
      .expect(200);
    await calls.resolveParent(token).set(north.host).expect(200);
    expect((await calls.read('child').expect(200)).body.parentalConsent).toBe('granted');
  });

  test('gets nothing without the cookie, nor by naming another tenant', async () => {
    await submit('northerner', 'north');
    const path = `${app.publicBase}/consent/northerner`;
    for (const headers of [{}, { Cookie: cookieOf('somebody') }])
      for (const method of ['get', 'put', 'delete'] as const)
        expect((await app.request[method](path).set(headers).send({})).body.code).toBe(
          'visitor_cookie_required',
        );
    await app.request.get(`${path}?tenantId=${south.id}`).set('Cookie', cookieOf('northerner')).expect(404);
    await app.request.delete(path).set('Cookie', cookieOf('northerner')).set(south.host).expect(404);
    expect(await recordsOf('northerner')).toEqual([profileOf.north]);
  });

  test('must say which when there are several, unless one is the default tenant’s', async () => {
    await submit('traveller', 'north');
    await submit('traveller', 'south');
    for (const call of [
      calls.read('traveller'),
      calls.verify('traveller'),
      calls.update('traveller', { consentJson: {} }),
      calls.erase('traveller'),
    ]) {
      const refused = await call.expect(400);
      expect(refused.body.details).toEqual([
        { path: 'tenantId', message: expect.stringContaining('several tenants') },
      ]);
    }
    const named = await app.request
      .delete(`${app.publicBase}/consent/traveller?tenantId=${south.id}`)
      .set('Cookie', cookieOf('traveller'));
    expect(named.status).toBe(200);
    expect(await recordsOf('traveller')).toEqual([profileOf.north]);
    await submit('traveller', 'default');
    expect((await calls.read('traveller').expect(200)).body.profileId).toBe(profileOf.default);
    await calls.erase('traveller').expect(200);
    expect(await recordsOf('traveller')).toEqual([profileOf.north]);
  });

  test('is judged by the origin lists of the record’s tenant', async () => {
    await submit('northerner', 'north');
    await ask(['patch', '/settings', { allowedOrigins: ['https://north.example'] }], north.header).expect(
      200,
    );
    await ask(['patch', '/settings', { allowedOrigins: ['https://default.example'] }]).expect(200);
    const from = (origin: string) => [
      calls.read('northerner').set('Origin', origin),
      calls.update('northerner', { consentJson: allDenied }).set('Origin', origin),
      calls
        .submit({ visitorId: 'northerner', profileId: profileOf.north, consentJson: allGranted })
        .set('Origin', origin),
    ];
    for (const call of from('https://north.example')) {
      const { status, headers } = await call;
      expect([status, headers['access-control-allow-origin']]).toEqual([200, 'https://north.example']);
    }
    for (const call of from('https://default.example')) {
      const { status, body, headers } = await call;
      expect([status, body.code, headers['access-control-allow-origin']]).toEqual([
        403,
        'origin_not_allowed',
        undefined,
      ]);
    }
  });
});

describe('preflights of consent routes', () => {
  const preflight = async (query: string, origin: string, headers: Record<string, string> = {}) => {
    const answer = await app.request
      .options(`${app.publicBase}/consent${query}`)
      .set({ ...headers, Origin: origin, 'Access-Control-Request-Method': 'POST' });
    return [answer.status, answer.headers['access-control-allow-origin']];
  };

  test('go by the lists of the tenant that they name; one that names none goes on to be judged exactly', async () => {
    await open();
    const north = await createTenant(app, 'north');
    await ask(['patch', '/settings', { allowedOrigins: ['https://north.example'] }], north.header).expect(
      200,
    );
    await createProfile(
      app,
      { profileJson: profileJson({ allowedOrigins: ['https://profile.example'] }) },
      north.id,
    );
    for (const [query, headers] of [
      [`?tenantId=${north.id}`, {}],
      ['', north.host],
    ] as const) {
      for (const origin of ['https://north.example', 'https://profile.example'])
        expect(await preflight(query, origin, headers)).toEqual([204, origin]);
      expect(await preflight(query, 'https://evil.example', headers)).toEqual([403, undefined]);
    }
    expect(await preflight('?tenantId=default', 'https://evil.example')).toEqual([
      204,
      'https://evil.example',
    ]);
    expect(await preflight('', 'https://evil.example')).toEqual([204, 'https://evil.example']);
  });
});

describe('adminAllowedOrigins of tenants', () => {
  let north: TestTenant;
  let scoped: SignedIn;
  let email: string;
  share(async () => {
    await open();
    north = await createTenant(app, 'north');
    ({ as: scoped, email } = await createUser(app, { role: 'admin', allowedTenants: [north.id] }));
    await ask(
      ['patch', '/settings', { adminAllowedOrigins: ['https://admin.north.example'] }],
      north.header,
    ).expect(200);
    await ask(['patch', '/settings', { adminAllowedOrigins: ['https://admin.example'] }]).expect(200);
  });
  const northern = { Origin: 'https://admin.north.example' };
  const ours = { Origin: 'https://admin.example' };
  const namings = (): readonly Record<string, string>[] => [north.header, north.host];
  const code = async (sending: ReturnType<TestApp['request']['get']>) => {
    const { status, body, headers } = await sending;
    if (status === 403) expect(headers).not.toHaveProperty('access-control-allow-origin');
    return status < 300 ? headers['access-control-allow-origin'] : body.code;
  };
  const login = (headers: Record<string, string>) =>
    app.request
      .post(`${app.adminBase}/auth/login`)
      .set(headers)
      .send({ email, password: 'a password that nobody guesses' });

  const shared = ['/auth/me', '/tenants', '/users', '/roles', '/analytics/opt-in'];
  const unknown: readonly Record<string, string>[] = [
    { 'X-Tenant-Id': 'unknown' },
    { Host: 'unknown.consent.example' },
  ];

  test('of the default tenant alone judge what belongs to no tenant, whatever tenant is named', async () => {
    const open = await createTenant(app, 'open');
    for (const naming of [{}, ...namings(), open.header, open.host, ...unknown]) {
      expect([naming, await code(login({ ...ours, ...naming }))]).toEqual([naming, ours.Origin]);
      expect([naming, await code(login({ ...northern, ...naming }))]).toEqual([naming, 'origin_not_allowed']);
      for (const path of shared) {
        expect([path, naming, await code(ask(['get', path], { ...northern, ...naming }))]).toEqual([
          path,
          naming,
          'origin_not_allowed',
        ]);
        expect([path, naming, await code(ask(['get', path], { ...northern, ...naming }, scoped))]).toEqual([
          path,
          naming,
          'origin_not_allowed',
        ]);
      }
    }
    for (const path of shared)
      expect([path, await code(ask(['get', path], ours))]).toEqual([path, ours.Origin]);
  });

  test('judge every other route by the tenant that the request turns out to be of', async () => {
    const path = '/settings';
    expect(await code(ask(['get', path], northern, scoped))).toBe(northern.Origin);
    expect(await code(ask(['get', path], ours, scoped))).toBe('origin_not_allowed');
    expect(await code(ask(['get', path], ours))).toBe(ours.Origin);
    expect(await code(ask(['get', path], northern))).toBe('origin_not_allowed');
    for (const naming of namings()) {
      expect(await code(ask(['get', path], { ...northern, ...naming }))).toBe(northern.Origin);
      expect(await code(ask(['get', path], { ...ours, ...naming }))).toBe('origin_not_allowed');
    }
    // A tenant that is not there has no list that would let everyone in.
    for (const naming of unknown)
      expect(await code(ask(['get', path], { ...northern, ...naming }))).toBe('origin_not_allowed');
  });

  test('let a preflight pass that cannot name its tenant, and judge one that the host names', async () => {
    const preflight = (headers: Record<string, string>) =>
      app.request.options(`${app.adminBase}/settings`).set({
        'Access-Control-Request-Method': 'GET',
        'Access-Control-Request-Headers': 'authorization,x-tenant-id',
        ...headers,
      });
    expect(await code(preflight(northern))).toBe(northern.Origin);
    expect(await code(preflight({ ...northern, ...north.host }))).toBe(northern.Origin);
    expect(await code(preflight({ ...ours, ...north.host }))).toBe('origin_not_allowed');
    const signIn = (origin: { Origin: string }) =>
      app.request
        .options(`${app.adminBase}/auth/login`)
        .set({ 'Access-Control-Request-Method': 'POST', ...origin, ...north.host });
    expect([await code(signIn(ours)), await code(signIn(northern))]).toEqual([
      ours.Origin,
      'origin_not_allowed',
    ]);
  });

  test('keep other sites’ pages from changing anything where the host knows its users by a cookie, whatever tenant they name or leave out', async () => {
    const validateUser = () => ({ email: 'ada@shop.example', role: 'superadmin' });
    const custom = await createTestApp({
      config: { rateLimit: false, tenancy, auth: { mode: 'custom', validateUser } },
    });
    cleanUps.push(custom.close);
    const complete = (headers: Record<string, string>) =>
      custom.request.post(`${custom.adminBase}/setup/complete`).set(headers);
    const namings: Record<string, string>[] = [
      {},
      { 'X-Tenant-Id': 'default' },
      { 'X-Tenant-Id': 'unknown' },
      { Host: 'default.consent.example' },
    ];
    for (const naming of namings)
      expect([naming, await code(complete({ Origin: 'https://evil.example', ...naming }))]).toEqual([
        naming,
        'origin_not_allowed',
      ]);
    expect(await custom.knex('svc_settings')).toEqual([]);
    await complete({}).expect(200);
  });

  test('take effect in every process at once', async () => {
    const other = await createTestApp({
      knex: app.knex,
      directory: app.directory,
      clock: app.clock,
      config: { rateLimit: false, tenancy },
    });
    cleanUps.push(other.close);
    const there = () =>
      code(
        other.request.get(`${other.adminBase}/settings`).set({ ...scoped, Origin: 'https://new.example' }),
      );
    expect(await there()).toBe('origin_not_allowed');
    await ask(['patch', '/settings', { adminAllowedOrigins: ['https://new.example'] }], north.header).expect(
      200,
    );
    app.clock.advance(500);
    expect(await there()).toBe('https://new.example');
  });
});

test('a new tenant works end to end: seeds, resolve, published texts, consent, verification, statistics, setup', async () => {
  await open();
  const north = await createTenant(app, 'north', 'Northern Bikes Ltd');
  const operator = await createUser(app, { role: 'admin', allowedTenants: [north.id] });
  const as = await signInAs(app, operator.email);
  expect((await ask(['get', '/setup/status'], {}, as).expect(200)).body).toEqual({ completed: false });
  await ask(['post', '/setup/seed-profiles', { groups: ['opt-in', 'opt-in-explicit'] }], {}, as).expect(200);
  await ask(['post', '/setup/complete'], {}, as).expect(200);
  expect((await ask(['get', '/setup/status'], {}, as)).body).toEqual({ completed: true });
  expect((await ask(['get', '/setup/status'])).body).toEqual({ completed: false });

  const { body: resolved } = await app.request
    .get(`${app.publicBase}/resolve-profile?tz=Europe/Berlin&locale=de`)
    .set(north.host)
    .expect(200);
  expect(resolved).toMatchObject({ found: true, tenantId: north.id, complianceGroup: 'opt-in' });
  expect((await app.request.get(resolved.path).expect(200)).body).toMatchObject({
    id: resolved.profileId,
    currentLocale: 'de',
  });
  const explicit = await app.request
    .get(`${app.publicBase}/profiles/${north.id}/opt-in-explicit/en`)
    .expect(200);
  expect(explicit.body.complianceConfig).toEqual({ dataFiduciary: 'Northern Bikes Ltd' });

  const consent = await app.request
    .post(`${app.publicBase}/consent`)
    .set(north.host)
    .send({ profileId: resolved.profileId, consentJson: allGranted })
    .expect(200);
  const { visitorId } = consent.body;
  const verified = await app.request
    .get(`${app.publicBase}/consent/${visitorId}/verify`)
    .set(north.host)
    .set('Cookie', cookieOf(visitorId))
    .expect(200);
  expect(verified.body).toMatchObject({ valid: true, activeProfileId: resolved.profileId });
  expect((await ask(['get', `/consents/${visitorId}`], {}, as).expect(200)).body.profileId).toBe(
    resolved.profileId,
  );
  expect(await verdict(['get', `/consents/${visitorId}`])).toBe('404 consent_not_found');
  expect((await ask(['get', '/stats/overview'], {}, as).expect(200)).body).toMatchObject({
    totalConsents: 1,
    totalVisitors: 1,
    activeProfiles: 2,
  });
  expect((await ask(['get', '/stats/overview']).expect(200)).body).toMatchObject({
    totalConsents: 0,
    activeProfiles: 0,
  });
  const chains = await app.knex('svc_audit').where({ action: 'setup:seeded' }).pluck('tenant_id');
  expect(chains).toEqual([north.id]);
});

describe('accounts and messages of a tenant that is deleted', () => {
  const large = ['svc_accounts', 'svc_webhook_messages'] as const;
  beforeEach(() => open());

  /** Fills the tables with more rows than one transaction removes. */
  async function fill(tenantId: string): Promise<void> {
    for (let batch = 0; batch < 6; batch += 1) {
      const ids = Array.from({ length: 100 }, (_, index) => `${tenantId}-${batch}-${index}`);
      await app
        .knex('svc_accounts')
        .insert(ids.map((id) => ({ tenant_id: tenantId, subject_id: id, visitor_id: id, linked_at: 0 })));
      await app.knex('svc_webhook_messages').insert(
        ids.map((id) => ({
          id,
          tenant_id: tenantId,
          webhook_id: 'any',
          event: 'consent.erased',
          body: '',
          status: 'dead',
          due_at: 0,
          attempts: 0,
          created_at: app.clock.now(),
        })),
      );
    }
  }
  const left = async (tenantId: string) =>
    Promise.all(large.map(async (table) => (await app.knex(table).where({ tenant_id: tenantId })).length));

  test('are removed some at a time, after the tenant, and those of others stay', async () => {
    const [going, staying] = [await createTenant(app, 'going'), await createTenant(app, 'staying')];
    for (const { id } of [going, staying]) await fill(id);
    const removed: number[] = [];
    app.knex.on('query', ({ sql, bindings }) => {
      if (/^delete from \W*svc_(accounts|webhook_messages)/.test(sql))
        removed.push(sql.includes(' in (') ? bindings.length - 1 : Number.POSITIVE_INFINITY);
    });
    await ask(['delete', `/tenants/${going.id}`]).expect(200);
    expect(removed.sort()).toEqual([100, 100, 500, 500]);
    expect([await left(going.id), await left(staying.id)]).toEqual([
      [0, 0],
      [600, 600],
    ]);
  });

  test('are removed by the upkeep when the deletion was interrupted', async () => {
    const [going, staying] = [await createTenant(app, 'going'), await createTenant(app, 'staying')];
    for (const { id, header } of [going, staying]) {
      await ask(['patch', '/settings', { allowedOrigins: ['https://shop.example'] }], header).expect(200);
      await fill(id);
    }
    await app.knex('svc_tenants').where({ id: going.id }).delete();
    await app.service.maintenance();
    expect((await left(going.id))[0]).toBe(0);
    expect((await left(staying.id))[0]).toBe(600);
  });
});
