import { openAdminApp } from '../support/open-admin-app';

const app = openAdminApp();

const get = () => app.call('get', '/settings');
const patch = (body: object) => app.call('patch', '/settings', body);

test('settings begin without restriction', async () => {
  expect((await get().expect(200)).body).toEqual({
    allowedOrigins: [],
    adminAllowedOrigins: [],
    impressionSample: 1,
    approvalRequired: false,
    setupCompleted: false,
    updatedAt: null,
  });
});

test('only the fields sent change, and setupCompleted cannot be set here', async () => {
  await patch({
    allowedOrigins: ['https://shop.example', 'https://*.shop.example:8443'],
    setupCompleted: true,
  }).expect(200);
  const response = await patch({ adminAllowedOrigins: ['https://admin.example'] }).expect(200);
  expect(response.body).toMatchObject({
    allowedOrigins: ['https://shop.example', 'https://*.shop.example:8443'],
    adminAllowedOrigins: ['https://admin.example'],
    setupCompleted: false,
  });
  expect((await get()).body).toEqual(response.body);
});

test('a request that changes nothing is neither saved, audited nor emitted', async () => {
  const { body } = await patch({ allowedOrigins: ['https://shop.example'] }).expect(200);
  const told: unknown[] = [];
  app.service.events.on('settings.updated', (event) => told.push(event));
  app.clock.advance(1000);
  for (const same of [{}, { allowedOrigins: ['https://shop.example'] }])
    expect((await patch(same).expect(200)).body).toEqual(body);
  expect(await app.knex('svc_audit').where({ action: 'settings:updated' })).toHaveLength(1);
  expect(told).toEqual([]);
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
  expect((await patch({ allowedOrigins: [origin] }).expect(400)).body.details[0].path).toBe(
    'allowedOrigins[0]',
  );
  expect((await get()).body.allowedOrigins).toEqual([]);
});

test('a change that names the settings it read is refused once somebody else has changed them', async () => {
  const { etag = '' } = (await get()).headers;
  const change = (origin: string, state: string) =>
    patch({ allowedOrigins: [origin] }).set('If-Match', state);
  const saved = await change('https://a.example', etag).expect(200);
  expect((await get()).headers.etag).toBe(saved.headers.etag);
  const late = await change('https://b.example', etag).expect(412);
  expect(late.body.code).toBe('version_conflict');
  expect(late.headers.etag).toBe(saved.headers.etag);
  expect((await get()).body.allowedOrigins).toEqual(['https://a.example']);

  const answers = await Promise.all(
    ['https://c.example', 'https://d.example'].map((origin) => change(origin, saved.headers.etag ?? '')),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 412]);
});

test('two partial changes at once both stay', async () => {
  await Promise.all([
    patch({ allowedOrigins: ['https://a.example'] }),
    patch({ adminAllowedOrigins: ['https://b.example'] }),
  ]);
  expect((await get()).body).toMatchObject({
    allowedOrigins: ['https://a.example'],
    adminAllowedOrigins: ['https://b.example'],
  });
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

describe('a list of admin origins that leaves out the page that sends it', () => {
  const dashboard = { Origin: 'https://dashboard.example' };
  const lockout = { adminAllowedOrigins: ['https://other.example', 'https://*.dashboard.example'] };
  const warned = [
    { rule: 'settings/lockout', message: expect.stringContaining('https://dashboard.example') },
  ];

  test('is not saved, and the answer says why and how to do it all the same', async () => {
    const before = (await get()).body;
    const { body } = await patch({ ...lockout, allowedOrigins: ['https://shop.example'] })
      .set(dashboard)
      .expect(200);
    expect(body).toEqual({ ...before, warnings: warned, requiresConfirmation: true });
    expect((await get().set(dashboard).expect(200)).body).toEqual(before);
    expect(await app.knex('svc_audit').where({ action: 'settings:updated' })).toEqual([]);
  });

  test('is saved with the warning when it is confirmed, and then blocks the page', async () => {
    const { body } = await patch({ ...lockout, confirmLockout: true })
      .set(dashboard)
      .expect(200);
    expect(body).toEqual({ ...(await get()).body, warnings: warned });
    expect(body.adminAllowedOrigins).toEqual(lockout.adminAllowedOrigins);
    expect((await get().set(dashboard).expect(403)).body.code).toBe('origin_not_allowed');
    await get().set('Origin', 'https://www.dashboard.example').expect(200);
  });

  test.each<[string, Record<string, string>, object]>([
    ['comes from no browser', {}, lockout],
    ['lists the page', dashboard, { adminAllowedOrigins: ['https://dashboard.example'] }],
    ['lists the page by a pattern', { Origin: 'https://a.b.dashboard.example' }, lockout],
    ['is empty, which restricts nothing', dashboard, { adminAllowedOrigins: [] }],
    ['is of other origins', dashboard, { allowedOrigins: ['https://other.example'] }],
    [
      'is confirmed for nothing',
      dashboard,
      { adminAllowedOrigins: ['https://dashboard.example'], confirmLockout: true },
    ],
  ])('is none when it %s', async (_name, headers, body) => {
    const saved = (await patch(body).set(headers).expect(200)).body;
    expect(saved).toEqual((await get()).body);
    expect(saved.updatedAt).not.toBeNull();
  });

  test('is validated as origins first', async () => {
    await patch({ adminAllowedOrigins: ['not an origin'] })
      .set(dashboard)
      .expect(400);
  });

  test('causes the warning also when the page has no origin that could be listed', async () => {
    expect((await patch(lockout).set('Origin', 'null').expect(200)).body.requiresConfirmation).toBe(true);
  });
});

test('a change is audited with before and after, and emitted as an event', async () => {
  const events: unknown[] = [];
  app.service.events.on('settings.updated', ({ tenantId, changed }) => events.push({ tenantId, changed }));
  await patch({ allowedOrigins: ['https://shop.example'] }).expect(200);
  expect(events).toEqual([{ tenantId: 'default', changed: ['allowedOrigins'] }]);
  const [entry] = await app.knex('svc_audit').where({ action: 'settings:updated' });
  expect(JSON.parse(entry.changes)).toEqual({
    allowedOrigins: { before: [], after: ['https://shop.example'] },
  });
});
