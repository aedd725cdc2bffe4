import { createAttemptLimits } from '#operators/auth/attempt-limits';
import { createDatabase } from '#platform/database/database';
import { createUnitOfWork } from '#platform/database/unit-of-work';
import { unavailable } from '#platform/kernel/errors';
import { ServiceEventEmitter } from '#platform/kernel/events';
import {
  createApiKey,
  createRole,
  createUser,
  roleId,
  type SignedIn,
  signInAs,
  userPassword,
} from '../support/accounts';
import { createTestApp, type TestApp } from '../support/create-test-app';
import { eachDatabaseSystem, type OpenDatabase } from '../support/databases';

eachDatabaseSystem((database) => {
  let opened: OpenDatabase;
  let app: TestApp;
  let admin: SignedIn;

  beforeAll(async () => {
    opened = await database.open();
    app = await createTestApp({ knex: opened.knex, config: { rateLimit: false } });
    admin = await app.asAdmin();
  });
  afterAll(() => app.close());

  const call = (method: 'get' | 'post' | 'put' | 'delete', path: string, body?: object, of = app) =>
    of.request[method](`${of.adminBase}${path}`).set(admin).send(body);

  test('users and their roles are kept, listed and removed', async () => {
    const user = await createUser(app, { role: 'editor', allowedTenants: ['default', 'shop-u'] });
    await call('post', `/users/${user.id}/roles`, { roleId: await roleId(app, 'auditor') }).expect(200);
    app.clock.advance(1000);
    const { body } = await call('put', `/users/${user.id}`, {
      name: 'Zoë "Z" 🍪',
      email: 'Zoe@Shop.example',
    }).expect(200);
    expect(body).toMatchObject({
      name: 'Zoë "Z" 🍪',
      email: 'zoe@shop.example',
      roles: [{ name: 'auditor' }, { name: 'editor' }],
      allowedTenants: ['default', 'shop-u'],
      active: true,
      updatedAt: new Date(app.clock.now()).toISOString(),
    });
    expect((await call('get', '/users').expect(200)).body).toContainEqual(body);
    expect(
      (
        await call('post', '/users', { name: 'x', email: 'ZOE@shop.example', password: userPassword }).expect(
          409,
        )
      ).body.code,
    ).toBe('already_exists');
    expect(
      (await call('put', `/users/${user.id}`, { email: 'admin@shop.example' }).expect(409)).body.code,
    ).toBe('already_exists');
    const as = await signInAs(app, 'zoe@shop.example');
    await app.request.get(`${app.adminBase}/auth/me`).set(as).expect(200);
    expect((await call('put', `/users/${user.id}`, { active: false }).expect(200)).body.active).toBe(false);
    await app.request.get(`${app.adminBase}/auth/me`).set(as).expect(401);
    await call('delete', `/users/${user.id}`).expect(200);
    await call('get', `/users/${user.id}`).expect(404);
  });

  test('roles and their permissions are stored, and their names are case-sensitive', async () => {
    const { id, name } = await createRole(app, ['audit:read', 'consents:read']);
    expect((await call('post', '/roles', { name }).expect(409)).body.code).toBe('already_exists');
    const { body: upper } = await call('post', '/roles', { name: name.toUpperCase() }).expect(201);
    expect((await call('put', `/roles/${upper.id}`, { name }).expect(409)).body.code).toBe('already_exists');
    await call('delete', `/roles/${id}/permissions/audit:read`).expect(200);
    const { body } = await call('get', '/roles').expect(200);
    expect(body.find((role: { id: string }) => role.id === id)).toMatchObject({
      name,
      builtIn: false,
      permissions: ['consents:read'],
    });
    const user = await createUser(app, { role: [], signIn: false });
    await call('post', `/users/${user.id}/roles`, { roleId: id }).expect(200);
    await call('delete', `/roles/${id}`).expect(422);
    await call('delete', `/users/${user.id}/roles/${id}`).expect(200);
    await call('delete', `/roles/${id}`).expect(200);
    expect(await opened.knex('svc_role_permissions').where({ role_id: id })).toEqual([]);
  });

  test('API keys go through their states, and their uses are all noted when the service closes', async () => {
    const own = await createTestApp({ knex: opened.reopen(), directory: app.directory, clock: app.clock });
    const { id, key } = await createApiKey(app);
    const use = () => own.request.get(`${own.publicBase}/resolve-profile`).set('X-API-Key', key);
    await use().expect(200);
    await call('delete', `/apikeys/${id}`).expect(200);
    app.clock.advance(500);
    await use().expect(401);
    await call('post', `/apikeys/${id}/reactivate`).expect(200);
    app.clock.advance(60_000);
    await Promise.all([use().expect(200), use().expect(200)]);
    const minute = Math.floor(app.clock.now() / 60_000) * 60_000;
    await own.service.close();
    const { body } = await call('get', '/apikeys').expect(200);
    expect(body).toMatchObject([
      { id, status: 'active', expireBy: null, lastUsedAt: new Date(minute).toISOString() },
    ]);
    await call('delete', `/apikeys/${id}/permanent`).expect(200);
    expect(await opened.knex('svc_api_keys')).toEqual([]);
  });

  test.each(['demote', 'deactivate', 'remove'])(
    'of two superadmins who %s each other at once one stays',
    async (verb) => {
      // Each asks a process of its own.
      const other = await createTestApp({
        knex: opened.reopen(),
        directory: app.directory,
        clock: app.clock,
      });
      await other.service.start();
      const superadmin = await roleId(app, 'superadmin');
      const first = await createUser(app, { role: 'superadmin' });
      const second = await createUser(app, { role: 'superadmin' });
      const adminId = (await call('get', '/auth/me')).body.id;
      await opened.knex('svc_users').where({ id: adminId }).update({ active: false });
      await Promise.all(
        [first, second].map(({ as }) => other.request.get(`${other.adminBase}/auth/me`).set(as).expect(200)),
      );
      const strike = (of: TestApp, as: SignedIn, id: string) => {
        if (verb === 'demote')
          return of.request.delete(`${of.adminBase}/users/${id}/roles/${superadmin}`).set(as);
        if (verb === 'deactivate')
          return of.request.put(`${of.adminBase}/users/${id}`).set(as).send({ active: false });
        return of.request.delete(`${of.adminBase}/users/${id}`).set(as);
      };
      const answers = await Promise.all([
        strike(app, first.as, second.id),
        strike(other, second.as, first.id),
      ]);
      // The second one has lost the right, or the session, by then.
      expect(answers.map(({ status }) => (status === 401 ? 403 : status)).sort()).toEqual([200, 403]);
      const left = await opened
        .knex('svc_users as u')
        .join('svc_user_roles as ur', 'ur.user_id', 'u.id')
        .where({ 'ur.role_id': superadmin, 'u.active': true })
        .whereIn('u.id', [first.id, second.id]);
      expect(left).toHaveLength(1);
      await opened.knex('svc_users').where({ id: adminId }).update({ active: true });
      for (const { id } of [first, second]) await call('delete', `/users/${id}`);
      await other.close();
    },
  );

  test('attempts of one counter that are owed back after an outage are all given back', async () => {
    const db = createDatabase(opened.knex, { tablePrefix: 'svc_', timeoutMs: 20_000 });
    const runUnit = createUnitOfWork({
      database: db,
      events: new ServiceEventEmitter(() => {}),
      writeAudit: async () => {},
    });
    let isDown = false;
    const limits = createAttemptLimits(
      async () => Buffer.from('a key'),
      async (work) => {
        if (isDown) throw unavailable();
        return runUnit(work);
      },
      app.clock,
    );
    const reserve = () => limits.reserveConfirmation('somebody', () => {});
    const stored = () => opened.knex('svc_login_attempts').select('attempts', 'failures');
    const owed = [await reserve(), await reserve(), await reserve()];
    isDown = true;
    for (const reservation of owed) await limits.release(reservation);
    isDown = false;
    const failed = [await reserve(), await reserve()];
    expect(await stored()).toEqual([{ attempts: 2, failures: 0 }]);
    await db.transaction((connection) => limits.fail(connection, ...failed));
    expect(await stored()).toEqual([{ attempts: 2, failures: 2 }]);
    await limits.release(...failed);
    expect(await stored()).toEqual([]);
  });

  test('a sign-in at the moment of a deactivation leaves no session behind', async () => {
    const user = await createUser(app, { signIn: false });
    const [signIn] = await Promise.all([
      app.request.post(`${app.adminBase}/auth/login`).send({ email: user.email, password: userPassword }),
      call('put', `/users/${user.id}`, { active: false }).expect(200),
    ]);
    const as = { Authorization: `Bearer ${signIn.body.token ?? 'none'}` };
    await app.request.get(`${app.adminBase}/auth/me`).set(as).expect(401);
    expect(await opened.knex('svc_sessions').where({ user_id: user.id }).whereNull('revoked_at')).toEqual([]);
    await call('put', `/users/${user.id}`, { active: true }).expect(200);
    await signInAs(app, user.email);
  });
});
