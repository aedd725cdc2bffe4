import { totpCode } from '../../support/totp';
import {
  as,
  password,
  roleNamed,
  sharedOperator,
  signInByOidc,
  signInBySaml,
  withOidc,
  withSaml,
} from './sign-in';
import { adminBase, type Cases, publicBase, unique, type World } from './world';

const minutes = (milliseconds: number) => Math.round(milliseconds / 60_000);
const jwt = expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/);

async function setUpTotp(world: World) {
  const someone = await sharedOperator(world);
  const { body } = await someone.call('post', '/auth/totp/setup').expect(200);
  const enable = () =>
    someone.call('post', '/auth/totp/verify', { code: totpCode(body.secret, Date.now()) }).expect(200);
  const isEnabled = async () => (await someone.call('get', '/auth/me').expect(200)).body.totpEnabled;
  return { ...someone, body, enable, isEnabled };
}

export const auth: Cases<'Auth'> = {
  'POST /auth/login': async (world) => {
    const { email } = await sharedOperator(world);
    const { body } = await world.call('post', `${adminBase}/auth/login`, { email, password }).expect(200);
    expect(body.token).toEqual(jwt);
    await world.call('post', `${adminBase}/auth/login`, { email, password: 'a wrong password' }).expect(401);
    await withOidc((oidc) => oidc.call('post', `${adminBase}/auth/login`, { email, password }).expect(404));
  },
  'GET /auth/me': async (world) => {
    const { id, email, call } = await sharedOperator(world);
    expect((await call('get', '/auth/me').expect(200)).body).toMatchObject({ id, email });
  },
  'POST /auth/logout': async (world) => {
    const call = as(world, await world.signIn());
    await call('get', '/auth/me').expect(200);
    await call('post', '/auth/logout').expect(200);
    await call('get', '/auth/me').expect(401);
  },
  'POST /auth/refresh': async (world) => {
    const { body } = await world.admin('post', '/auth/refresh').expect(200);
    expect(minutes(Date.parse(body.expiresAt) - Date.now())).toBe(30);
    await as(world, body.token)('get', '/auth/me').expect(200);
    await as(world, `${body.token}x`)('post', '/auth/refresh').expect(401);
  },
  'GET /auth/oidc/authorize': async (world) => {
    await withOidc(async (oidc, provider) => {
      const { headers } = await oidc.call('get', `${adminBase}/auth/oidc/authorize`).expect(302);
      const { origin, searchParams } = new URL(headers.location ?? '');
      expect(origin).toBe(provider.issuer);
      expect(Object.fromEntries(searchParams)).toMatchObject({
        response_type: 'code',
        code_challenge: expect.any(String),
        code_challenge_method: 'S256',
      });
    });
    await world.call('get', `${adminBase}/auth/oidc/authorize`).expect(404);
  },
  'GET /auth/oidc/callback': () =>
    withOidc(async (oidc, provider) => {
      const { status, body } = await signInByOidc(oidc);
      expect([status, body.token]).toEqual([200, jwt]);
      await as(oidc, body.token)('get', '/auth/me').expect(200);
      provider.misbehave({ idToken: () => 'eyJhbGciOiJub25lIn0.e30.' });
      expect((await signInByOidc(oidc)).status).toBe(401);
    }),
  'GET /auth/saml/metadata': async (world) => {
    await withSaml(async (saml, idp) => {
      const { headers, text } = await saml
        .call('get', `${adminBase}/auth/saml/metadata`)
        .buffer()
        .expect(200);
      expect(headers['content-type']).toContain('xml');
      for (const part of ['EntityDescriptor', 'SPSSODescriptor', idp.config.callbackUrl])
        expect(text).toContain(part);
    });
    await world.call('get', `${adminBase}/auth/saml/metadata`).expect(404);
  },
  'POST /auth/saml/acs': () =>
    withSaml(async (saml, idp) => {
      const { status, body } = await signInBySaml(saml, idp);
      expect([status, body.token]).toEqual([200, jwt]);
      await as(saml, body.token)('get', '/auth/me').expect(200);
      expect((await signInBySaml(saml, idp, { sign: 'none' })).status).toBe(401);
    }),
  'POST /auth/totp/setup': async (world) => {
    const { body, isEnabled } = await setUpTotp(world);
    expect(body.secret).toMatch(/^[A-Z2-7]+$/);
    expect(body.qrCodeUrl).toMatch(/^data:image\/png;base64,/);
    expect(await isEnabled()).toBe(false);
  },
  'POST /auth/totp/verify': async (world) => {
    const { enable, isEnabled, call } = await setUpTotp(world);
    await call('post', '/auth/totp/verify', { code: 'abc' }).expect(400);
    await enable();
    expect(await isEnabled()).toBe(true);
  },
  'POST /auth/totp/disable': async (world) => {
    const { enable, isEnabled, call } = await setUpTotp(world);
    await enable();
    await call('post', '/auth/totp/disable').expect(200);
    expect(await isEnabled()).toBe(false);
  },
};

/** Makes a user who has not chosen a password yet: hashing one takes long. */
async function newUser(world: World, more: object = {}) {
  const email = `${unique('user')}@shop.example`;
  const { body } = await world
    .admin('post', '/users', { name: 'A user', email, invite: true, ...more })
    .expect(201);
  const { invitation: _link, ...user } = body;
  return user;
}

async function newRole(world: World, more: object = {}) {
  return (await world.admin('post', '/roles', { name: unique('Role'), ...more }).expect(201)).body;
}

async function newKey(world: World, more: object = {}) {
  return (await world.admin('post', '/apikeys', { name: unique('Key'), ...more }).expect(201)).body;
}

/** The status of a request with this API key. */
async function statusWith(world: World, key: string): Promise<number> {
  return (await world.call('get', `${publicBase}/health`).set('X-API-Key', key)).status;
}

const idsOf = (list: readonly { id: string }[]) => list.map(({ id }) => id);

async function rolesOf(world: World, userId: string): Promise<string[]> {
  return idsOf((await world.admin('get', `/users/${userId}`).expect(200)).body.roles);
}

async function permissionsOf(world: World, roleId: string): Promise<string[]> {
  return idsOf((await world.admin('get', `/roles/${roleId}/permissions`).expect(200)).body);
}

const statusOfKey = async (world: World, keyId: string) =>
  (await world.admin('get', '/apikeys').expect(200)).body.find(({ id }: { id: string }) => id === keyId)
    ?.status;

export const accounts: Cases<'Users, roles, permissions, API keys'> = {
  'GET /users': async (world) => {
    const { id } = await newUser(world);
    const { body, text } = await world.admin('get', '/users').expect(200);
    expect(idsOf(body)).toContain(id);
    expect(text).not.toMatch(/password|scrypt/i);
  },
  'GET /users/:id': async (world) => {
    const user = await newUser(world);
    expect((await world.admin('get', `/users/${user.id}`).expect(200)).body).toEqual(user);
    await world.admin('get', '/users/nobody').expect(404);
  },
  'POST /users': async (world) => {
    const email = `${unique('user')}@shop.example`;
    const whole = { name: 'A user', email, password };
    for (const missing of ['name', 'email', 'password'])
      await world.admin('post', '/users', { ...whole, [missing]: undefined }).expect(400);
    const roleId = await roleNamed(world, 'editor');
    const { body } = await world
      .admin('post', '/users', { ...whole, roleId, allowedTenants: ['default'] })
      .expect(201);
    expect(body).toMatchObject({ roles: [{ id: roleId, name: 'editor' }], allowedTenants: ['default'] });
    expect((await newUser(world)).allowedTenants).toEqual([]);
  },
  'PUT /users/:id': async (world) => {
    const { id, email } = await newUser(world);
    const { body } = await world
      .admin('put', `/users/${id}`, { name: 'Renamed', allowedTenants: ['default'] })
      .expect(200);
    expect(body).toMatchObject({ id, email, name: 'Renamed', allowedTenants: ['default'] });
  },
  'DELETE /users/:id': async (world) => {
    const { id } = await newUser(world);
    await world.admin('delete', `/users/${id}`).expect(200);
    await world.admin('get', `/users/${id}`).expect(404);
  },
  'POST /users/:id/roles': async (world) => {
    const [user, role] = [await newUser(world), await newRole(world)];
    await world.admin('post', `/users/${user.id}/roles`, { roleId: role.id }).expect(200);
    expect(await rolesOf(world, user.id)).toContain(role.id);
  },
  'DELETE /users/:id/roles/:roleId': async (world) => {
    const role = await newRole(world);
    const user = await newUser(world, { roleId: role.id });
    await world.admin('delete', `/users/${user.id}/roles/${role.id}`).expect(200);
    expect(await rolesOf(world, user.id)).toEqual([]);
  },
  'GET /roles': async (world) => {
    const { id } = await newRole(world);
    const { body } = await world.admin('get', '/roles').expect(200);
    expect(idsOf(body)).toContain(id);
    expect(body.map(({ name }: { name: string }) => name)).toContain('superadmin');
  },
  'POST /roles': async (world) => {
    await world.admin('post', '/roles', { description: 'Without a name' }).expect(400);
    expect(await newRole(world, { description: 'Reads' })).toMatchObject({ description: 'Reads' });
    expect((await newRole(world)).description).toBeNull();
  },
  'PUT /roles/:id': async (world) => {
    const { id } = await newRole(world);
    const change = { name: unique('Renamed'), description: 'Changed' };
    expect((await world.admin('put', `/roles/${id}`, change).expect(200)).body).toMatchObject({
      id,
      ...change,
    });
  },
  'DELETE /roles/:id': async (world) => {
    const { id } = await newRole(world);
    await world.admin('delete', `/roles/${id}`).expect(200);
    await world.admin('get', `/roles/${id}/permissions`).expect(404);
  },
  'GET /roles/:id/permissions': async (world) => {
    expect(await permissionsOf(world, (await newRole(world)).id)).toEqual([]);
    expect(await permissionsOf(world, await roleNamed(world, 'viewer'))).toContain('profiles:read');
  },
  'POST /roles/:id/permissions': async (world) => {
    const { id } = await newRole(world);
    await world.admin('post', `/roles/${id}/permissions`, { permissionId: 'audit:read' }).expect(200);
    expect(await permissionsOf(world, id)).toEqual(['audit:read']);
    await world.admin('post', `/roles/${id}/permissions`, { permissionId: 'no:such' }).expect(400);
  },
  'DELETE /roles/:id/permissions/:permId': async (world) => {
    const { id } = await newRole(world);
    await world.admin('post', `/roles/${id}/permissions`, { permissionId: 'audit:read' }).expect(200);
    await world.admin('delete', `/roles/${id}/permissions/audit:read`).expect(200);
    expect(await permissionsOf(world, id)).toEqual([]);
  },
  'GET /permissions': async (world) => {
    const { body } = await world.admin('get', '/permissions').expect(200);
    expect(idsOf(body)).toContain('settings:update');
    expect(idsOf(body).sort()).toEqual(
      (await permissionsOf(world, await roleNamed(world, 'superadmin'))).sort(),
    );
  },
  'GET /apikeys': async (world) => {
    const { id, name, key } = await newKey(world);
    const { body, text } = await world.admin('get', '/apikeys').expect(200);
    expect(body.find((item: { id: string }) => item.id === id)).toMatchObject({ name, status: 'active' });
    expect(text).not.toContain(key);
  },
  'POST /apikeys': async (world) => {
    await world.admin('post', '/apikeys', {}).expect(400);
    const { key, expireBy } = await newKey(world);
    expect([await statusWith(world, key), expireBy]).toEqual([200, null]);
    const soon = '2999-01-01T00:00:00.000Z';
    expect((await newKey(world, { expireBy: soon })).expireBy).toBe(soon);
  },
  'DELETE /apikeys/:id': async (world) => {
    const { id, key } = await newKey(world);
    await world.admin('delete', `/apikeys/${id}`).expect(200);
    expect([await statusOfKey(world, id), await statusWith(world, key)]).toEqual(['revoked', 401]);
  },
  'POST /apikeys/:id/reactivate': async (world) => {
    const { id, key } = await newKey(world);
    await world.admin('delete', `/apikeys/${id}`).expect(200);
    await world.admin('post', `/apikeys/${id}/reactivate`).expect(200);
    expect([await statusOfKey(world, id), await statusWith(world, key)]).toEqual(['active', 200]);
  },
  'DELETE /apikeys/:id/permanent': async (world) => {
    const { id, key } = await newKey(world);
    await world.admin('delete', `/apikeys/${id}/permanent`).expect(200);
    expect([await statusOfKey(world, id), await statusWith(world, key)]).toEqual([undefined, 401]);
    await world.admin('post', `/apikeys/${id}/reactivate`).expect(404);
  },
};
