import { draftProfiles, findDashboard, requireProfiles } from '#cli/scan/draft-profiles';
import type { StorageKind } from '#cli/scan/observation';
import { readPublishedProfile } from '#cli/scan/published-profile';
import { UsageError } from '#cli/usage-error';
import { createTestApp, type TestApp } from '../support/create-test-app';
import { createActiveProfile } from '../support/profiles';

let app: TestApp;
let profileId: string;
beforeAll(async () => {
  app = await createTestApp({ config: { compliance: { type: 'opt-in' } } });
  const { id } = await createActiveProfile(app);
  profileId = id;
});
afterAll(() => app.close());

async function observe(
  names: readonly string[],
  kind: StorageKind = 'cookie',
  hosts: readonly string[] = [],
) {
  const { body } = await app.request.get(`${app.publicBase}/bootstrap`).expect(200);
  const profile = readPublishedProfile(body);
  if (profile === null) throw new Error('no profile');
  const stored = names.map((name) => ({
    ...{
      kind,
      name,
      host: 'shop.example',
      ownHost: true,
      lifetimeSeconds: null,
      attributes: [],
      initiator: null,
    },
  }));
  const contacts = hosts.map((host) => ({ host, url: `https://${host}/`, type: 'image', initiator: null }));
  const page = { url: 'https://shop.example/', stored, contacts, banner: null, hasSettingsLink: null };
  const visitor = { kind: 'accepted', device: 'desktop', place: null } as const;
  return [{ profile, sessions: [{ visitor, pages: [{ ...page, screenshot: null }] }] }];
}

async function draft(...seen: Parameters<typeof observe>) {
  const lines: string[] = [];
  const { drafts } = app.service.operations;
  const dashboard = findDashboard('https://shop.example/svc/', 'default', { dashboard: { enabled: true } });
  const notify = (line: string) => void lines.push(line);
  await draftProfiles(await observe(...seen), { tenantId: 'default', drafts, dashboard, notify });
  return lines;
}

const read = async () =>
  (
    await app.request
      .get(`${app.adminBase}/profiles/${profileId}`)
      .set(await app.asAdmin())
      .expect(200)
  ).body;

test('what the catalogue knows is listed by purpose, with domains and kind, in one version', async () => {
  const lines = await draft(['_gid', '_gcl_au', 'mystery'], 'cookie', [
    'ad.doubleclick.net',
    'px.ads.linkedin.com', // Cookies of several purposes.
  ]);
  expect(lines).toEqual([
    'Drafted version 2 of the profile "Shop EU" with _gid, _gcl_au, DSID.',
    `Review it at https://shop.example/svc/banners/${profileId}; it is not published.`,
    'Only you can say the category of: cookie mystery of shop.example, host px.ads.linkedin.com. The dashboard lists them under Findings.',
  ]);
  const { version, publishedVersion, profileJson: content } = await read();
  expect([version, publishedVersion]).toEqual([2, 1]);
  expect(content.cookies['ga-gid']).toMatchObject({ name: '_gid' });
  expect(content.cookies['doubleclick-dsid']).toMatchObject({ kind: 'other', domains: ['doubleclick.net'] });
  const { body } = await app.request
    .get(`${app.adminBase}/audit?resourceType=profile`)
    .set(await app.asAdmin());
  expect(body.items[0]).toMatchObject({ action: 'profile:updated', userEmail: null });
});

test('a draft that lists everything stays as it is, and another kind of the same name is added', async () => {
  expect(await draft(['_gid'])).toEqual(['Nothing to add to the profile "Shop EU".']);
  expect((await read()).version).toBe(2);
  await draft(['_gid'], 'localStorage');
  const { cookies } = (await read()).profileJson;
  expect(cookies['ga-gid-2']).toMatchObject({ name: '_gid', kind: 'localStorage' });
});

test('another database is refused before anything is written', async () => {
  const other = await createTestApp();
  const { drafts } = other.service.operations;
  await expect(requireProfiles(await observe([]), { tenantId: 'default', drafts })).rejects.toThrow(
    UsageError,
  );
  await other.close();
});

test('with tenants, the address of the drafted banner names the tenant', async () => {
  const lines: string[] = [];
  const config = { dashboard: { enabled: true, path: '/desk/' }, tenancy: { enabled: true } };
  await draftProfiles(await observe(['_gac_1']), {
    tenantId: 'default',
    drafts: app.service.operations.drafts,
    dashboard: findDashboard('https://shop.example/svc/', 'default', config),
    notify: (line) => void lines.push(line),
  });
  expect(lines[1]).toBe(
    `Review it at https://shop.example/svc/desk/banners/${profileId}?tenant=default; it is not published.`,
  );
  expect(findDashboard('https://shop.example/svc/', 'default', {})).toBeNull();
});
