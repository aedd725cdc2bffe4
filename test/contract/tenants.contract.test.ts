import { createUser, type SignedIn } from '../support/accounts';
import { allDenied, allGranted, consentCalls } from '../support/consent';
import { createTestApp, type TestApp } from '../support/create-test-app';
import { eachDatabaseSystem, type OpenDatabase } from '../support/databases';
import { holdAnswer } from '../support/held-answers';
import { endedOrWaiting } from '../support/lock-waits';
import { createActiveProfile, createProfile } from '../support/profiles';
import { createTenant, tenancy } from '../support/tenants';

eachDatabaseSystem((database) => {
  // SQLite lets one transaction write at a time, and better-sqlite3 holds up the whole process meanwhile.
  const overtaking = database.dialect === 'sqlite' ? test.skip : test;
  let opened: OpenDatabase;
  let app: TestApp;
  /** Another process on the same database and storage. */
  let other: TestApp;
  let admin: SignedIn;

  beforeAll(async () => {
    opened = await database.open();
    const config = { rateLimit: false, tenancy } as const;
    app = await createTestApp({ knex: opened.knex, config });
    other = await createTestApp({
      knex: opened.reopen(),
      directory: app.directory,
      clock: app.clock,
      config,
    });
    await Promise.all([app.service.start(), other.service.start()]);
    admin = await app.asAdmin();
  });
  afterAll(async () => {
    await other.close();
    await app.close();
  });

  const call = (method: 'get' | 'post' | 'put' | 'patch' | 'delete', path: string, body?: object, of = app) =>
    of.request[method](`${of.adminBase}${path}`).set(admin).send(body);

  test('processes that start at once make one default tenant', async () => {
    expect(await opened.knex('svc_tenants').pluck('id')).toEqual(['default']);
  });

  test('tenants are kept, listed, changed and deleted, with every character of their names', async () => {
    const tenant = await createTenant(app, 'kept', 'Zoë’s "Läden" 🍪');
    app.clock.advance(1000);
    const renamed = (await call('put', `/tenants/${tenant.id}`, { slug: 'kept-2' }).expect(200)).body;
    expect(renamed).toMatchObject({
      name: tenant.name,
      slug: 'kept-2',
      updatedAt: new Date(app.clock.now()).toISOString(),
    });
    expect((await call('get', '/tenants').expect(200)).body).toContainEqual(renamed);
    await call('delete', `/tenants/${tenant.id}`).expect(200);
    expect((await call('get', '/tenants')).body.map(({ id }: { id: string }) => id)).toEqual(['default']);
  });

  test('of two tenants made at once with one slug there is one', async () => {
    const answers = await Promise.all(
      [app, other].map((of) => call('post', '/tenants', { name: 'x', slug: 'at-once' }, of)),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
    expect((await call('post', '/tenants', { name: 'x', slug: 'at-once' }).expect(409)).body.code).toBe(
      'already_exists',
    );
  });

  test('another process sees a tenant’s creation and deletion within half a second', async () => {
    const resolve = () =>
      other.request.get(`${other.publicBase}/resolve-profile`).set('Host', 'soon.consent.example');
    await resolve().expect(404);
    const { id } = await createTenant(app, 'soon');
    app.clock.advance(500);
    await resolve().expect(200);
    await call('delete', `/tenants/${id}`).expect(200);
    app.clock.advance(500);
    await resolve().expect(404);
  });

  overtaking('no profile is published while its tenant is being deleted', async () => {
    const tenant = await createTenant(app, 'going');
    const { id } = await createProfile(app, {}, tenant.id);
    const looked = holdAnswer(opened.knex, /active_group\W+ is not null order by \S*created_at/);
    const deleting = call('delete', `/tenants/${tenant.id}`).then((answer) => answer);
    await looked.answered;
    // The deletion has seen no active profile and goes on only now: this one must wait for it, or make it
    // look again.
    const activating = call('post', `/profiles/${id}/activate`, undefined, other)
      .set(tenant.header)
      .then((answer) => answer);
    await endedOrWaiting(opened.knex, [activating]);
    looked.release();
    const [deleted, activated] = await Promise.all([deleting, activating]);
    const served = await app.request.get(`${app.publicBase}/profiles/${tenant.id}/opt-in/en`);
    expect(['200 404 404', '422 200 200']).toContain(
      `${deleted.status} ${activated.status} ${served.status}`,
    );
    expect(await opened.knex('svc_profiles').where({ tenant_id: tenant.id })).toHaveLength(
      deleted.status === 200 ? 0 : 1,
    );
  });

  test.each([
    ['post', '/consent-templates', { name: 'Left', cookies: {} }, 'svc_consent_templates'],
    ['post', '/ui-templates', { name: 'Left' }, 'svc_ui_templates'],
    ['patch', '/settings', { allowedOrigins: ['https://left.example'] }, 'svc_settings'],
  ] as const)(
    '%s %s leaves no row of a tenant that another process has just deleted',
    async (method, path, body, table) => {
      const tenant = await createTenant(app, `left${path.replace('/', '-')}`);
      const write = () => call(method, path, body, other).set(tenant.header);
      const rows = () => opened.knex(table).where({ tenant_id: tenant.id });
      // The other process knows the tenant for half a second longer.
      await call('get', path, undefined, other).set(tenant.header).expect(200);
      await call('delete', `/tenants/${tenant.id}`).expect(200);
      expect((await write()).body.code).toBe('tenant_not_found');
      expect(await rows()).toEqual([]);
    },
  );

  test('a visitor who names no tenant finds the one record, and one of a tenant that has gone is not found', async () => {
    const calls = consentCalls(app);
    const tenant = await createTenant(app, 'visited');
    const { id } = await createActiveProfile(app, {}, tenant.id);
    await calls.submit({ visitorId: 'somewhere', profileId: id, consentJson: allGranted }).expect(200);
    expect((await calls.update('somewhere', { consentJson: allDenied }).expect(200)).body.profileId).toBe(id);
    await call('post', `/profiles/${id}/deactivate`).set(tenant.header).expect(200);
    await call('delete', `/tenants/${tenant.id}`).expect(200);
    await calls.read('somewhere').expect(404);
    expect(await opened.knex('svc_consents').where({ visitor_id: 'somewhere' })).toHaveLength(1);
  });

  test('a user scoped to a tenant gets 403 for a record that only other tenants have', async () => {
    const tenant = await createTenant(app, 'scoped');
    const { id } = await createProfile(app);
    const { as } = await createUser(app, { role: 'admin', allowedTenants: [tenant.id] });
    await app.request.get(`${app.adminBase}/profiles/${id}`).set(as).expect(403);
    await app.request.get(`${app.adminBase}/profiles/unknown`).set(as).expect(404);
  });
});

eachDatabaseSystem((database) => {
  test('without a master secret, processes count failed sign-ins under one key, also after a restart', async () => {
    const { knex, reopen } = await database.open();
    const auth = { adminEmail: 'admin@shop.example', adminPassword: 'correct horse battery staple' };
    const open = (pool = reopen()) =>
      createTestApp({ knex: pool, config: { auth, rateLimit: false, trustProxy: true } });
    const first = await open(knex);
    const second = await open();
    for (const { service } of [first, second]) await service.start();
    expect(await knex('svc_secrets').where({ name: 'login-attempts' })).toHaveLength(1);
    const fail = async (of: TestApp, ip: string) =>
      (
        await of.request
          .post(`${of.adminBase}/auth/login`)
          .set('X-Forwarded-For', ip)
          .send({ email: auth.adminEmail, password: 'wrong password' })
      ).status;
    for (const process of [first, second, first, second, first])
      expect(await fail(process, '192.0.2.1')).toBe(401);
    expect(await fail(second, '192.0.2.1')).toBe(429);
    expect(await fail(second, '192.0.2.2')).toBe(401);
    const third = await open();
    expect(await fail(third, '192.0.2.1')).toBe(429);
    // What is counted cannot be guessed back from what is stored.
    const stored = JSON.stringify(await knex('svc_login_attempts'));
    expect(stored).not.toMatch(/admin@shop|192\.0\.2/);
    for (const app of [first, second, third]) await app.close();
  });
});
