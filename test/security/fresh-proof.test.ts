import {
  createRole,
  createUser,
  roleId,
  type SignedIn,
  type TestUser,
  userPassword,
} from '../support/accounts';
import {
  adminEmail,
  adminPassword,
  createTestApp,
  createTestClock,
  type TestApp,
} from '../support/create-test-app';
import { startFakeOidcProvider } from '../support/fake-oidc-provider';
import { signInThroughProvider } from '../support/oidc-browser';
import { masterSecret } from '../support/sign-in-app';
import { totpCode, wrongCode } from '../support/totp';

let app: TestApp;
let admin: SignedIn;
let other: TestUser;
let manager: { id: string };
/** Nobody who may see what visitors have decided, and a role without permissions. */
let counter: { id: string };
let empty: { id: string };
let webhook: { id: string; url: string };
beforeEach(async () => {
  app = await createTestApp({ config: { rateLimit: false } });
  admin = await app.asAdmin();
  other = await createUser(app, { signIn: false });
  manager = await createUser(app, { role: ['users:read', 'users:update'], signIn: false });
  counter = await createUser(app, { role: ['stats:read'], signIn: false });
  empty = await createRole(app);
  const sent = { name: 'Warehouse', url: 'https://receiver.example/', events: ['consent.created'] };
  webhook = (await send('post', '/webhooks', sent).expect(201)).body;
});
afterEach(() => app.close());

const send = (method: 'post' | 'put' | 'delete', path: string, body?: object, as: SignedIn = admin) =>
  app.request[method](`${app.adminBase}${path}`).set(as).send(body);
const late = () => app.clock.advance(10 * 60_000 + 1);
const confirm = (body: object, as: SignedIn = admin) => send('post', '/auth/confirm', body, as);

/** Each change of who can sign in or who can decide that, as a thief with a session would try it. */
const changes: Record<string, () => Promise<{ status: number; body: { code?: string } }>> = {
  'another user’s password': () => send('put', `/users/${other.id}`, { password: userPassword }),
  'another user’s address': () => send('put', `/users/${other.id}`, { email: 'thief@shop.example' }),
  'another user’s link': () => send('post', `/users/${other.id}/reset-link`),
  'an administrator': async () =>
    send('post', '/users', {
      name: 'Thief',
      email: 'thief@shop.example',
      password: userPassword,
      roleId: await roleId(app, 'superadmin'),
    }),
  'an invited administrator': async () =>
    send('post', '/users', {
      name: 'Thief',
      email: 'thief@shop.example',
      invite: true,
      roleId: await roleId(app, 'superadmin'),
    }),
  'an account that reads what visitors have decided': async () =>
    send('post', '/users', {
      name: 'Thief',
      email: 'thief@shop.example',
      password: userPassword,
      roleId: await roleId(app, 'auditor'),
    }),
  'a role that exports it': async () =>
    send('post', `/users/${counter.id}/roles`, { roleId: await roleId(app, 'auditor') }),
  'a permission to export it': () =>
    send('post', `/roles/${empty.id}/permissions`, { permissionId: 'exports:read' }),
  // The new account is signed in freshly, so it could add the webhook.
  'a permission to add webhooks': () =>
    send('post', `/roles/${empty.id}/permissions`, { permissionId: 'webhooks:create' }),
  // It would be the second of two people.
  'an account that approves': async () =>
    send('post', '/users', {
      name: 'Thief',
      email: 'thief@shop.example',
      password: userPassword,
      roleId: await roleId(app, 'editor'),
    }),
  'a webhook': () =>
    send('post', '/webhooks', {
      name: 'Thief',
      url: 'https://receiver.example/',
      events: ['consent.created'],
    }),
  'another address of a webhook': () =>
    send('put', `/webhooks/${webhook.id}`, { url: 'https://thief.example/' }),
  'another secret of a webhook': () => send('post', `/webhooks/${webhook.id}/rotate-secret`),
  'a promotion': async () =>
    send('post', `/users/${other.id}/roles`, { roleId: await roleId(app, 'superadmin') }),
  'a role that lets its holders manage users': async () =>
    send(
      'post',
      `/roles/${(await app.knex('svc_user_roles').where({ user_id: manager.id }).first()).role_id}/permissions`,
      {
        permissionId: 'roles:update',
      },
    ),
  // A claim of a provider may have this name.
  'another name of a role that lets its holders manage users': async () =>
    send(
      'put',
      `/roles/${(await app.knex('svc_user_roles').where({ user_id: manager.id }).first()).role_id}`,
      { name: 'employees' },
    ),
  'more tenants for a manager': async () => {
    await app
      .knex('svc_users')
      .where({ id: manager.id })
      .update({ tenant_access: 'listed', allowed_tenants: '["default"]' });
    return send('put', `/users/${manager.id}`, { allowedTenants: ['default', 'other'] });
  },
};

test.each(Object.keys(changes))('%s takes a sign-in of the last ten minutes', async (what) => {
  late();
  const change = changes[what] as (typeof changes)[string];
  const { status, body } = await change();
  expect([status, body.code]).toEqual([403, 'reauthentication_required']);
  expect(body).toMatchObject({ accepts: expect.arrayContaining(['signIn', 'totp']) });
  await confirm({ currentPassword: adminPassword }).expect(200);
  expect((await change()).status).toBeLessThan(300);
});

test.each(Object.keys(changes))('%s takes no more within ten minutes of the sign-in', async (what) => {
  app.clock.advance(10 * 60_000);
  expect((await (changes[what] as (typeof changes)[string])()).status).toBeLessThan(300);
});

test('another user’s second factor takes it, and so does letting a manager in again', async () => {
  const user = await createUser(app);
  const { secret } = (await send('post', '/auth/totp/setup', undefined, user.as).expect(200)).body;
  await send('post', '/auth/totp/verify', { code: totpCode(secret, app.clock.now()) }, user.as).expect(200);
  await send('put', `/users/${manager.id}`, { active: false }).expect(200);
  late();
  const changed = [
    [`/users/${user.id}`, { totpEnabled: false }],
    [`/users/${manager.id}`, { active: true }],
  ] as const;
  for (const [path, body] of changed) {
    await send('put', path, body).expect(403);
    await send('put', path, { ...body, currentPassword: adminPassword }).expect(200);
  }
});

test('what creates no authority takes none: names, viewers, keys, deactivation, revoked roles and links', async () => {
  const link = (await send('post', `/users/${other.id}/reset-link`).expect(201)).body;
  const role = await createRole(app, ['audit:read']);
  late();
  await send('put', `/roles/${role.id}`, { name: 'Auditors' }).expect(200);
  await send('delete', `/users/${other.id}/links/${link.id}`).expect(200);
  await send('put', `/users/${other.id}`, { name: 'Another' }).expect(200);
  await send('post', `/users/${other.id}/roles`, { roleId: role.id }).expect(200);
  await send('delete', `/users/${other.id}/roles/${role.id}`).expect(200);
  await send('put', `/users/${manager.id}`, { allowedTenants: ['default', 'other'] }).expect(200);
  await send('put', `/users/${manager.id}`, { allowedTenants: ['default'] }).expect(200);
  await send('put', `/users/${manager.id}`, { tenantAccess: 'none' }).expect(200);
  await send('put', `/users/${manager.id}`, { active: false }).expect(200);
  await send('post', '/users', {
    name: 'Nora',
    email: 'nora@shop.example',
    password: userPassword,
  }).expect(201);
  await send('post', '/users', {
    name: 'Ole',
    email: 'ole@shop.example',
    invite: true,
  }).expect(201);
  await send('post', '/apikeys', { name: 'A server' }).expect(201);
  // The same address, and what does not change where decisions go.
  const { url } = webhook;
  await send('put', `/webhooks/${webhook.id}`, { url, name: 'Lake', enabled: false }).expect(200);
  await send('put', `/webhooks/${webhook.id}`, { enabled: true }).expect(200);
  await send('delete', `/webhooks/${webhook.id}`).expect(200);
  await send('delete', `/users/${other.id}`).expect(200);
});

test('who may not make a change is refused before a proof is asked for', async () => {
  const reader = await createUser(app, { role: ['users:read'] });
  late();
  expect(
    (await send('put', `/users/${other.id}`, { password: userPassword }, reader.as).expect(403)).body.code,
  ).toBe('forbidden');
});

describe('POST /auth/confirm', () => {
  test('takes the password or a code, counts for the session that sent it, and is recorded', async () => {
    const user = await createUser(app, { role: 'superadmin' });
    const { secret } = (await send('post', '/auth/totp/setup', undefined, user.as).expect(200)).body;
    await send('post', '/auth/totp/verify', { code: totpCode(secret, app.clock.now()) }, user.as).expect(200);
    late();
    expect((await confirm({}, user.as).expect(403)).body.code).toBe('reauthentication_required');
    expect((await confirm({ currentPassword: 'not this one' }, user.as).expect(400)).body.code).toBe(
      'wrong_password',
    );
    const wrong = wrongCode(secret, app.clock.now());
    expect((await confirm({ totp: wrong }, user.as).expect(400)).body.code).toBe('invalid_totp_code');
    await send('post', `/users/${other.id}/reset-link`, undefined, user.as).expect(403);
    const { body } = await confirm({ totp: totpCode(secret, app.clock.now()) }, user.as).expect(200);
    expect(body).toEqual({ freshUntil: new Date(app.clock.now() + 10 * 60_000).toISOString() });
    await send('post', `/users/${other.id}/reset-link`, undefined, user.as).expect(201);
    // Not for another session.
    await send('post', `/users/${other.id}/reset-link`).expect(403);
    expect(await app.knex('svc_audit').where({ action: 'auth:confirmed' })).toHaveLength(1);
    late();
    await send('post', `/users/${other.id}/reset-link`, undefined, user.as).expect(403);
  });

  test('checks, extends and records nothing while the sign-in still counts', async () => {
    const freshUntil = new Date(app.clock.now() + 10 * 60_000).toISOString();
    app.clock.advance(10 * 60_000);
    for (const body of [
      {},
      { currentPassword: adminPassword },
      { currentPassword: 'wrong' },
      { totp: '123456' },
    ])
      expect((await confirm(body).expect(200)).body).toEqual({ freshUntil });
    expect(
      await app.knex('svc_audit').where('action', 'in', ['auth:confirmed', 'user:passwordRefused']),
    ).toEqual([]);
    app.clock.advance(1);
    await confirm({}).expect(403);
    await confirm({ currentPassword: adminPassword }).expect(200);
  });

  test('allows five wrong passwords in a quarter of an hour', async () => {
    late();
    for (let i = 0; i < 5; i += 1) await confirm({ currentPassword: 'a wrong guess' }).expect(400);
    await confirm({ currentPassword: adminPassword }).expect(429);
  });

  test('does not extend the session', async () => {
    app.clock.advance(29 * 60_000);
    const { freshUntil } = (await confirm({ currentPassword: adminPassword }).expect(200)).body;
    expect(Date.parse(freshUntil)).toBe(app.clock.now() + 10 * 60_000);
    app.clock.advance(2 * 60_000);
    await app.request.get(`${app.adminBase}/auth/me`).set(admin).expect(401);
  });
});

describe('where a sign-in needs a code, the password alone', () => {
  let user: TestUser;
  let code: () => string;
  beforeEach(async () => {
    await app.close();
    const auth = { adminEmail, adminPassword, totp: 'required' as const };
    app = await createTestApp({ config: { rateLimit: false, auth } });
    admin = await app.asAdmin();
    user = await createUser(app, { role: 'superadmin' });
    other = await createUser(app, { role: 'superadmin', signIn: false });
    const { secret } = (await send('post', '/auth/totp/setup', undefined, user.as).expect(200)).body;
    code = () => totpCode(secret, app.clock.now());
    await send('post', '/auth/totp/verify', { code: code() }, user.as).expect(200);
    late();
  });

  const withPassword = { currentPassword: userPassword };
  const asUser = (method: 'post' | 'put', path: string, body: object) => send(method, path, body, user.as);

  test('is not a new sign-in, so it removes no second factor', async () => {
    const { body } = await confirm(withPassword, user.as).expect(403);
    expect([body.code, body.accepts]).toEqual(['reauthentication_required', ['signIn', 'totp']]);
    await asUser('post', '/auth/totp/disable', withPassword).expect(403);
    await asUser('post', '/auth/totp/disable', {}).expect(403);
  });

  test('changes no credentials, one’s own or another user’s', async () => {
    const newPassword = 'another password that nobody guesses';
    await asUser('post', '/auth/password', { ...withPassword, newPassword }).expect(403);
    await asUser('put', `/users/${user.id}`, { ...withPassword, email: 'thief@shop.example' }).expect(403);
    await asUser('put', `/users/${other.id}`, { ...withPassword, password: newPassword }).expect(403);
    await confirm({ totp: code() }, user.as).expect(200);
    await asUser('post', '/auth/password', { newPassword, currentPassword: 'wrong' }).expect(400);
    await asUser('post', '/auth/password', { newPassword, ...withPassword }).expect(200);
  });

  test('is proof for users who have not switched codes on', async () => {
    await confirm({ currentPassword: adminPassword }).expect(200);
  });
});

test('a password that a mode does not check does not extend the time after a sign-in', async () => {
  const clock = createTestClock();
  const provider = await startFakeOidcProvider(clock);
  const auth = { mode: 'oidc', masterSecret, oidc: provider.config } as const;
  const own = await createTestApp({ clock, config: { rateLimit: false, auth } });
  try {
    const { token } = (await signInThroughProvider(own)).body;
    const as = { Authorization: `Bearer ${token}` };
    const again = () =>
      own.request.post(`${own.adminBase}/auth/confirm`).set(as).send({ currentPassword: 'anything' });
    const { body } = await again().expect(200);
    clock.advance(9 * 60_000);
    expect((await again().expect(200)).body).toEqual(body);
    clock.advance(2 * 60_000);
    expect((await again().expect(403)).body.accepts).toEqual(['signIn', 'totp']);
  } finally {
    await own.close();
    await provider.close();
  }
});
