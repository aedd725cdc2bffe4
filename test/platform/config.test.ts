import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inspect, isDeepStrictEqual } from 'node:util';
import { type TSchema, Type } from '@sinclair/typebox';
import {
  ConfigError,
  type ConsentServiceConfig,
  createConsentService,
  databaseStorage,
  diskStorage,
} from 'express-consent';
import fc from 'fast-check';
import createKnex, { type Knex } from 'knex';
import { ConfigSchema, type ResolvedConfig, secretPaths } from '#platform/config/config-schema';
import { fillPlainly } from '#platform/config/fill-plainly';
import { type ConfigDefaults, describeConfig, resolveConfig } from '#platform/config/resolve-config';
import { getDialect } from '#platform/database/dialect';
import { firstOf, timezoneGeoProvider } from '#platform/geo/index';
import { checkTrustProxy } from '#platform/http/client-facts';
import { schemaChecks } from '#platform/kernel/schema-check';
import { silentLogger } from '../support/published-files';
import { byScope } from '../support/scope';
import { newSigningKey } from '../support/self-signed-certificate';

const defaults: ConfigDefaults = {
  storage: () => databaseStorage(knex),
  geo: () => timezoneGeoProvider(),
  checks: { knex: getDialect, trustProxy: checkTrustProxy },
};

let knex: Knex;
beforeAll(() => {
  knex = createKnex({
    client: 'better-sqlite3',
    connection: { filename: ':memory:' },
    useNullAsDefault: true,
  });
});
afterAll(() => knex.destroy());

/** Values that a host without TypeScript can pass. */
const resolve = (input: object): ResolvedConfig =>
  resolveConfig({ knex, logger: silentLogger, ...input }, defaults);

function faultsOf(run: () => unknown): Record<string, string> {
  try {
    run();
  } catch (error) {
    if (error instanceof ConfigError)
      return Object.fromEntries(error.errors.map(({ path, message }) => [path, message]));
    throw error;
  }
  return {};
}

const plugin = (name: unknown) => ({ name, initialize() {}, destroy() {} });

describe('the configuration', () => {
  test('needs nothing but knex: everything else has a default', () => {
    const { knex: _knex, storage, geo, logger, ...plain } = resolveConfig({ knex }, defaults);
    expect([storage.name, geo.name, typeof logger.warn]).toEqual(['database', 'timezone', 'function']);
    expect(plain).toEqual({
      basePath: '/svc',
      background: true,
      strictPlugins: false,
      database: { tablePrefix: 'svc_', migrate: true, tuneSqlite: true, timeoutMs: 5000 },
      auth: {
        mode: 'local',
        defaultRole: 'viewer',
        sessionMinutes: 30,
        maxSessionHours: 12,
        keyHolderDays: 90,
        totp: 'optional',
        totpIssuer: 'express-consent',
        claimsMapping: { email: 'email', roles: 'roles', whenMissing: 'keep' },
      },
      tenancy: { enabled: false },
      compliance: {
        type: 'auto',
        defaultGroup: 'opt-in',
        rules: {},
        jurisdictions: {},
        parentalTokenHours: 72,
        parentalTokenInResponse: true,
      },
      visitorCookie: {
        name: 'svc_vid',
        path: '/',
        sameSite: 'lax',
        secure: 'auto',
        httpOnly: false,
        ownershipName: 'svc_own',
        deviceName: 'svc_device',
        requireProof: false,
        requireOnUpdate: false,
      },
      choiceCookie: { enabled: true, name: 'svc_choice' },
      webhooks: { allowedHosts: [], giveUpDays: 3, maxMessages: 10_000 },
      widget: { enabled: true },
      rateLimit: {
        enabled: true,
        consentWrites: { limit: 600, windowSeconds: 60 },
        publicReads: { limit: 6000, windowSeconds: 60 },
        hotServe: { limit: 60_000, windowSeconds: 60 },
        admin: { limit: 1200, windowSeconds: 60 },
      },
      hotServe: { maxAge: 3600, staleWhileRevalidate: 60, cacheBytes: 67_108_864, revalidateMs: 1000 },
      receipts: { fonts: [], necessaryBasis: 'legitimate-interest', recipients: {}, storageLocations: [] },
      retention: { erasureMonths: 36 },
      tcf: {
        enabled: false,
        vendorListUrl: 'https://vendor-list.consensu.org/v3/vendor-list.json',
        cmpListUrls: [
          'https://cmplist.consensu.org/v2/cmp-list.json',
          'https://cmp-list.consensu.org/v2/cmp-list.json',
        ],
      },
      gpp: { enabled: false },
      dashboard: { enabled: false, path: '/' },
      plugins: [],
      pluginTimeoutMs: 2000,
      limits: {
        publicBodyBytes: 65_536,
        adminBodyBytes: 5_242_880,
        pageSize: 25,
        maxPageSize: 200,
        searchRows: 5_000,
        xlsxRows: 200_000,
        importBytes: 20_971_520,
        exportsAtOnce: 4,
        stallMs: 30_000,
      },
    });
  });

  test('reports every fault at once, each with its path: unknown keys, wrong types, and contradicting keys', () => {
    const faults = faultsOf(() =>
      createConsentService({
        logger: silentLogger,
        basePath: 'svc/',
        colour: 'red',
        database: { tablePrefix: 'Robert"); drop table', timeoutMs: '5 s', migrations: true },
        auth: { adminPassword: 'correct horse battery', masterSecret: 'short', sessionMinutes: 1000 },
        storage: { read() {} },
        visitorCookie: { sameSite: 'none', name: 'a cookie;' },
        limits: { pageSize: 500 },
        compliance: { jurisdictions: { DE: 'opt-in', Germany: 'opt-in' } },
        dashboard: { enabled: 'yes' },
        trustProxy: 'not an address',
        plugins: [plugin('one'), null, plugin(''), { name: 'half' }, plugin('two')],
      } as unknown as ConsentServiceConfig),
    );
    expect(Object.keys(faults).sort()).toEqual([
      'auth.adminEmail',
      'auth.masterSecret',
      'auth.sessionMinutes',
      'basePath',
      'colour',
      'compliance.jurisdictions.Germany',
      'dashboard.enabled',
      'database.migrations',
      'database.tablePrefix',
      'database.timeoutMs',
      'knex',
      'limits.pageSize',
      'plugins.1',
      'plugins.2',
      'plugins.3',
      'storage',
      'trustProxy',
      'visitorCookie.name',
      'visitorCookie.secure',
    ]);
    expect(faults).toMatchObject({
      colour: 'is not a known key',
      knex: 'is required',
      'plugins.2': 'must have a name',
    });
    expect(faults.storage).toMatch(/^must have the methods connect\(\), disconnect\(\)/);
  });

  test('does not blame a key for the fault of another one', () => {
    expect(faultsOf(() => resolve({ limits: { pageSize: 150, maxPageSize: '100' } }))).toEqual({
      'limits.maxPageSize': 'must be a whole number',
    });
    expect(faultsOf(() => resolve({ auth: 'local' }))).toEqual({ auth: 'must be an object' });
    expect(
      faultsOf(() => resolve({ auth: { adminEmail: 'admin', adminPassword: 'correct horse battery' } })),
    ).toEqual({
      'auth.adminEmail': 'must be an e-mail address',
    });
  });

  test('names every path in the message', () => {
    expect(() => resolve({ basePath: '/svc/', limits: { pageSize: 0 } })).toThrow(
      'The configuration of express-consent is not valid:\n- basePath: must be empty or a path that starts with a slash and does not end with one, such as /consent\n- limits.pageSize: must be 1 or more',
    );
  });

  test.each([null, undefined, 5, 'knex', [], () => {}])('is an object and not %p', (input) => {
    expect(faultsOf(() => createConsentService(input as unknown as ConsentServiceConfig))).toEqual({
      '': 'must be an object',
    });
  });

  test.each([
    [{ auth: { adminPassword: 'correct horse battery' } }, 'auth.adminEmail'],
    [
      { auth: { adminEmail: 'admin@shop.example', adminPassword: 'Admin@Shop.example' } },
      'auth.adminPassword',
    ],
    [{ auth: { adminEmail: 'admin@shop.example', adminPassword: 'short' } }, 'auth.adminPassword'],
    [{ auth: { sessionMinutes: 61, maxSessionHours: 1 } }, 'auth.sessionMinutes'],
    [{ visitorCookie: { sameSite: 'none' } }, 'visitorCookie.secure'],
    [{ visitorCookie: { name: '__Host-visitor' } }, 'visitorCookie.secure'],
    [{ visitorCookie: { name: '__Host-visitor', secure: false } }, 'visitorCookie.secure'],
    [{ visitorCookie: { name: '__host-visitor', secure: 'auto' } }, 'visitorCookie.secure'],
    [{ visitorCookie: { name: '__Secure-visitor' } }, 'visitorCookie.secure'],
    [
      { visitorCookie: { name: '__Host-visitor', secure: true, domain: 'shop.example' } },
      'visitorCookie.name',
    ],
    [{ visitorCookie: { name: '__HOST-visitor', secure: true, path: '/shop' } }, 'visitorCookie.name'],
    [{ visitorCookie: { path: '/; Domain=evil.example' } }, 'visitorCookie.path'],
    [{ visitorCookie: { domain: 'shop.example; Secure' } }, 'visitorCookie.domain'],
    [{ tenancy: { baseDomain: 'consent.example' } }, 'tenancy.enabled'],
    [{ compliance: { type: 'archived' } }, 'compliance.type'],
    [{ compliance: { defaultGroup: 'default' } }, 'compliance.defaultGroup'],
    [{ compliance: { jurisdictions: { FR: 'auto' } } }, 'compliance.jurisdictions.FR'],
    [{ compliance: { jurisdictions: { UK: 'opt-in' } } }, 'compliance.jurisdictions.UK'],
    [{ compliance: { jurisdictions: { 'US-ZZ': 'opt-in' } } }, 'compliance.jurisdictions.US-ZZ'],
    [{ receipts: { jurisdiction: 'ZZ' } }, 'receipts.jurisdiction'],
    [{ receipts: { jurisdiction: 'US-ZZ' } }, 'receipts.jurisdiction'],
    [{ gpp: { sections: [] } }, 'gpp.sections'],
    [{ visitorCookie: { requireProof: true } }, 'compliance.dataSigningHash'],
    [{ choiceCookie: { name: 'svc_vid' } }, 'choiceCookie.name'],
    [{ choiceCookie: { name: 'own' }, visitorCookie: { ownershipName: 'own' } }, 'choiceCookie.name'],
    [{ visitorCookie: { deviceName: 'svc_vid' } }, 'visitorCookie.deviceName'],
    [{ choiceCookie: { name: 'a;b' } }, 'choiceCookie.name'],
    [{ widget: { enabled: 'yes' } }, 'widget.enabled'],
    [{ compliance: { rules: { 'content/blank': 'fatal' } } }, 'compliance.rules.content/blank'],
    [{ basePath: '/svc/../admin' }, 'basePath'],
    [{ basePath: '/a b' }, 'basePath'],
    [{ basePath: '/:id' }, 'basePath'],
    [{ rateLimit: true }, 'rateLimit'],
    [{ rateLimit: { admin: { limit: 0 } } }, 'rateLimit.admin.limit'],
    [{ trustProxy: {} }, 'trustProxy'],
    [{ trustProxy: null }, 'trustProxy'],
    [{ trustProxy: ['10.0.0.0/99'] }, 'trustProxy'],
    [{ plugins: [plugin('one'), plugin('one')] }, 'plugins.1.name'],
    [{ logger: console.log }, 'logger'],
    [{ geo: {} }, 'geo'],
    [{ pluginTimeoutMs: Number.NaN }, 'pluginTimeoutMs'],
  ])('refuses %j', (input, path) => {
    expect(Object.keys(faultsOf(() => resolve(input)))).toEqual([path]);
  });

  test.each([
    { name: '__Host-visitor', secure: true },
    { name: '__Secure-visitor', secure: true, domain: 'shop.example', path: '/shop' },
    { name: '__hostile', secure: 'auto' },
  ])('takes the visitor cookie %j', (visitorCookie) => {
    expect(resolve({ visitorCookie }).visitorCookie).toMatchObject(visitorCookie);
  });

  test.each([
    [{ basePath: '', dashboard: { enabled: true } }, /separate path/],
    [{ dashboard: { enabled: true, path: '/admin/' } }, /must not begin with a path of the service/],
    [{ dashboard: { enabled: true, path: 'consent' } }, /starts and ends with a slash/],
  ])('refuses a place of the dashboard at which something else is: %j', (config, message) => {
    expect(faultsOf(() => resolve(config))['dashboard.path']).toMatch(message);
  });

  test.each([
    [{ publicPath: '/privacy' }, '/shop', false],
    [{ publicPath: '/shop-2' }, '/shop', false],
    [{ publicPath: '' }, '/shop', false],
    [{ publicPath: '/shop' }, '/shop', true],
    [{ publicPath: '/shop/eu' }, '/shop/', true],
    [{ publicPath: '/shop', basePath: '' }, '/shop', true],
    [{ publicPath: '', basePath: '/shop/consent' }, '/shop', true],
    [{}, '/shop', true],
  ])('with %j, cookies of the path %s are sent to the service: %j', (config, path, isRight) => {
    expect(faultsOf(() => resolve({ ...config, visitorCookie: { path } }))).toEqual(
      isRight ? {} : { 'visitorCookie.path': expect.stringContaining('must cover publicPath and basePath') },
    );
  });

  test('refuses hosts of receivers that no address can have', () => {
    const wrong = [
      'host:8080',
      'http://host',
      'host/in',
      '10.0.0.0/8',
      '*.internal',
      'a b',
      'me@host',
      '[::1]:80',
    ];
    const right = [
      'Warehouse.internal',
      'my_host',
      '10.0.0.8',
      '::1',
      '[fd00::8]',
      'bücher.internal',
      'localhost',
    ];
    const allowing = (allowedHosts: string[]) => () => resolve({ webhooks: { allowedHosts } });
    expect(faultsOf(allowing([...right, ...wrong]))).toEqual(
      Object.fromEntries(
        wrong.map((_, index) => [
          `webhooks.allowedHosts.${right.length + index}`,
          expect.stringContaining('without scheme, port and path'),
        ]),
      ),
    );
    expect(faultsOf(allowing(right))).toEqual({});
  });

  const oidc = {
    issuer: 'https://id.example',
    clientId: 'shop',
    clientSecret: 'a secret',
    redirectUri: 'https://shop.example/cb',
  };

  test.each([
    ['jwt', {}, { 'auth.masterSecret': "is required when auth.mode is 'jwt'" }],
    ['jwt', { masterSecret: 'too short' }, { 'auth.masterSecret': expect.stringContaining('32') }],
    ['custom', {}, { 'auth.validateUser': "is required when auth.mode is 'custom'" }],
    ['custom', { validateUser: 'a name' }, { 'auth.validateUser': 'must be a function' }],
    ['oidc', {}, { 'auth.oidc': "is required when auth.mode is 'oidc'" }],
    [
      'oidc',
      { oidc: { claimsMapping: { roles: '' } } },
      {
        'auth.oidc.issuer': 'is required',
        'auth.oidc.clientId': 'is required',
        'auth.oidc.clientSecret': 'is required',
        'auth.oidc.redirectUri': 'is required',
        'auth.oidc.claimsMapping.roles': expect.anything(),
      },
    ],
    [
      'oidc',
      { oidc: { ...oidc, issuer: 'http://id.example' } },
      { 'auth.oidc.issuer': 'must be an https: address; http: only on loopback' },
    ],
    [
      'oidc',
      { oidc: { ...oidc, issuer: 'http://127.0.0.1.evil.example' } },
      { 'auth.oidc.issuer': expect.anything() },
    ],
    ['oidc', { oidc: { ...oidc, issuer: 'ftp://localhost' } }, { 'auth.oidc.issuer': expect.anything() }],
    [
      'oidc',
      { oidc: { ...oidc, redirectUri: 'https://shop.example/cb#x' } },
      { 'auth.oidc.redirectUri': expect.anything() },
    ],
    [
      'oidc',
      { oidc: { ...oidc, discoveryUrl: 'http://id.example/.well-known/openid-configuration' } },
      { 'auth.oidc.discoveryUrl': expect.stringContaining('must be the https: address') },
    ],
    [
      'oidc',
      { oidc: { ...oidc, discoveryUrl: 'https://id.example/policy' } },
      { 'auth.oidc.discoveryUrl': expect.stringContaining('/.well-known/') },
    ],
    [
      'oidc',
      { oidc: { ...oidc, allowedTenants: ['shop.onmicrosoft.com'] } },
      { 'auth.oidc.allowedTenants.0': expect.stringContaining('uuid') },
    ],
    ['saml', {}, { 'auth.saml': "is required when auth.mode is 'saml'" }],
    [
      'saml',
      { saml: { rolesAttribute: '' } },
      {
        'auth.saml.issuer': 'is required',
        'auth.saml.entryPoint': 'is required',
        'auth.saml.cert': 'is required',
        'auth.saml.callbackUrl': 'is required',
        'auth.saml.rolesAttribute': expect.anything(),
      },
    ],
  ])('mode %s with %j names every key that it lacks', (mode, auth, faults) => {
    expect(faultsOf(() => resolve({ auth: { mode, ...auth } }))).toEqual(faults);
  });

  const validateUser = () => null;
  test.each([
    [
      { oidc },
      { 'auth.mode': expect.stringContaining("auth.oidc is set: write mode: 'oidc', or mode: 'local'") },
    ],
    [{ validateUser }, { 'auth.mode': expect.stringContaining("write mode: 'custom'") }],
    [
      { mode: 'oidc', oidc, claimsMapping: { roles: 'groups' } },
      { 'auth.claimsMapping': expect.stringMatching(/'jwt' only; .* write auth\.oidc\.claimsMapping/) },
    ],
    [
      { mode: 'custom', validateUser, claimsMapping: {} },
      { 'auth.claimsMapping': expect.stringContaining('or remove it') },
    ],
    [{ claimsMapping: { roles: 'groups' } }, { 'auth.claimsMapping': expect.stringContaining("'jwt' only") }],
    [{ mode: 'local', oidc }, null],
    [{ mode: 'local', claimsMapping: { roles: 'groups' } }, null],
    [{ mode: 'jwt', masterSecret: 'm'.repeat(32), claimsMapping: { roles: 'groups' } }, null],
  ])('refuses keys of another way to sign in, which would do nothing: %j', (auth, faults) => {
    if (faults === null) expect(resolve({ auth }).auth).toMatchObject({ mode: auth.mode });
    else expect(faultsOf(() => resolve({ auth }))).toEqual(faults);
  });

  const callbackUrl = 'https://shop.example/svc/admin/v1/auth/saml/acs';
  const saml = {
    issuer: 'shop',
    entryPoint: 'https://id.example/sso',
    cert: newSigningKey().certificate,
    callbackUrl,
  };
  const weakCertificate = newSigningKey(1024).certificate;

  test.each([
    [
      'a certificate that is none',
      { cert: 'bm90IGEgY2VydGlmaWNhdGU=' },
      { 'auth.saml.cert': expect.stringContaining('must be an X.509 certificate') },
    ],
    [
      'a weak certificate in a bundle',
      { cert: `${saml.cert}\n${weakCertificate}` },
      { 'auth.saml.cert': expect.stringContaining('contains certificate 2') },
    ],
    [
      'a certificate that is cut off after a whole one',
      { cert: `${saml.cert}${saml.cert.slice(0, 200)}` },
      { 'auth.saml.cert': expect.stringContaining('must be an X.509 certificate') },
    ],
    [
      'two certificates without their first and last lines',
      { cert: [saml.cert, saml.cert].map((text) => text.replace(/-----.*-----|\n/g, '')).join('\n') },
      { 'auth.saml.cert': expect.stringContaining('must be an X.509 certificate') },
    ],
    [
      'more certificates than anybody needs',
      { cert: saml.cert.repeat(11) },
      { 'auth.saml.cert': expect.stringContaining('at most 10') },
    ],
    ['no certificate', { cert: [] }, { 'auth.saml.cert': expect.anything() }],
    [
      'a weak key',
      { cert: [saml.cert, weakCertificate] },
      { 'auth.saml.cert.1': expect.stringContaining('2048 bits') },
    ],
    [
      'an address that runs',
      { entryPoint: 'javascript:alert(1)' },
      { 'auth.saml.entryPoint': expect.anything() },
    ],
    [
      'an address with a query for its own',
      { callbackUrl: 'https://shop.example/acs?x=1' },
      { 'auth.saml.callbackUrl': expect.anything() },
    ],
  ])('mode saml refuses %s', (_what, change, faults) => {
    expect(faultsOf(() => resolve({ auth: { mode: 'saml', saml: { ...saml, ...change } } }))).toEqual(faults);
  });

  test('mode saml accepts a certificate with and without its first and last line, and several certificates', () => {
    const bare = saml.cert.replace(/-----.*-----|\n/g, '');
    for (const cert of [saml.cert, bare, [saml.cert, newSigningKey().certificate]])
      expect(resolve({ auth: { mode: 'saml', saml: { ...saml, cert } } }).auth.saml?.cert).toEqual(cert);
  });

  test.each([
    'https://id.example',
    'http://localhost:8080/realms/x',
    'http://127.0.0.1',
    'http://127.1.2.3:1',
    'http://[::1]:3000',
  ])('takes the issuer %s', (issuer) => {
    expect(resolve({ auth: { mode: 'oidc', oidc: { ...oidc, issuer } } }).auth.oidc).toMatchObject({
      issuer,
      claimsMapping: { email: 'email' },
    });
  });

  test('accepts addresses of the IAB’s lists only over TLS or on this machine', () => {
    const cmpListUrls = ['http://[::1]:3000/cmp-list.json', 'http://lists.example/cmp-list.json'];
    expect(faultsOf(() => resolve({ tcf: { vendorListUrl: 'file:///etc/passwd', cmpListUrls } }))).toEqual({
      'tcf.vendorListUrl': 'must be an https: address; http: only on loopback',
      'tcf.cmpListUrls.1': 'must be an https: address; http: only on loopback',
    });
    expect(faultsOf(() => resolve({ tcf: { cmpListUrls: [] } }))).toEqual({
      'tcf.cmpListUrls': expect.anything(),
    });
    const good = {
      vendorListUrl: 'https://me:hunter2@lists.example/v3.json',
      cmpListUrls: ['http://localhost:3000/cmp-list.json'],
    };
    expect(resolve({ tcf: good }).tcf).toMatchObject(good);
  });

  test('accepts only one mode of the Multi-State Privacy Agreement', () => {
    const agreement = (
      coveredTransaction: boolean,
      optOutOptionMode: boolean,
      serviceProviderMode: boolean,
    ) => ({
      gpp: { enabled: true, mspa: { coveredTransaction, optOutOptionMode, serviceProviderMode } },
    });
    expect(faultsOf(() => resolve(agreement(true, true, true)))).toEqual({
      'gpp.mspa': expect.stringContaining('one mode'),
    });
    for (const good of [
      agreement(true, true, false),
      agreement(true, false, true),
      agreement(false, true, true),
    ])
      expect(resolve(good).gpp).toMatchObject(good.gpp);
  });

  test('works on SQLite, MySQL and PostgreSQL, and says so of any other database', () => {
    const other = Object.assign(() => {}, { raw() {}, transaction() {}, client: { dialect: 'oracle' } });
    expect(faultsOf(() => resolve({ knex: other }))).toEqual({
      knex: 'express-consent works on SQLite, MySQL/MariaDB and PostgreSQL, not on "oracle"',
    });
  });

  test('takes `rateLimit: false` as off, and keeps the standard buckets', () => {
    expect(resolve({ rateLimit: false }).rateLimit).toMatchObject({
      enabled: false,
      admin: { limit: 1200, windowSeconds: 60 },
    });
    expect(resolve({ rateLimit: { admin: { limit: 5 } } }).rateLimit).toMatchObject({
      enabled: true,
      admin: { limit: 5, windowSeconds: 60 },
      publicReads: { limit: 6000 },
    });
  });

  test.each([true, false, 2, 'loopback, 10.0.0.0/8', ['127.0.0.1', '::1'], () => true])(
    'takes `trustProxy` as Express does: %p',
    (trustProxy) => {
      expect(resolve({ trustProxy }).trustProxy).toBe(trustProxy);
    },
  );

  test.each(['', '/svc', '/a/b', '/~privacy/v1.0'])('serves below basePath %p', (basePath) => {
    expect(resolve({ basePath }).basePath).toBe(basePath);
  });

  test('takes undefined for left out, at every depth', () => {
    expect(
      resolve({ basePath: undefined, storage: undefined, hotServe: { maxAge: undefined } }),
    ).toMatchObject({
      basePath: '/svc',
      hotServe: { maxAge: 3600 },
    });
  });

  test('is frozen through and through, while what the host gave is neither changed nor frozen', () => {
    const given = {
      knex,
      plugins: [plugin('one')],
      compliance: { jurisdictions: { DE: 'opt-out' } },
      hotServe: {},
      limits: { pageSize: 10 },
    };
    const before = structuredClone({ ...given, knex: null, plugins: null });
    const config = resolve(given);
    expect({ ...given, knex: null, plugins: null }).toEqual(before);
    for (const object of [
      given,
      given.compliance,
      given.compliance.jurisdictions,
      given.hotServe,
      given.plugins,
      given.plugins[0],
    ]) {
      expect(Object.isFrozen(object)).toBe(false);
    }
    const { knex: _knex, storage: _storage, geo: _geo, logger: _logger, plugins, ...plain } = config;
    const objects: object[] = [config, plugins, plain];
    for (const object of objects) {
      if (object !== plain) expect(Object.isFrozen(object)).toBe(true);
      if (object !== config && object !== plugins)
        objects.push(...Object.values(object).filter((value) => typeof value === 'object' && value !== null));
    }
    given.compliance.jurisdictions.DE = 'notice-only';
    given.plugins.push(plugin('late'));
    expect(config.compliance.jurisdictions.DE).toBe('opt-out');
    expect(plugins).toHaveLength(1);
  });

  test('passes instances on by reference, so that adapters and loggers keep their own state', () => {
    const storage = diskStorage({ directory: './elsewhere' });
    const one = plugin('one');
    const config = resolve({ storage, plugins: [one] });
    expect(config.storage).toBe(storage);
    expect(config.plugins[0]).toBe(one);
    expect(config.knex).toBe(knex);
  });

  test('puts no secret into its errors', () => {
    const secret = 'hunter2-hunter2-hunter2';
    const input = {
      basePath: 7,
      auth: {
        mode: 'oidc',
        adminEmail: 'not an address',
        adminPassword: secret,
        masterSecret: secret,
        oidc: {
          issuer: 'https://id.example',
          clientId: 'shop',
          clientSecret: secret,
          redirectUri: 'not a uri',
        },
        saml: { issuer: 'us', entryPoint: 'not a uri', cert: secret, callbackUrl: 'https://shop.example' },
      },
      compliance: { dataSigningHash: secret },
    };
    const error = (() => {
      try {
        resolve(input);
      } catch (thrown) {
        return thrown as ConfigError;
      }
      throw new Error('not refused');
    })();
    expect(error.errors.length).toBeGreaterThan(4);
    expect(error.message + JSON.stringify(error.errors)).not.toContain('hunter2');
  });

  test('is shown with every secret redacted', () => {
    const secret = 'hunter2-hunter2-hunter2-hunter2-hunter2';
    const described = describeConfig(
      resolve({
        auth: {
          // The first superadmin of a provider signs in so.
          mode: 'local',
          adminEmail: 'admin@shop.example',
          adminPassword: secret,
          masterSecret: secret,
          oidc: {
            issuer: 'https://id.example',
            clientId: 'shop',
            clientSecret: secret,
            redirectUri: 'https://shop.example',
          },
        },
        compliance: { dataSigningHash: secret },
        plugins: [plugin('one')],
      }),
    );
    expect(JSON.stringify(described)).not.toContain('hunter2');
    expect(described).toMatchObject({
      knex: 'better-sqlite3',
      storage: 'database',
      plugins: ['one'],
      auth: {
        adminEmail: 'admin@shop.example',
        adminPassword: '[redacted]',
        masterSecret: '[redacted]',
        oidc: { clientId: 'shop', clientSecret: '[redacted]' },
      },
      compliance: { dataSigningHash: '[redacted]' },
    });
  });

  test('is shown without what addresses carry beside their place', () => {
    const shown = (url: string) => describeConfig(resolve({ tcf: { vendorListUrl: url } })).tcf;
    expect(shown('https://lists.example/v3.json?token=hunter2')).toMatchObject({
      vendorListUrl: 'https://lists.example/v3.json?[redacted]',
    });
    expect(shown('https://me:hunter2@lists.example/?a=hunter2&b=1#hunter2')).toMatchObject({
      vendorListUrl: 'https://[redacted]@lists.example/?[redacted]',
    });
    expect(shown('https://lists.example/v3.json')).toMatchObject({
      vendorListUrl: 'https://lists.example/v3.json',
    });
  });

  test('knows of every secret by name', () => {
    const keys = (schema: { properties?: Record<string, object> }, path = ''): string[] =>
      Object.entries(schema.properties ?? {}).flatMap(([key, inner]) => [
        `${path}${key}`,
        ...keys(inner, `${path}${key}.`),
      ]);
    const all = keys(ConfigSchema);
    expect(all).toEqual(expect.arrayContaining([...secretPaths]));
    expect(all.filter((key) => /secret|password|hash$|cert$|token$|credential/i.test(key)).sort()).toEqual(
      [...secretPaths].sort(),
    );
  });

  test('whatever the input, the result is a configuration or a ConfigError', () => {
    const keys = Object.keys(ConfigSchema.properties);
    const cyclic: Record<string, unknown> = {};
    cyclic.self = cyclic;
    const anything = fc.oneof(
      fc.anything({
        withBigInt: true,
        withDate: true,
        withMap: true,
        withSparseArray: true,
        withNullPrototype: true,
      }),
      fc.constant(cyclic),
    );
    const section = fc.oneof(
      anything,
      fc.dictionary(
        fc.constantFrom(
          'enabled',
          'mode',
          'type',
          'limit',
          'name',
          'adminEmail',
          'jurisdictions',
          '__proto__',
        ),
        anything,
      ),
    );
    const input = fc.oneof(
      anything,
      fc.dictionary(fc.constantFrom(...keys, '__proto__', 'constructor'), section),
    );
    fc.assert(
      fc.property(input, fc.boolean(), (value, withKnex) => {
        const given = withKnex && typeof value === 'object' && value !== null ? { ...value, knex } : value;
        try {
          return Object.isFrozen(resolveConfig(given as ConsentServiceConfig, defaults));
        } catch (error) {
          return error instanceof ConfigError && error.errors.length > 0;
        }
      }),
      { numRuns: byScope({ core: 30, all: 150, deep: 7500 }) },
    );
  });
});

describe('the check of a start that loads no Ajv', () => {
  /** Every schema in the configuration's, by its path. */
  function schemasIn(schema: TSchema, path = ''): [string, TSchema][] {
    const inner: Record<string, TSchema> = { ...schema.properties, ...schema.patternProperties };
    if (schema.items !== undefined) inner[0] = schema.items;
    return [
      [path, schema],
      ...Object.entries(inner).flatMap(([key, part]) => schemasIn(part, `${path}.${key}`)),
    ];
  }

  const texts = [
    ...[
      '',
      'x',
      'DE',
      'de',
      'opt-in',
      '/svc',
      '/shop/',
      '/a b',
      'a;b',
      'ab\u0000',
      '\u{1f600}',
      '\u{1f600}'.repeat(33),
    ],
    ...['a@shop.example', 'shop.example', 'https://shop.example/x', 'https://[x', '2026-02-28', '2026-02-30'],
    ...['f81d4fae-7dec-11d0-a765-00a0c91e6bf6', 'x'.repeat(64), 'x'.repeat(65), 'x'.repeat(3000)],
  ];
  const simple = [
    ...texts,
    null,
    true,
    false,
    0,
    -1,
    1,
    36,
    1.5,
    5000,
    1e12,
    Number.NaN,
    Number.POSITIVE_INFINITY,
  ];

  test('decides and fills in as Ajv does, for every key', () => {
    const withAjv = schemaChecks({ useDefaults: true });
    // Other tests pass objects and functions of the host.
    const plainSchema = JSON.parse(
      JSON.stringify(ConfigSchema, (key, part) => (key === 'hostObject' ? undefined : part)),
    );
    const schemas = schemasIn(plainSchema);
    expect(schemas.length).toBeGreaterThan(150);
    const different = schemas.flatMap(([path, schema]) => {
      const keys = Object.keys(schema.properties ?? {});
      const values: unknown[] = [
        ...[...simple, ...(schema.enum ?? []), schema.default, {}, [], new Date(0), new Array(2)],
        ...simple.flatMap((value) => [[value], Array(40).fill(value), { DE: value, other: value }]),
        ...keys.flatMap((key) => simple.map((value) => ({ [key]: value }))),
        Object.fromEntries(texts.map((text) => [text, 'error'])),
        Object.fromEntries(Array.from({ length: 1001 }, (_, index) => [`x${index}`, {}])),
      ];
      return values
        .filter((value) => {
          const [plain, checked] = [structuredClone(value), structuredClone(value)];
          const accepted = withAjv(schema)(checked);
          return fillPlainly(schema, plain) !== accepted || (accepted && !isDeepStrictEqual(plain, checked));
        })
        .map((value) => `${path}: ${inspect(value).slice(0, 80)}`);
    });
    expect(different.slice(0, 10)).toEqual([]);
  });

  test('knows no keyword that it has not learned', () => {
    expect([{}, { multipleOf: 2 }].map((more) => fillPlainly(Type.Integer(more), 4))).toEqual([true, false]);
  });

  test('finds unknown keys that a section inherits, as Ajv does', () => {
    const inherits = (shared: object) =>
      Object.keys(faultsOf(() => resolve({ database: Object.create(shared) })));
    expect(inherits({ timeoutMs: 5000, timeout: 1 })).toEqual(['database.timeout']);
  });
});

describe('the fonts of receipts', () => {
  const faults = (fonts: unknown, more: object = {}) =>
    faultsOf(() => resolve({ receipts: { fonts, ...more } }));

  test('are paths that can be read, bytes, or a face of a collection', () => {
    const file = join(mkdtempSync(join(tmpdir(), 'ec_test_font_')), 'start.ttf');
    writeFileSync(file, 'ttcf and more');
    expect(
      faults([
        'Helvetica',
        file,
        Buffer.from('OTTO'),
        new Uint8Array([0, 1, 0, 0, 7]),
        { file, face: 'A' },
        { file: Buffer.from('wOF2'), face: 'A' },
      ]),
    ).toEqual({});
    const noFont = 'must be a font: TrueType, OpenType, a collection, WOFF or WOFF 2';
    expect(faults([__filename, Buffer.from('x'), { file: __filename, face: 'A' }])).toEqual({
      'receipts.fonts.0': noFont,
      'receipts.fonts.1': noFont,
      'receipts.fonts.2': noFont,
    });
    expect(faults([tmpdir()])).toEqual({ 'receipts.fonts.0': 'names a file that the service cannot read' });
    expect(faults(['Helvetica', '/no/such/font.ttf', { file: '/none/either.ttc', face: 'A' }])).toEqual({
      'receipts.fonts.1': 'names a file that the service cannot read',
      'receipts.fonts.2': 'names a file that the service cannot read',
    });
    const wrong = [
      '',
      5,
      null,
      {},
      { file: __filename },
      { file: '', face: 'A' },
      { file: __filename, face: 'A', more: 1 },
      ['x'],
    ];
    expect(Object.keys(faults(wrong))).toEqual(wrong.map((_, index) => `receipts.fonts.${index}`));
  });

  test('are listed only by name, never with their values', () => {
    const file = join(mkdtempSync(join(tmpdir(), 'ec_test_font_')), 'sans.ttf');
    writeFileSync(file, 'true and more');
    const fonts = [file, Buffer.from('OTTO secret bytes'), { file, face: 'Sans-Regular' }];
    const withdrawalUrl = 'https://shop.example/privacy?token=secret';
    const { receipts } = describeConfig(resolve({ receipts: { fonts, withdrawalUrl } }));
    expect(receipts).toMatchObject({
      fonts: ['sans.ttf', '[font]', 'Sans-Regular'],
      withdrawalUrl: 'https://shop.example/privacy?[redacted]',
    });
  });

  test('go with an address for withdrawal that a browser opens', () => {
    expect(faults([], { withdrawalUrl: 'javascript:alert(1)' })).toHaveProperty(['receipts.withdrawalUrl']);
    expect(faults([], { withdrawalUrl: 'https://shop.example/privacy' })).toEqual({});
  });
});

describe('factories of the host', () => {
  test.each<[string, () => unknown, string]>([
    ['diskStorage()', () => (diskStorage as () => unknown)(), 'diskStorage() needs the path of a directory'],
    ['diskStorage({})', () => diskStorage({} as never), 'diskStorage() needs the path of a directory'],
    ['an empty path', () => diskStorage({ directory: '' }), 'diskStorage() needs the path of a directory'],
    [
      'databaseStorage()',
      () => (databaseStorage as () => unknown)(),
      'databaseStorage() needs the Knex instance',
    ],
    [
      'firstOf([…])',
      () => firstOf([timezoneGeoProvider()] as never),
      'firstOf() needs geo providers as separate arguments',
    ],
    ['firstOf()', () => firstOf(), 'firstOf() needs geo providers as separate arguments'],
  ])('refuses %s in words', (_call, create, message) => {
    expect(create).toThrow(message);
  });
});
