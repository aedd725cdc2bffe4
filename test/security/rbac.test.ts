import type { RouteDescription } from '#platform/http/route';
import { builtInRoles, type Permission, permissions } from '#platform/kernel/permissions';
import { describedRoutes } from '../../scripts/generate-api';
import {
  createRole,
  createUser,
  roleId,
  type SignedIn,
  type TestUser,
  userPassword,
} from '../support/accounts';
import { createTestApp, type TestApp } from '../support/create-test-app';
import { createTenant, tenancy } from '../support/tenants';

let app: TestApp;
let admin: SignedIn;

beforeAll(async () => {
  app = await createTestApp({ config: { rateLimit: false } });
  admin = await app.asAdmin();
});
afterAll(() => app.close());

type Call = readonly [method: 'get' | 'post' | 'put' | 'delete' | 'patch', path: string, body?: object];

const send = (as: SignedIn, [method, path, body]: Call) => {
  const request = app.request[method](`${app.adminBase}${path}`).set(as);
  return body === undefined ? request : request.send(body);
};
const verdict = async (as: SignedIn, call: Call) => {
  const { status, body } = await send(as, call);
  return status < 300 ? 'done' : `${status} ${body.code}`;
};
const tables = [
  'svc_users',
  'svc_user_roles',
  'svc_roles',
  'svc_role_permissions',
  'svc_sessions',
  'svc_api_keys',
  'svc_webhooks',
  'svc_audit',
];
const state = async () => JSON.stringify(await Promise.all(tables.map((table) => app.knex(table))));

/** None of the calls may be done, and all together change nothing. */
async function expectRefused(as: SignedIn, calls: readonly Call[], code: string): Promise<void> {
  const before = await state();
  for (const call of calls) expect([call, await verdict(as, call)]).toEqual([call, code]);
  expect(await state()).toBe(before);
}

/** Everything that can be done to a user. */
const changesOf = (id: string, grant: string, held: string): Call[] => [
  ['put', `/users/${id}`, { name: 'Mallory' }],
  ['put', `/users/${id}`, { email: 'mallory@evil.example' }],
  ['put', `/users/${id}`, { password: 'a password of the attacker' }],
  ['put', `/users/${id}`, { allowedTenants: ['default'] }],
  ['put', `/users/${id}`, { active: false }],
  ['post', `/users/${id}/roles`, { roleId: grant }],
  ['delete', `/users/${id}/roles/${held}`],
  ['delete', `/users/${id}`],
];

const firstSuperadmin = async () => (await send(admin, ['get', '/auth/me'])).body.id as string;
const held = async (id: string) => (await send(admin, ['get', `/users/${id}`])).body.roles[0].id as string;

/** Belongs to no single tenant: it lists all that the caller can see, possibly none. */
const isOverAll = ({ tenantless, method, path }: RouteDescription) =>
  tenantless === true && method === 'GET' && !path.startsWith('/tenants');

describe('every route behind a sign-in', () => {
  const guarded = describedRoutes().admin.filter(({ access }) => !('public' in access));
  const callOf = ({ method, path }: (typeof guarded)[number]): Call => [
    method.toLowerCase() as Call[0],
    path.replace(/:\w+/g, 'unknown-1'),
  ];

  test('is 401 without a token', async () => {
    for (const route of guarded)
      expect([
        route.path,
        (await app.request[callOf(route)[0]](`${app.adminBase}${callOf(route)[1]}`)).status,
      ]).toEqual([route.path, 401]);
  });

  test.each(Object.entries(builtInRoles).filter(([name]) => name !== 'superadmin'))(
    'is 403 for the role %s exactly when it lacks the permission',
    async (role, { permissions: ids }) => {
      const { as } = await createUser(app, { role });
      const may = new Set<string>(ids);
      for (const route of guarded.filter(({ path }) => path !== '/auth/logout')) {
        const { status, body } = await send(as, callOf(route));
        const lacks = 'permission' in route.access && !may.has(route.access.permission);
        expect([route.id, status === 403 && body.code === 'forbidden']).toEqual([route.id, lacks]);
        expect(status).not.toBe(401);
      }
    },
  );

  test('is 403 for a viewer’s token unless it reads what viewers read, or is about the viewer', async () => {
    const { as } = await createUser(app, { role: 'viewer' });
    // Judges what is sent and saves nothing.
    const readsByPost = ['validateProfile', 'previewProfile', 'previewTcfList', 'makeStarterTexts'];
    // What leaves the service is an export.
    const kept =
      /^\/(users|roles|permissions|apikeys|webhooks|audit|erasures|export|imports|setup(?!\/installation))(\/|$)|\/evidence$/;
    for (const route of guarded.filter(({ access }) => 'permission' in access)) {
      const isReading = (route.method === 'GET' && !kept.test(route.path)) || readsByPost.includes(route.id);
      const answer = await verdict(as, callOf(route));
      expect([route.method, route.path, answer === '403 forbidden']).toEqual([
        route.method,
        route.path,
        !isReading,
      ]);
    }
  });

  test('opens by the permissions it names alone, and by no others', async () => {
    const { as, id } = await createUser(app, { role: [] });
    const own = await held(id);
    for (const route of guarded) {
      if (!('permission' in route.access)) continue;
      const { permission, also = [] } = route.access;
      const needed: readonly string[] = [permission, ...also];
      await app
        .knex('svc_role_permissions')
        .insert(needed.map((permission_id) => ({ role_id: own, permission_id })));
      expect([route.id, (await send(as, callOf(route))).body.code === 'forbidden']).toEqual([
        route.id,
        false,
      ]);
      await app.knex('svc_role_permissions').where({ role_id: own }).delete();
      for (const lacking of needed) {
        const others = Object.keys(permissions).filter((other) => other !== lacking);
        await app
          .knex('svc_role_permissions')
          .insert(others.map((permission_id) => ({ role_id: own, permission_id })));
        expect([route.id, lacking, await verdict(as, callOf(route))]).toEqual([
          route.id,
          lacking,
          '403 forbidden',
        ]);
        await app.knex('svc_role_permissions').where({ role_id: own }).delete();
      }
    }
  });

  test('is 403 to a user of another tenant, but for what one asks about oneself', async () => {
    const { as } = await createUser(app, { role: 'superadmin', allowedTenants: ['elsewhere'] });
    expect(await verdict(as, ['get', '/settings'])).toBe('done');
    const scoped = await createUser(app, { role: 'admin', allowedTenants: ['elsewhere'] });
    for (const route of guarded.filter((route) => route.path !== '/auth/logout' && !isOverAll(route))) {
      const { status, body } = await send(scoped.as, callOf(route));
      // Of several tenants at once it tells those that one may see: of none, here.
      if (!('permission' in route.access) || route.id === 'getOptInRates')
        expect([route.id, status === 401 || status === 403]).toEqual([route.id, false]);
      // What only a superadmin's permissions open is refused for that first.
      else
        expect([route.id, status, body.code]).toEqual([
          route.id,
          403,
          expect.stringMatching(/^(tenant_)?forbidden$/),
        ]);
    }
    expect(await verdict(scoped.as, ['post', '/auth/logout'])).toBe('done');
    expect(await verdict(scoped.as, ['get', '/auth/me'])).toBe('401 unauthenticated');
  });
});

describe('a user of another tenant', () => {
  const guarded = describedRoutes().admin.filter(
    (route) => 'permission' in route.access && !isOverAll(route),
  );

  test('is refused with 403 by every route that the user’s roles open, whichever way the tenant is named', async () => {
    const several = await createTestApp({ config: { rateLimit: false, tenancy } });
    const [north, south] = [await createTenant(several, 'north'), await createTenant(several, 'south')];
    const role = Object.keys(permissions) as Permission[];
    const { as } = await createUser(several, { role, allowedTenants: [south.id] });
    // Opt-in rates are of all tenants that one may see, or of one named in the query: the isolation test
    // holds them.
    for (const { id, method, path, tenantless } of guarded.filter((route) => route.id !== 'getOptInRates')) {
      const ask = (naming: object) =>
        several.request[method.toLowerCase() as 'post'](
          `${several.adminBase}${path.replace(/:\w+/g, 'unknown-1')}`,
        ).set({ ...as, ...naming });
      for (const naming of [
        north.header,
        north.host,
        { 'X-Tenant-Id': 'default' },
        { 'X-Tenant-Id': 'unknown' },
      ]) {
        const { status, body } = await ask(naming);
        // Routes of tenants themselves are in none: there it is the one in the path that counts, of which the
        // user learns nothing.
        expect([id, naming, status, body.code]).toEqual([id, naming, 403, 'tenant_forbidden']);
      }
      // Takes reach over all tenants.
      const isOfInstallation = id === 'createRole' || id === 'getSetupConfig';
      if (!tenantless && !isOfInstallation)
        expect([id, (await ask({})).body.code]).not.toEqual([id, 'tenant_forbidden']);
    }
    await several.close();
  });
});

describe('users who hold a permission that the caller lacks', () => {
  const helpdesk: readonly Permission[] = ['users:read', 'users:create', 'users:update', 'users:delete'];

  test('cannot be changed or removed by the caller in any way', async () => {
    const caller = await createUser(app, { role: helpdesk });
    const stronger = await createUser(app, { role: ['users:read', 'audit:read'], signIn: false });
    const inactive = await createUser(app, { role: ['audit:read'], signIn: false });
    await send(admin, ['put', `/users/${inactive.id}`, { active: false }]).expect(200);
    const weak = await held((await createUser(app, { role: [], signIn: false })).id);
    for (const { id } of [stronger, inactive])
      await expectRefused(caller.as, changesOf(id, weak, await held(id)), '403 forbidden');
    await expectRefused(caller.as, [['put', `/users/${inactive.id}`, { active: true }]], '403 forbidden');
    await expectRefused(
      caller.as,
      changesOf(await firstSuperadmin(), weak, await roleId(app, 'superadmin')),
      '403 forbidden',
    );
  });

  test('include superadmins for the role admin', async () => {
    const caller = await createUser(app, { role: 'admin' });
    const viewer = await roleId(app, 'viewer');
    await expectRefused(
      caller.as,
      changesOf(await firstSuperadmin(), viewer, await roleId(app, 'superadmin')),
      '403 forbidden',
    );
  });

  test('are refused before the body is looked at', async () => {
    const caller = await createUser(app, { role: helpdesk });
    const id = await firstSuperadmin();
    await expectRefused(
      caller.as,
      [
        ['put', `/users/${id}`, { active: 5 }],
        ['post', `/users/${id}/roles`, {}],
      ],
      '403 forbidden',
    );
  });

  test('leave those who hold no more than the caller free to be changed, the caller included', async () => {
    const caller = await createUser(app, { role: helpdesk });
    const weaker = await createUser(app, { role: ['users:read'], signIn: false });
    const role = await held(weaker.id);
    for (const call of changesOf(weaker.id, await held(caller.id), role))
      expect([call, await verdict(caller.as, call)]).toEqual([call, 'done']);
    expect(await verdict(caller.as, ['put', `/users/${caller.id}`, { name: 'Me' }])).toBe('done');
  });
});

describe('roles', () => {
  test('are given by nobody who lacks one of their permissions: not to others, not to oneself, not to a new user', async () => {
    const caller = await createUser(app, { role: ['users:create', 'users:update'] });
    const weak = await createUser(app, { role: [], signIn: false });
    const newUser = { name: 'New', email: 'new@shop.example', password: userPassword };
    const calls: Call[] = [];
    for (const name of ['superadmin', 'admin', 'editor', 'viewer', 'auditor']) {
      const id = await roleId(app, name);
      calls.push(
        ['post', `/users/${weak.id}/roles`, { roleId: id }],
        ['post', `/users/${caller.id}/roles`, { roleId: id }],
        ['post', '/users', { ...newUser, roleId: id }],
      );
    }
    await expectRefused(caller.as, [...calls, ['post', '/users', newUser]], '403 forbidden');
    expect(await verdict(caller.as, ['post', '/users', { ...newUser, roleId: await held(weak.id) }])).toBe(
      'done',
    );
    const operator = await createUser(app, { role: 'admin' });
    await expectRefused(
      operator.as,
      [['post', `/users/${operator.id}/roles`, { roleId: await roleId(app, 'superadmin') }]],
      '403 forbidden',
    );
  });

  test('take no permission from who lacks it: not one’s own role, not another’s, not a new one', async () => {
    const caller = await createUser(app, { role: ['roles:create', 'roles:update', 'users:update'] });
    const { body: fresh } = await send(caller.as, ['post', '/roles', { name: 'Made by the caller' }]).expect(
      201,
    );
    const weak = await createUser(app, { role: ['users:update'], signIn: false });
    const all = Object.keys(permissions).filter(
      (id) => !['roles:create', 'roles:update', 'users:update'].includes(id),
    );
    for (const id of [await held(caller.id), await held(weak.id), fresh.id]) {
      await expectRefused(
        caller.as,
        all.map((permissionId) => ['post', `/roles/${id}/permissions`, { permissionId }]),
        '403 forbidden',
      );
      expect(
        await verdict(caller.as, ['post', `/roles/${id}/permissions`, { permissionId: 'users:update' }]),
      ).toBe('done');
    }
  });

  test('that hold a permission which the caller lacks can be neither changed nor removed', async () => {
    const caller = await createUser(app, { role: ['roles:update', 'roles:delete', 'users:update'] });
    const { id } = await createRole(app, ['audit:read', 'users:update']);
    await expectRefused(
      caller.as,
      [
        ['put', `/roles/${id}`, { name: 'Renamed' }],
        ['put', `/roles/${id}`, { name: 5 }],
        ['post', `/roles/${id}/permissions`, { permissionId: 'users:update' }],
        ['delete', `/roles/${id}/permissions/users:update`],
        ['delete', `/roles/${id}`],
        ['put', `/roles/${await roleId(app, 'superadmin')}`, { name: 'x' }],
      ],
      '403 forbidden',
    );
  });

  test('of someone stronger cannot be changed, for that would change the holder', async () => {
    const caller = await createUser(app, { role: ['roles:update', 'settings:read'] });
    const shared = await createRole(app, ['settings:read']);
    const stronger = await createUser(app, { role: ['audit:read'], signIn: false });
    expect(await verdict(caller.as, ['put', `/roles/${shared.id}`, { description: 'Held by nobody' }])).toBe(
      'done',
    );
    await send(admin, ['post', `/users/${stronger.id}/roles`, { roleId: shared.id }]).expect(200);
    await expectRefused(
      caller.as,
      [
        ['put', `/roles/${shared.id}`, { name: 'Renamed' }],
        ['delete', `/roles/${shared.id}/permissions/settings:read`],
        ['post', `/roles/${shared.id}/permissions`, { permissionId: 'roles:update' }],
      ],
      '403 forbidden',
    );
  });
});

describe('a user scoped to tenants', () => {
  const everything = Object.keys(permissions) as Permission[];
  let scoped: TestUser;
  let inside: TestUser;
  let outside: readonly TestUser[];
  beforeAll(async () => {
    scoped = await createUser(app, { role: everything, allowedTenants: ['default', 'shop-b'] });
    inside = await createUser(app, { role: [], allowedTenants: ['shop-b'], signIn: false });
    outside = [
      await createUser(app, { role: [], signIn: false }),
      await createUser(app, { role: [], allowedTenants: ['shop-c'], signIn: false }),
      await createUser(app, { role: [], allowedTenants: ['default', 'shop-c'], signIn: false }),
      // Has every tenant, whatever the list says.
      await createUser(app, { role: 'superadmin', allowedTenants: ['default'], signIn: false }),
    ];
  });

  test('sees only users whose tenants are a part of their own', async () => {
    const { body } = await send(scoped.as, ['get', '/users']).expect(200);
    const seen = body.map(({ id }: { id: string }) => id);
    expect(seen).toEqual(expect.arrayContaining([scoped.id, inside.id]));
    for (const { id } of [...outside, { id: await firstSuperadmin() }]) {
      expect(seen).not.toContain(id);
      expect(await verdict(scoped.as, ['get', `/users/${id}`])).toBe('403 tenant_forbidden');
    }
    expect(await verdict(scoped.as, ['get', `/users/${inside.id}`])).toBe('done');
    expect(await verdict(scoped.as, ['get', '/users/unknown'])).toBe('404 user_not_found');
  });

  test('changes nobody outside, whatever permissions they hold', async () => {
    const weak = await held(inside.id);
    for (const { id } of outside)
      await expectRefused(scoped.as, changesOf(id, weak, await held(id)), '403 tenant_forbidden');
  });

  test('makes users only for a non-empty part of their own tenants', async () => {
    const weak = await held(inside.id);
    const user = (more: object, n: number) => ({
      name: 'New',
      email: `scoped${n}@shop.example`,
      password: userPassword,
      roleId: weak,
      ...more,
    });
    await expectRefused(
      scoped.as,
      [
        {},
        { allowedTenants: [] },
        { allowedTenants: ['shop-c'] },
        { allowedTenants: ['default', 'shop-c'] },
      ].map((more, n) => ['post', '/users', user(more, n)]),
      '403 tenant_forbidden',
    );
    expect(await verdict(scoped.as, ['post', '/users', user({ allowedTenants: ['shop-b'] }, 9)])).toBe(
      'done',
    );
  });

  test('widens nobody: neither by tenants nor by the role superadmin', async () => {
    const superadmin = await roleId(app, 'superadmin');
    for (const { id } of [inside, scoped]) {
      await expectRefused(
        scoped.as,
        [
          ['put', `/users/${id}`, { allowedTenants: [] }],
          ['put', `/users/${id}`, { allowedTenants: ['shop-c'] }],
          ['put', `/users/${id}`, { allowedTenants: ['default', 'shop-b', 'shop-c'] }],
          ['post', `/users/${id}/roles`, { roleId: superadmin }],
          [
            'post',
            '/users',
            {
              name: 'x',
              email: 'x@shop.example',
              password: userPassword,
              roleId: superadmin,
              allowedTenants: ['default'],
            },
          ],
        ],
        '403 tenant_forbidden',
      );
    }
    expect(
      await verdict(scoped.as, ['put', `/users/${inside.id}`, { allowedTenants: ['default', 'shop-b'] }]),
    ).toBe('done');
  });

  test('neither makes nor changes roles, which apply to all tenants', async () => {
    const { id } = await createRole(app, ['audit:read']);
    await send(admin, ['post', `/users/${inside.id}/roles`, { roleId: id }]).expect(200);
    await expectRefused(
      scoped.as,
      [
        ['post', '/roles', { name: 'Staff' }],
        ['post', '/roles', { name: 5 }],
        ['put', `/roles/${id}`, { name: 'Staff' }],
        ['put', `/roles/${id}`, { name: 5 }],
        ['post', `/roles/${id}/permissions`, { permissionId: 'users:read' }],
        ['delete', `/roles/${id}/permissions/audit:read`],
        ['delete', `/roles/${id}`],
      ],
      '403 tenant_forbidden',
    );
    expect(await verdict(scoped.as, ['post', `/users/${inside.id}/roles`, { roleId: id }])).toBe('done');
  });
});

describe('the last active superadmin', () => {
  let alone: TestApp;
  beforeAll(async () => {
    alone = await createTestApp();
  });
  afterAll(() => alone.close());

  test('can be neither demoted nor deactivated nor removed, until there is another one', async () => {
    const as = await alone.asAdmin();
    const of = (method: Call[0], path: string, body?: object) =>
      alone.request[method](`${alone.adminBase}${path}`).set(as).send(body);
    const { id } = (await of('get', '/auth/me')).body;
    const superadmin = await roleId(alone, 'superadmin');
    const second = await createUser(alone, { role: 'superadmin', signIn: false });
    await of('put', `/users/${second.id}`, { active: false }).expect(200);
    for (const answer of [
      await of('delete', `/users/${id}/roles/${superadmin}`),
      await of('put', `/users/${id}`, { active: false }),
      await of('delete', `/users/${id}`),
    ]) {
      expect([answer.status, answer.body.code]).toEqual([422, 'last_superadmin']);
    }
    await of('put', `/users/${id}`, { active: true, name: 'Still here' }).expect(200);
    await of('put', `/users/${second.id}`, { active: true }).expect(200);
    await of('delete', `/users/${id}/roles/${superadmin}`).expect(200);
    expect((await of('get', '/users')).status).toBe(403);
  });
});
