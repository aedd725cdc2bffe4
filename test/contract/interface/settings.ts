import { createHash } from 'node:crypto';
import { cmpList, createFakeRegistry, type FakeRegistry, paths } from '../../support/fake-registry';
import { vendorList } from '../../support/tc-strings';
import { decide } from './resources';
import { operator } from './sign-in';
import { type Cases, consentTemplateBody, inWorld, profileJson, unique, type World } from './world';

const groups = ['opt-in', 'opt-out', 'opt-out-strict', 'notice-only'];
const tenancy = { enabled: true, baseDomain: 'consent.example' };
const shop = 'https://shop.example';
const elsewhere = 'https://elsewhere.example';
const none = { allowedOrigins: [], adminAllowedOrigins: [] };
const granted = { analytics: 'granted' };

const settingsOf = async (world: World) => (await world.admin('get', '/settings').expect(200)).body;

/** Runs `work` with these settings and takes them back afterwards. */
async function withSettings(world: World, settings: object, work: () => Promise<unknown>): Promise<void> {
  await world.admin('patch', '/settings', settings).expect(200);
  try {
    await work();
  } finally {
    await world.admin('patch', '/settings', none).expect(200);
  }
}

/** Runs `work` with TCF and a registry that lists this CMP. */
async function withTcf(
  cmp: object | null,
  work: (world: World, registry: FakeRegistry) => Promise<unknown>,
): Promise<void> {
  const registry = await createFakeRegistry();
  registry.lists[paths.cmps] = cmpList(cmp);
  try {
    await inWorld({ tcf: registry.tcf }, (world) => work(world, registry));
  } finally {
    await registry.close();
  }
}

const listedCmp = { id: 31, name: 'Shop CMP' };
const deregisteredCmp = { ...listedCmp, deletedDate: '2020-01-01T00:00:00Z' };

async function newTenant(world: World, slug = unique('tenant')) {
  return (await world.admin('post', '/tenants', { name: 'A tenant', slug }).expect(201)).body;
}

export const adminResources: Cases<'Other admin resources'> = {
  'Admin user': async (world) => {
    const email = `${unique('user')}@shop.example`;
    const password = 'a password that nobody guesses';
    const roles = (await world.admin('get', '/roles').expect(200)).body;
    const roleId = roles.find(({ name }: { name: string }) => name === 'superadmin').id;
    const { body, text } = await world
      .admin('post', '/users', { name: 'Ada', email, password, roleId })
      .expect(201);
    expect(body).toMatchObject({ name: 'Ada', email, roles: [{ id: roleId }], allowedTenants: [] });
    expect(text).not.toContain(password);
    await inWorld({ tenancy }, async (several) => {
      const { id: onlyTenant } = await newTenant(several);
      const hidden = await newTenant(several);
      const names = async (role: string) => {
        const { call } = await operator(several, role, { allowedTenants: [onlyTenant] });
        return (await call('get', '/tenants').expect(200)).body.map(({ id }: { id: string }) => id);
      };
      expect(await names('viewer')).toEqual([onlyTenant]);
      expect(await names('superadmin')).toEqual(expect.arrayContaining(['default', hidden.id]));
    });
  },
  Role: async (world) => {
    const name = unique('Role');
    const { body } = await world.admin('post', '/roles', { name, description: 'Reads' }).expect(201);
    expect(body).toMatchObject({ name, description: 'Reads' });
  },
  Permission: async (world) => {
    const { body: role } = await world.admin('post', '/roles', { name: unique('Role') }).expect(201);
    const allowed = await operator(world, 'viewer', { roleId: role.id });
    await allowed.call('patch', '/settings', {}).expect(403);
    await world
      .admin('post', `/roles/${role.id}/permissions`, { permissionId: 'settings:update' })
      .expect(200);
    await allowed.call('patch', '/settings', {}).expect(200);
  },
  'API key': async (world) => {
    const expireBy = '2999-01-01T00:00:00.000Z';
    const name = unique('Key');
    const { body } = await world.admin('post', '/apikeys', { name, expireBy }).expect(201);
    expect(body).toMatchObject({ name, expireBy, key: expect.any(String) });
    const list = await world.admin('get', '/apikeys').expect(200);
    const stored = JSON.stringify(await world.knex('svc_api_keys').where({ id: body.id }));
    // `svck_<prefix>_<secret>`; the secret may hold an underscore of its own.
    const secret = body.key.split('_').slice(2).join('_');
    for (const text of [list.text, stored]) expect(text).not.toContain(secret);
    expect(stored).toMatch(/[0-9a-f]{64}/);
    expect((await world.admin('post', '/apikeys', { name }).expect(201)).body.expireBy).toBeNull();
  },
  Tenant: async (world) => {
    expect((await world.admin('get', '/tenants').expect(200)).body).toMatchObject([{ id: 'default' }]);
    await inWorld({ tenancy }, async (several) => {
      const north = await newTenant(several, 'north');
      expect(north).toMatchObject({ name: 'A tenant', slug: 'north' });
      const { body } = await several
        .open('get', '/resolve-profile')
        .set('Host', 'north.consent.example')
        .expect(200);
      expect(body.tenantId).toBe(north.id);
    });
  },
  'Settings (tenant-wide)': async (world) => {
    expect(await settingsOf(world)).toMatchObject(none);
    const origins = [shop, 'https://*.shop.example'];
    await withSettings(world, { allowedOrigins: origins, adminAllowedOrigins: origins }, async () => {
      expect(await settingsOf(world)).toMatchObject({
        allowedOrigins: origins,
        adminAllowedOrigins: origins,
      });
      await world.admin('get', '/settings').set('Origin', 'https://www.shop.example').expect(200);
      await world.admin('get', '/settings').set('Origin', elsewhere).expect(403);
      await world.admin('patch', '/settings', { allowedOrigins: ['shop.example'] }).expect(400);
    });
    await world.admin('get', '/settings').set('Origin', elsewhere).expect(200);
  },
  Visitor: async (world) => {
    const { record } = await decide(world);
    const { items } = (await world.admin('get', `/visitors?q=${record.visitorId}`).expect(200)).body;
    expect(items).toMatchObject([
      { visitorId: record.visitorId, country: null, ipHash: expect.stringMatching(/^[0-9a-f]{64}$/) },
    ]);
    expect(JSON.stringify(await world.knex('svc_consents'))).not.toContain('127.0.0.1');
  },
  'Audit entry': async (world) => {
    const { id } = await world.profile();
    const me = (await world.admin('get', '/auth/me').expect(200)).body.id;
    const { items } = (await world.admin('get', `/audit?q=${id}`).expect(200)).body;
    expect(items).toMatchObject([
      { action: 'profile:created', resourceType: 'profile', resourceId: id, userId: me },
    ]);
  },
  'Profile summary': async (world) => {
    const template = await world.consentTemplate();
    const { id } = await world.activeProfile({
      complianceGroup: 'opt-in',
      consentTemplateId: template.id,
    });
    const { body } = await world.admin('get', '/profiles?summary=1').expect(200);
    const summary = body.find((item: { id: string }) => item.id === id);
    expect(summary).toMatchObject({
      id,
      name: expect.any(String),
      complianceGroup: 'opt-in',
      isActive: true,
      consentTemplateName: expect.any(String),
      uiTemplateName: null,
    });
    expect(summary).not.toHaveProperty('profileJson');
    await world.admin('post', `/profiles/${id}/deactivate`).expect(200);
  },
  'Setup state': () =>
    inWorld({ tenancy }, async (world) => {
      const { id } = await newTenant(world);
      await world.admin('post', '/setup/complete').set('X-Tenant-Id', id).expect(200);
      const completed = async (tenant: string) =>
        (await world.admin('get', '/setup/status').set('X-Tenant-Id', tenant).expect(200)).body.completed;
      expect([await completed(id), await completed('default')]).toEqual([true, false]);
    }),
  'Registration (TCF, GPP)': () =>
    withTcf(listedCmp, async (world) => {
      await world.admin('post', '/tcf/confirm-registration', { acknowledge: true }).expect(200);
      const [stored] = await world.knex('svc_registrations');
      const facts = '{"cmpId":31,"cmpVersion":2,"publisherCC":"DE"}';
      expect(stored.hash).toBe(createHash('sha256').update(facts).digest('hex'));
      for (const column of ['cmp_id', 'cmp_version', 'publisher_cc'])
        expect(stored).not.toHaveProperty(column);
    }),
  'origin rule 1': async (world) => {
    const [plain, strict] = [
      await world.activeProfile(),
      await world.activeProfile({ allowedOrigins: [elsewhere] }),
    ];
    const statusFrom = async (profileId: string, origin: string) =>
      (await world.open('post', '/consent', { profileId, consentJson: granted }).set('Origin', origin))
        .status;
    await withSettings(world, { allowedOrigins: [shop] }, async () => {
      expect([await statusFrom(plain.id, shop), await statusFrom(plain.id, elsewhere)]).toEqual([200, 403]);
      expect([await statusFrom(strict.id, shop), await statusFrom(strict.id, elsewhere)]).toEqual([403, 200]);
    });
    expect(await statusFrom(plain.id, elsewhere)).toBe(200);
  },
  'origin rule 2': (world) =>
    withSettings(world, { adminAllowedOrigins: [shop] }, async () => {
      const allowed = await world.admin('get', '/profiles').set('Origin', shop).expect(200);
      expect(allowed.headers['access-control-allow-origin']).toBe(shop);
      const refused = await world.admin('get', '/profiles').set('Origin', elsewhere).expect(403);
      expect(refused.headers).not.toHaveProperty('access-control-allow-origin');
      await world.admin('get', '/profiles').expect(200);
      for (const file of ['widget.js', 'widget.css']) {
        const plain = await world.call('get', `/svc/${file}`);
        const answer = await world.call('get', `/svc/${file}`).set('Origin', elsewhere);
        expect([answer.status, answer.text]).toEqual([plain.status, plain.text]);
        expect(answer.status).not.toBe(403);
      }
    }),
};

/** Runs `work` with a template that the returned profile uses. */
async function templateInUse(world: World) {
  const { id } = await world.consentTemplate();
  const profile = await world.activeProfile({ consentTemplateId: id });
  const { name } = (await world.admin('get', `/profiles/${profile.id}`).expect(200)).body;
  return { id, use: { id: profile.id, name, complianceGroup: profile.group } };
}

export const settings: Cases<'Settings, setup, tenants, TCF, GPP'> = {
  'GET /settings': async (world) => expect(await settingsOf(world)).toMatchObject(none),
  'PATCH /settings': (world) =>
    withSettings(world, { allowedOrigins: [shop] }, async () => {
      await world.admin('patch', '/settings', { adminAllowedOrigins: [elsewhere] }).expect(200);
      expect(await settingsOf(world)).toMatchObject({
        allowedOrigins: [shop],
        adminAllowedOrigins: [elsewhere],
      });
      await world.admin('get', '/settings').set('Origin', shop).expect(403);
    }),
  'GET /setup/status': () =>
    inWorld({}, async (world) => {
      const completed = async () => (await world.admin('get', '/setup/status').expect(200)).body.completed;
      expect(await completed()).toBe(false);
      await world.admin('post', '/setup/complete').expect(200);
      expect(await completed()).toBe(true);
    }),
  'GET /setup/config': async (world) => {
    const { body, text } = await world.admin('get', '/setup/config').expect(200);
    expect(body.auth).toMatchObject({ adminPassword: '[redacted]', masterSecret: '[redacted]' });
    expect(body.compliance.dataSigningHash).toBe('[redacted]');
    expect(body.readiness.database).toMatchObject({ ok: true, message: expect.any(String) });
    for (const secret of ['correct horse', 'a master secret', 'a data signing hash'])
      expect(text).not.toContain(secret);
    const viewer = await operator(world);
    for (const path of ['status', 'config', 'compliance-groups'])
      await viewer.call('get', `/setup/${path}`).expect(403);
    await viewer.call('post', '/setup/seed-profiles', { groups: ['opt-in'] }).expect(403);
    await viewer.call('post', '/setup/complete').expect(403);
  },
  'GET /setup/compliance-groups': async (world) => {
    const { body } = await world.admin('get', '/setup/compliance-groups').expect(200);
    expect(body).toHaveLength(8);
    expect(body.map(({ id }: { id: string }) => id)).toEqual(expect.arrayContaining(groups));
    for (const group of body)
      expect(group).toMatchObject({ label: expect.any(String), laws: expect.any(Array) });
  },
  'POST /setup/seed-profiles': () =>
    inWorld({}, async (world) => {
      const seed = async (wanted: unknown) => world.admin('post', '/setup/seed-profiles', { groups: wanted });
      const first = await seed(['opt-in']);
      expect([first.status, first.body]).toMatchObject([
        200,
        { created: [{ group: 'opt-in' }], skipped: [] },
      ]);
      await world.open('get', '/profiles/default/opt-in/en').expect(200);
      const again = await seed(['opt-in', 'opt-out']);
      expect(again.body).toMatchObject({ created: [{ group: 'opt-out' }], skipped: ['opt-in'] });
      for (const wrong of [['opt-in', 'no-such-group'], 'opt-in', undefined])
        expect((await seed(wrong)).status).toBe(400);
    }),
  'POST /setup/complete': () =>
    inWorld({}, async (world) => {
      for (const _time of ['first', 'again']) await world.admin('post', '/setup/complete').expect(200);
      await world.admin('patch', '/settings', { setupCompleted: false }).expect(200);
      expect((await world.admin('get', '/setup/status').expect(200)).body.completed).toBe(true);
    }),
  'GET /tenants': async (world) => {
    const { body } = await world.admin('get', '/tenants').expect(200);
    expect(body.map(({ id }: { id: string }) => id)).toEqual(['default']);
  },
  'POST /tenants': () =>
    inWorld({ tenancy }, async (world) => {
      for (const missing of ['name', 'slug'])
        await world.admin('post', '/tenants', { name: 'A', slug: 'a', [missing]: undefined }).expect(400);
      expect(await newTenant(world, 'south')).toMatchObject({ id: expect.any(String), slug: 'south' });
    }),
  'PUT /tenants/:id': async (world) => {
    const rename = async (name: string) =>
      (await world.admin('put', '/tenants/default', { name }).expect(200)).body;
    const [before] = (await world.admin('get', '/tenants').expect(200)).body;
    expect(await rename('Renamed')).toMatchObject({ id: 'default', name: 'Renamed' });
    await rename(before.name);
  },
  'DELETE /tenants/:id': () =>
    inWorld({ tenancy }, async (world) => {
      const { id } = await newTenant(world);
      await world.admin('delete', `/tenants/${id}`).expect(200);
      expect((await world.admin('get', '/tenants').expect(200)).body).toHaveLength(1);
    }),
  'GET /tcf/vendors': async (world) => {
    await world.admin('get', '/tcf/vendors').expect(404);
    await withTcf(listedCmp, async (tcf) => {
      expect((await tcf.admin('get', '/tcf/vendors').expect(200)).body.vendors).toEqual(vendorList().vendors);
    });
  },
  'GET /tcf/purposes': async (world) => {
    await world.admin('get', '/tcf/purposes').expect(404);
    await withTcf(listedCmp, async (tcf) => {
      const { body } = await tcf.admin('get', '/tcf/purposes').expect(200);
      expect(body.purposes).toEqual(vendorList().purposes);
    });
  },
  'GET /tcf/registration-status': () =>
    withTcf(listedCmp, async (world, registry) => {
      const status = async (query = '') =>
        (await world.admin('get', `/tcf/registration-status${query}`).expect(200)).body;
      expect(await status()).toMatchObject({
        draft: { cmpId: 31, cmpVersion: 2, publisherCC: 'DE' },
        confirmed: null,
        registry: { status: 'registered', name: 'Shop CMP' },
      });
      const asked = () => registry.asked(paths.cmps).length;
      const before = asked();
      await status();
      expect(asked()).toBe(before);
      await status('?refresh=true');
      expect(asked()).toBe(before + 1);
      await world.admin('post', '/tcf/confirm-registration', { acknowledge: true }).expect(200);
      expect((await status()).confirmed).toMatchObject({ confirmedAt: expect.any(String) });
    }),
  'POST /tcf/confirm-registration': async () => {
    const confirm = (world: World, acknowledge: boolean, status: number) =>
      world.admin('post', '/tcf/confirm-registration', { acknowledge }).expect(status);
    await withTcf(listedCmp, async (world) => {
      await confirm(world, false, 400);
      await confirm(world, true, 200);
    });
    await withTcf(deregisteredCmp, (world) => confirm(world, true, 409));
    await withTcf(null, (world) => confirm(world, true, 404));
  },
  'GET /gpp/registration-status': async (world) => {
    await world.admin('get', '/gpp/registration-status').expect(404);
    await inWorld({ gpp: { enabled: true, cmpId: 31 } }, async (gpp) => {
      const { body } = await gpp.admin('get', '/gpp/registration-status').expect(200);
      expect(body).toMatchObject({ draft: { cmpId: 31 }, confirmed: null });
    });
  },
  'POST /gpp/confirm-registration': () =>
    inWorld({ gpp: { enabled: true } }, async (world) => {
      await world.admin('post', '/gpp/confirm-registration', {}).expect(400);
      await world.admin('post', '/gpp/confirm-registration', { acknowledge: true }).expect(200);
      const { body } = await world.admin('get', '/gpp/registration-status').expect(200);
      expect(body.confirmed).toMatchObject({ confirmedAt: expect.any(String) });
    }),
  'guard body 1': async (world) => {
    const { id, use } = await templateInUse(world);
    const { body } = await world.admin('delete', `/consent-templates/${id}`).expect(422);
    expect(body).toMatchObject({ error: expect.any(String), activeProfiles: [use] });
  },
  'guard body 2': async (world) => {
    const { id, use } = await templateInUse(world);
    const { session: _gone, ...cookies } = profileJson().cookies ?? {};
    const { necessary, ...others } = consentTemplateBody().categories ?? {};
    const categories = { ...others, necessary: { ...necessary, cookies: [] } };
    const { body } = await world
      .admin('put', `/consent-templates/${id}`, { cookies, categories })
      .expect(422);
    expect(body).toMatchObject({
      error: expect.any(String),
      blockingProfiles: [use],
      removedCookieIds: ['session'],
    });
  },
};
