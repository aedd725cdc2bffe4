import { millisecondsPerDay } from '#platform/kernel/clock';
import { createUser, type SignedIn } from '../support/accounts';
import { createTestApp, createTestClock, type TestApp } from '../support/create-test-app';
import { createTenant, type TestTenant, tenancy } from '../support/tenants';

const minutes = (count: number) => count * 60_000;

let app: TestApp;
let admin: SignedIn;
beforeEach(async () => {
  app = await createTestApp({ config: { rateLimit: false, tenancy, trustProxy: true } });
  admin = await app.asAdmin();
});
afterEach(() => app.close());

const get = (path: string, headers: Record<string, string>) =>
  app.request.get(`${app.adminBase}${path}`).set(headers);
const from = (ip: string, token = 'Bearer forged.to.ken') => ({
  Authorization: token,
  'X-Forwarded-For': ip,
});

async function entries(action: 'auth:tokenRefused' | 'auth:permissionRefused') {
  const rows = await app.knex('svc_audit').where({ action }).orderBy('sequence');
  return rows.map(({ tenant_id, resource_type, resource_id, user_id, changes }) => ({
    tenant_id,
    resource: `${resource_type} ${resource_id}`,
    user_id,
    changes: JSON.parse(changes),
  }));
}
const passedOver = async (action: Parameters<typeof entries>[0]) =>
  (await entries(action)).map(({ changes }) => changes.passedOver ?? 0);

describe('a refused token', () => {
  test('is in the audit log, and nothing of the token is', async () => {
    await get('/profiles', from('192.0.2.1', 'Bearer secretheader.secretclaims.secretsignature')).expect(401);
    expect(await entries('auth:tokenRefused')).toEqual([
      {
        tenant_id: 'default',
        resource: 'route listProfiles',
        user_id: null,
        changes: { code: 'unauthenticated' },
      },
    ]);
    const [row] = await app.knex('svc_audit').where({ action: 'auth:tokenRefused' });
    expect(row.request_id).toMatch(/^[0-9a-f-]{36}$/);
    expect(JSON.stringify([row, app.logger.lines])).not.toMatch(/secret|192\.0\.2/);
  });

  test('is recorded for every fault: its session has ended, its user is inactive, it is not a token at all', async () => {
    const user = await createUser(app, { role: 'viewer' });
    await app.request.put(`${app.adminBase}/users/${user.id}`).set(admin).send({ active: false }).expect(200);
    for (const [ip, token] of [
      ['192.0.2.1', user.as.Authorization],
      ['192.0.2.2', 'Bearer'],
      ['192.0.2.3', 'Basic YWRtaW46YWRtaW4='],
    ] as const)
      await get('/profiles', from(ip, token)).expect(401);
    app.clock.advance(minutes(31));
    await get('/profiles', from('192.0.2.4', admin.Authorization)).expect(401);
    expect(await entries('auth:tokenRefused')).toHaveLength(4);
  });

  test('that was not sent is none: whoever only knocks writes nothing', async () => {
    await get('/profiles', {}).expect(401);
    await app.request.post(`${app.adminBase}/profiles`).send({}).expect(401);
    expect(await entries('auth:tokenRefused')).toEqual([]);
  });

  test('of one client on one route is written once in a quarter of an hour; the next entry tells how many were passed over', async () => {
    for (let n = 0; n < 20; n += 1)
      await get('/profiles', from('192.0.2.1', `Bearer forged.to.ken${n}`)).expect(401);
    expect(await passedOver('auth:tokenRefused')).toEqual([0]);
    await get('/users', from('192.0.2.1')).expect(401);
    await get('/profiles', from('192.0.2.2')).expect(401);
    expect(await passedOver('auth:tokenRefused')).toEqual([0, 19, 0]);
    app.clock.advance(minutes(15));
    await get('/profiles', from('192.0.2.1')).expect(401);
    expect(await passedOver('auth:tokenRefused')).toEqual([0, 19, 0, 0]);
  });

  test('is written as before once the clock, which was two days ahead, has been set right', async () => {
    const clock = createTestClock();
    let aheadMs = 2 * millisecondsPerDay;
    const other = await createTestApp({
      knex: app.knex,
      clock: { ...clock, now: () => clock.now() + aheadMs },
      config: { rateLimit: false, trustProxy: true },
    });
    const refuse = () => other.request.get(`${other.adminBase}/profiles`).set(from('192.0.2.1')).expect(401);
    await refuse();
    aheadMs = 0;
    clock.advance(minutes(15));
    await refuse();
    expect(await passedOver('auth:tokenRefused')).toEqual([0, 0]);
    await other.service.close();
  });

  test('cannot fill the log from any number of addresses: a hundred entries in a quarter of an hour, the rest is counted', async () => {
    for (let n = 0; n < 300; n += 1)
      await get('/profiles', from(`198.51.${Math.floor(n / 250)}.${n % 250}`)).expect(401);
    expect(await entries('auth:tokenRefused')).toHaveLength(100);
    // A flood of tokens leaves room for refused permissions.
    const { as } = await createUser(app, { role: 'viewer' });
    await get('/users', as).expect(403);
    expect(await entries('auth:permissionRefused')).toHaveLength(1);
    await app.service.maintenance();
    expect(await entries('auth:tokenRefused')).toHaveLength(100);
    app.clock.advance(minutes(15));
    await app.service.maintenance();
    expect((await passedOver('auth:tokenRefused')).slice(100)).toEqual([200]);
    await app.service.maintenance();
    expect(await entries('auth:tokenRefused')).toHaveLength(101);
  });

  test('that cannot be written is refused all the same', async () => {
    await app.knex.schema.renameTable('svc_audit_heads', 'svc_elsewhere');
    const refused = await get('/profiles', from('192.0.2.1')).expect(401);
    await app.knex.schema.renameTable('svc_elsewhere', 'svc_audit_heads');
    expect(refused.body.code).toBe('unauthenticated');
    expect(
      app.logger.lines.filter((line) => line.includes('could not be written to the audit log')),
    ).toHaveLength(1);
  });
});

describe('a refused permission', () => {
  let north: TestTenant;
  beforeEach(async () => {
    north = await createTenant(app, 'north');
  });

  test('is in the chain of the default tenant with who asked for what, whichever tenant it was asked in', async () => {
    const user = await createUser(app, { role: 'viewer', allowedTenants: [north.id] });
    await get('/users', user.as).expect(403);
    await get('/settings', { ...user.as, 'X-Tenant-Id': 'default' }).expect(403);
    expect(await entries('auth:permissionRefused')).toEqual([
      { tenant_id: 'default', resource: 'route listUsers', user_id: user.id, changes: { code: 'forbidden' } },
      {
        tenant_id: 'default',
        resource: 'route getSettings',
        user_id: user.id,
        changes: { code: 'tenant_forbidden' },
      },
    ]);
  });

  test('is noted also when it is the change itself that one may not make', async () => {
    const user = await createUser(app, { role: ['users:update'] });
    const { id } = (await get('/auth/me', admin)).body;
    await app.request
      .put(`${app.adminBase}/users/${id}`)
      .set(user.as)
      .send({ password: 'a new password for the boss' })
      .expect(403);
    expect(await entries('auth:permissionRefused')).toEqual([
      {
        tenant_id: 'default',
        resource: 'route updateUser',
        user_id: user.id,
        changes: { code: 'forbidden' },
      },
    ]);
  });

  test('of one user on one route is written once in a quarter of an hour, however the user signs in and from wherever', async () => {
    const user = await createUser(app, { role: 'viewer' });
    for (let n = 0; n < 20; n += 1)
      await get('/users', { ...user.as, 'X-Forwarded-For': `192.0.2.${n}` }).expect(403);
    expect(await entries('auth:permissionRefused')).toHaveLength(1);
    app.clock.advance(minutes(15));
    await get('/users', user.as).expect(403);
    expect(await passedOver('auth:permissionRefused')).toEqual([0, 19]);
  });

  test('is not every refusal: what is not there, not well-formed or limited is none', async () => {
    await get('/profiles/unknown', admin).expect(404);
    await app.request.post(`${app.adminBase}/profiles`).set(admin).send({}).expect(400);
    await get('/settings', { ...admin, 'X-Tenant-Id': 'unknown' }).expect(404);
    await get('/unknown', admin).expect(404);
    await app.request.delete(`${app.adminBase}/settings`).set(admin).expect(405);
    expect(await entries('auth:permissionRefused')).toEqual([]);
    expect(await entries('auth:tokenRefused')).toEqual([]);
  });
});

test('an API key that was revoked or has expired is recorded once on both APIs, one that never existed is not', async () => {
  const make = async (body: object = {}) =>
    (
      await app.request
        .post(`${app.adminBase}/apikeys`)
        .set(admin)
        .send({ name: 'A server', ...body })
        .expect(201)
    ).body;
  const scoped = await make({ scopes: ['profiles:read'] });
  const plain = await make({ expireBy: new Date(app.clock.now() + minutes(1)).toISOString() });
  await app.request.delete(`${app.adminBase}/apikeys/${scoped.id}`).set(admin).expect(200);
  app.clock.advance(minutes(1));
  const publicly = (key: string) =>
    app.request.get(`${app.publicBase}/consent/visitor-1`).set('X-API-Key', key).expect(401);
  for (let n = 0; n < 3; n += 1) {
    await get('/profiles', { 'X-API-Key': scoped.key }).expect(401);
    await get('/stats', { 'X-API-Key': scoped.key }).expect(401);
    await publicly(scoped.key);
    await publicly(plain.key);
    // The same prefix, with another secret.
    await publicly(`${plain.key.slice(0, -4)}AAAA`);
  }
  expect(await entries('auth:tokenRefused')).toEqual([
    {
      tenant_id: 'default',
      resource: 'route listProfiles',
      user_id: null,
      changes: { code: 'invalid_api_key', apiKeyId: scoped.id, status: 'revoked' },
    },
    {
      tenant_id: 'default',
      resource: 'route getConsent',
      user_id: null,
      changes: { code: 'invalid_api_key', apiKeyId: plain.id, status: 'expired', passedOver: 2 },
    },
  ]);
});

test('a request beyond the rate limit writes nothing', async () => {
  const limited = await createTestApp({ config: { rateLimit: { admin: { limit: 2, windowSeconds: 60 } } } });
  const statuses: number[] = [];
  for (const path of ['/profiles', '/users', '/roles', '/apikeys'])
    statuses.push(
      (await limited.request.get(`${limited.adminBase}${path}`).set('Authorization', 'Bearer a.b.c')).status,
    );
  expect(statuses).toEqual([401, 401, 429, 429]);
  expect(await limited.knex('svc_audit').where({ action: 'auth:tokenRefused' })).toHaveLength(2);
  await limited.close();
});
