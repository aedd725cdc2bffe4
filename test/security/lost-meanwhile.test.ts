import type { IncomingMessage } from 'node:http';
import type { Knex } from 'knex';
import type { ConsentServiceConfig } from '#platform/config/config-schema';
import { createApiKey, createUser, roleId, type SignedIn, signInAs, userPassword } from '../support/accounts';
import { createTestApp, type TestApp } from '../support/create-test-app';
import { holdBody, holdingHost, type Release } from '../support/held-body';
import { bearing, createJwtApp, hostToken } from '../support/jwt';
import { totpCode } from '../support/totp';

/** Requests whose sender loses the right to them after they were let in and before they are carried out. */

const newPassword = 'a lamp beside two rivers';
let app: TestApp;
let admin: SignedIn;

const post = (path: string, body: object = {}, as: Partial<SignedIn> = admin) =>
  app.request.post(`${app.adminBase}${path}`).set(as).send(body);
const put = (path: string, body: object) =>
  app.request.put(`${app.adminBase}${path}`).set(admin).send(body).expect(200);
const login = (email: string, password: string) => post('/auth/login', { email, password }, {});
const audited = (action: string) => app.knex('svc_audit').where({ action });

describe('a body that is held back', () => {
  const apiKey = { name: 'A server' };
  const hold = (headers: Record<string, string>, path = '/apikeys', body: object = apiKey, method = 'POST') =>
    holdBody(app.app, { method, path: `${app.adminBase}${path}`, headers, body });

  beforeAll(async () => {
    app = await createTestApp({ host: holdingHost, config: { rateLimit: false } });
    admin = await app.asAdmin();
  });
  afterAll(() => app.close());

  const expectNothing = async (release: Release, status: number, code: string) => {
    const before = await app.knex('svc_api_keys');
    const answer = await release();
    expect([answer.status, answer.body.code]).toEqual([status, code]);
    expect(await app.knex('svc_api_keys')).toEqual(before);
  };

  test('is accepted from whoever may still do it', async () => {
    const { as } = await createUser(app, { role: 'superadmin' });
    expect((await (await hold(as))()).status).toBe(201);
  });

  test.each<[string, (id: string, as: SignedIn, email: string) => Promise<unknown>]>([
    ['deactivated', (id) => put(`/users/${id}`, { active: false })],
    ['signed out', (_id, as) => post('/auth/logout', {}, as).expect(200)],
    ['given a new password', (id) => put(`/users/${id}`, { password: newPassword })],
    ['deleted', (id) => app.request.delete(`${app.adminBase}/users/${id}`).set(admin).expect(200)],
  ])('is refused once its user was %s', async (_what, lose) => {
    const { id, as, email } = await createUser(app, { role: 'superadmin' });
    const release = await hold(as);
    await lose(id, as, email);
    await expectNothing(release, 401, 'unauthenticated');
  });

  test('is refused once its user has used a reset link', async () => {
    const { id, as } = await createUser(app, { role: 'superadmin' });
    const { token } = (await post(`/users/${id}/reset-link`).expect(201)).body;
    const release = await hold(as, '/auth/password', { newPassword: 'the lamp of a thief, by rivers' });
    await post('/auth/accept', { token, password: newPassword }, {}).expect(200);
    const answer = await release();
    expect([answer.status, answer.body.code]).toEqual([401, 'unauthenticated']);
  });

  test('counts with the permissions that its user has when it is complete', async () => {
    const { as } = await createUser(app, {
      role: ['apikeys:create', 'consents:read', 'consents:update', 'consents:erase'],
    });
    const lose = (permission_id: string) =>
      app.knex('svc_role_permissions').where({ permission_id }).whereNotIn('role_id', builtIn).delete();
    const builtIn = await app.knex('svc_roles').where({ built_in: true }).pluck('id');
    // What the key would have.
    const first = await hold(as);
    await lose('consents:erase');
    await expectNothing(first, 403, 'forbidden');
    // What the route needs.
    const second = await hold(as);
    await lose('apikeys:create');
    await expectNothing(second, 403, 'forbidden');
  });

  test('is refused once its API key was revoked, on both APIs', async () => {
    const scoped = (await post('/apikeys', { name: 'Editor', scopes: ['templates:create'] }).expect(201))
      .body;
    const plain = await createApiKey(app);
    const revoke = (id: string) =>
      app.request.delete(`${app.adminBase}/apikeys/${id}`).set(admin).expect(200);
    const held = [
      await hold({ 'X-API-Key': scoped.key }, '/consent-templates', { name: 'Texts' }),
      await holdBody(app.app, {
        path: `${app.publicBase}/consent`,
        headers: { 'X-API-Key': plain.key },
        body: { visitorId: 'visitor-1' },
      }),
    ];
    await revoke(scoped.id);
    await revoke(plain.id);
    for (const release of held) await expectNothing(release, 401, 'invalid_api_key');
  });

  test('is in the audit log, in the name of its user', async () => {
    const { id, as } = await createUser(app, { role: 'superadmin' });
    const release = await hold(as);
    await put(`/users/${id}`, { active: false });
    await release();
    const [entry] = await audited('auth:tokenRefused').where({ user_id: id });
    expect([entry.resource_id, JSON.parse(entry.changes)]).toEqual([
      'createApiKey',
      { code: 'unauthenticated' },
    ]);
  });

  test('that comes with its request costs no further query', async () => {
    const asked: string[] = [];
    const listen = ({ sql }: { sql: string }) => void (/svc_sessions/.test(sql) && asked.push(sql));
    app.knex.on('query', listen);
    await put('/auth/me', { name: 'Ada' });
    app.knex.removeListener('query', listen);
    expect(asked).toHaveLength(1);
  });
});

describe('a body that is held back in other modes', () => {
  afterEach(() => app.close());
  const releaseDeactivated = async (headers: Record<string, string>) => {
    const path = `${app.adminBase}/apikeys`;
    const release = await holdBody(app.app, { path, headers, body: { name: 'A server' } });
    await app.knex('svc_users').update({ active: false });
    return (await release()).status;
  };

  test('jwt: is refused once its user was deactivated', async () => {
    app = await createJwtApp({ host: holdingHost });
    expect(await releaseDeactivated(bearing(hostToken(app, { roles: ['superadmin'] })))).toBe(401);
    expect(await app.knex('svc_api_keys')).toEqual([]);
  });

  test('jwt: counts with the time of the sign-in that its token names', async () => {
    app = await createJwtApp({ host: holdingHost });
    const iat = Math.floor(app.clock.now() / 1000);
    const headers = bearing(hostToken(app, { roles: ['superadmin'], iat }));
    await app.request.get(`${app.adminBase}/auth/me`).set(headers).expect(200);
    const user = { name: 'Zoë', email: 'zoe@shop.example', password: newPassword };
    const body = { ...user, roleId: await roleId(app, 'superadmin') };
    const release = await holdBody(app.app, { path: `${app.adminBase}/users`, headers, body });
    expect((await release()).status).toBe(201);
  });

  test('custom: is refused once its user was deactivated', async () => {
    type ValidateUser = NonNullable<NonNullable<ConsentServiceConfig['auth']>['validateUser']>;
    const validateUser = ((_req: IncomingMessage) => ({
      email: 'ada@shop.example',
      role: 'superadmin',
    })) as ValidateUser;
    const config = { rateLimit: false, auth: { mode: 'custom', validateUser } } as const;
    app = await createTestApp({ host: holdingHost, config });
    expect(await releaseDeactivated({})).toBe(401);
    expect(await app.knex('svc_api_keys')).toEqual([]);
  });
});

/** Runs work after the next statement that matches, before any later one of the service. */
const rightAfter = (pattern: RegExp, work: (trx: Knex.Transaction) => Promise<unknown>) =>
  new Promise<unknown>((resolve, reject) => {
    const look = ({ sql }: { sql: string }) => {
      if (!pattern.test(sql)) return;
      app.knex.removeListener('query', look);
      // The only connection is given to one after the other.
      app.knex.transaction(work).then(resolve, reject);
    };
    app.knex.on('query', look);
  });
const endSessions = (userId: string) => (trx: Knex.Transaction) =>
  trx('svc_sessions').where({ user_id: userId }).update({ revoked_at: app.clock.now() });

describe('what acts later for its maker', () => {
  afterEach(() => app.close());

  const hook = { name: 'Warehouse', url: 'https://receiver.example/', events: ['consent.created'] };
  const key = { name: 'A server' };
  /** Each way to make it, with what must be there before. */
  const makings: [string, () => Promise<(as: SignedIn) => Promise<{ status: number }>>][] = [
    ['a key', async () => (as) => post('/apikeys', key, as)],
    ['a key with scopes', async () => (as) => post('/apikeys', { ...key, scopes: ['stats:read'] }, as)],
    [
      'a key that is reactivated',
      async () => {
        const { id } = (await post('/apikeys', key).expect(201)).body;
        await app.request.delete(`${app.adminBase}/apikeys/${id}`).set(admin).expect(200);
        return (as) => post(`/apikeys/${id}/reactivate`, {}, as);
      },
    ],
    ['a webhook', async () => (as) => post('/webhooks', hook, as)],
    [
      'a webhook that moves',
      async () => {
        const { id } = (await post('/webhooks', hook).expect(201)).body;
        const moved = { url: 'https://thief.example/' };
        return (as) => app.request.put(`${app.adminBase}/webhooks/${id}`).set(as).send(moved);
      },
    ],
    [
      'a webhook’s secret',
      async () => {
        const { id } = (await post('/webhooks', hook).expect(201)).body;
        return (as) => post(`/webhooks/${id}/rotate-secret`, {}, as);
      },
    ],
    [
      'a reset link',
      async () => {
        const { id } = await createUser(app, { signIn: false });
        return (as) => post(`/users/${id}/reset-link`, {}, as);
      },
    ],
    [
      'an invitation',
      async () => {
        const viewer = { name: 'Eve', email: 'eve@shop.example', roleId: await roleId(app, 'viewer') };
        return (as) => post('/users', { ...viewer, invite: true }, as);
      },
    ],
  ];
  const stored = async () => [
    await app.knex('svc_api_keys').select('id', 'revoked_at'),
    await app.knex('svc_webhooks').select('id', 'url', 'secret'),
    await app.knex('svc_account_links').select('id'),
  ];

  test.each(makings)('is not made once its maker was signed out: %s', async (_what, prepare) => {
    app = await createTestApp({ config: { rateLimit: false } });
    admin = await app.asAdmin();
    const maker = await createUser(app, { role: 'superadmin' });
    const make = await prepare();
    const before = await stored();
    const [ended, answer] = await Promise.all([
      rightAfter(/join .svc_sessions./i, endSessions(maker.id)),
      make(maker.as),
    ]);
    expect([ended, answer.status, await stored()]).toEqual([1, 401, before]);
  });

  test.each(makings.slice(0, 2))(
    'jwt: is not made once its maker was deactivated: %s',
    async (_what, prepare) => {
      app = await createJwtApp();
      const as = bearing(hostToken(app, { roles: ['superadmin'] }));
      await app.request.get(`${app.adminBase}/auth/me`).set(as).expect(200);
      const make = await prepare();
      const [, answer] = await Promise.all([
        rightAfter(/join .svc_role_permissions./i, (trx) => trx('svc_users').update({ active: false })),
        make(as),
      ]);
      expect([answer.status, await app.knex('svc_api_keys')]).toEqual([401, []]);
    },
  );
});

describe('a change of one’s own account that is on its way', () => {
  beforeEach(async () => {
    app = await createTestApp({ config: { rateLimit: false } });
    admin = await app.asAdmin();
  });
  afterEach(() => app.close());

  /** The password was right, and its attempt no longer counts. */
  const proven = /^(update|delete) .*svc_login_attempts/i;
  const proof = { currentPassword: userPassword };

  test('is not made by a session that was ended: password, address, second factor, another user', async () => {
    const user = await createUser(app, { role: 'superadmin' });
    const { id, email } = user;
    const sessionOf = async () => (await signInAs(app, email)) as SignedIn;
    const own = (as: SignedIn, body: object) =>
      app.request.put(`${app.adminBase}/users/${id}`).set(as).send(body);
    const stored = () =>
      app.knex('svc_users').orderBy('id').select('id', 'email', 'password_hash', 'totp_enabled');
    const { secret } = (await post('/auth/totp/setup', {}, user.as).expect(200)).body;
    const code = totpCode(secret, app.clock.now());
    const before = await stored();
    const entries = async () => (await audited('user:updated')).length;
    const audits = await entries();

    for (const change of [
      (as: SignedIn) => post('/auth/password', { newPassword, ...proof }, as),
      (as: SignedIn) => own(as, { password: newPassword, ...proof }),
      (as: SignedIn) => own(as, { email: 'thief@shop.example', ...proof }),
      (as: SignedIn) => post('/auth/totp/verify', { code, ...proof }, as),
    ]) {
      const as = await sessionOf();
      const [ended, answer] = await Promise.all([rightAfter(proven, endSessions(id)), change(as)]);
      expect([Number(ended) > 0, answer.status, answer.body.code]).toEqual([true, 401, 'unauthenticated']);
      expect(await stored()).toEqual(before);
    }
    expect(await entries()).toBe(audits);
  });

  test('does not switch the second factor off once its session was ended', async () => {
    const user = await createUser(app, { role: 'superadmin' });
    const { secret } = (await post('/auth/totp/setup', {}, user.as).expect(200)).body;
    const code = totpCode(secret, app.clock.now());
    await post('/auth/totp/verify', { code, ...proof }, user.as).expect(200);
    const [, answer] = await Promise.all([
      rightAfter(proven, endSessions(user.id)),
      post('/auth/totp/disable', proof, user.as),
    ]);
    expect(answer.status).toBe(401);
    expect((await app.knex('svc_users').where({ id: user.id }).first()).totp_enabled).toBeTruthy();
    expect(await audited('user:totpDisabled')).toEqual([]);
  });

  test.each(['/auth/password', '/users'])(
    'does not replace a password that was set meanwhile (%s)',
    async (path) => {
      const user = await createUser(app, { role: 'superadmin' });
      const other = await createUser(app, { signIn: false });
      const change = () =>
        path === '/users'
          ? app.request
              .put(`${app.adminBase}/users/${user.id}`)
              .set(user.as)
              .send({ password: newPassword, ...proof })
          : post(path, { newPassword, ...proof }, user.as);
      const { password_hash } = await app.knex('svc_users').where({ id: other.id }).first();
      const [, answer] = await Promise.all([
        rightAfter(proven, (trx) => trx('svc_users').where({ id: user.id }).update({ password_hash })),
        change(),
      ]);
      expect([answer.status, answer.body.code]).toEqual([401, 'unauthenticated']);
      await login(user.email, newPassword).expect(401);
      await login(user.email, userPassword).expect(200);
    },
  );

  test('leaves nothing in the audit log when its user was deleted', async () => {
    const user = await createUser(app, { role: 'superadmin' });
    const [, answer] = await Promise.all([
      rightAfter(proven, async (trx) => {
        await trx('svc_users').where({ id: user.id }).delete();
        await trx('svc_sessions').where({ user_id: user.id }).delete();
      }),
      post('/auth/password', { newPassword, ...proof }, user.as),
    ]);
    expect(answer.status).toBe(401);
    expect(await audited('user:updated').where({ resource_id: user.id })).toEqual([]);
  });

  test('nor does an ended session create a user whose password is still being hashed', async () => {
    const user = await createUser(app, { role: 'superadmin' });
    const viewer = await roleId(app, 'viewer');
    const [, answer] = await Promise.all([
      rightAfter(/from .svc_roles. as/i, endSessions(user.id)),
      post(
        '/users',
        { name: 'Eve', email: 'eve@shop.example', password: newPassword, roleId: viewer },
        user.as,
      ),
    ]);
    expect([answer.status, await app.knex('svc_users').where({ name: 'Eve' })]).toEqual([401, []]);
  });
});
