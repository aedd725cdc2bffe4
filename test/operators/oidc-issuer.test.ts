import { createTestApp, createTestClock, type TestApp } from '../support/create-test-app';
import {
  type FakeOidcProvider,
  newSigningKey,
  sign,
  startFakeOidcProvider,
} from '../support/fake-oidc-provider';
import { signInThroughProvider } from '../support/oidc-browser';
import { masterSecret } from '../support/sign-in-app';

const clock = createTestClock();
let provider: FakeOidcProvider;
const opened: TestApp[] = [];

beforeAll(async () => {
  provider = await startFakeOidcProvider(clock);
});
afterEach(async () => {
  provider.misbehave({});
  await Promise.all(opened.splice(0).map((app) => app.close()));
});
afterAll(() => provider.close());

async function open(oidc: object): Promise<TestApp> {
  const app = await createTestApp({
    clock,
    config: { rateLimit: false, auth: { mode: 'oidc', masterSecret, oidc: { ...provider.config, ...oidc } } },
  });
  opened.push(app);
  return app;
}

const mine = '3f1c2b9a-0d1e-4c5f-8a7b-112233445566';
const other = '9188040d-6c67-4c5b-b112-36a304b66dad';
const template = () => `${provider.issuer}/{tenantid}/v2.0`;
const issuerOf = (tenant: string) => template().replace('{tenantid}', tenant);
const common = () => ({ issuer: `${provider.issuer}/common/v2.0` });

/** Entra ID's address for several tenants: its document has a mark in place of the tenant. */
const signInFrom = (tenant: string, claims: object = {}, metadata: object = {}) =>
  provider.misbehave({
    metadata: { issuer: template(), ...metadata },
    claims: { iss: issuerOf(tenant), tid: tenant, ...claims },
  });
const warnings = ({ logger }: TestApp) =>
  logger.lines.map((line) => JSON.parse(line)).filter(({ level }) => level === 'warn');
const refusals = async (app: TestApp) =>
  (await app.knex('svc_audit').where({ action: 'auth:loginFailed' }).pluck('changes')).map(
    (changes) => JSON.parse(changes).reason,
  );

/** Waits for what the service does in the background. */
async function until(holds: () => boolean): Promise<void> {
  const end = Date.now() + 10_000;
  while (!holds() && Date.now() < end) await new Promise((resolve) => setTimeout(resolve, 20));
  expect(holds()).toBe(true);
}

describe('another issuer than the configured one', () => {
  test.each([
    ['names itself otherwise', () => 'https://tenant.b2clogin.example/7c1f/v2.0/', {}],
    ['is at an address with a query', () => `${provider.issuer}/7c1f/v2.0/`, { query: '?p=b2c_1_signin' }],
    ['is at another place', () => `${provider.issuer}/realms/shop`, {}],
  ])(
    'in the document is named at the start and at a sign-in, which does not say to try again: %s',
    async (_name, issuer, { query = '' }: { query?: string }) => {
      provider.misbehave({ metadata: { issuer: issuer() } });
      const configured = `${provider.issuer}${query}`;
      const app = await open({ issuer: configured });
      await app.service.start();
      await until(() => warnings(app).some(({ found }) => found === issuer()));
      expect(warnings(app)).toContainEqual(
        expect.objectContaining({
          configured,
          found: issuer(),
          message: expect.stringContaining('names another issuer than auth.oidc.issuer'),
        }),
      );
      const refused = await app.request.get(`${app.adminBase}/auth/oidc/authorize`);
      expect([refused.status, refused.body.code, refused.headers['retry-after']]).toEqual([
        501,
        'sign_in_misconfigured',
        undefined,
      ]);
      // Everyone can read the answer.
      for (const hidden of [issuer(), configured]) expect(refused.text).not.toContain(hidden);
      const atDashboard = await app.request.get(`${app.adminBase}/auth/oidc/authorize?redirect=dashboard`);
      expect(atDashboard.headers.location).toBe('/svc/#error=sign_in_misconfigured');
    },
  );

  test('in the ID token is named with both', async () => {
    const app = await open({});
    provider.misbehave({ claims: { iss: 'https://sts.example/7c1f/\nforged' } });
    const refused = await signInThroughProvider(app);
    expect([refused.status, refused.body.code]).toEqual([401, 'unauthenticated']);
    expect(refused.body.error).toContain('another issuer');
    expect(warnings(app)).toContainEqual(
      expect.objectContaining({
        reason: 'wrong_issuer',
        configured: provider.issuer,
        found: 'https://sts.example/7c1f/ forged',
      }),
    );
    expect(await refusals(app)).toEqual(['wrong_issuer']);
    expect((await signInThroughProvider(app, '?redirect=dashboard')).headers.location).toBe(
      '/svc/#error=sign_in_misconfigured',
    );
  });

  test('is right where discovery has its own address', async () => {
    const issuer = `${provider.issuer}/7c1f/v2.0/`;
    provider.misbehave({ metadata: { issuer }, claims: { iss: issuer } });
    const discoveryUrl = `${provider.issuer}/policy/.well-known/openid-configuration?p=b2c_1_signin`;
    const app = await open({ issuer, discoveryUrl });
    expect((await signInThroughProvider(app)).body.user.identity.issuer).toBe(issuer);
    const asked = provider.asked.find(({ path }) => path === '/policy/.well-known/openid-configuration');
    expect(asked?.query.get('p')).toBe('b2c_1_signin');
  });
});

describe('an issuer for several tenants', () => {
  test('needs a list of tenants, and the start says so', async () => {
    signInFrom(mine);
    const app = await open(common());
    await app.service.start();
    await until(() => warnings(app).some(({ message }) => message.includes('auth.oidc.allowedTenants')));
    expect(warnings(app)).toContainEqual(
      expect.objectContaining({ configured: common().issuer, found: template() }),
    );
    expect((await app.request.get(`${app.adminBase}/auth/oidc/authorize`)).body.code).toBe(
      'sign_in_misconfigured',
    );
  });

  test('admits users of each listed tenant, and keeps users of two tenants apart', async () => {
    const app = await open({ ...common(), allowedTenants: [other.toUpperCase(), mine] });
    const ids = [];
    for (const tenant of [mine, other, mine]) {
      signInFrom(tenant, { sub: 'same', email: `u@${tenant}.example` });
      const { body } = await signInThroughProvider(app);
      expect(body.user.identity).toEqual({ issuer: issuerOf(tenant), subject: 'same' });
      ids.push(body.user.id);
    }
    expect([ids[0] === ids[2], ids[0] === ids[1]]).toEqual([true, false]);
    expect(provider.count('/token')).toBeGreaterThan(0);
  });

  test('asks the token endpoint once for each sign-in', async () => {
    const app = await open({ ...common(), allowedTenants: [other, mine] });
    signInFrom(mine);
    const before = provider.count('/token');
    expect((await signInThroughProvider(app)).status).toBe(200);
    expect(provider.count('/token') - before).toBe(1);
  });

  const foreign = '00000000-0000-4000-8000-000000000001';
  test.each([
    ['another tenant', () => ({ iss: issuerOf(foreign), tid: foreign }), 'tenant_not_allowed'],
    [
      'another tenant that claims to be a listed one',
      () => ({ iss: issuerOf(foreign), tid: mine }),
      'tenant_not_allowed',
    ],
    [
      'a listed issuer with the id of another tenant',
      () => ({ iss: issuerOf(mine), tid: foreign }),
      'tenant_not_allowed',
    ],
    [
      'a listed issuer without a tenant',
      () => ({ iss: issuerOf(mine), tid: undefined }),
      'tenant_not_allowed',
    ],
    ['the mark itself', () => ({ iss: template(), tid: '{tenantid}' }), 'tenant_not_allowed'],
    ['another version', () => ({ iss: `${provider.issuer}/${mine}/`, tid: mine }), 'wrong_issuer'],
    ['another host', () => ({ iss: `https://evil.example/${mine}/v2.0`, tid: mine }), 'wrong_issuer'],
  ])('refuses a token of %s', async (_name, claims, reason) => {
    const app = await open({ ...common(), allowedTenants: [mine] });
    signInFrom(mine, claims());
    expect((await signInThroughProvider(app)).status).toBe(401);
    expect(await refusals(app)).toEqual([reason]);
    expect(await app.knex('svc_sessions')).toEqual([]);
  });

  test('verifies the signature for a tenant that is not the first of the list', async () => {
    const app = await open({ ...common(), allowedTenants: [other, mine] });
    signInFrom(mine);
    expect((await signInThroughProvider(app)).status).toBe(200);
    const stranger = await newSigningKey();
    const known = provider.currentKey();
    provider.misbehave({
      metadata: { issuer: template() },
      claims: { iss: issuerOf(mine), tid: mine },
      idToken: async (claims) => sign(claims, { ...stranger, kid: known.kid }),
    });
    expect((await signInThroughProvider(app)).status).toBe(401);
    expect(await refusals(app)).toEqual(['invalid_id_token']);
  });

  test('accepts no key that the key set marks as that of another tenant', async () => {
    const [first, before] = [await newSigningKey(), provider.currentKey()];
    const marked = (issuer: string) => ({ ...first, publicJwk: { ...first.publicJwk, issuer } });
    for (const [issuer, status] of [
      [template(), 200],
      [issuerOf(mine), 200],
      [issuerOf(other), 401],
    ] as const) {
      provider.useKeys(marked(issuer));
      const app = await open({ ...common(), allowedTenants: [mine, other] });
      signInFrom(mine);
      for (const turn of [1, 2])
        expect([turn, (await signInThroughProvider(app)).status]).toEqual([turn, status]);
    }
    provider.useKeys(before);
  });
});

test('a list of tenants also holds for the address of one tenant', async () => {
  const app = await open({ allowedTenants: [mine] });
  for (const [tid, status] of [
    [mine, 200],
    [other, 401],
    [undefined, 401],
  ] as const) {
    provider.misbehave({ claims: { tid } });
    expect((await signInThroughProvider(app)).status).toBe(status);
  }
});
