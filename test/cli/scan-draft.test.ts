import { draftProfiles, findDashboard, requireProfiles } from '#cli/scan/draft-profiles';
import type { StorageKind } from '#cli/scan/observation';
import { readPublishedProfile } from '#cli/scan/published-profile';
import { UsageError } from '#cli/usage-error';
import { createTestApp, type TestApp } from '../support/create-test-app';
import { createActiveProfile, createProfile } from '../support/profiles';

let app: TestApp;
let profileId: string;
beforeAll(async () => {
  app = await createTestApp({ config: { compliance: { type: 'opt-in' } } });
  const { id } = await createActiveProfile(app);
  profileId = id;
});
afterAll(() => app.close());

/** @param names of entries of the site itself; behind an `@` is the host of another company */
async function observe(
  names: readonly string[],
  kind: StorageKind = 'cookie',
  hosts: readonly string[] = [],
) {
  const { body } = await app.request.get(`${app.publicBase}/bootstrap`).expect(200);
  const profile = readPublishedProfile(body);
  if (profile === null) throw new Error('no profile');
  const stored = names.map((text) => {
    const [name = '', host = 'shop.example'] = text.split('@');
    const ownHost = host === 'shop.example';
    return { kind, name, host, ownHost, lifetimeSeconds: null, attributes: [], initiator: null };
  });
  const contacts = hosts.map((host) => ({ host, url: `https://${host}/`, type: 'image', initiator: null }));
  const page = { url: 'https://shop.example/', stored, contacts, banner: null, hasSettingsLink: null };
  const visitor = { kind: 'accepted', device: 'desktop', place: null } as const;
  return [{ profile, sessions: [{ visitor, pages: [{ ...page, screenshot: null }] }] }];
}

const draft = async (...seen: Parameters<typeof observe>) => (await draftAll(await observe(...seen))).lines;

async function draftAll(places: Parameters<typeof draftProfiles>[0]) {
  const lines: string[] = [];
  const { drafts } = app.service.operations;
  const dashboard = findDashboard('https://shop.example/svc/', 'default', { dashboard: { enabled: true } });
  const notify = (line: string) => void lines.push(line);
  const isComplete = await draftProfiles(places, { tenantId: 'default', drafts, dashboard, notify });
  return { lines, isComplete };
}

const get = async (path: string) =>
  (
    await app.request
      .get(`${app.adminBase}/${path}`)
      .set(await app.asAdmin())
      .expect(200)
  ).body;
const read = () => get(`profiles/${profileId}`);
const save = async (changes: object) => {
  const { profileJson: content } = await read();
  const { body } = await app.request
    .put(`${app.adminBase}/profiles/${profileId}`)
    .set(await app.asAdmin())
    .send({ profileJson: { ...content, ...changes } });
  expect(body.profile).toMatchObject({ id: profileId });
};
const unlisted = async (wanted: string) =>
  (await get('findings/unlisted')).items.find(({ name }: { name: string }) => name === wanted);

test('what the catalogue knows is listed by purpose, with domains and kind, in one version', async () => {
  const lines = await draft(['_gid', '_gcl_au', 'mystery'], 'cookie', [
    'widgets.outbrain.com',
    'ad.doubleclick.net', // Several cookies.
  ]);
  expect(lines).toEqual([
    'Drafted version 2 of the profile "Shop EU" with _gid, _gcl_au, widgets.outbrain.com.',
    `Review it at https://shop.example/svc/banners/${profileId}; it is not published.`,
    'Only you can say the category of: cookie mystery of shop.example, host ad.doubleclick.net. The dashboard lists them under Findings.',
  ]);
  const { version, publishedVersion, profileJson: content } = await read();
  expect([version, publishedVersion]).toEqual([2, 1]);
  expect(content.cookies['ga-gid']).toMatchObject({ name: '_gid' });
  expect(content.cookies['outbrain-obuid']).toMatchObject({
    name: 'widgets.outbrain.com',
    kind: 'other',
    domains: ['widgets.outbrain.com'],
  });
  const { items } = await get('audit?resourceType=profile');
  expect(items[0]).toMatchObject({ action: 'profile:updated', userEmail: null });
});

test('a draft that lists everything stays as it is, and another kind of the same name is added', async () => {
  expect(await draft(['_gid'])).toEqual(['Nothing to add to the profile "Shop EU".']);
  expect((await read()).version).toBe(2);
  await draft(['_gid'], 'localStorage');
  const { cookies } = (await read()).profileJson;
  expect(cookies['ga-gid-2']).toMatchObject({ name: '_gid', kind: 'localStorage' });
});

test('a host is not listed as one of the cookies of its company, and the cookie is listed beside it', async () => {
  const seen = ['ANONCHK@c.clarity.ms', 'obuid@.outbrain.com', 'uid'] as const;
  const hosts = ['www.clarity.ms', 'widgets.outbrain.com', '1234567.log.outbrain.com'];
  const before = Object.keys((await read()).profileJson.cookies);
  const lines = await draft(seen, 'cookie', hosts);
  expect(lines[0]).toContain('with ANONCHK, obuid.');
  // A cookie of the site itself can have the name of one of a company.
  expect(lines[2]).toContain('category of: cookie uid of shop.example, host www.clarity.ms.');
  const { cookies } = (await read()).profileJson;
  const added = Object.keys(cookies).filter((id) => !before.includes(id));
  expect(added.map((id) => [id, cookies[id].kind, cookies[id].name])).toEqual([
    ['bing-anonchk', undefined, 'ANONCHK'],
    ['outbrain-obuid-2', undefined, 'obuid'],
  ]);
  expect((await draft(seen, 'cookie', hosts))[0]).toBe('Nothing to add to the profile "Shop EU".');
  // Visitors who accept come last.
  const places = [
    ...(await observe([], 'cookie', ['a.teads.tv'])),
    ...(await observe(['tt_viewer@.teads.tv'], 'cookie', ['a.teads.tv'])),
  ];
  expect((await draftAll(places)).lines[0]).toContain('with a.teads.tv, tt_viewer.');
  // The dashboard knows the hosts by the same names: one is listed, the other is below a domain of the cookie.
  for (const name of ['widgets.outbrain.com', '*.log.outbrain.com'])
    expect((await unlisted(name)).waitingIn).toMatchObject([{ profileId }]);
  expect((await unlisted('ad.doubleclick.net')).waitingIn).toEqual([]);
});

test('each cookie of a company is listed by its own name, also where its host is listed', async () => {
  const { profileJson: content } = await read();
  const { categories } = content.preferenceModal;
  const ads = {
    ...content.cookies[categories.marketing.cookies[0]],
    name: 'linkedin.com',
    kind: 'other',
    domains: ['linkedin.com'],
  };
  const marketing = { ...categories.marketing, cookies: [...categories.marketing.cookies, 'ads'] };
  await save({
    cookies: { ...content.cookies, ads },
    preferenceModal: { ...content.preferenceModal, categories: { ...categories, marketing } },
  });
  const seen = ['IDE@.doubleclick.net', 'DSID@.doubleclick.net', 'UserMatchHistory@.linkedin.com'];
  expect((await draft(seen))[0]).toMatch(/ with IDE, DSID, UserMatchHistory\.$/);
  expect((await read()).profileJson.cookies['doubleclick-ide'].domains).toEqual(['doubleclick.net']);
  expect(await draft(seen)).toEqual(['Nothing to add to the profile "Shop EU".']);
});

test('the draft decides about categories, and what it has none for becomes a finding', async () => {
  const { profileJson: content } = await read();
  const saveCategories = (categories: object) =>
    save({ ...content, preferenceModal: { ...content.preferenceModal, categories } });
  const { marketing, ...others } = content.preferenceModal.categories;
  await saveCategories({ ...others, ads: marketing });
  expect((await draft(['t_gid@.taboola.com']))[0]).toMatch(/^Drafted version .* with t_gid\.$/);
  const { preferenceModal, cookies } = (await read()).profileJson;
  expect(cookies[preferenceModal.categories.ads.cookies.at(-1)].name).toBe('t_gid');

  await saveCategories(others);
  expect(await draft(['_fbc', '_hjFirstSeen'])).toEqual([
    expect.stringMatching(/^Drafted version .* with _hjFirstSeen\.$/),
    expect.any(String),
    'Only you can say the category of: _fbc. The dashboard lists them under Findings.',
  ]);
  expect(await unlisted('_fbc')).toMatchObject({ sources: ['scan'], match: { purpose: 'marketing' } });
});

test('a profile that refuses its draft is named, and the others are drafted', async () => {
  const { id } = await createProfile(app, { name: 'Shop UK', localeContent: {} });
  // As if it had been saved before a rule that it breaks.
  const { content } = await app.knex('svc_profile_versions').where({ profile_id: id }).first();
  const broken = content.replace(/,\{[^{}]*"cookies":"!"[^{}]*\}/, '');
  expect(broken).not.toBe(content);
  await app.knex('svc_profile_versions').where({ profile_id: id }).update({ content: broken });
  const places = await observe(['_hjFirstSeen', '_clck']);
  const refused = places.map((place) => ({ ...place, profile: { ...place.profile, id } }));
  const { lines, isComplete } = await draftAll([...refused, ...places]);
  expect(isComplete).toBe(false);
  expect(lines).toEqual([
    expect.stringMatching(/^Could not draft the profile "Shop UK": .+/),
    expect.stringMatching(/^Drafted version .* of the profile "Shop EU" with _clck\.$/),
    expect.any(String),
  ]);
  expect(await unlisted('_clck')).toMatchObject({ sources: ['scan'] });
});

test('another database is refused before anything is written', async () => {
  const other = await createTestApp();
  const { drafts } = other.service.operations;
  await expect(requireProfiles(await observe([]), { tenantId: 'default', drafts })).rejects.toThrow(
    UsageError,
  );
  await other.close();
});

test('cookies of the service are its own, whatever their names', async () => {
  const cookies = { name: 'cmp_vid', ownershipName: 'cmp_proof', deviceName: 'cmp_device', httpOnly: true };
  const named = await createTestApp({
    config: {
      compliance: { type: 'opt-in' },
      visitorCookie: cookies,
      choiceCookie: { name: 'cmp_choice' },
    },
  });
  await createActiveProfile(named);
  const { body } = await named.request.get(`${named.publicBase}/bootstrap`).expect(200);
  const [place] = await observe(['__Host-cmp_proof', 'cmp_proof', 'cmp_device', 'cmp_vid', 'cmp_choice']);
  const profile = readPublishedProfile(body);
  if (place === undefined || profile === null) throw new Error('no profile');
  const { drafts } = named.service.operations;
  const lines: string[] = [];
  const notify = (line: string) => void lines.push(line);
  await draftProfiles([{ ...place, profile }], { tenantId: 'default', drafts, dashboard: null, notify });
  expect(lines).toEqual(['Nothing to add to the profile "Shop EU".']);
  await named.close();
});

test('with tenants, the address of the drafted banner names the tenant', async () => {
  const lines: string[] = [];
  const config = { dashboard: { enabled: true, path: '/desk/' }, tenancy: { enabled: true } };
  await draftProfiles(await observe(['_pk_id.1']), {
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
