import { createUser } from '../support/accounts';
import { type GuardedHost, openGuardedHost } from '../support/guarded-host';
import { createActiveProfile, profileJson } from '../support/profiles';
import { createTenant, tenancy } from '../support/tenants';

const day = 86_400_000;
const json = profileJson();
/** Everybody is pre-granted, so that undecided visitors have cookies too. */
const listed = (more: Record<string, object>) => {
  const categories = json.preferenceModal?.categories ?? {};
  const { analytics } = categories;
  return {
    cookies: { ...json.cookies, ...more },
    preferenceModal: {
      ...json.preferenceModal,
      categories: { ...categories, analytics: { ...analytics, cookies: ['ga', ...Object.keys(more)] } },
    },
  } as Partial<typeof json>;
};
const old = { purpose: 'analytics', listenGpc: true, name: 'old_*', provider: 'Shop Ltd', duration: '1 day' };

let host: GuardedHost;
afterEach(() => host.close());

async function openSite(options: Partial<Parameters<typeof openGuardedHost>[0]> = {}): Promise<void> {
  host = await openGuardedHost({
    profile: listed({ old }),
    routes: (app) => void app.get(/.*/, (_req, res) => void res.end()),
    ...options,
    config: { rateLimit: false, ...options.config },
  });
}

/** Opens a page every ten days, for so many days. */
async function visitFor(days: number, ...cookies: string[]): Promise<void> {
  for (let passed = 0; passed < days; passed += 10) {
    await host.request
      .get('/')
      .set('Cookie', cookies.map((name) => `${name}=1`).join('; '))
      .expect(200);
    host.clock.advance(10 * day);
    await host.service.maintenance();
  }
}

const send = async (
  method: 'get' | 'post' | 'put',
  path: string,
  body?: object,
  as?: Record<string, string>,
) =>
  host.request[method](`${host.adminBase}/${path}`)
    .set(as ?? (await host.asAdmin()))
    .send(body);

async function unseen(as?: Record<string, string>) {
  await host.service.maintenance();
  const { body, status } = await send('get', 'findings/unseen', undefined, as);
  expect(status).toBe(200);
  return body.items;
}
const namesUnseen = async () => (await unseen()).map(({ name }: { name: string }) => name).sort();

describe('a listed cookie that no visit has shown for 90 days', () => {
  test('is named once it was listed that long, with the banner, while others of the banner are seen', async () => {
    await openSite();
    await visitFor(90, '_ga', 'sid');
    expect(await namesUnseen()).toEqual([]);
    await visitFor(10, '_ga', 'sid');
    expect(await unseen()).toEqual(
      ['_fbp', 'old_*'].map((name) => ({
        code: 'cookie_never_seen',
        name,
        lastSeenOn: null,
        banners: [{ profileId: host.profileId, name: 'Shop EU', version: 1, isRemoved: false }],
      })),
    );
    // One that comes back is in use, whatever stands for the `*`.
    await visitFor(10, '_ga', 'old_7');
    expect(await namesUnseen()).toEqual(['_fbp']);
    await visitFor(100, '_ga');
    const items = await unseen();
    expect(items.map(({ name }: { name: string }) => name).sort()).toEqual(['_fbp', 'old_*', 'sid']);
    expect(items.find(({ name }: { name: string }) => name === 'old_*').lastSeenOn).toMatch(
      /^\d{4}-\d\d-\d\d$/,
    );
  });

  test('is not named where it was listed later, where nobody looked, or where visits stopped', async () => {
    await openSite();
    await visitFor(50, '_ga', 'sid');
    await send('put', `profiles/${host.profileId}`, {
      profileJson: profileJson(listed({ old, later: { ...old, name: 'later' } })),
    });
    expect((await send('post', `profiles/${host.profileId}/activate`, {})).status).toBe(200);
    await visitFor(60, '_ga');
    expect(await namesUnseen()).toEqual(['_fbp', 'old_*']);
    await visitFor(40, '_ga');
    expect(await namesUnseen()).toEqual(['_fbp', 'later', 'old_*', 'sid']);
    host.clock.advance(15 * day);
    expect(await namesUnseen()).toEqual([]);
    // After the gap, watching starts again.
    await visitFor(80, '_ga');
    expect(await namesUnseen()).toEqual([]);
  });

  test('waits for publication when the draft does not list it any more, and is gone after it', async () => {
    await openSite();
    await visitFor(100, '_ga', 'sid', '_fbp');
    expect(await namesUnseen()).toEqual(['old_*']);
    await send('put', `profiles/${host.profileId}`, { profileJson: profileJson() });
    expect((await unseen())[0].banners).toMatchObject([{ version: 2, isRemoved: true }]);
    await send('post', `profiles/${host.profileId}/activate`, {});
    expect(await namesUnseen()).toEqual([]);
  });

  test('of another site, or of the service itself, is not expected in visits', async () => {
    await openSite({
      profile: listed({
        old,
        ide: { ...old, name: 'IDE', domains: ['.doubleclick.net'] },
        visitor: { ...old, name: 'svc_choice' },
      }),
    });
    await visitFor(100, '_ga', 'sid', '_fbp');
    expect(await namesUnseen()).toEqual(['old_*']);
  });

  test('is off the list for 90 days when an operator says that it is in use', async () => {
    await openSite();
    await visitFor(100, '_ga', 'sid', '_fbp');
    const { as: reader } = await createUser(host, { role: 'viewer' });
    const keep = (names: readonly string[], as?: Record<string, string>) =>
      send('post', 'findings/unseen/keep', { names }, as);
    expect((await keep(['old_*'], reader)).status).toBe(403);
    expect((await keep(['old_*', 'never listed'])).body.code).toBe('finding_not_found');
    expect((await keep([])).body.code).toBe('validation_failed');
    expect(await unseen(reader)).toHaveLength(1);
    expect((await keep(['old_*', 'old_*'])).status).toBe(204);
    expect((await keep(['old_*'])).status).toBe(204);
    expect(await namesUnseen()).toEqual([]);
    const { body } = await send('get', 'audit?action=finding:kept');
    expect(body.items[0]).toMatchObject({ resourceName: 'old_*' });
    await visitFor(100, '_ga', 'sid', '_fbp');
    expect(await unseen()).toMatchObject([{ name: 'old_*', lastSeenOn: null }]);
  });
});

describe('reports of browsers', () => {
  /** Reports names as the widget does, every ten days. */
  async function reportFor(days: number, cookies: readonly string[], tenantId = 'default'): Promise<void> {
    for (let passed = 0; passed < days; passed += 10) {
      await host.request
        .post(`${host.publicBase}/reports?tenantId=${tenantId}`)
        .send({ reports: cookies.map((cookie) => ({ page: '/', cookie })) })
        .expect(204);
      host.clock.advance(10 * day);
      await host.service.maintenance();
    }
  }

  test('are enough, but show nothing about needed cookies, which scripts cannot always read', async () => {
    await openSite();
    await reportFor(100, ['_ga']);
    expect(await namesUnseen()).toEqual(['_fbp', 'old_*']);
  });

  test('write one row for each listed name and tenant, whatever strangers send', async () => {
    await openSite({ config: { tenancy } });
    await createActiveProfile(host, {}, (await createTenant(host, 'south')).id);
    const many = Array.from({ length: 45 }, (_item, index) => `old_${index}`);
    await reportFor(30, [...many, '_ga', 'made-up']);
    await reportFor(
      30,
      ['_ga', 'old_1'],
      (await host.knex('svc_tenants').where({ slug: 'south' }).first()).id,
    );
    const rows = await host.knex('svc_cookie_sightings').orderBy(['tenant_id', 'name']);
    expect(rows).toHaveLength(3);
    expect(rows.map(({ name }) => name).sort()).toEqual(['_ga', '_ga', 'old_*']);
    host.clock.advance(401 * day);
    await host.service.maintenance();
    expect(await host.knex('svc_cookie_sightings')).toEqual([]);
  });
});
