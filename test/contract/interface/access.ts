import jsonwebtoken from 'jsonwebtoken';
import { createTestClock } from '../../support/create-test-app';
import { newSigningKey } from '../../support/fake-oidc-provider';
import { totpCode } from '../../support/totp';
import { decide } from './resources';
import { as, operator, password, roleNamed, signInByOidc, signInBySaml, withOidc, withSaml } from './sign-in';
import { adminBase, type Cases, inWorld, openWorld, unique, type World } from './world';

const masterSecret = 'a master secret that is long enough';
const minute = 60_000;
const granted = { analytics: 'granted' };
const shop = 'https://shop.example';

const meOf = (world: World, token: string) => as(world, token)('get', '/auth/me');
const rolesIn = ({ roles }: { roles: readonly { name: string }[] }) => roles.map(({ name }) => name);

/** A token as the host's own system makes it. */
const hostToken = (claims: object = {}, secret = masterSecret, algorithm: 'HS256' | 'HS512' = 'HS256') =>
  jsonwebtoken.sign({ sub: 'u-1', email: 'ada@shop.example', roles: ['editor'], ...claims }, secret, {
    algorithm,
    expiresIn: '10m',
  });

export const authentication: Cases<'Authentication'> = {
  'public API 1': async (world) => {
    await world.open('get', '/resolve-profile').expect(200);
    const { browser, record } = await decide(world);
    await browser.get(`/consent/${record.visitorId}`).expect(200);
    await world.open('get', `/consent/${record.visitorId}`).expect(403);
    const { id } = await world.activeProfile({ allowedOrigins: [shop] });
    const submit = () => world.open('post', '/consent', { profileId: id, consentJson: granted });
    await submit().set('Origin', 'https://elsewhere.example').expect(403);
    await submit().set('Origin', shop).expect(200);
  },
  'public API 2': async (world) => {
    const { record } = await decide(world);
    const { key } = (await world.admin('post', '/apikeys', { name: unique('Key') }).expect(201)).body;
    const read = () => world.open('get', `/consent/${record.visitorId}`);
    expect((await read().set('X-API-Key', key).expect(200)).body.id).toBe(record.id);
    await read().set('X-API-Key', 'svck_no_key').expect(401);
  },
  'admin API 1': async () => {
    const clock = createTestClock();
    await inWorld(
      {},
      async (world) => {
        const token = await world.signIn();
        expect(token.split('.')).toHaveLength(3);
        await as(world, token)('get', '/profiles').expect(200);
        await world.call('get', `${adminBase}/profiles`).expect(401);
        await as(world, `${token.slice(0, -4)}AAAA`)('get', '/profiles').expect(401);
        clock.advance(31 * minute);
        await as(world, token)('get', '/profiles').expect(401);
      },
      clock,
    );
  },
  'admin API 2': async () => {
    const clock = createTestClock();
    await inWorld(
      {},
      async (world) => {
        let token = await world.signIn();
        for (const _refresh of ['first', 'second', 'third']) {
          clock.advance(29 * minute);
          const { body } = await as(world, token)('post', '/auth/refresh').expect(200);
          expect(Date.parse(body.expiresAt)).toBe(Math.floor(clock.now() / 1000) * 1000 + 30 * minute);
          token = body.token;
        }
        clock.advance(31 * minute);
        await as(world, token)('post', '/auth/refresh').expect(401);
      },
      clock,
    );
  },
  'admin API 3': async (world) => {
    await world.admin('patch', '/settings', { adminAllowedOrigins: [shop] }).expect(200);
    try {
      await world.admin('get', '/users').set('Origin', 'https://elsewhere.example').expect(403);
      await world.admin('get', '/users').set('Origin', shop).expect(200);
      await world.admin('get', '/users').expect(200);
    } finally {
      await world.admin('patch', '/settings', { adminAllowedOrigins: [] }).expect(200);
    }
  },
  'admin API 4': async (world) => {
    const { id, call } = await operator(world, 'viewer');
    await call('get', '/profiles').expect(200);
    await call('post', '/profiles', {}).expect(403);
    await world.admin('post', `/users/${id}/roles`, { roleId: await roleNamed(world, 'editor') }).expect(200);
    await call('post', '/profiles', {}).expect(400);
    const validateUser = async () => ({ email: 'eve@shop.example', role: 'viewer' });
    await inWorld({ auth: { mode: 'custom', masterSecret, validateUser } }, async (custom) => {
      await custom.call('get', `${adminBase}/profiles`).expect(200);
      await custom.call('post', `${adminBase}/profiles`, {}).expect(403);
    });
  },
  'admin API 5': () =>
    inWorld({ tenancy: { enabled: true } }, async (world) => {
      const tenant = { name: 'A tenant', slug: unique('tenant') };
      const { id } = (await world.admin('post', '/tenants', tenant).expect(201)).body;
      const visible = async (role: string, allowedTenants?: string[]) => {
        const { call } = await operator(world, role, { allowedTenants });
        const { body } = await call('get', '/tenants').expect(200);
        return body.map((each: { id: string }) => each.id).sort();
      };
      expect(await visible('editor', [id])).toEqual([id]);
      for (const all of [
        await visible('editor', []),
        await visible('editor'),
        await visible('superadmin', [id]),
      ])
        expect(all).toEqual([id, 'default'].sort());
      const editor = await operator(world, 'editor', { allowedTenants: [id] });
      await editor.call('get', '/profiles').set('X-Tenant-Id', 'default').expect(403);
    }),
  'admin API 6': async (world) => {
    const { email, call } = await operator(world);
    const { secret } = (await call('post', '/auth/totp/setup').expect(200)).body;
    await call('post', '/auth/totp/verify', { code: totpCode(secret, Date.now()) }).expect(200);
    expect(await world.signIn({ email, password })).toEqual(expect.any(String));
    await withOidc(async (oidc) => {
      const { token } = (await signInByOidc(oidc)).body;
      await as(oidc, token)('post', '/auth/totp/setup').expect(200);
    });
  },
  local: async (world) => {
    const { email } = await operator(world);
    expect((await meOf(world, await world.signIn())).body.email).toBe('admin@shop.example');
    const { password_hash: hash } = await world.knex('svc_users').where({ email }).first();
    expect(hash).toContain('scrypt');
    expect(hash).not.toContain(password);
    const attempt = async (tried: string) =>
      (await world.call('post', `${adminBase}/auth/login`, { email, password: tried })).status;
    for (const tried of ['1', '2', '3', '4', '5']) expect(await attempt(tried)).toBe(401);
    expect(await attempt(password)).toBe(429);
  },
  jwt: () =>
    inWorld({ auth: { mode: 'jwt', masterSecret } }, async (world) => {
      const { body } = await meOf(world, hostToken()).expect(200);
      expect([body.email, rolesIn(body)]).toEqual(['ada@shop.example', ['editor']]);
      await meOf(world, hostToken({}, 'another secret that is long enough')).expect(401);
      await meOf(world, hostToken({}, masterSecret, 'HS512')).expect(401);
      await meOf(world, hostToken({ nbf: 99_999_999_999 })).expect(401);
    }),
  oidc: () =>
    withOidc(async (world, provider) => {
      const { token, user } = (await signInByOidc(world)).body;
      expect([user.email, rolesIn(user)]).toEqual(['ada@shop.example', ['editor']]);
      expect((await meOf(world, token).expect(200)).body.id).toBe(user.id);
      expect((await signInByOidc(world)).body.user.id).toBe(user.id);
      provider.useKeys(await newSigningKey('ES256'));
      expect((await signInByOidc(world)).status).toBe(200);
      const [exchange] = provider.asked.filter(({ path }) => path === '/token');
      expect(exchange?.body.get('code_verifier')).toEqual(expect.any(String));
    }),
  saml: () =>
    withSaml(async (world, idp) => {
      const { user } = (await signInBySaml(world, idp)).body;
      expect([user.email, user.provider]).toEqual(['ada@shop.example', 'saml']);
      expect((await signInBySaml(world, idp)).body.user.id).toBe(user.id);
      await world
        .call('post', `${adminBase}/auth/saml/acs`)
        .type('form')
        .send({ SAMLResponse: idp.respond('_not-asked') })
        .expect(401);
    }),
  custom: async () => {
    const validateUser = async (req: { headers: Record<string, string | string[] | undefined> }) =>
      req.headers['x-user'] === undefined ? null : { email: String(req.headers['x-user']), role: 'auditor' };
    const world = await openWorld({ auth: { mode: 'custom', masterSecret, validateUser } });
    const me = () => world.call('get', `${adminBase}/auth/me`);
    const { body } = await me().set('X-User', 'ada@shop.example').expect(200);
    expect([body.email, rolesIn(body)]).toEqual(['ada@shop.example', ['auditor']]);
    await me().expect(401);
    await world.close();
  },
};
