import { createUser, type SignedIn, signInAs, userPassword } from '../support/accounts';
import { adminEmail, adminPassword, createTestApp, type TestApp } from '../support/create-test-app';
import { createJwtApp } from '../support/jwt';
import { masterSecret } from '../support/sign-in-app';
import { createTenant, tenancy } from '../support/tenants';

const password = 'a lamp beside two rivers';
let app: TestApp;
let admin: SignedIn;
const events: { name: string; email: string; token: string; link: string }[] = [];

const auth = { adminEmail, adminPassword, masterSecret };
beforeEach(async () => {
  app = await createTestApp({ config: { rateLimit: false, trustProxy: true, auth } });
  admin = await app.asAdmin();
  events.length = 0;
  for (const name of ['user.invited', 'user.resetLinkCreated'] as const)
    app.service.events.on(name, ({ email, token, link }) => events.push({ name, email, token, link }));
});
afterEach(() => app.close());

const newcomer = { name: 'Nora', email: 'Nora@Shop.example' };
const post = (
  path: string,
  body: object = {},
  as: Partial<SignedIn> & Record<string, string> = admin,
  of = app,
) => of.request.post(`${of.adminBase}${path}`).set(as).send(body);
const invite = async (body: object = {}) =>
  (await post('/users', { ...newcomer, invite: true, ...body }).expect(201)).body;
const accept = (token: string, chosen = password, ip = '192.0.2.1') =>
  post('/auth/accept', { token, password: chosen }, { 'X-Forwarded-For': ip });
const login = (email: string, chosen: string) => post('/auth/login', { email, password: chosen }, {});
const audited = async (action: string) =>
  (await app.knex('svc_audit').where({ action }).orderBy('sequence').pluck('changes')).map((text) =>
    JSON.parse(text),
  );
const me = (as: SignedIn) => app.request.get(`${app.adminBase}/auth/me`).set(as);
const refused = {
  error: 'This link is not valid, has expired or was used before; ask for a new one.',
  code: 'invalid_account_link',
};

test('an invited user has no password until they choose one, once, with the link', async () => {
  const { invitation, ...user } = await invite();
  expect(user).toMatchObject({ email: 'nora@shop.example', active: true, lastLoginAt: null });
  expect(invitation).toEqual({
    id: expect.any(String),
    token: expect.any(String),
    link: expect.stringMatching(/^http:\/\/[^/]+\/svc\/#accept=/),
    expiresAt: new Date(app.clock.now() + 72 * 3_600_000).toISOString(),
  });
  expect(new URLSearchParams(new URL(invitation.link).hash.slice(1)).get('accept')).toBe(invitation.token);
  const { token, link } = invitation;
  expect(events).toEqual([{ name: 'user.invited', email: 'nora@shop.example', token, link }]);
  for (const guess of ['', 'null', password])
    expect((await login(user.email, guess)).status).toBe(guess === '' ? 400 : 401);

  expect((await accept(token).expect(200)).body).toEqual({ email: 'nora@shop.example' });
  await login(user.email, password).expect(200);
  expect((await accept(token, 'a second lamp beside rivers').expect(400)).body).toEqual(refused);
  await login(user.email, password).expect(200);
  const changes = await audited('user:invited');
  expect(changes).toEqual([{ linkId: invitation.id, expiresAt: invitation.expiresAt }]);
  expect(await audited('user:passwordSetByLink')).toEqual([{ linkId: invitation.id }]);
  // No table has the token.
  const stored = JSON.stringify(
    await Promise.all(['svc_audit', 'svc_users', 'svc_account_links'].map((table) => app.knex(table))),
  );
  expect(stored).not.toContain(token);
});

test('a user has a password or an invitation', async () => {
  for (const [body, path] of [
    [{}, 'password'],
    [{ invite: false }, 'password'],
    [{ invite: true, password: userPassword }, 'password'],
  ] as const)
    expect((await post('/users', { ...newcomer, ...body }).expect(400)).body.details).toEqual([
      expect.objectContaining({ path }),
    ]);
  await post('/users', { ...newcomer, invite: 'yes' }).expect(400);
  expect(await app.knex('svc_users').where({ name: 'Nora' })).toEqual([]);
});

test('other modes have no invitations', async () => {
  const other = await createJwtApp();
  await post('/auth/accept', { token: 'x', password }, {}, other).expect(404);
  await other.close();
});

test('a reset link lets another user choose a new password, and ends their sessions when it is used', async () => {
  const user = await createUser(app);
  const { body } = await post(`/users/${user.id}/reset-link`).expect(201);
  expect(body.expiresAt).toBe(new Date(app.clock.now() + 24 * 3_600_000).toISOString());
  expect(events).toEqual([
    { name: 'user.resetLinkCreated', email: user.email, token: body.token, link: body.link },
  ]);
  await me(user.as).expect(200);
  await accept(body.token).expect(200);
  await me(user.as).expect(401);
  await login(user.email, userPassword).expect(401);
  await signInAs(app, user.email, password);
});

test.each([
  ['address was replaced', { email: 'later@shop.example' }, 201],
  ['user was deactivated', { active: false }, 400],
])(
  'a reset link goes to the user as they are when it is stored: the %s meanwhile',
  async (_what, change, status) => {
    const user = await createUser(app, { signIn: false });
    const replaced = new Promise((resolve, reject) => {
      let reads = 0;
      const look = ({ sql }: { sql: string }) => {
        if (!/^select .u.\.\*, .*from .svc_users. as .u. /i.test(sql)) return;
        // First for the right to make the link, then for the link.
        reads += 1;
        if (reads < 2) return;
        app.knex.removeListener('query', look);
        // The only connection is given to one after the other.
        app.knex('svc_users').where({ id: user.id }).update(change).then(resolve, reject);
      };
      app.knex.on('query', look);
    });
    const [answer] = await Promise.all([post(`/users/${user.id}/reset-link`), replaced]);
    expect(answer.status).toBe(status);
    expect(events.map(({ email }) => email)).toEqual(status === 201 ? ['later@shop.example'] : []);
  },
);

test('a link ends with its time, a new password, a new address, deactivation and deletion', async () => {
  const put = (id: string, body: object) =>
    app.request.put(`${app.adminBase}/users/${id}`).set(admin).send(body).expect(200);
  const ends: ((id: string) => Promise<unknown>)[] = [
    async () => app.clock.advance(24 * 3_600_000),
    (id) => put(id, { password: 'another lamp beside rivers' }),
    (id) => put(id, { email: 'elsewhere@shop.example' }),
    (id) => put(id, { active: false }),
    (id) => app.request.delete(`${app.adminBase}/users/${id}`).set(admin).expect(200),
  ];
  for (const end of ends) {
    const { id } = await createUser(app, { signIn: false });
    admin = await signInAs(app, adminEmail, adminPassword);
    const { token } = (await post(`/users/${id}/reset-link`).expect(201)).body;
    await end(id);
    expect((await accept(token).expect(400)).body).toEqual(refused);
    admin = await signInAs(app, adminEmail, adminPassword);
  }
});

test('a refused password does not use the link up, and of two uses at once one wins', async () => {
  const { invitation } = await invite();
  const { body } = await accept(invitation.token, 'Password2026!').expect(400);
  expect([body.code, body.details[0].path]).toEqual(['validation_failed', 'password']);
  await accept(invitation.token, 'short').expect(400);
  const both = await Promise.all([
    accept(invitation.token),
    accept(invitation.token, 'two rivers and a lamp'),
  ]);
  expect(both.map(({ status }) => status).sort()).toEqual([200, 400]);
});

test('forged tokens all get one answer, are recorded, and are limited', async () => {
  const { invitation } = await invite();
  const { token } = invitation;
  const forged = ['x', `${token.slice(0, -4)}AAAA`, token.replace(/^[^.]*/, 'kept'), '..', '%00'];
  for (const wrong of forged) expect((await accept(wrong).expect(400)).body).toEqual(refused);
  expect((await audited('auth:loginFailed')).map(({ email, reason }) => [email, reason])).toEqual(
    forged.map(() => [null, 'invalid_link']),
  );
  for (let i = forged.length; i < 100; i += 1) await accept('x').expect(400);
  const { body, headers } = await accept(token).expect(429);
  expect([body.code, Number(headers['retry-after']) > 0]).toEqual(['rate_limited', true]);
  await accept(token, password, '198.51.100.7').expect(200);
});

test('users who cannot change a user cannot make links for them, and nobody for themselves', async () => {
  const superadmin = await createUser(app, { role: 'superadmin' });
  const helper = await createUser(app, { role: ['users:read', 'users:update'] });
  const reader = await createUser(app, { role: ['users:read'] });
  const scoped = await createUser(app, { role: ['users:update'], allowedTenants: ['default'] });
  const link = async (id: string, as: SignedIn) => {
    const { status, body } = await post(`/users/${id}/reset-link`, {}, as);
    return [status, body.code];
  };
  expect(await link(superadmin.id, helper.as)).toEqual([403, 'forbidden']);
  expect(await link(helper.id, reader.as)).toEqual([403, 'forbidden']);
  expect(await link(helper.id, scoped.as)).toEqual([403, expect.any(String)]);
  expect(await link('unknown', admin)).toEqual([404, 'user_not_found']);
  expect(await link(superadmin.id, superadmin.as)).toEqual([400, 'validation_failed']);
  expect(await link(helper.id, { Authorization: '' })).toEqual([401, 'unauthenticated']);
  expect(events).toEqual([]);
  await app.request.put(`${app.adminBase}/users/${reader.id}`).set(admin).send({ active: false }).expect(200);
  expect(await link(reader.id, admin)).toEqual([400, 'validation_failed']);
});

describe('links', () => {
  const del = (path: string, as: SignedIn = admin) => app.request.delete(`${app.adminBase}${path}`).set(as);
  const list = async (id: string, as: SignedIn = admin) =>
    (await app.request.get(`${app.adminBase}/users/${id}/links`).set(as).expect(200)).body;
  const makeLink = async (id: string, as: SignedIn = admin) =>
    (await post(`/users/${id}/reset-link`, {}, as).expect(201)).body;
  const put = (id: string, body: object, as: SignedIn = admin) =>
    app.request.put(`${app.adminBase}/users/${id}`).set(as).send(body).expect(200);
  const roleNamed = async (name: string) => (await app.knex('svc_roles').where({ name }).first('id')).id;

  test('are one a person and purpose: a newer one replaces the one before', async () => {
    const { id, invitation } = await invite();
    app.clock.advance(1000);
    const first = await makeLink(id);
    const second = await makeLink(id);
    expect(await list(id)).toEqual([
      {
        id: second.id,
        purpose: 'reset',
        createdAt: new Date(app.clock.now()).toISOString(),
        expiresAt: second.expiresAt,
        createdBy: { id: expect.any(String), name: expect.any(String), email: adminEmail },
      },
      expect.objectContaining({ id: invitation.id, purpose: 'invitation' }),
    ]);
    await accept(first.token).expect(400);
    await accept(second.token).expect(200);
    // The password is chosen, so the invitation has ended too.
    expect(await list(id)).toEqual([]);
    await accept(invitation.token).expect(400);
  });

  test('are revoked one by one, which the audit log records', async () => {
    const { id } = await createUser(app, { signIn: false });
    const link = await makeLink(id);
    expect((await del(`/users/${id}/links/${link.id}`).expect(200)).body).toEqual({
      deleted: true,
      id: link.id,
    });
    expect(await audited('user:linkRevoked')).toEqual([{ linkId: link.id }]);
    expect(await list(id)).toEqual([]);
    await accept(link.token).expect(400);
    expect((await del(`/users/${id}/links/${link.id}`).expect(404)).body.code).toBe('link_not_found');
  });

  test('are listed and revoked under the rules for users', async () => {
    const victim = await createUser(app, { role: 'superadmin', signIn: false });
    const { id } = await makeLink(victim.id);
    const reader = await createUser(app, { role: ['users:read'] });
    const helper = await createUser(app, { role: ['users:read', 'users:update'] });
    const scoped = await createUser(app, {
      role: ['users:read', 'users:update'],
      allowedTenants: ['default'],
    });
    expect(await list(victim.id, reader.as)).toHaveLength(1);
    await app.request.get(`${app.adminBase}/users/${victim.id}/links`).set(scoped.as).expect(403);
    await app.request.get(`${app.adminBase}/users/none/links`).set(admin).expect(404);
    for (const { as } of [reader, helper, scoped])
      await del(`/users/${victim.id}/links/${id}`, as).expect(403);
    // A link is revoked only through its own user.
    await del(`/users/${helper.id}/links/${id}`).expect(404);
    expect(await list(victim.id)).toHaveLength(1);
  });

  test('do not name their maker to users who cannot see that user', async () => {
    const user = await createUser(app, { allowedTenants: ['default'], signIn: false });
    const scoped = await createUser(app, { role: 'admin', allowedTenants: ['default'] });
    await makeLink(user.id);
    await app.request.get(`${app.adminBase}/users/${user.id}/links`).set(admin).expect(200);
    expect(await list(user.id, scoped.as)).toMatchObject([{ purpose: 'reset', createdBy: null }]);
    expect(await list(user.id)).toMatchObject([{ createdBy: { email: adminEmail } }]);
  });

  test('end when their maker loses the right, and do not come back with it', async () => {
    const ends: ((maker: string) => Promise<unknown>)[] = [
      (maker) => put(maker, { active: false }).then(() => put(maker, { active: true })),
      (maker) => put(maker, { allowedTenants: ['other'] }).then(() => put(maker, { allowedTenants: [] })),
      (maker) => del(`/users/${maker}`).expect(200),
      async (maker) => {
        const { roles } = (await app.request.get(`${app.adminBase}/users/${maker}`).set(admin)).body;
        await del(`/users/${maker}/roles/${roles[0].id}`).expect(200);
        await post(`/users/${maker}/roles`, { roleId: roles[0].id }).expect(200);
      },
      async (maker) => {
        const { roles } = (await app.request.get(`${app.adminBase}/users/${maker}`).set(admin)).body;
        await del(`/roles/${roles[0].id}/permissions/users:update`).expect(200);
        await post(`/roles/${roles[0].id}/permissions`, { permissionId: 'users:update' }).expect(200);
      },
    ];
    const { id } = await createUser(app, { role: [], signIn: false });
    for (const end of ends) {
      const maker = await createUser(app, { role: ['users:read', 'users:update'] });
      const { token } = await makeLink(id, maker.as);
      await end(maker.id);
      expect(await list(id)).toEqual([]);
      expect((await accept(token).expect(400)).body).toEqual(refused);
    }
  });

  test('end when the roles, the tenants or the state of their user change, also to what they were', async () => {
    const auditor = await roleNamed('auditor');
    const { id: roleId } = (await post('/roles', { name: 'Grows' }).expect(201)).body;
    const ends: ((id: string) => Promise<unknown>)[] = [
      (id) => put(id, { active: false }).then(() => put(id, { active: true })),
      (id) => put(id, { allowedTenants: ['other'] }).then(() => put(id, { allowedTenants: [] })),
      (id) => post(`/users/${id}/roles`, { roleId: auditor }).expect(200),
      (id) => del(`/users/${id}/roles/${roleId}`).expect(200),
      () => post(`/roles/${roleId}/permissions`, { permissionId: 'audit:read' }).expect(200),
    ];
    for (const end of ends) {
      const { id } = await createUser(app, { signIn: false });
      await post(`/users/${id}/roles`, { roleId }).expect(200);
      const { token } = await makeLink(id);
      await put(id, { name: 'Another name' });
      expect(await list(id)).toHaveLength(1);
      await end(id);
      expect(await list(id)).toEqual([]);
      expect((await accept(token).expect(400)).body).toEqual(refused);
    }
  });

  test('are removed when they have expired', async () => {
    const { id } = await createUser(app, { signIn: false });
    await makeLink(id);
    app.clock.advance(24 * 3_600_000);
    await app.service.maintenance();
    expect(await app.knex('svc_account_links')).toEqual([]);
  });
});

describe('the address of a link', () => {
  test('is on the list of default, which judges these requests, whatever tenant the request names', async () => {
    const other = await createTestApp({ config: { rateLimit: false, auth, tenancy } });
    const as = await other.asAdmin();
    const north = await createTenant(other, 'north');
    const list = (adminAllowedOrigins: string[], headers: object = {}) =>
      other.request
        .patch(`${other.adminBase}/settings`)
        .set({ ...as, ...headers })
        .send({ adminAllowedOrigins })
        .expect(200);
    const inviteAt = async (headers: object) => {
      const { body } = await other.request
        .post(`${other.adminBase}/users`)
        .set({ ...as, Host: 'admin.example', ...headers })
        .send({ ...newcomer, email: `nora-${Math.random()}@shop.example`, invite: true });
      return body.code ?? body.invitation.link.replace(/#.*/, '');
    };
    await list(['http://admin.example'], north.header);
    expect([await inviteAt({}), await inviteAt(north.header)]).toEqual([
      'dashboard_address_unknown',
      'dashboard_address_unknown',
    ]);
    await list([], north.header);
    await list(['http://admin.example']);
    const link = 'http://admin.example/svc/';
    expect([await inviteAt({}), await inviteAt(north.header)]).toEqual([link, link]);
    await other.close();
  });

  const makeAt = async (host: string, config: object = {}, origins: string[] = []) => {
    const other = await createTestApp({ config: { rateLimit: false, auth, ...config } });
    const as = await other.asAdmin();
    await other.request
      .patch(`${other.adminBase}/settings`)
      .set(as)
      .send({ adminAllowedOrigins: origins, confirmLockout: true })
      .expect(200);
    const { status, body } = await other.request
      .post(`${other.adminBase}/users`)
      .set(as)
      .set('Host', host)
      .send({ ...newcomer, invite: true });
    const users = await other.knex('svc_users').where({ name: 'Nora' });
    await other.close();
    return [status, body.code ?? body.invitation.link.replace(/#.*/, ''), users.length];
  };

  test('is `dashboard.url`, else that of this machine or of a listed origin; no client chooses it', async () => {
    const unknown = [422, 'dashboard_address_unknown', 0];
    expect(await makeAt('evil.example')).toEqual(unknown);
    expect(await makeAt('shop.example.evil.example', {}, ['http://shop.example'])).toEqual(unknown);
    expect(await makeAt('shop.example:8080', {}, ['http://shop.example'])).toEqual(unknown);
    expect(await makeAt('shop.example', {}, ['http://shop.example'])).toEqual([
      201,
      'http://shop.example/svc/',
      1,
    ]);
    for (const host of ['localhost:3000', '127.0.0.1:3000'])
      expect(await makeAt(host)).toEqual([201, `http://${host}/svc/`, 1]);
    const dashboard = { url: 'https://consent.example.com/svc/' };
    expect(await makeAt('evil.example', { dashboard })).toEqual([201, dashboard.url, 1]);
    for (const url of ['ftp://x/', 'https://user@x/', 'https://x/#a', 'https://x/?a', '/svc/'])
      await expect(createTestApp({ config: { dashboard: { url } } })).rejects.toThrow('dashboard.url');
  });
});
