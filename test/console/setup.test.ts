import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import createKnex from 'knex';
import { describeConfig, resolveConfig } from '#platform/config/resolve-config';
import { firstOf, headerGeoProvider, timezoneGeoProvider } from '#platform/geo/index';
import { diskStorage } from '#platform/storage/disk/disk-storage';
import { complianceGroupIds, complianceRules } from '#standards/compliance/index';
import { createTestApp, createTestClock, type TestApp } from '../support/create-test-app';
import { createActiveProfile, profileJson } from '../support/profiles';

let app: TestApp;
let admin: { Authorization: string };

async function begin(options?: Parameters<typeof createTestApp>[0]): Promise<void> {
  app = await createTestApp(options);
  admin = await app.asAdmin();
}
afterEach(() => app.close());

const get = (path: string) => app.request.get(`${app.adminBase}/setup/${path}`).set(admin);
const complete = () => app.request.post(`${app.adminBase}/setup/complete`).set(admin);
const audited = async (action: string) => app.knex('svc_audit').where({ action });

describe('the wizard', () => {
  beforeEach(() => begin());

  test('is incomplete at first, and complete from then on', async () => {
    expect((await get('status').expect(200)).body).toEqual({ completed: false });
    expect((await complete().expect(200)).body).toEqual({ completed: true });
    expect((await get('status')).body).toEqual({ completed: true });
    await app.request
      .patch(`${app.adminBase}/settings`)
      .set(admin)
      .send({ setupCompleted: false, allowedOrigins: [] })
      .expect(200);
    expect((await get('status')).body).toEqual({ completed: true });
    expect((await app.request.get(`${app.adminBase}/settings`).set(admin)).body.setupCompleted).toBe(true);
  });

  test('is completed once, however often it is called', async () => {
    const updated: string[][] = [];
    app.service.events.on('settings.updated', ({ changed }) => void updated.push([...changed]));
    const responses = await Promise.all([complete(), complete(), complete()]);
    const { updatedAt } = (await app.request.get(`${app.adminBase}/settings`).set(admin)).body;
    app.clock.advance(1000);
    responses.push(await complete());
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(await audited('setup:completed')).toHaveLength(1);
    expect(updated).toEqual([['setupCompleted']]);
    expect((await app.request.get(`${app.adminBase}/settings`).set(admin)).body.updatedAt).toBe(updatedAt);
  });

  test('keeps the settings that were there', async () => {
    await app.request
      .patch(`${app.adminBase}/settings`)
      .set(admin)
      .send({ allowedOrigins: ['https://shop.example'] })
      .expect(200);
    await complete().expect(200);
    expect((await app.request.get(`${app.adminBase}/settings`).set(admin)).body.allowedOrigins).toEqual([
      'https://shop.example',
    ]);
  });
});

describe('the configuration', () => {
  const secrets = {
    password: 'distinctive-admin-password-1',
    master: 'distinctive-master-secret-of-enough-characters',
    hash: 'distinctive-data-signing-hash-of-enough-characters',
    connection: 'distinctive-connection-password',
    storage: 'distinctive-storage-credential',
    plugin: 'distinctive-plugin-secret',
    oidc: 'distinctive-oidc-client-secret',
    saml: 'distinctiveSamlCertificate',
    url: 'distinctive-url-password',
  };

  test('is shown without any of its secrets', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'ec_test_setup_'));
    const storage = { ...diskStorage({ directory }), credentials: secrets.storage };
    const plugin = (name: string) => ({
      name,
      apiKey: secrets.plugin,
      initialize: async () => {},
      destroy: async () => {},
    });
    const knex = createKnex({
      client: 'better-sqlite3',
      connection: { filename: ':memory:', password: secrets.connection } as never, // SQLite takes none, and the answer must not show one anyway
      useNullAsDefault: true,
    });
    await begin({
      knex,
      config: {
        storage,
        plugins: [plugin('crm'), () => plugin('made later')],
        auth: {
          mode: 'local',
          adminEmail: 'admin@shop.example',
          adminPassword: 'correct horse battery staple',
          masterSecret: secrets.master,
        },
        compliance: { dataSigningHash: secrets.hash },
        tcf: { vendorListUrl: `https://user:${secrets.url}@lists.example/v3.json` },
      },
    });
    const { text, body } = await get('config').expect(200);
    for (const secret of [...Object.values(secrets), 'correct horse battery staple', 'distinctive'])
      expect(text).not.toContain(secret);
    expect(body).toMatchObject({
      basePath: '/svc',
      knex: 'better-sqlite3',
      storage: 'disk',
      geo: 'timezone',
      plugins: ['crm', expect.any(String)],
      auth: {
        adminEmail: 'admin@shop.example',
        adminPassword: '[redacted]',
        masterSecret: '[redacted]',
        sessionMinutes: 30,
      },
      compliance: { type: 'auto', dataSigningHash: '[redacted]' },
      tcf: { vendorListUrl: 'https://[redacted]@lists.example/v3.json' },
    });
    await app.service.close();
    await knex.destroy();
    await rm(directory, { recursive: true });
  });

  test('is shown without the secrets of sign-in modes that are not in use', async () => {
    await begin();
    const knex = createKnex({
      client: 'better-sqlite3',
      connection: { filename: ':memory:' },
      useNullAsDefault: true,
    });
    const config = resolveConfig(
      {
        knex,
        auth: {
          mode: 'local',
          oidc: {
            issuer: 'https://id.example',
            clientId: 'shop',
            clientSecret: secrets.oidc,
            redirectUri: 'https://shop.example/back',
          },
          saml: {
            issuer: 'shop',
            entryPoint: 'https://id.example/sso',
            cert: secrets.saml,
            callbackUrl: 'https://shop.example/acs',
          },
        },
      },
      {
        storage: () => diskStorage({ directory: './unused' }),
        geo: () => headerGeoProvider({ country: 'cf-ipcountry' }),
        checks: { knex: () => {}, trustProxy: () => {} },
      },
    );
    const shown = JSON.stringify(describeConfig(config));
    expect(shown).toContain('https://id.example/sso');
    for (const secret of Object.values(secrets)) expect(shown).not.toContain(secret);
    await knex.destroy();
  });

  test('reports that a complete installation is ready, and what it does not use', async () => {
    await begin();
    const { readiness } = (await get('config')).body;
    expect(Object.keys(readiness)).toEqual([
      'masterSecret',
      'dataSigningHash',
      'database',
      'storage',
      'adminUser',
      'spreadsheets',
      'geo',
      'tcf',
      'gpp',
      'receipts',
      'plugins',
    ]);
    const unused = ['tcf', 'gpp', 'receipts', 'plugins'];
    for (const [name, state] of Object.entries(readiness)) {
      expect([name, state]).toEqual([
        name,
        {
          ok: name === 'spreadsheets' ? expect.any(Boolean) : true,
          message: expect.stringMatching(/^\S.*\.$/),
          ...(unused.includes(name) ? { unused: true } : {}),
        },
      ]);
    }
  });

  test('reports what is missing, and never shows a value', async () => {
    await begin({
      config: { compliance: { type: 'opt-in' }, geo: headerGeoProvider({ country: 'cf-ipcountry' }) },
    });
    expect((await get('config')).body.readiness).toMatchObject({
      masterSecret: { ok: true },
      dataSigningHash: { ok: false, message: expect.stringContaining('compliance.dataSigningHash') },
      geo: { ok: true, message: expect.stringContaining('opt-in') },
    });
  });

  test('reports when the location of visitors comes from headers', async () => {
    await begin({
      config: {
        geo: headerGeoProvider({ country: 'cf-ipcountry' }),
        auth: { adminEmail: 'admin@shop.example', adminPassword: 'correct horse battery staple' },
      },
    });
    expect((await get('config')).body.readiness).toMatchObject({
      masterSecret: { ok: false },
      geo: { ok: true, message: expect.stringContaining('“header”') },
    });
  });
});

describe('readiness of receipts', () => {
  const readiness = async () => (await get('config').expect(200)).body.readiness.receipts;
  const receipts = {
    controllerName: 'Shop Ltd',
    controllerAddress: '1 High Street, Dublin',
    contact: 'privacy@shop.example',
    jurisdiction: 'IE',
    storageLocations: ['IE'],
  };

  test('is given while no active profile offers any', async () => {
    await begin();
    await createActiveProfile(app);
    expect(await readiness()).toMatchObject({ ok: true });
  });

  test('names the keys that mandatory fields come from, in the configuration or in the profile', async () => {
    await begin({ config: { receipts } });
    await createActiveProfile(app, {
      profileJson: profileJson({ allowReceipt: true, complianceConfig: { retentionPeriod: '1 year' } }),
    });
    expect(await readiness()).toEqual({
      ok: true,
      message: expect.stringContaining('every mandatory field'),
    });
    await createActiveProfile(app, {
      profileJson: profileJson({ allowReceipt: true, complianceGroup: 'opt-out' }),
    });
    expect(await readiness()).toEqual({
      ok: false,
      message: expect.stringContaining('set receipts.retentionPeriod,'),
      missing: ['retentionPeriod'],
      profileId: expect.any(String),
    });
  });
});

describe('readiness of the place of visitors', () => {
  const here = { name: 'here', locate: () => ({ country: 'FR' }) };
  const throwing = () => {
    throw new Error('distinctive');
  };
  const readiness = async () => (await get('config').expect(200)).body.readiness.geo;

  test('is the description that the provider returns', async () => {
    await begin({
      config: {
        geo: { ...here, status: () => ({ ok: false, message: 'The map is old.', secret: 'distinctive' }) },
      },
    });
    expect(await readiness()).toEqual({ ok: false, message: 'The map is old.' });
  });

  test('is not ready when one of several is not', async () => {
    const lost = { ...here, name: 'lost', status: () => ({ ok: false, message: 'The map is lost.' }) };
    await begin({ config: { geo: firstOf(here, lost, timezoneGeoProvider()) } });
    expect(await readiness()).toEqual({
      ok: false,
      message: expect.stringMatching(
        /here, lost, timezone\. The map is lost\. Countries are determined from/,
      ),
    });
  });

  test.each([throwing, () => null, () => ({ ok: 'yes', message: 5 })])(
    'survives a status that is none',
    async (status) => {
      await begin({ config: { geo: { ...here, status: status as never } } });
      expect(await readiness()).toEqual({
        ok: false,
        message: 'The provider “here” does not report a valid status.',
      });
    },
  );
});

describe('readiness of what can fail', () => {
  test('a storage that does not answer is reported', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'ec_test_setup_'));
    await begin({
      config: {
        storage: {
          ...diskStorage({ directory }),
          check: async () => {
            throw new Error('distinctive');
          },
        },
      },
    });
    const { text, body } = await get('config').expect(200);
    expect(body.readiness).toMatchObject({ storage: { ok: false }, database: { ok: true } });
    expect(text).not.toContain('distinctive');
    await rm(directory, { recursive: true });
  });

  test('pending migrations are reported', async () => {
    await begin();
    await app.knex('svc_migrations').delete();
    expect((await get('config').expect(200)).body.readiness.database).toEqual({
      ok: false,
      message: expect.stringContaining('Migrations'),
    });
  });
});

describe('the compliance groups', () => {
  test('are the eight built-in ones, strictest first, with laws, places and rules', async () => {
    await begin();
    const { body } = await get('compliance-groups').expect(200);
    expect(body.map(({ id }: { id: string }) => id)).toEqual(complianceGroupIds);
    const byId = Object.fromEntries(body.map((group: { id: string }) => [group.id, group]));
    expect(byId['opt-in']).toMatchObject({
      label: 'Opt-in',
      rank: 70,
      model: 'denied until granted',
      gpcMode: 'honor',
      description: expect.stringMatching(/\.$/),
    });
    expect(byId['opt-in'].laws).toEqual(expect.arrayContaining(['GDPR', 'LGPD']));
    expect(byId['opt-in'].regions).toEqual(expect.arrayContaining(['DE', 'BR']));
    expect(byId['opt-out-strict']).toMatchObject({
      gpcMode: 'strict',
      laws: expect.arrayContaining(['CPRA']),
      regions: expect.arrayContaining(['US-CA']),
    });
    expect(byId['opt-out-strict'].rules).toEqual(
      expect.arrayContaining(['gpc/no-banner', 'expiry/too-short']),
    );
    expect(byId['opt-in'].rules).not.toContain('gpc/no-banner');
    for (const { id } of complianceRules)
      expect(body.some(({ rules }: { rules: string[] }) => rules.includes(id))).toBe(true);
  });

  test('change with the law: India asks for explicit consent since May 2027', async () => {
    const groupsOfIndia = async () =>
      (await get('compliance-groups')).body
        .filter(({ regions }: { regions: string[] }) => regions.includes('IN'))
        .map(({ id }: { id: string }) => id);
    await begin({ clock: createTestClock(Date.UTC(2026, 11, 1)) });
    expect(await groupsOfIndia()).toEqual(['notice-only']);
    await app.close();
    await begin({ clock: createTestClock(Date.UTC(2027, 5, 1)) });
    expect(await groupsOfIndia()).toEqual(['opt-in-explicit']);
  });
});
