import { getClient } from '#evidence/receipts/receipt-printer';
import { createUser, type TestUser } from '../support/accounts';
import { createTestApp, type TestApp } from '../support/create-test-app';
import { exportCalls } from '../support/exports';
import { createProfile, profileJson } from '../support/profiles';
import { createTenant, tenancy } from '../support/tenants';

let app: TestApp;
let auditor: TestUser;

beforeAll(async () => {
  app = await createTestApp({ config: { rateLimit: false, tenancy } });
  const north = await createTenant(app, 'north');
  auditor = await createUser(app, { role: 'auditor', allowedTenants: ['default'] });
  const stranger = await createUser(app, { role: 'viewer', allowedTenants: [north.id] });
  await app.request
    .post(`${app.adminBase}/auth/login`)
    .send({ email: stranger.email, password: 'wrong' })
    .expect(401);
  await createProfile(app);
});
afterAll(() => app.close());

const get = (as: TestUser['as'], path: string) => app.request.get(`${app.adminBase}${path}`).set(as);

describe('the audit log of default', () => {
  const isOfAccounts = ({ action }: { action: string }) => /^(user|auth|role|tenant):/.test(action);

  test('hides accounts from users of some tenants, also in its totals', async () => {
    for (const filter of ['', '&action=auth:loginFailed', '&resourceType=user', '&q=auth', '&q=user:']) {
      const { body } = await get(auditor.as, `/audit?limit=200${filter}`).expect(200);
      expect(body.items.filter(isOfAccounts)).toEqual([]);
      expect([filter, body.total]).toEqual([filter, body.items.length]);
      expect(JSON.stringify(body)).not.toContain('user2@');
    }
    const { body } = await get(auditor.as, '/audit').expect(200);
    expect(body.items.map(({ action }: { action: string }) => action)).toContain('profile:created');
    const all = (await get(await app.asAdmin(), '/audit?limit=200').expect(200)).body.items;
    expect(all.filter(isOfAccounts).length).toBeGreaterThan(3);
  });

  test('is exported so too', async () => {
    for (const format of ['csv', 'json']) {
      const { text } = await get(auditor.as, `/export/audit?format=${format}`).buffer(true).expect(200);
      expect(text).toContain('profile:created');
      expect(text).not.toMatch(/(user|auth|role|tenant):/);
    }
    const whole: { action: string }[] = await exportCalls(app).json('/audit');
    expect(whole.some(isOfAccounts)).toBe(true);
  });
});

test('the configuration of the installation is for users who may see all tenants', async () => {
  const scoped = await createUser(app, { role: 'admin', allowedTenants: ['default'] });
  const { status, body } = await get(scoped.as, '/setup/config');
  expect([status, body.code]).toEqual([403, 'tenant_forbidden']);
  await get(scoped.as, '/setup/status').expect(200);
  await get(await app.asAdmin(), '/setup/config').expect(200);
});

test.each([
  'javascript:alert(1)',
  ' \tJava\nScript\r:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'VBScript:x',
])('%j is not saved as a text of complianceConfig, whatever its key', async (value) => {
  const { status, body } = await app.request
    .post(`${app.adminBase}/profiles`)
    .set(await app.asAdmin())
    .send({
      name: 'P',
      defaultLocale: 'en',
      profileJson: profileJson({ complianceConfig: { withdrawal_link: value } }),
    });
  expect([status, body.code]).toEqual([400, 'validation_failed']);
});

test('receipts of one IPv6 subscriber wait in one line', () => {
  const of = (ip: string) => getClient({ caller: { kind: 'anonymous' }, ip }, 'visitor');
  expect(of('2001:db8:0:1::1')).toBe(of('2001:db8:0:ff::1'));
  expect(of('2001:db8:0:1::1')).not.toBe(of('2001:db8:0:100::1'));
});

test('the admin origins of default, which every sign-in obeys, are for users who may see all tenants', async () => {
  const scoped = await createUser(app, { role: 'admin', allowedTenants: ['default'] });
  const patch = (as: TestUser['as'], body: object) =>
    app.request.patch(`${app.adminBase}/settings`).set(as).send(body);
  const { status, body } = await patch(scoped.as, { adminAllowedOrigins: ['https://evil.example'] });
  expect([status, body.code]).toEqual([403, 'tenant_forbidden']);
  // Other settings, with the same list.
  const allowed = { adminAllowedOrigins: [], allowedOrigins: ['https://shop.example'] };
  expect((await patch(scoped.as, allowed).expect(200)).body).toMatchObject(allowed);
  const north = await createTenant(app, 'north-origins');
  const northern = await createUser(app, { role: 'admin', allowedTenants: [north.id] });
  const own = { adminAllowedOrigins: ['https://north.example'] };
  expect((await patch(northern.as, own).set(north.header).expect(200)).body).toMatchObject(own);
  const all = await app.asAdmin();
  for (const adminAllowedOrigins of [['https://admin.example'], []])
    await patch(all, { adminAllowedOrigins }).expect(200);
});
