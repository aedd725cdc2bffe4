import type { ConsentPlugin } from '#platform/plugins/plugin-contract';
import { createUser, roleId, type SignedIn, signInAs, userPassword } from '../support/accounts';
import {
  adminEmail,
  adminPassword,
  createTestApp,
  type TestApp,
  type TestAppOptions,
} from '../support/create-test-app';

let app: TestApp;
let admin: SignedIn;

async function open(options: TestAppOptions = {}): Promise<void> {
  app = await createTestApp(options);
  admin = await app.asAdmin();
}
afterEach(() => app.close());

const users = (path = '') => `${app.adminBase}/users${path}`;
const create = (body: object) => app.request.post(users()).set(admin).send(body);
const put = (id: string, body: object) =>
  app.request
    .put(users(`/${id}`))
    .set(admin)
    .send(body);
const newcomer = { name: 'Nora', email: 'Nora@Shop.example', password: userPassword };
const me = (as: SignedIn) => app.request.get(`${app.adminBase}/auth/me`).set(as);
const audited = async (action: string) =>
  (await app.knex('svc_audit').where({ action }).orderBy('sequence')).map(({ changes }) =>
    JSON.parse(changes),
  );
const adminId = async () => (await me(admin)).body.id as string;

describe('users', () => {
  beforeEach(() => open());

  test('are created with a first role, can sign in, and have the same form everywhere', async () => {
    const events: unknown[] = [];
    app.service.events.on('user.created', (event) => events.push(event));
    const editor = await roleId(app, 'editor');
    const { body } = await create({
      ...newcomer,
      roleId: editor,
      allowedTenants: ['default', 'default'],
    }).expect(201);
    const now = new Date(app.clock.now()).toISOString();
    expect(body).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      name: 'Nora',
      email: 'nora@shop.example',
      roles: [{ id: editor, name: 'editor' }],
      emailVerified: true,
      tenantAccess: 'listed',
      allowedTenants: ['default'],
      totpEnabled: false,
      provider: 'local',
      identity: null,
      active: true,
      lastLoginAt: null,
      createdAt: now,
      updatedAt: now,
    });
    expect(
      (
        await app.request
          .get(users(`/${body.id}`))
          .set(admin)
          .expect(200)
      ).body,
    ).toEqual(body);
    expect((await app.request.get(users()).set(admin).expect(200)).body).toEqual([
      expect.objectContaining({ email: adminEmail }),
      body,
    ]);
    expect(events).toEqual([
      { tenantId: 'default', occurredAt: now, userId: body.id, email: 'nora@shop.example' },
    ]);
    const as = await signInAs(app, 'NORA@shop.example');
    expect((await me(as).expect(200)).body).toMatchObject({ ...body, lastLoginAt: now });
  });

  test('without roleId get the default role', async () => {
    expect((await create(newcomer).expect(201)).body.roles).toEqual([
      { id: await roleId(app, 'viewer'), name: 'viewer' },
    ]);
  });

  test('are not created with a wrong or missing field, which is named', async () => {
    for (const [path, wrong] of [
      ['name', { name: undefined }],
      ['name', { name: '  ' }],
      ['name', { name: 'x'.repeat(201) }],
      ['email', { email: undefined }],
      ['email', { email: 'nora' }],
      ['password', { password: undefined }],
      ['password', { password: 'x'.repeat(11) }],
      ['password', { password: 'x'.repeat(129) }],
      ['password', { password: 'NORA@shop.example' }],
      ['roleId', { roleId: 'unknown' }],
      ['roleId', { roleId: 5 }],
      ['allowedTenants', { allowedTenants: 'default' }],
      ['allowedTenants[0]', { allowedTenants: ['a/b'] }],
      ['allowedTenants', { allowedTenants: Array.from({ length: 101 }, (_, n) => `t${n}`) }],
    ] as const) {
      const { body } = await create({ ...newcomer, ...wrong }).expect(400);
      expect(body).toMatchObject({ code: 'validation_failed', details: [{ path }] });
    }
    expect(await app.knex('svc_users').pluck('email')).toEqual([adminEmail]);
  });

  test('see all tenants, those that are listed, or none', async () => {
    const seen = ({ body }: { body: { tenantAccess: string; allowedTenants: string[] } }) => [
      body.tenantAccess,
      body.allowedTenants,
    ];
    const nora = (fields: object) =>
      create({ ...newcomer, email: `nora${Math.random()}@shop.example`, ...fields });
    expect(seen(await nora({}).expect(201))).toEqual(['all', []]);
    expect(seen(await nora({ allowedTenants: [] }).expect(201))).toEqual(['all', []]);
    expect(seen(await nora({ tenantAccess: 'none', allowedTenants: [] }).expect(201))).toEqual(['none', []]);
    const { body } = await nora({ tenantAccess: 'none' }).expect(201);
    for (const [fields, after] of [
      [{ name: 'Other' }, ['none', []]],
      [{ tenantAccess: 'none', allowedTenants: [] }, ['none', []]],
      [{ allowedTenants: ['default'] }, ['listed', ['default']]],
      [{ tenantAccess: 'listed' }, ['listed', ['default']]],
      [{ tenantAccess: 'none' }, ['none', []]],
      [{ tenantAccess: 'all' }, ['all', []]],
      [{ tenantAccess: 'none' }, ['none', []]],
      [{ allowedTenants: [] }, ['all', []]],
    ] as const)
      expect([fields, seen(await put(body.id, fields).expect(200))]).toEqual([fields, after]);
    for (const wrong of [
      { tenantAccess: 'none', allowedTenants: ['default'] },
      { tenantAccess: 'all', allowedTenants: ['default'] },
      { tenantAccess: 'listed', allowedTenants: [] },
      { tenantAccess: 'listed' },
    ])
      expect((await put(body.id, wrong).expect(400)).body.details).toMatchObject([
        { path: 'allowedTenants' },
      ]);
    expect((await put(body.id, { tenantAccess: 'some' }).expect(400)).body.details).toMatchObject([
      { path: 'tenantAccess' },
    ]);
  });

  test('have a unique e-mail address, regardless of case', async () => {
    await create(newcomer).expect(201);
    const taken = await create({ ...newcomer, email: 'nora@SHOP.example' }).expect(409);
    const message = 'Another user has this e-mail address.';
    expect(taken.body).toEqual({
      error: message,
      code: 'already_exists',
      details: [{ path: 'email', message, rule: 'taken' }],
    });
    const other = await createUser(app, { signIn: false });
    expect((await put(other.id, { email: newcomer.email }).expect(409)).body.code).toBe('already_exists');
    expect((await create({ ...newcomer, email: 'other@shop.example' }).expect(201)).status).toBe(201);
  });

  test('made at once with one e-mail address become one', async () => {
    const answers = await Promise.all(Array.from({ length: 5 }, () => create(newcomer)));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409]);
  });

  test('change in the fields that are sent only, and what is changed is audited', async () => {
    const { body } = await create(newcomer).expect(201);
    app.clock.advance(1000);
    const changed = await put(body.id, { name: 'Nora B.', allowedTenants: ['default'] }).expect(200);
    expect(changed.body).toEqual({
      ...body,
      name: 'Nora B.',
      tenantAccess: 'listed',
      allowedTenants: ['default'],
      updatedAt: new Date(app.clock.now()).toISOString(),
    });
    expect((await put(body.id, {}).expect(200)).body).toEqual(changed.body);
    expect((await put(body.id, { name: null, email: 'nora@shop.example' }).expect(200)).body).toEqual(
      changed.body,
    );
    expect(await audited('user:updated')).toEqual([
      {
        name: { before: 'Nora', after: 'Nora B.' },
        tenantAccess: { before: 'all', after: 'listed' },
        allowedTenants: { before: [], after: ['default'] },
      },
    ]);
    await put(body.id, { email: 'New@Shop.example' }).expect(200);
    await signInAs(app, 'new@shop.example');
  });

  test('change only in the state that the operator has read, where it is named', async () => {
    const { body } = await create(newcomer).expect(201);
    const read = async () => (await app.request.get(users(`/${body.id}`)).set(admin)).headers.etag ?? '';
    const etag = await read();
    // What its own sign-ins change is not what operators change.
    app.clock.advance(1000);
    await signInAs(app, 'nora@shop.example');
    expect(await read()).toBe(etag);
    const change = (tenants: string[], state: string) =>
      put(body.id, { allowedTenants: tenants }).set('If-Match', state);
    const saved = await change(['default'], etag).expect(200);
    expect(await read()).toBe(saved.headers.etag);
    const late = await change([], etag).expect(412);
    expect(late.body.code).toBe('version_conflict');
    expect(late.headers.etag).toBe(saved.headers.etag);
    expect(await audited('user:updated')).toHaveLength(1);

    const state = saved.headers.etag ?? '';
    const answers = await Promise.all(
      ['Nora B.', 'Nora C.'].map((name) => put(body.id, { name }).set('If-Match', state)),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 412]);
    // Another role is a change too.
    const before = await read();
    await app.request
      .post(users(`/${body.id}/roles`))
      .set(admin)
      .send({ roleId: await roleId(app, 'editor') })
      .expect(200);
    await change(['default'], before).expect(412);
    await put(body.id, { name: 'Nora D.' }).expect(200);
  });

  test('cannot be changed to values that are refused on creation', async () => {
    const { body } = await create(newcomer).expect(201);
    for (const wrong of [
      { password: 'short' },
      { email: 'nobody' },
      { active: 'no' },
      { name: '' },
      { allowedTenants: [''] },
    ]) {
      expect((await put(body.id, wrong).expect(400)).body.code).toBe('validation_failed');
    }
    expect((await app.request.get(users(`/${body.id}`)).set(admin)).body).toEqual(body);
  });

  test('with a new password are signed out everywhere; the old one is worth nothing', async () => {
    const user = await createUser(app);
    const elsewhere = await signInAs(app, user.email);
    await put(user.id, { password: 'another password, long enough' }).expect(200);
    await me(user.as).expect(401);
    await me(elsewhere).expect(401);
    await app.request
      .post(`${app.adminBase}/auth/login`)
      .send({ email: user.email, password: userPassword })
      .expect(401);
    await signInAs(app, user.email, 'another password, long enough');
    expect(await audited('user:updated')).toEqual([{ passwordChanged: true }]);
    await put(user.id, { password: user.email.toUpperCase() }).expect(400);
  });

  test('who change their own password stay signed in where they did it, and only there', async () => {
    const elsewhere = await signInAs(app, adminEmail, adminPassword);
    const change = { password: 'another password, long enough' };
    app.clock.advance(10 * 60_000 + 1);
    expect((await put(await adminId(), change).expect(403)).body).toMatchObject({
      code: 'reauthentication_required',
      accepts: ['signIn', 'currentPassword', 'totp'],
    });
    expect(
      (await put(await adminId(), { ...change, currentPassword: 'not this one' }).expect(400)).body.code,
    ).toBe('wrong_password');
    await put(await adminId(), { ...change, currentPassword: adminPassword }).expect(200);
    await me(admin).expect(200);
    await me(elsewhere).expect(401);
  });

  test('who change their own e-mail address prove that it is them, and stay signed in only there', async () => {
    const elsewhere = await signInAs(app, adminEmail, adminPassword);
    const id = await adminId();
    app.clock.advance(10 * 60_000 + 1);
    expect((await put(id, { email: 'thief@shop.example' }).expect(403)).body.code).toBe(
      'reauthentication_required',
    );
    await put(id, { name: 'Another', email: adminEmail.toUpperCase() }).expect(200);
    await put(id, { email: 'new@shop.example', currentPassword: adminPassword }).expect(200);
    await me(admin).expect(200);
    await me(elsewhere).expect(401);
  });

  test('whose e-mail address an operator changes are signed out', async () => {
    const user = await createUser(app);
    await put(user.id, { email: 'moved@shop.example' }).expect(200);
    await me(user.as).expect(401);
    await me(await signInAs(app, 'moved@shop.example')).expect(200);
  });

  test('are not made with a password that anyone tries first', async () => {
    const weak = [
      '123456789012',
      'password1234',
      'aaaaaaaaaaaa',
      'administrator',
      'Passw0rd2026!',
      'qwertyuiop12',
      '1q2w3e4r5t6y',
      'abcabcabcabc',
      'nora.nora2026',
      'Datenschutz2026!',
      'Mozzarella123!',
      'Welkom01welkom',
    ];
    for (const password of weak) {
      const { body } = await create({ ...newcomer, password }).expect(400);
      expect([password, body.details]).toEqual([
        password,
        [
          {
            path: 'password',
            message: 'consists of common words, sequences or repetitions; choose a less predictable one',
            rule: 'weak_password',
          },
        ],
      ]);
    }
    for (const password of ['Tr0ub4dor&3xyz', 'a lamp beside two rivers', 'xk29dLw0qPz1'])
      expect([
        password,
        (await create({ ...newcomer, email: `${Math.random()}@shop.example`, password })).status,
      ]).toEqual([password, 201]);
  });

  test('are signed out at once by their deactivation and can come back', async () => {
    const user = await createUser(app);
    expect((await put(user.id, { active: false }).expect(200)).body.active).toBe(false);
    await me(user.as).expect(401);
    await app.request
      .post(`${app.adminBase}/auth/login`)
      .send({ email: user.email, password: userPassword })
      .expect(401);
    await put(user.id, { active: true }).expect(200);
    await me(user.as).expect(401);
    await me(await signInAs(app, user.email)).expect(200);
  });

  test('are removed with their sessions and roles', async () => {
    const user = await createUser(app);
    expect(
      (
        await app.request
          .delete(users(`/${user.id}`))
          .set(admin)
          .expect(200)
      ).body,
    ).toEqual({ deleted: true, id: user.id });
    await me(user.as).expect(401);
    await app.request
      .get(users(`/${user.id}`))
      .set(admin)
      .expect(404);
    expect(await app.knex('svc_sessions').where({ user_id: user.id })).toEqual([]);
    expect(await app.knex('svc_user_roles').where({ user_id: user.id })).toEqual([]);
    expect(await audited('user:deleted')).toEqual([
      { name: expect.any(String), email: user.email, roles: ['viewer'] },
    ]);
  });

  test('get and lose roles, with effect from the next request', async () => {
    const user = await createUser(app);
    const list = () => app.request.get(users()).set(user.as);
    await list().expect(403);
    const adminRole = await roleId(app, 'admin');
    const assign = () =>
      app.request
        .post(users(`/${user.id}/roles`))
        .set(admin)
        .send({ roleId: adminRole });
    expect((await assign().expect(200)).body.roles.map(({ name }: { name: string }) => name)).toEqual([
      'admin',
      'viewer',
    ]);
    await assign().expect(200);
    await list().expect(200);
    const revoke = () => app.request.delete(users(`/${user.id}/roles/${adminRole}`)).set(admin);
    expect((await revoke().expect(200)).body).toEqual({ deleted: true, id: adminRole });
    await list().expect(403);
    expect((await revoke().expect(404)).body.code).toBe('role_not_found');
    expect(
      (
        await app.request
          .post(users(`/${user.id}/roles`))
          .set(admin)
          .send({ roleId: 'unknown' })
          .expect(400)
      ).body.details,
    ).toEqual([{ path: 'roleId', message: 'does not match a role' }]);
    expect([await audited('user:roleAssigned'), await audited('user:roleRevoked')]).toEqual([
      [{ roleId: adminRole, role: 'admin' }],
      [{ roleId: adminRole, role: 'admin' }],
    ]);
  });

  test('that do not exist are 404, before the body is validated', async () => {
    for (const answer of [
      await app.request.get(users('/unknown')).set(admin),
      await put('unknown', { active: 'no' }),
      await app.request.delete(users('/unknown')).set(admin),
      await app.request.post(users('/unknown/roles')).set(admin).send({}),
      await app.request.delete(users('/unknown/roles/unknown')).set(admin),
    ]) {
      expect([answer.status, answer.body.code]).toEqual([404, 'user_not_found']);
    }
  });

  test('leave no password or hash in answers, audit or log', async () => {
    const user = await createUser(app);
    await put(user.id, { password: 'another password, long enough' }).expect(200);
    const told = JSON.stringify([
      (await app.request.get(users()).set(admin)).body,
      await app.knex('svc_audit').pluck('changes'),
      app.logger.lines,
      await app.knex('svc_users').select('name', 'email'),
    ]);
    expect(told).not.toMatch(/scrypt|password that nobody|another password/);
    const [{ password_hash }] = await app.knex('svc_users').where({ id: user.id });
    expect(password_hash).toMatch(/^\$scrypt\$/);
  });
});

describe('plugins around the creation of a user', () => {
  const plugin = (hooks: Partial<ConsentPlugin>): ConsentPlugin => ({
    name: 'people',
    initialize: () => {},
    destroy: () => {},
    ...hooks,
  });

  test('may change name and e-mail address, and hear of who was made', async () => {
    const heard: unknown[] = [];
    const beforeUserCreate: ConsentPlugin['beforeUserCreate'] = (user) => {
      heard.push(user);
      return { name: `${user.name} (Shop)`, email: `x.${user.email}` };
    };
    await open({
      config: { plugins: [plugin({ beforeUserCreate, afterUserCreate: (user) => void heard.push(user) })] },
    });
    const { body } = await create(newcomer).expect(201);
    expect([body.name, body.email]).toEqual(['Nora (Shop)', 'x.nora@shop.example']);
    expect(heard).toEqual([
      { name: 'Nora', email: 'Nora@Shop.example' },
      { id: body.id, name: 'Nora (Shop)', email: 'x.nora@shop.example' },
    ]);
  });

  test.each([
    { name: 5, email: 'a@b.example' },
    { name: 'Nora', email: 'nobody' },
    { name: 'Nora', email: userPassword },
    'nonsense',
    null,
  ])('are passed over when they return %j', async (returned) => {
    await open({ config: { plugins: [plugin({ beforeUserCreate: () => returned as never })] } });
    expect((await create(newcomer).expect(201)).body).toMatchObject({
      name: 'Nora',
      email: 'nora@shop.example',
    });
    expect(app.logger.lines.join()).toContain('beforeUserCreate');
  });

  test('are not called for refused users', async () => {
    const heard: unknown[] = [];
    await open({
      config: {
        plugins: [
          plugin({
            beforeUserCreate: (user) => void heard.push(user),
            afterUserCreate: (user) => void heard.push(user),
          }),
        ],
      },
    });
    await create({ ...newcomer, roleId: 'unknown' }).expect(400);
    await create({ ...newcomer, password: newcomer.email }).expect(400);
    expect(heard).toEqual([]);
  });
});

test('a missing default role is reported when a user is created without a role', async () => {
  await open({ config: { auth: { mode: 'local', adminEmail, adminPassword, defaultRole: 'staff' } } });
  expect((await create(newcomer).expect(400)).body.details).toEqual([
    { path: 'roleId', message: 'is required because auth.defaultRole does not match a role' },
  ]);
  await create({ ...newcomer, roleId: await roleId(app, 'viewer') }).expect(201);
});
