import jwt from 'jsonwebtoken';
import { allPermissions, builtInRoles } from '../../src/kernel/permissions';
import { eachDatabase, type OpenDatabase } from '../support/databases';
import { adminEmail, adminPassword, createSignInApp, createTestClock } from '../support/sign-in-app';

const minutes = (count: number) => count * 60_000;

eachDatabase((database) => {
  let open: OpenDatabase;
  let app: Awaited<ReturnType<typeof createSignInApp>>;
  let clock: ReturnType<typeof createTestClock>;

  beforeEach(async () => {
    open = await database.open();
    clock = createTestClock();
    app = await createSignInApp({ knex: open.knex, clock });
    await app.auth.start();
  });
  afterEach(() => open.close());

  const signIn = async (): Promise<string> => (await app.login().expect(200)).body.token;

  describe('start', () => {
    test('makes the built-in roles with their fixed permissions and one superadmin', async () => {
      const roles = await open.knex('svc_roles').select('id', 'name', 'built_in');
      expect(roles.map((role) => role.name).sort()).toEqual(Object.keys(builtInRoles).sort());
      for (const { id, name, built_in } of roles) {
        const held = await open.knex('svc_role_permissions').where({ role_id: id }).pluck('permission_id');
        expect(held.sort()).toEqual([...builtInRoles[name as keyof typeof builtInRoles].permissions].sort());
        expect(Number(built_in)).toBe(1);
      }
      const users = await open.knex('svc_users').select('email', 'password_hash');
      expect(users).toEqual([{ email: 'admin@example.com', password_hash: expect.stringMatching(/^\$scrypt\$ln=4,r=8,p=1\$[^$]{22}\$[^$]{43}$/) }]);
    });

    test('changes nothing when it runs again, and brings permissions that drifted back in step', async () => {
      const viewer = await open.knex('svc_roles').where({ name: 'viewer' }).first('id');
      const of = { role_id: viewer.id };
      await open.knex('svc_role_permissions').insert({ ...of, permission_id: 'users:delete' });
      await open
        .knex('svc_role_permissions')
        .where({ ...of, permission_id: 'profiles:read' })
        .delete();
      const before = await open.knex('svc_users').select();
      await app.auth.start();
      const held = await open.knex('svc_role_permissions').where(of).pluck('permission_id');
      expect(held.sort()).toEqual([...builtInRoles.viewer.permissions].sort());
      expect(await open.knex('svc_users').select()).toEqual(before);
      expect(await app.audit()).toHaveLength(1);
    });

    test('makes one superadmin when several processes start at once', async () => {
      const fresh = await database.open();
      const processes = [];
      for (const [index, knex] of [fresh.knex, fresh.reopen(), fresh.reopen(), fresh.reopen()].entries()) {
        processes.push(await createSignInApp({ knex, auth: { adminEmail: `admin${index}@example.com` } }));
      }
      await Promise.all(processes.map(({ auth }) => auth.start()));
      expect(await fresh.knex('svc_users').select('name')).toEqual([{ name: 'Administrator' }]);
      expect(await fresh.knex('svc_user_roles').select('user_id')).toHaveLength(1);
      expect(await fresh.knex('svc_roles').select('id')).toHaveLength(5);
      expect(await fresh.knex('svc_audit').pluck('action')).toEqual(['user:created']);
    });

    test('says that nobody can sign in while there is neither a user nor a configured admin', async () => {
      const fresh = await database.open();
      const bare = await createSignInApp({ knex: fresh.knex, auth: { adminEmail: undefined, adminPassword: undefined } });
      await bare.auth.start();
      expect(await fresh.knex('svc_users').select()).toEqual([]);
      expect(bare.logs).toEqual([expect.stringContaining('Nobody can sign in yet')]);
    });
  });

  test('login answers a token, when it ends, and the user', async () => {
    const { body } = await app.login().expect(200);
    const user = {
      id: expect.any(String),
      name: 'Administrator',
      email: 'admin@example.com',
      roles: [{ id: expect.any(String), name: 'superadmin' }],
      allowedTenants: [],
      totpEnabled: false,
      provider: 'local',
      active: true,
      lastLoginAt: '2026-03-01T12:00:00.250Z',
      createdAt: '2026-03-01T12:00:00.250Z',
      updatedAt: '2026-03-01T12:00:00.250Z',
    };
    expect(body).toEqual({ token: expect.any(String), expiresAt: '2026-03-01T12:30:00.000Z', user });
    const me = await app.me(body.token).expect(200);
    expect(me.body).toEqual(user);
  });

  test('a token says who, which session, which roles and tenants, and lives thirty minutes', async () => {
    const { body } = await app.login().expect(200);
    const claims = jwt.decode(body.token, { json: true });
    expect(claims).toEqual({
      sub: body.user.id,
      sid: expect.any(String),
      email: 'admin@example.com',
      name: 'Administrator',
      roles: ['superadmin'],
      tenants: [],
      iat: Date.parse('2026-03-01T12:00:00Z') / 1000,
      exp: Date.parse('2026-03-01T12:30:00Z') / 1000,
      iss: 'express-consent',
      aud: 'express-consent/admin',
    });
  });

  test('authenticate reads roles, permissions, tenants and activity afresh each time', async () => {
    const header = `Bearer ${await signIn()}`;
    const before = await app.auth.authenticate(header);
    expect([...before.permissions].sort()).toEqual([...allPermissions].sort());
    expect(before.allowedTenants).toBeNull();

    const viewer = await open.knex('svc_roles').where({ name: 'viewer' }).first('id');
    await open.knex('svc_users').update({ allowed_tenants: '["shop"]' });
    expect((await app.auth.authenticate(header)).allowedTenants).toBeNull(); // a superadmin has every tenant
    await open.knex('svc_user_roles').update({ role_id: viewer.id });
    const after = await app.auth.authenticate(header);
    expect([...after.permissions].sort()).toEqual([...builtInRoles.viewer.permissions].sort());
    expect(after.allowedTenants).toEqual(['shop']);
    expect(after.roles).toEqual([{ id: viewer.id, name: 'viewer' }]);

    await open.knex('svc_user_roles').delete();
    expect((await app.auth.authenticate(header)).permissions.size).toBe(0);
    await open.knex('svc_users').update({ active: false });
    await expect(app.auth.authenticate(header)).rejects.toMatchObject({ status: 401 });
  });

  describe('a session', () => {
    test('ends thirty minutes after the last refresh', async () => {
      const first = await signIn();
      clock.moveOn(minutes(20));
      const { body } = await app.refresh(first).expect(200);
      expect(body).toEqual({ token: expect.any(String), expiresAt: '2026-03-01T12:50:00.000Z' });
      clock.moveOn(minutes(10) - 251);
      await app.me(first).expect(200); // the old token lives to its own end
      clock.moveOn(1);
      await app.me(first).expect(401);
      await app.me(body.token).expect(200);
      clock.moveOn(minutes(20) - 1);
      await app.me(body.token).expect(200);
      clock.moveOn(1);
      await app.me(body.token).expect(401);
      await app.refresh(body.token).expect(401);
    });

    test('is never moved past its absolute end', async () => {
      app = await createSignInApp({ knex: open.knex, clock, auth: { maxSessionHours: 1, sessionMinutes: 40 } });
      let token = await signIn();
      clock.moveOn(minutes(30));
      const { body } = await app.refresh(token).expect(200);
      expect(body.expiresAt).toBe('2026-03-01T13:00:00.000Z');
      token = body.token;
      clock.moveOn(minutes(29));
      token = (await app.refresh(token).expect(200)).body.token;
      clock.moveOn(minutes(1));
      await app.me(token).expect(401);
    });

    test('and every token of it end at logout, other sessions go on', async () => {
      const first = await signIn();
      clock.moveOn(1000);
      const refreshed = (await app.refresh(first).expect(200)).body.token;
      const other = await signIn();
      const answer = await app.logout(first).expect(200);
      expect(answer.body).toEqual({ ok: true });
      for (const token of [first, refreshed]) {
        await app.me(token).expect(401);
        await app.refresh(token).expect(401);
        await app.logout(token).expect(401);
      }
      await app.me(other).expect(200);
    });

    test('ends at once when the user is deactivated', async () => {
      const token = await signIn();
      await open.knex('svc_users').update({ active: false });
      await app.me(token).expect(401);
      await app.refresh(token).expect(401);
      await app.login().expect(401);
    });

    test('works in every process with the same master secret, and in none without one', async () => {
      const token = await signIn();
      const sibling = await createSignInApp({ knex: open.reopen(), clock });
      await sibling.me(token).expect(200);
      const lonely = await createSignInApp({ knex: open.knex, clock, auth: { masterSecret: undefined } });
      expect(lonely.logs).toEqual([expect.stringContaining('auth.masterSecret is not set')]);
      await lonely.me(token).expect(401);
      const own = (await lonely.login().expect(200)).body.token;
      await lonely.me(own).expect(200);
      await app.me(own).expect(401);
    });
  });

  test('sign-in, failure and logout are written to the audit log of the default tenant', async () => {
    const heard: unknown[] = [];
    app.events.on('auth.loginFailed', (event) => heard.push(event));
    const failed = await app.login(adminEmail, 'not the password').expect(401);
    await app.login('nobody@example.com').expect(401);
    const { body, headers } = await app.login().expect(200);
    await app.logout(body.token).expect(200);

    const rows = await app.audit();
    expect(rows.map((row) => [row.action, row.tenant_id, row.resource_id])).toEqual([
      ['user:created', 'default', body.user.id],
      ['auth:loginFailed', 'default', body.user.id],
      ['auth:loginFailed', 'default', null],
      ['auth:login', 'default', body.user.id],
      ['auth:logout', 'default', body.user.id],
    ]);
    const { sid } = jwt.decode(body.token, { json: true }) ?? {};
    expect(rows.map((row) => JSON.parse(row.changes))).toEqual([
      { email: 'admin@example.com', roles: ['superadmin'] },
      { email: 'admin@example.com', reason: 'wrong_password' },
      { email: 'nobody@example.com', reason: 'unknown_account' },
      { sessionId: sid },
      { sessionId: sid },
    ]);
    expect(rows[1]).toMatchObject({ user_id: null, user_email: null, request_id: failed.headers['x-request-id'] });
    expect(rows[3]).toMatchObject({ user_id: body.user.id, user_email: 'admin@example.com', request_id: headers['x-request-id'] });
    expect(heard).toEqual([
      { tenantId: 'default', occurredAt: '2026-03-01T12:00:00.250Z', email: 'admin@example.com', reason: 'wrong_password' },
      { tenantId: 'default', occurredAt: '2026-03-01T12:00:00.250Z', email: 'nobody@example.com', reason: 'unknown_account' },
    ]);
  });

  test('maintenance removes what has ended and nothing else', async () => {
    await app.login(adminEmail, 'wrong').expect(401);
    const old = await signIn();
    clock.moveOn(minutes(12 * 60) - 1);
    const recent = await signIn();
    await app.login('nobody@example.com').expect(401);
    clock.moveOn(1);
    await app.auth.maintenance();
    expect(await open.knex('svc_sessions').pluck('id')).toEqual([jwt.decode(recent, { json: true })?.sid]);
    expect(await open.knex('svc_login_attempts').select()).toHaveLength(3);
    await app.me(old).expect(401);
    await app.me(recent).expect(200);
  });

  test('refuses everyone but the holder of the password', async () => {
    await app.login(adminEmail, adminPassword.toUpperCase()).expect(401);
    await app.login(adminEmail, `${adminPassword} `).expect(401);
    await app.login('ADMIN@example.COM', adminPassword).expect(200);
  });
});
