import type { Database } from '#platform/database/database';
import { createBackground } from '#platform/kernel/concurrency/background';
import { createPageSightings } from '../../src/server/console/installation/page-sightings';
import { createApiKey, createUser } from '../support/accounts';
import { createTestApp } from '../support/create-test-app';
import { openAdminApp } from '../support/open-admin-app';
import { createActiveProfile, germanContent } from '../support/profiles';
import { createTenant, tenancy } from '../support/tenants';

const app = openAdminApp({ config: { tenancy, rateLimit: false } });
beforeEach(async () => {
  await createActiveProfile(app, { localeContent: { de: germanContent() } });
});

const seen = async () => (await app.call('get', '/setup/installation').expect(200)).body;
const origins = async () => (await seen()).map(({ origin }: { origin: string }) => origin);
const askFrom = (origin: string, headers: Record<string, string> = {}) =>
  app.request
    .get(`${app.publicBase}/bootstrap?tz=Europe/Vienna&lang=de`)
    .set({ Origin: origin, ...headers })
    .expect(200);

test('lists a site as soon as one of its pages asks for the banner', async () => {
  expect(await seen()).toEqual([]);
  await askFrom('https://Shop.example');
  const site = {
    origin: 'https://shop.example',
    lastSeenAt: new Date(app.clock.now()).toISOString(),
    complianceGroup: 'opt-in',
    locale: 'de',
    allowed: true,
  };
  expect(await seen()).toEqual([site]);
  await app.service.maintenance();
  expect(await seen()).toEqual([site]);
  app.clock.advance(1000);
  await askFrom('http://localhost:3000');
  await app.service.maintenance();
  expect(await origins()).toEqual(['http://localhost:3000', 'https://shop.example']);
});

test('knows what other processes have seen', async () => {
  await askFrom('https://shop.example');
  await app.service.maintenance();
  const other = await createTestApp({ knex: app.knex, clock: app.clock, config: { tenancy } });
  const { body } = await other.request.get(`${other.adminBase}/setup/installation`).set(app.admin);
  expect(body).toMatchObject([{ origin: 'https://shop.example' }]);
  await other.close();
});

test('knows the pages of the own server, for which browsers name no origin', async () => {
  const ask = (headers: Record<string, string>) =>
    app.request
      .get(`${app.publicBase}/bootstrap`)
      .set({ Host: 'own.example', ...headers })
      .expect(200);
  await ask({});
  await ask({ 'Sec-Fetch-Site': 'cross-site' });
  expect(await seen()).toEqual([]);
  await ask({ 'Sec-Fetch-Site': 'same-origin' });
  expect(await origins()).toEqual(['http://own.example']);
});

test('knows the pages into which the server writes the tags', async () => {
  const fixed = await createTestApp({
    knex: app.knex,
    clock: app.clock,
    config: { tenancy, compliance: { type: 'opt-in' } },
  });
  const request = { headers: { host: 'pages.example' }, socket: { remoteAddress: '127.0.0.1' } };
  await fixed.service.page(request as never, { locale: 'de' });
  await fixed.service.maintenance();
  await fixed.close();
  expect(await seen()).toMatchObject([{ origin: 'http://pages.example', locale: 'de' }]);
});

test.each(['null', 'file://', 'https://*.example', 'shop.example', `https://${'x'.repeat(400)}.example`])(
  'takes %.40s for no site',
  async (origin) => {
    await askFrom(origin);
    expect(await seen()).toEqual([]);
  },
);

test('takes a server with an API key for no site', async () => {
  const { key } = await createApiKey(app);
  await askFrom('https://shop.example', { 'X-API-Key': key });
  expect(await seen()).toEqual([]);
});

test('strangers cannot fill the list, nor push listed sites out of it', async () => {
  await app.call('patch', '/settings', { allowedOrigins: ['https://shop.example'] }).expect(200);
  await askFrom('https://shop.example');
  for (let number = 10; number < 40; number += 1) {
    app.clock.advance(1);
    await askFrom(`https://stranger-${number}.example`);
  }
  await app.service.maintenance();
  const list = await seen();
  expect(list).toHaveLength(21);
  expect(list[0]).toMatchObject({ origin: 'https://stranger-39.example', allowed: false });
  expect(list.at(-1)).toMatchObject({ origin: 'https://shop.example', allowed: true });
});

test('strangers at one tenant hide neither its listed sites nor those of other tenants', async () => {
  const { clock } = app;
  const sightings = createPageSightings({
    background: createBackground({ isOn: false, clock }),
    clock,
    // Nothing is written here.
    database: {} as Database,
    logger: console,
    isListed: async (_tenantId, origin) => origin === 'https://shop.example',
  });
  const note = (tenantId: string, origin: string) =>
    sightings.note({ tenantId, origin, complianceGroup: 'opt-in', locale: 'de' });
  for (let number = 0; number < 1100; number += 1) note('south', `https://stranger-${number}.example`);
  note('south', 'https://shop.example');
  note('north', 'https://other.example');
  await Promise.resolve();
  const pending = (tenantId: string) => sightings.pending(tenantId).map(({ origin }) => origin);
  expect(pending('south')).toHaveLength(201);
  expect(pending('south').at(-1)).toBe('https://shop.example');
  expect(pending('north')).toEqual(['https://other.example']);
});

test('is for those who may read the settings, and each tenant has its own', async () => {
  await askFrom('https://shop.example');
  const { header } = await createTenant(app, 'south');
  expect((await app.call('get', '/setup/installation').set(header).expect(200)).body).toEqual([]);
  const auditor = await createUser(app, { role: 'auditor' });
  await app.request.get(`${app.adminBase}/setup/installation`).set(auditor.as).expect(403);
});

test('a database that cannot be written costs no visitor the banner', async () => {
  await app.knex.schema.dropTable('svc_page_origins');
  await askFrom('https://shop.example');
  await app.service.maintenance().catch(() => {});
  await askFrom('https://shop.example');
});
