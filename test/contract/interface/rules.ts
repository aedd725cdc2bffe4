import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTestClock } from '../../support/create-test-app';
import { cmpList, createFakeRegistry, paths } from '../../support/fake-registry';
import { decide } from './resources';
import { as, operator, withOidc } from './sign-in';
import {
  adminBase,
  type Cases,
  consentTemplateBody,
  inWorld,
  openWorld,
  profileJson,
  publicBase,
  uiTemplateBody,
  unique,
  type World,
} from './world';

const root = join(__dirname, '../../..');
const day = 86_400_000;
const granted = { analytics: 'granted' };

/** Runs `work` with TCF, a registry that lists this CMP, and a clock that starts at the true time. */
async function withTcf(
  cmp: object | null,
  work: (world: World, asked: () => number) => Promise<unknown>,
  clock = createTestClock(),
): Promise<void> {
  const registry = await createFakeRegistry();
  registry.lists[paths.cmps] = cmpList(cmp);
  try {
    await inWorld(
      { tcf: registry.tcf },
      (world) => work(world, () => registry.asked(paths.cmps).length),
      clock,
    );
  } finally {
    await registry.close();
  }
}

const confirmTcf = (world: World) => world.admin('post', '/tcf/confirm-registration', { acknowledge: true });

async function templateStatus(world: World, more: object): Promise<number> {
  const body = { ...consentTemplateBody({ name: unique('List') }), ...more };
  return (await world.admin('post', '/consent-templates', body)).status;
}

export const errors: Cases<'Errors'> = {
  'rule 400': async (world) => {
    await world.open('post', '/consent', { consentJson: granted }).expect(400);
    const { cookies, categories } = consentTemplateBody();
    const { analytics, ...others } = categories ?? {};
    for (const wrong of [
      { cookies: { ...cookies, ga: { listenGpc: true } } },
      { cookies: { ...cookies, ga: { purpose: 'analytics' } } },
      { categories: others },
      { categories: { ...categories, again: { ...analytics, heading: 'Again' } } },
    ])
      expect(await templateStatus(world, wrong)).toBe(400);
    expect(await templateStatus(world, {})).toBe(201);
    await world.admin('post', '/setup/seed-profiles', { groups: ['no-such-group'] }).expect(400);
  },
  'rule 401': async () => {
    const clock = createTestClock();
    await inWorld(
      {},
      async (world) => {
        const token = await world.signIn();
        clock.advance(31 * 60_000);
        for (const call of [as(world, token), as(world, 'not a token')]) {
          await call('get', '/profiles').expect(401);
          await call('post', '/auth/refresh').expect(401);
        }
      },
      clock,
    );
  },
  'rule 403': () =>
    inWorld({ tenancy: { enabled: true } }, async (world) => {
      const { record } = await decide(world);
      const tenant = { name: 'A tenant', slug: unique('tenant') };
      const { id } = (await world.admin('post', '/tenants', tenant).expect(201)).body;
      const { call } = await operator(world, 'viewer', { allowedTenants: [id] });
      await call('get', `/consents/${record.visitorId}`).expect(403);
      await call('get', `/consents/${record.visitorId}/history`).expect(403);
      await call('get', '/consents').set('X-Tenant-Id', 'default').expect(403);
      await world.admin('get', `/consents/${record.visitorId}`).expect(200);
    }),
  'rule 404': async (world) => {
    for (const path of ['/profiles/no-such-profile', '/profiles/no-such-profile/en'])
      await world.open('get', path).expect(404);
    const { browser, record } = await decide(world);
    await browser.delete(`/consent/${record.visitorId}`).expect(200);
    await world
      .open('get', `/consent/${record.visitorId}`)
      .set('Cookie', `svc_vid=${record.visitorId}`)
      .expect(404);
    await withTcf(null, (tcf) => confirmTcf(tcf).expect(404));
  },
  'rule 409': () =>
    withTcf({ id: 31, name: 'Shop CMP', deletedDate: '2020-01-01T00:00:00Z' }, (world) =>
      confirmTcf(world).expect(409),
    ),
  'rule 422': async (world) => {
    const body = { name: unique('Profile'), defaultLocale: 'en' };
    const { mainBanner, ...json } = profileJson();
    const blank = { ...json, mainBanner: { ...mainBanner, htmlText: ' ' } };
    const refused = await world.admin('post', '/profiles', { ...body, profileJson: blank }).expect(422);
    expect(refused.body.errors).toContainEqual(
      expect.objectContaining({ locale: 'en', section: 'mainBanner', field: 'htmlText' }),
    );
    const preGranted = { ...json.cookies, ga: { ...json.cookies?.ga, preGranted: true } };
    const illegal = { ...json, mainBanner, cookies: preGranted };
    const { id: saved } = await world.profile({ complianceGroup: 'opt-in' });
    for (const answer of [
      await world.admin('post', '/profiles', { ...body, profileJson: illegal }),
      await world.admin('put', `/profiles/${saved}`, { profileJson: illegal }),
    ])
      expect([answer.status, answer.body.errors]).toEqual([422, expect.arrayContaining([expect.anything()])]);
    const { id } = await world.consentTemplate();
    await world.activeProfile({ consentTemplateId: id });
    await world.admin('delete', `/consent-templates/${id}`).expect(422);
    const { session: _gone, ...cookies } = json.cookies ?? {};
    const { categories } = consentTemplateBody();
    const emptied = { ...categories, necessary: { ...categories?.necessary, cookies: [] } };
    await world.admin('put', `/consent-templates/${id}`, { cookies, categories: emptied }).expect(422);
  },
  'rule 303': async (world) => {
    const { group } = await world.activeProfile();
    const { headers } = await world.open('get', `/profiles/default/${group}/fr`).expect(303);
    expect(headers.location).toBe(`${publicBase}/profiles/default/${group}/default`);
    await world.call('get', headers.location ?? '').expect(200);
  },
  'rule 302': () =>
    withOidc(async (world, provider) => {
      const { headers } = await world.call('get', `${adminBase}/auth/oidc/authorize`).expect(302);
      expect(headers.location).toContain(provider.issuer);
    }),
  'additional rule 1': async (world) => {
    const active = await world.activeProfile();
    const { id } = await world.profile({ customComplianceGroup: active.group });
    const { profileJson: json } = (await world.admin('get', `/profiles/${id}`).expect(200)).body;
    const { body } = await world
      .admin('put', `/profiles/${id}`, { profileJson: { ...json, isActive: true } })
      .expect(200);
    expect(body).toMatchObject({ conflict: { id: active.id }, requiresChoice: true });
  },
  'additional rule 2': async () => {
    const first = await openWorld({ compliance: {} });
    const { browser, record, profile } = await decide(first);
    const asked = await browser
      .post(`/consent/${record.visitorId}/parental-consent-request`, { profileId: profile.id })
      .expect(200);
    const resolve = (world: World) =>
      world.open('post', '/consent/parental-consent-resolve', { token: asked.body.token });
    await resolve(first).expect(200);
    await resolve(first).expect(200);
    await first.service.close();
    const restarted = await openWorld({ compliance: {}, knex: first.knex });
    await resolve(restarted).expect(400);
    await restarted.close();
    await first.close();
  },
};

/** The hash that is stored for a visitor whose request comes with these headers. */
async function ipHashOf(world: World, forwardedFor: string): Promise<string> {
  const { id } = await world.activeProfile();
  const { body } = await world
    .open('post', '/consent', { profileId: id, consentJson: granted })
    .set('X-Forwarded-For', forwardedFor)
    .expect(200);
  const { items } = (await world.admin('get', `/visitors?q=${body.visitorId}`).expect(200)).body;
  return items[0].ipHash;
}

export const limits: Cases<'Limits'> = {
  'Public API rate limiting': async (world) => {
    const { headers } = await world.open('get', '/resolve-profile').expect(200);
    expect(headers.ratelimit).toEqual(expect.any(String));
    const publicReads = { limit: 2, windowSeconds: 60 };
    await inWorld({ rateLimit: { publicReads } }, async (limited) => {
      for (const _time of ['first', 'second']) await limited.open('get', '/resolve-profile').expect(200);
      const refused = await limited.open('get', '/resolve-profile').expect(429);
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    });
  },
  'Hot-serve cache': async (world) => {
    const { group } = await world.activeProfile();
    const { headers } = await world.open('get', `/profiles/default/${group}/en`).expect(200);
    expect(headers['cache-control']).toBe('public, max-age=3600, stale-while-revalidate=60');
  },
  'Admin session extension per refresh': async () => {
    const clock = createTestClock(Math.floor(Date.now() / 1000) * 1000);
    await inWorld(
      {},
      async (world) => {
        const token = await world.signIn();
        clock.advance(20 * 60_000);
        const { body } = await as(world, token)('post', '/auth/refresh').expect(200);
        expect(Date.parse(body.expiresAt) - clock.now()).toBe(30 * 60_000);
      },
      clock,
    );
  },
  'Default consent expiry (expiryDays)': async () => {
    const clock = createTestClock();
    await inWorld(
      {},
      async (world) => {
        const { browser, record } = await decide(world);
        const verify = async () => (await browser.get(`/consent/${record.visitorId}/verify`)).body;
        const { expiresAt } = await verify();
        expect(Date.parse(expiresAt) - Date.parse(record.updatedAt)).toBe(365 * day);
        clock.advance(365 * day - 1);
        expect((await verify()).valid).toBe(true);
        clock.advance(2);
        expect(await verify()).toMatchObject({ valid: false, reason: 'expired' });
      },
      clock,
    );
  },
  'TCF registry lookup cache': async () => {
    const clock = createTestClock();
    await withTcf(
      { id: 31, name: 'Shop CMP' },
      async (world, asked) => {
        const status = async (query = '') =>
          as(world, await world.signIn())('get', `/tcf/registration-status${query}`).expect(200);
        await status();
        const before = asked();
        clock.advance(7 * day - 60_000);
        await status();
        expect(asked()).toBe(before);
        await status('?refresh=true');
        expect(asked()).toBe(before + 1);
        clock.advance(7 * day + 60_000);
        await status();
        expect(asked()).toBe(before + 2);
      },
      clock,
    );
  },
  'GET /stats/timeline default days': async (world) =>
    expect((await world.admin('get', '/stats/timeline').expect(200)).body).toHaveLength(30),
  // The dashboard does not show these advisories yet: only their last part, that nothing is blocked, is kept.
  'Profile wizard content advisories (informational, never block saving)': async (world) => {
    const { mainBanner } = profileJson();
    const htmlText = `<p>${'word '.repeat(200)}</p>`;
    const { id } = await world.profile({
      mainBanner: { ...mainBanner, heading: 'A heading '.repeat(10).trim(), htmlText },
    });
    await world.admin('get', `/profiles/${id}`).expect(200);
  },
  'Accessibility mode': async (world) => {
    const { id } = await world.profile({ enhanceAccessibility: true });
    expect((await world.open('get', `/profiles/${id}`)).body.enhanceAccessibility).toBe(true);
    const styles = await readFile(join(root, 'src/widget/widget.css'), 'utf8');
    const [, enhanced] = /\.frame\.plus \{([^}]*)\}/.exec(styles) ?? [];
    expect(enhanced).toContain('--target: 44px;');
    expect(enhanced).toContain('--ring: 3px;');
  },
  'Example breakpoint value': async (world) => {
    const { mainBanner } = uiTemplateBody();
    const create = (stackButtonsOnBreakpoint: unknown) =>
      world.admin('post', '/ui-templates', {
        ...uiTemplateBody({ name: unique('Look') }),
        mainBanner: { ...mainBanner, stackButtonsOnBreakpoint },
      });
    expect((await create(576).expect(201)).body.mainBanner.stackButtonsOnBreakpoint).toBe(576);
    await create('576px').expect(400);
  },
  'IP handling': async (world) => {
    const [one, other] = ['203.0.113.9', '203.0.113.10'];
    expect(await ipHashOf(world, one)).toBe(await ipHashOf(world, other));
    await inWorld({ trustProxy: true }, async (trusting) => {
      const hash = await ipHashOf(trusting, one);
      expect(hash).toMatch(/^[0-9a-f]{64}$/);
      expect(await ipHashOf(trusting, one)).toBe(hash);
      expect(await ipHashOf(trusting, other)).not.toBe(hash);
      const tables = await trusting.knex('sqlite_master').where({ type: 'table' }).pluck('name');
      for (const table of tables) expect(JSON.stringify(await trusting.knex(table))).not.toContain(one);
    });
    const publicReads = { limit: 1, windowSeconds: 60 };
    await inWorld({ trustProxy: true, rateLimit: { publicReads } }, async (limited) => {
      const read = (ip: string) => limited.open('get', '/resolve-profile').set('X-Forwarded-For', ip);
      await read(one).expect(200);
      await read(other).expect(200);
      await read(one).expect(429);
    });
  },
};

export const versioning: Cases<'Versioning'> = {
  'rule 1': async (world) => {
    expect([publicBase, adminBase]).toEqual(['/svc/api/v1', '/svc/admin/v1']);
    expect((await world.open('get', '/openapi.json').expect(200)).body.info.version).toBe('0.1.0');
  },
  'rule 2': async (world) => {
    const { id, version } = await world.profile();
    const snapshot = async (number: number) =>
      (await world.admin('get', `/profiles/${id}/versions/${number}`).expect(200)).text;
    const first = await snapshot(1);
    await world.admin('put', `/profiles/${id}`, { name: unique('Renamed') }).expect(200);
    const { body } = await world.admin('get', `/profiles/${id}`).expect(200);
    expect([version, body.version]).toEqual([1, 2]);
    await snapshot(2);
    expect(await snapshot(1)).toBe(first);
  },
  'rule 3': async (world) => {
    const { paths: described } = (await world.open('get', '/openapi.json').expect(200)).body;
    expect(described['/profiles/auto/{locale}'].get.deprecated).toBe(true);
    expect(described['/resolve-profile'].get).not.toHaveProperty('deprecated');
  },
  'rule 4': async () => {
    const manifest = async (path: string) => JSON.parse(await readFile(join(root, path), 'utf8'));
    const { name, version } = await manifest('package.json');
    expect(version.localeCompare('0.1.0', 'en', { numeric: true })).toBeGreaterThanOrEqual(0);
    const guide = await readFile(join(root, 'docs/guide/plugins.md'), 'utf8');
    expect(guide).toContain(`"peerDependencies": { "${name}": ">=0.1.0"`);
  },
};
