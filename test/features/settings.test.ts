import { createTestApp, type TestApp } from '../support/create-test-app';

let app: TestApp;
let admin: { Authorization: string };

beforeEach(async () => {
  app = await createTestApp();
  admin = await app.asAdmin();
});
afterEach(() => app.close());

const get = () => app.request.get(`${app.adminBase}/settings`).set(admin);
const patch = (body: object) => app.request.patch(`${app.adminBase}/settings`).set(admin).send(body);

test('settings begin without restriction', async () => {
  expect((await get().expect(200)).body).toEqual({ allowedOrigins: [], adminAllowedOrigins: [], setupCompleted: false, updatedAt: null });
});

test('only the fields sent change, and setupCompleted cannot be set here', async () => {
  await patch({ allowedOrigins: ['https://shop.example', 'https://*.shop.example:8443'], setupCompleted: true }).expect(200);
  const response = await patch({ adminAllowedOrigins: ['https://admin.example'] }).expect(200);
  expect(response.body).toMatchObject({
    allowedOrigins: ['https://shop.example', 'https://*.shop.example:8443'],
    adminAllowedOrigins: ['https://admin.example'],
    setupCompleted: false,
  });
  expect((await get()).body).toEqual(response.body);
});

test.each([
  'shop.example',
  'https://shop.example/',
  'https://*',
  'https://*.com',
  'ftp://shop.example',
  'https://a.*.example',
  '*',
  '',
  'https://user@shop.example',
  'null',
])('refuses %j as an origin', async (origin) => {
  expect((await patch({ allowedOrigins: [origin] }).expect(400)).body.details[0].path).toBe('allowedOrigins[0]');
  expect((await get()).body.allowedOrigins).toEqual([]);
});

test('two partial changes at once both stay', async () => {
  await Promise.all([patch({ allowedOrigins: ['https://a.example'] }), patch({ adminAllowedOrigins: ['https://b.example'] })]);
  expect((await get()).body).toMatchObject({ allowedOrigins: ['https://a.example'], adminAllowedOrigins: ['https://b.example'] });
});

test('a browser of another origin than the listed ones is kept out of the admin API, other callers are not', async () => {
  await patch({ adminAllowedOrigins: ['https://admin.example'] }).expect(200);
  const refused = await get().set('Origin', 'https://evil.example').expect(403);
  expect(refused.body.code).toBe('origin_not_allowed');
  expect(refused.headers).not.toHaveProperty('access-control-allow-origin');
  const allowed = await get().set('Origin', 'https://admin.example').expect(200);
  expect(allowed.headers['access-control-allow-origin']).toBe('https://admin.example');
  expect(allowed.headers).not.toHaveProperty('access-control-allow-credentials');
  await get().expect(200);
  const preflight = await app.request
    .options(`${app.adminBase}/settings`)
    .set('Origin', 'https://admin.example')
    .set('Access-Control-Request-Method', 'PATCH')
    .expect(204);
  expect(preflight.headers['access-control-allow-headers']).toMatch(/Authorization/);
});

test('a change is audited with before and after, and told as an event', async () => {
  const events: unknown[] = [];
  app.service.events.on('settings.updated', ({ tenantId, changed }) => events.push({ tenantId, changed }));
  await patch({ allowedOrigins: ['https://shop.example'] }).expect(200);
  expect(events).toEqual([{ tenantId: 'default', changed: ['allowedOrigins'] }]);
  const [entry] = await app.knex('svc_audit').where({ action: 'settings:updated' });
  expect(JSON.parse(entry.changes)).toEqual({ allowedOrigins: { before: [], after: ['https://shop.example'] } });
});
