import jwt from 'jsonwebtoken';
import createKnex from 'knex';
import { createDatabase } from '#platform/database/database';
import { migrateUp } from '#platform/database/migrate';
import { builtInRoles } from '#platform/kernel/permissions';
import { eachDatabaseInDeep, type OpenDatabase } from '../support/databases';
import { describeWith } from '../support/services';
import {
  adminEmail,
  adminPassword,
  createTestClock,
  masterSecret,
  type SignInApp,
  signInApps,
} from '../support/sign-in-app';

const noon = Date.parse('2026-03-01T12:00:00Z');
const minutes = (count: number) => count * 60_000;

eachDatabaseInDeep((database) => {
  const { make, start } = signInApps();
  let open: OpenDatabase;
  let app: SignInApp;
  let clock: ReturnType<typeof createTestClock>;

  beforeEach(async () => {
    open = await database.open();
    clock = createTestClock(noon + 250);
    app = await start({ knex: open.knex, clock });
  });

  const signIn = async (): Promise<string> => (await app.login().expect(200)).body.token;

  test('starts at the next request after the key that processes share could not be read', async () => {
    const withoutSecret = await make({ knex: open.knex, clock, auth: { masterSecret: undefined } });
    await open.knex.schema.renameTable('svc_secrets', 'moved');
    expect((await withoutSecret.login()).status).toBeGreaterThanOrEqual(500);
    await open.knex.schema.renameTable('moved', 'svc_secrets');
    await withoutSecret.login().expect(200);
  });

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
      expect(users).toEqual([
        {
          email: 'admin@shop.example',
          password_hash: expect.stringMatching(/^\$scrypt\$ln=4,r=8,p=1\$[^$]{22}\$[^$]{43}$/),
        },
      ]);
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
      await start({ knex: open.knex, clock });
      const held = await open.knex('svc_role_permissions').where(of).pluck('permission_id');
      expect(held.sort()).toEqual([...builtInRoles.viewer.permissions].sort());
      expect(await open.knex('svc_users').select()).toEqual(before);
      expect(await app.audit()).toHaveLength(1);
    });

    test('makes one superadmin when several processes start at once', async () => {
      const fresh = await database.open();
      // Migrated before: SQLite's driver blocks the thread that two pools share here, which processes do not.
      await migrateUp(createDatabase(fresh.knex, { tablePrefix: 'svc_', timeoutMs: 5000 }));
      const processes = await Promise.all(
        [fresh.knex, fresh.reopen(), fresh.reopen(), fresh.reopen()].map((knex, index) =>
          make({
            knex,
            database: { migrate: false },
            auth: { adminEmail: `admin${index}@example.com`, adminPassword },
          }),
        ),
      );
      await Promise.all(processes.map(({ service }) => service.start()));
      expect(await fresh.knex('svc_users').select('name')).toEqual([{ name: 'Administrator' }]);
      expect(await fresh.knex('svc_user_roles').select('user_id')).toHaveLength(1);
      expect(await fresh.knex('svc_roles').select('id')).toHaveLength(5);
      expect(await fresh.knex('svc_audit').pluck('action')).toEqual(['user:created']);
    });

    test('makes one also among users whom a provider brought, and of the one who has the address', async () => {
      const fresh = await database.open();
      const jwtMode = await start({ knex: fresh.knex, clock, auth: { mode: 'jwt' } });
      const comes = (email: string) => {
        const claims = { sub: email, email, exp: Math.floor(clock.now() / 1000) + 60 };
        return jwtMode.me(jwt.sign(claims, masterSecret, { noTimestamp: true })).expect(200);
      };
      await comes('viewer@shop.example');
      const { id, roles } = (await comes(adminEmail)).body;
      expect(roles).toMatchObject([{ name: 'viewer' }]);

      const local = await start({ knex: fresh.knex, clock });
      const { user } = (await local.login().expect(200)).body;
      expect([user.id, user.roles]).toEqual([
        id,
        [expect.objectContaining({ name: 'superadmin' }), expect.objectContaining({ name: 'viewer' })],
      ]);
      expect(
        await fresh.knex('svc_audit').where({ resource_id: id }).orderBy('sequence').pluck('action'),
      ).toEqual(['user:created', 'user:identityReleased', 'user:updated', 'user:roleAssigned', 'auth:login']);
      expect(user.identity).toBeNull();
      await start({
        knex: fresh.knex,
        clock,
        auth: { adminEmail: 'viewer@shop.example', adminPassword: 'another long password' },
      });
      await local.login('viewer@shop.example', 'another long password').expect(401);
    });

    test('takes neither identity nor second factor over from the user who has the address', async () => {
      const fresh = await database.open();
      const jwtMode = await start({ knex: fresh.knex, clock, auth: { mode: 'jwt' } });
      const claims = {
        sub: 'mallory',
        email: adminEmail,
        exp: Math.floor(clock.now() / 1000) + 60,
        iat: Math.floor(clock.now() / 1000),
      };
      const token = jwt.sign(claims, masterSecret);
      await jwtMode.me(token).expect(200);
      await fresh.knex('svc_users').update({
        totp_enabled: true,
        totp_secret: 'planted',
        totp_pending_secret: 'planted',
        totp_last_step: 5,
      });

      const local = await start({ knex: fresh.knex, clock, auth: { totp: 'required' } });
      expect((await local.login().expect(200)).body.user).toMatchObject({
        roles: [{ name: 'superadmin' }, { name: 'viewer' }],
        identity: null,
        totpEnabled: false,
      });
      const [row] = await fresh.knex('svc_users');
      expect([row.totp_secret, row.totp_pending_secret, row.identity_subject]).toEqual([null, null, null]);
      expect(await fresh.knex('svc_audit').where({ action: 'user:totpDisabled' })).toHaveLength(1);
    });

    test('leaves no API key of the person who had the address before, and none of a deactivated user', async () => {
      const fresh = await database.open();
      const jwtMode = await start({ knex: fresh.knex, clock, auth: { mode: 'jwt' } });
      const iat = Math.floor(clock.now() / 1000);
      const claims = { sub: 'mallory', email: adminEmail, roles: ['admin'], iat, exp: iat + 60 };
      const { id, key } = (
        await jwtMode.request
          .post(`${jwtMode.adminBase}/apikeys`)
          .set('Authorization', `Bearer ${jwt.sign(claims, masterSecret)}`)
          .send({ name: 'A server', scopes: ['stats:read'] })
          .expect(201)
      ).body;
      const readStats = (of: SignInApp) => of.request.get(`${of.adminBase}/stats`).set('X-API-Key', key);
      await readStats(jwtMode).expect(200);
      const changes = async (action: string) =>
        (await fresh.knex('svc_audit').where({ action }).orderBy('sequence').pluck('changes')).map((text) =>
          JSON.parse(text),
        );

      const local = await start({ knex: fresh.knex, clock });
      await readStats(local).expect(401);
      expect(await changes('user:identityReleased')).toEqual([{ keysRevoked: 1 }]);

      await fresh.knex('svc_users').update({ active: false });
      await fresh.knex('svc_api_keys').update({ revoked_at: null });
      const again = await start({ knex: fresh.knex, clock });
      await readStats(again).expect(401);
      expect((await changes('user:updated')).map(({ keysRevoked }) => keysRevoked)).toEqual([undefined, 1]);
      expect(await fresh.knex('svc_audit').where({ action: 'apikey:revoked' }).pluck('resource_id')).toEqual([
        id,
        id,
      ]);
    });

    test('with the keys of a later mode in place, as for a first superadmin who then signs in there', async () => {
      const fresh = await database.open();
      const claimsMapping = { email: 'mail', roles: 'groups' };
      const local = await start({ knex: fresh.knex, clock, auth: { claimsMapping } });
      const { user } = (await local.login().expect(200)).body;
      const jwtMode = await start({ knex: fresh.knex, clock, auth: { mode: 'jwt', claimsMapping } });
      const claims = { sub: 'boss', mail: adminEmail, exp: Math.floor(clock.now() / 1000) + 60 };
      const { body } = await jwtMode.me(jwt.sign(claims, masterSecret, { noTimestamp: true })).expect(200);
      expect(body).toMatchObject({ id: user.id, roles: [{ name: 'superadmin' }] });
    });

    test('does not promote a user whose address nobody verified, says so, and makes one with another address', async () => {
      const fresh = await database.open();
      await start({ knex: fresh.knex, clock, auth: { adminEmail: undefined, adminPassword: undefined } });
      const squatter = {
        id: 'squatter',
        name: 'x',
        email: adminEmail,
        email_verified: false,
        tenant_access: 'none',
        allowed_tenants: '[]',
        provider: 'oidc',
      };
      await fresh
        .knex('svc_users')
        .insert({ ...squatter, totp_enabled: false, active: true, created_at: 1, updated_at: 1 });
      const local = await start({ knex: fresh.knex, clock });
      await local.login().expect(401);
      expect(local.logger.lines.filter((line) => !line.includes('"level":"info"'))).toEqual([
        expect.stringContaining('choose another auth.adminEmail'),
      ]);
      const next = await start({ knex: fresh.knex, clock, auth: { adminEmail: 'other@shop.example' } });
      expect((await next.login('other@shop.example').expect(200)).body.user.roles).toMatchObject([
        { name: 'superadmin' },
      ]);
    });

    test.each([
      ['a configured admin', { adminEmail: undefined, adminPassword: undefined }],
      ['a configured password', { adminPassword: undefined }],
    ])('says that nobody can sign in while there is neither a user nor %s', async (_what, auth) => {
      const fresh = await database.open();
      const bare = await start({ knex: fresh.knex, auth });
      expect(await fresh.knex('svc_users').select()).toEqual([]);
      expect(bare.logger.lines.filter((line) => !line.includes('"level":"info"'))).toEqual([
        expect.stringContaining('There is no superadmin yet'),
      ]);
    });

    test('lets the operator remove the password from the configuration afterwards', async () => {
      const fresh = await database.open();
      await start({ knex: fresh.knex, clock });
      const next = await start({ knex: fresh.knex, clock, auth: { adminPassword: undefined } });
      await next.login().expect(200);
      expect(next.logger.lines.filter((line) => !line.includes('"level":"info"'))).toEqual([]);
    });
  });

  test('login answers a token, when it ends, and the user', async () => {
    const { body } = await app.login().expect(200);
    const user = {
      id: expect.any(String),
      name: 'Administrator',
      email: 'admin@shop.example',
      roles: [{ id: expect.any(String), name: 'superadmin' }],
      emailVerified: true,
      tenantAccess: 'all',
      allowedTenants: [],
      totpEnabled: false,
      provider: 'local',
      identity: null,
      active: true,
      lastLoginAt: '2026-03-01T12:00:00.250Z',
      createdAt: '2026-03-01T12:00:00.250Z',
      updatedAt: '2026-03-01T12:00:00.250Z',
    };
    expect(body).toEqual({ token: expect.any(String), expiresAt: '2026-03-01T12:30:00.000Z', user });
    const me = await app.me(body.token).expect(200);
    expect(me.body).toMatchObject(user);
  });

  test('a token says who, which session, which roles and tenants, and lives thirty minutes', async () => {
    const { body } = await app.login().expect(200);
    const claims = jwt.decode(body.token, { json: true });
    expect(claims).toEqual({
      sub: body.user.id,
      sid: expect.any(String),
      email: 'admin@shop.example',
      name: 'Administrator',
      roles: ['superadmin'],
      tenants: [],
      allTenants: true,
      iat: Date.parse('2026-03-01T12:00:00Z') / 1000,
      exp: Date.parse('2026-03-01T12:30:00Z') / 1000,
      iss: 'express-consent',
      aud: 'express-consent/admin',
    });
  });

  test('roles, permissions, tenants and activity are read afresh on every request', async () => {
    const { id: userId } = await open.knex('svc_users').first('id');
    const headers = { Authorization: `Bearer ${await signIn()}` };
    const status = async (method: 'get' | 'post') =>
      (await app.request[method](`${app.adminBase}/profiles`).set(headers)).status;
    const setRole = async (name: string) => {
      const { id } = await open.knex('svc_roles').where({ name }).first('id');
      await open.knex('svc_user_roles').delete();
      await open.knex('svc_user_roles').insert({ user_id: userId, role_id: id });
    };
    expect([await status('get'), await status('post')]).toEqual([200, 400]);
    await setRole('viewer');
    expect([await status('get'), await status('post')]).toEqual([200, 403]);
    expect((await app.me(headers.Authorization.slice(7))).body.roles).toEqual([
      { id: expect.any(String), name: 'viewer' },
    ]);
    await setRole('auditor');
    expect([await status('get'), await status('post')]).toEqual([403, 403]);

    await setRole('viewer');
    await open.knex('svc_users').update({ tenant_access: 'listed', allowed_tenants: '["elsewhere"]' });
    expect(await status('get')).toBe(403);
    await setRole('superadmin');
    expect(await status('get')).toBe(200); // a superadmin has every tenant, whatever the list says
    await open.knex('svc_user_roles').delete();
    await open.knex('svc_users').update({ tenant_access: 'all', allowed_tenants: '[]' });
    expect(await status('get')).toBe(403);
    await setRole('viewer');
    expect(await status('get')).toBe(200);
    await open.knex('svc_users').update({ tenant_access: 'none' });
    expect(await status('get')).toBe(403);
    await open.knex('svc_users').update({ active: false });
    expect(await status('get')).toBe(401);
  });

  describe('a session', () => {
    test('ends thirty minutes after the last refresh', async () => {
      const first = await signIn();
      clock.advance(minutes(20));
      const { body } = await app.refresh(first).expect(200);
      expect(body).toEqual({ token: expect.any(String), expiresAt: '2026-03-01T12:50:00.000Z' });
      clock.advance(minutes(10) - 251);
      await app.me(first).expect(200); // the old token lives to its own end
      clock.advance(1);
      await app.me(first).expect(401);
      await app.me(body.token).expect(200);
      clock.advance(minutes(20) - 1);
      await app.me(body.token).expect(200);
      clock.advance(1);
      await app.me(body.token).expect(401);
      await app.refresh(body.token).expect(401);
    });

    test('is never moved past its absolute end', async () => {
      app = await start({ knex: open.knex, clock, auth: { maxSessionHours: 1, sessionMinutes: 40 } });
      let token = await signIn();
      clock.advance(minutes(30));
      const { body } = await app.refresh(token).expect(200);
      expect(body.expiresAt).toBe('2026-03-01T13:00:00.000Z');
      token = body.token;
      clock.advance(minutes(29));
      token = (await app.refresh(token).expect(200)).body.token;
      clock.advance(minutes(1));
      await app.me(token).expect(401);
    });

    test('and every token of it end at logout, other sessions go on', async () => {
      const first = await signIn();
      clock.advance(1000);
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
      const sibling = await start({ knex: open.reopen(), clock });
      await sibling.me(token).expect(200);
      const lonely = await start({ knex: open.knex, clock, auth: { masterSecret: undefined } });
      expect(lonely.logger.lines.filter((line) => !line.includes('"level":"info"'))).toEqual([
        expect.stringContaining('auth.masterSecret is not set'),
      ]);
      await lonely.me(token).expect(401);
      const own = (await lonely.login().expect(200)).body.token;
      await lonely.me(own).expect(200);
      await app.me(own).expect(401);
    });

    test('ends, and loses rights, in every process with the next request', async () => {
      const sibling = await start({ knex: open.reopen(), clock });
      const users = `${app.adminBase}/users`;
      const admin = { Authorization: `Bearer ${await signIn()}` };
      const roles = await open.knex('svc_roles').select('id', 'name');
      const role = (name: string) => roles.find((one) => one.name === name)?.id as string;
      const newcomer = {
        name: 'Nora',
        email: 'nora@shop.example',
        password: 'a password that nobody guesses',
        roleId: role('admin'),
      };
      const { id } = (await app.request.post(users).set(admin).send(newcomer).expect(201)).body;
      const signInAsNora = async () =>
        (await sibling.login(newcomer.email, newcomer.password).expect(200)).body.token as string;
      const listUsers = (token: string) => sibling.request.get(users).set('Authorization', `Bearer ${token}`);
      const token = await signInAsNora();
      await listUsers(token).expect(200);

      await app.request
        .post(`${users}/${id}/roles`)
        .set(admin)
        .send({ roleId: role('viewer') })
        .expect(200);
      await app.request
        .delete(`${users}/${id}/roles/${role('admin')}`)
        .set(admin)
        .expect(200);
      await listUsers(token).expect(403);
      await app.request
        .post(`${users}/${id}/roles`)
        .set(admin)
        .send({ roleId: role('admin') })
        .expect(200);
      await listUsers(token).expect(200);

      await app.request.put(`${users}/${id}`).set(admin).send({ active: false }).expect(200);
      await listUsers(token).expect(401);
      await sibling.refresh(token).expect(401);
      await app.request.put(`${users}/${id}`).set(admin).send({ active: true }).expect(200);
      await listUsers(token).expect(401);

      const again = await signInAsNora();
      await app.logout(again).expect(200);
      await listUsers(again).expect(401);
    });
  });

  test('sign-in, failure and logout are written to the audit log of the default tenant', async () => {
    const heard: unknown[] = [];
    app.service.events.on('auth.loginFailed', (event) => heard.push(event));
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
      { email: 'admin@shop.example', roles: ['superadmin'] },
      { email: 'admin@shop.example', reason: 'wrong_password' },
      { email: 'nobody@example.com', reason: 'unknown_account' },
      { sessionId: sid },
      { sessionId: sid },
    ]);
    expect(rows[1]).toMatchObject({
      user_id: null,
      user_email: null,
      request_id: failed.headers['x-request-id'],
    });
    expect(rows[3]).toMatchObject({
      user_id: body.user.id,
      user_email: 'admin@shop.example',
      request_id: headers['x-request-id'],
    });
    expect(heard).toEqual([
      {
        tenantId: 'default',
        occurredAt: '2026-03-01T12:00:00.250Z',
        email: 'admin@shop.example',
        reason: 'wrong_password',
      },
      {
        tenantId: 'default',
        occurredAt: '2026-03-01T12:00:00.250Z',
        email: 'nobody@example.com',
        reason: 'unknown_account',
      },
    ]);
  });

  test('a start removes sessions and counters that have ended, and nothing else', async () => {
    await app.login(adminEmail, 'wrong').expect(401);
    await signIn();
    clock.advance(minutes(12 * 60) - 1);
    const recent = await signIn();
    await app.login('nobody@example.com').expect(401);
    clock.advance(1);
    await start({ knex: open.knex, clock });
    expect(await open.knex('svc_sessions').pluck('id')).toEqual([jwt.decode(recent, { json: true })?.sid]);
    // Account, address, both, and what is noted.
    expect(await open.knex('svc_login_attempts').select()).toHaveLength(4);
    await app.me(recent).expect(200);
  });

  test('refuses everyone but the holder of the password', async () => {
    await app.login(adminEmail, adminPassword.toUpperCase()).expect(401);
    await app.login(adminEmail, `${adminPassword} `).expect(401);
    await app.login('ADMIN@shop.Example', adminPassword).expect(200);
  });
});

describeWith('better-sqlite3', 'a session, on any database,', () => {
  const { start } = signInApps();
  const knex = createKnex({
    client: 'better-sqlite3',
    connection: { filename: ':memory:' },
    useNullAsDefault: true,
  });
  afterAll(() => knex.destroy());

  test('lasts twelve hours and no longer, refreshed as often as may be', async () => {
    const clock = createTestClock(noon);
    const app = await start({ knex, clock });
    let token = (await app.login().expect(200)).body.token;
    for (let passed = 0; passed < 12 * 60 - 25; passed += 25) {
      clock.advance(minutes(25));
      token = (await app.refresh(token).expect(200)).body.token;
    }
    clock.advance(Date.parse('2026-03-02T00:00:00.000Z') - clock.now() - 1);
    const last = await app.refresh(token).expect(200);
    expect(last.body.expiresAt).toBe('2026-03-02T00:00:00.000Z');
    clock.advance(1);
    await app.me(last.body.token).expect(401);
    await app.refresh(last.body.token).expect(401);
  });

  test.each([
    [
      'with a master secret outlives a restart',
      { masterSecret: 'a master secret of thirty-two characters or more' },
      200,
    ],
    ['without one ends at a restart, of which the log has warned', { masterSecret: undefined }, 401],
  ])('%s', async (_what, auth, status) => {
    const clock = createTestClock(noon);
    const before = await start({ knex, clock, auth });
    const { token } = (await before.login().expect(200)).body;
    await before.service.close();
    const after = await start({ knex, clock, auth });
    await after.me(token).expect(status);
    await after.refresh(token).expect(status);
    await after.login().expect(200);
    expect(
      before.logger.lines.some((line) =>
        line.includes('all admin sessions and links to choose a password end at a restart'),
      ),
    ).toBe(status === 401);
  });
});
