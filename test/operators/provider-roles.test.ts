import type { ConsentServiceConfig } from '#platform/config/config-schema';
import { roleId } from '../support/accounts';
import { createTestApp, createTestClock, type TestApp } from '../support/create-test-app';
import { type FakeOidcProvider, startFakeOidcProvider } from '../support/fake-oidc-provider';
import { type FakeSamlIdp, startFakeSamlIdp } from '../support/fake-saml-idp';
import { bearing, createJwtApp, hostToken, meWith } from '../support/jwt';
import { signInThroughProvider } from '../support/oidc-browser';
import { signInBySaml } from '../support/saml-browser';
import { masterSecret } from '../support/sign-in-app';

type Auth = NonNullable<ConsentServiceConfig['auth']>;

const clock = createTestClock();
let provider: FakeOidcProvider;
let idp: FakeSamlIdp;
const opened: TestApp[] = [];

beforeAll(async () => {
  [provider, idp] = await Promise.all([startFakeOidcProvider(clock), startFakeSamlIdp()]);
});
afterEach(async () => {
  provider.tellUserInfo(null);
  await Promise.all(opened.splice(0).map((app) => app.close()));
});
afterAll(() => Promise.all([provider.close(), idp.close()]));

const keep = async (app: Promise<TestApp>) => {
  opened.push(await app);
  return app;
};
const openOidc = (
  claimsMapping: NonNullable<NonNullable<Auth['oidc']>['claimsMapping']>,
  more: object = {},
) =>
  keep(
    createTestApp({
      clock,
      config: {
        rateLimit: false,
        auth: { mode: 'oidc', masterSecret, oidc: { ...provider.config, claimsMapping, ...more } },
      },
    }),
  );
const openSaml = (saml: Partial<NonNullable<Auth['saml']>>) =>
  keep(
    createTestApp({
      config: { rateLimit: false, auth: { mode: 'saml', masterSecret, saml: { ...idp.config, ...saml } } },
    }),
  );

const names = (roles: readonly { readonly name: string }[]) => roles.map(({ name }) => name);
const oidcRoles = async (app: TestApp, claims: object) => {
  provider.signInAs({ sub: 'u', email: 'ada@shop.example', email_verified: true, ...claims });
  const { status, body } = await signInThroughProvider(app);
  return status === 200 ? names(body.user.roles) : status;
};
const samlRoles = async (app: TestApp, attributes: Record<string, string | string[]> = {}) =>
  names((await signInBySaml(app, idp, { attributes })).body.user.roles);
const lines = ({ logger }: TestApp, text: string) =>
  logger.lines.filter((line) => line.includes(text)).map((line) => JSON.parse(line));

const unknownOnly = 'No name in the claim with the roles';
const notRead = 'was not read';

describe('names of which none is a role', () => {
  test('grant nothing in mode jwt, and are named in the log once for each set', async () => {
    const app = await keep(createJwtApp());
    const claims = { sub: 'x', email: 'x@shop.example' };
    for (const roles of [['editr'], ['editr'], ['b', 'a'], ['a', 'b'], 'editr'])
      expect((await meWith(app, { ...claims, roles }).expect(200)).body.roles).toEqual([]);
    await meWith(app, { ...claims, roles: ['editor', 'accounting'] }).expect(200);
    expect(lines(app, unknownOnly)).toMatchObject([
      { level: 'warn', mode: 'jwt', claim: 'roles', names: ['editr'], total: 1 },
      { level: 'warn', names: ['a', 'b'], total: 2 },
    ]);
    // Also on a route that needs a permission which the default role has.
    await app.request
      .get(`${app.adminBase}/profiles`)
      .set(bearing(hostToken(app, { ...claims, roles: ['editr'] })))
      .expect(403);
  });

  test('grant no role by themselves through a provider or a host’s function; a new user gets the default role', async () => {
    const oidc = await openOidc({ roles: 'groups' });
    expect(await oidcRoles(oidc, { groups: ['staff'] })).toEqual(['viewer']);
    const saml = await openSaml({ rolesAttribute: 'groups' });
    expect(await samlRoles(saml, { groups: 'staff' })).toEqual(['viewer']);
    const validateUser = () => ({ email: 'ada@shop.example', role: 'staff' });
    const custom = await keep(createTestApp({ config: { auth: { mode: 'custom', validateUser } } }));
    const { body } = await custom.request.get(`${custom.adminBase}/auth/me`).expect(200);
    expect(names(body.roles)).toEqual(['viewer']);
    for (const app of [oidc, saml, custom])
      expect(lines(app, unknownOnly)).toMatchObject([{ names: ['staff'] }]);
  });

  test('cannot forge a line of the log or fill it', async () => {
    const app = await keep(createJwtApp());
    const roles = ['a\nforged\u202e', ...Array.from({ length: 80 }, (_, at) => `${at}`.padEnd(100, 'x'))];
    await meWith(app, { roles }).expect(200);
    const [line] = lines(app, unknownOnly);
    expect(line.total).toBe(81);
    expect(line.names).toHaveLength(20);
    expect(JSON.stringify(line).length).toBeLessThan(2000);
    await meWith(app, { roles: roles.slice(0, 1) }).expect(200);
    expect(lines(app, unknownOnly)[1].names).toEqual(['a forged ']);
  });
});

describe('a claim that is not there', () => {
  test.each([
    ['absent', {}],
    ['absent', { groups: null }],
    ['left_out', { _claim_names: { groups: 'src1' }, _claim_sources: { src1: { endpoint: 'https://x' } } }],
    ['left_out', { hasgroups: true }],
    ['left_out', { groups: [], _claim_names: { groups: 'src1' } }],
    ['unreadable', { groups: { roles: ['viewer'] } }],
    ['unreadable', { groups: [1, 2] }],
  ])('(%s) leaves the stored roles, and the log says why: %j', async (missing, claims) => {
    const app = await openOidc({ roles: 'groups' });
    expect(await oidcRoles(app, { groups: ['superadmin'] })).toEqual(['superadmin']);
    expect(await oidcRoles(app, { groups: ['admin', 'auditor'] })).toEqual([
      'admin',
      'auditor',
      'superadmin',
    ]);
    expect(await oidcRoles(app, claims)).toEqual(['admin', 'auditor', 'superadmin']);
    expect(lines(app, notRead)).toMatchObject([{ level: 'warn', mode: 'oidc', claim: 'groups', missing }]);
    const changes = await app
      .knex('svc_audit')
      .where({ action: 'auth:login' })
      .orderBy('sequence')
      .pluck('changes');
    expect(changes.map((text) => JSON.parse(text).rolesRead)).toEqual([
      { claim: 'groups', missing: null, granted: ['superadmin'], ignored: 0, ignoredNames: [] },
      { claim: 'groups', missing: null, granted: ['admin', 'auditor'], ignored: 0, ignoredNames: [] },
      { claim: 'groups', missing, granted: [], ignored: 0, ignoredNames: [] },
    ]);
  });

  test('leaves the roles that operators gave, in mode jwt too', async () => {
    const app = await keep(createJwtApp());
    const { body } = await meWith(app, { roles: undefined }).expect(200);
    await app.knex('svc_user_roles').insert({ user_id: body.id, role_id: await roleId(app, 'auditor') });
    for (const roles of [undefined, null, 5])
      expect(names((await meWith(app, { roles }).expect(200)).body.roles)).toEqual(['auditor', 'viewer']);
    expect(lines(app, notRead)).toMatchObject([
      { level: 'info', missing: 'absent' },
      { level: 'warn', missing: 'unreadable' },
    ]);
  });

  test('leaves them in mode saml, where Entra ID sends a link instead of many groups', async () => {
    const groups = 'http://schemas.microsoft.com/ws/2008/06/identity/claims/groups';
    const app = await openSaml({ rolesAttribute: groups, whenMissing: 'remove' });
    expect(await samlRoles(app, { [groups]: ['editor'] })).toEqual(['editor']);
    const link = 'http://schemas.microsoft.com/claims/groups.link';
    expect(await samlRoles(app, { [link]: 'https://graph.windows.net/…' })).toEqual(['editor']);
    expect(lines(app, notRead)).toMatchObject([{ level: 'warn', mode: 'saml', missing: 'left_out' }]);
    // Without the link the attribute is empty: so it is configured.
    expect(await samlRoles(app)).toEqual([]);
  });

  test('is an empty one with whenMissing `remove`', async () => {
    const app = await openOidc({ roles: 'groups', whenMissing: 'remove' });
    await oidcRoles(app, { groups: ['superadmin'], sub: 'root', email: 'root@shop.example' });
    expect(await oidcRoles(app, { groups: ['admin'] })).toEqual(['admin']);
    expect(await oidcRoles(app, { hasgroups: 'true' })).toEqual(['admin']);
    expect(await oidcRoles(app, {})).toEqual([]);
  });

  test('is not mistaken for a failure where a flag has the wrong type', async () => {
    const app = await keep(createJwtApp({ config: { auth: { claimsMapping: { roles: 'groups' } } } }));
    const hostile = { toString: 1, valueOf: 1 };
    for (const claims of [{ hasgroups: hostile }, { email_verified: hostile }, { _claim_names: [hostile] }])
      expect((await meWith(app, { ...claims, roles: undefined })).status).toBe(200);
  });

  test('refuses a user of whom it is required, and the log says why', async () => {
    const app = await openOidc({}, { requiredClaim: { name: 'groups', value: 'staff' } });
    expect(await oidcRoles(app, { hasgroups: true })).toBe(401);
    expect(lines(app, 'was refused')[0].cause).toContain('too many groups');
  });
});

describe('a claim can be', () => {
  test.each([
    ['realm_access.roles', { realm_access: { roles: ['editor'] } }],
    ['resource_access.consent.shop.roles', { resource_access: { 'consent.shop': { roles: ['editor'] } } }],
    ['https://shop.example/roles', { 'https://shop.example/roles': ['editor'] }],
    ['https://shop.example/app.roles', { 'https://shop.example/app': { roles: ['editor'] } }],
    // The whole name comes first.
    ['realm_access.roles', { 'realm_access.roles': ['editor'], realm_access: { roles: ['admin'] } }],
  ])('at the path %s of %j', async (roles, claims) => {
    expect(await oidcRoles(await openOidc({ roles }), claims)).toEqual(['editor']);
    const jwt = await keep(createJwtApp({ config: { auth: { claimsMapping: { roles } } } }));
    expect(names((await meWith(jwt, { roles: undefined, ...claims }).expect(200)).body.roles)).toEqual([
      'editor',
    ]);
  });

  test.each(['__proto__.roles', 'constructor.name', 'a..b', '.', 'roles.length'])(
    'nothing that the token does not contain: %s',
    async (roles) => {
      const app = await openOidc({ roles });
      expect(await oidcRoles(app, { roles: ['editor'] })).toEqual(['viewer']);
    },
  );

  test('several names in one text, with the configured separator only', async () => {
    const claims = { groups: ' editor, auditor ,,staff' };
    expect(await oidcRoles(await openOidc({ roles: 'groups', separator: ',' }), claims)).toEqual([
      'auditor',
      'editor',
    ]);
    expect(await oidcRoles(await openOidc({ roles: 'groups' }), claims)).toEqual(['viewer']);
    const saml = await openSaml({ rolesAttribute: 'groups', separator: ' ' });
    expect(await samlRoles(saml, { groups: 'editor staff auditor' })).toEqual(['auditor', 'editor']);
    const jwt = await keep(createJwtApp({ config: { auth: { claimsMapping: { separator: ';' } } } }));
    expect(names((await meWith(jwt, { roles: 'admin;viewer' }).expect(200)).body.roles)).toEqual([
      'admin',
      'viewer',
    ]);
  });

  test('in the user-info answer, at its path', async () => {
    const app = await openOidc({ roles: 'realm_access.roles' });
    provider.tellUserInfo({ realm_access: { roles: ['auditor'] } });
    expect(await oidcRoles(app, {})).toEqual(['auditor']);
  });
});

test('everyone can read who assigns the roles, and only the log what was read', async () => {
  const app = await openOidc({ roles: 'realm_access.roles' });
  await oidcRoles(app, { realm_access: { roles: ['editor', 'offline_access'] } });
  const { text, body } = await app.request.get(`${app.adminBase}/auth/mode`).expect(200);
  expect(body.roles).toBe('provider');
  for (const hidden of ['realm_access', 'editor', 'offline_access']) expect(text).not.toContain(hidden);
  expect(lines(app, 'were read from the identity provider')).toMatchObject([
    {
      level: 'info',
      claim: 'realm_access.roles',
      granted: ['editor'],
      ignored: 1,
      ignoredNames: ['offline_access'],
    },
  ]);
  expect(app.logger.lines.join()).not.toContain('ada@shop.example');
});
