import { createUser } from '../support/accounts';
import { type GuardedHost, openGuardedHost } from '../support/guarded-host';
import {
  createActiveProfile,
  createProfile,
  germanContent,
  profileJson,
  withNewCategory,
} from '../support/profiles';
import { createTemplate } from '../support/templates';
import { createTenant, tenancy } from '../support/tenants';

let host: GuardedHost;
afterEach(() => host.close());

/** A site with `_gcl_au` of the catalogue and `basket_12`, which it does not know, on each page. */
async function openSite(options: Partial<Parameters<typeof openGuardedHost>[0]> = {}): Promise<void> {
  host = await openGuardedHost({
    routes: (app) =>
      void app.get(/.*/, (_req, res) => void res.cookie('_gcl_au', '1').cookie('basket_12', '1').end()),
    ...options,
    config: { rateLimit: false, ...options.config },
  });
}

const visit = (page = '/') => host.request.get(page).expect(200);

const report = (reports: readonly object[], tenantId = 'default') =>
  host.request.post(`${host.publicBase}/reports?tenantId=${tenantId}`).send({ reports }).expect(204);

async function get(path: string, as?: Record<string, string>) {
  await host.service.maintenance();
  const { body } = await host.request
    .get(`${host.adminBase}/${path}`)
    .set(as ?? (await host.asAdmin()))
    .expect(200);
  return body;
}

const send = async (
  path: string,
  body: object,
  as?: Record<string, string>,
  method: 'post' | 'put' | 'delete' = 'post',
) =>
  host.request[method](`${host.adminBase}/${path}`)
    .set(as ?? (await host.asAdmin()))
    .send(body);

async function find(name: string) {
  const { items } = await get('findings/unlisted');
  return items.find((item: { name: string }) => item.name === name);
}

const listIn = async (profileIds: readonly string[], ...items: readonly object[]) =>
  send('findings/list', { profileIds, items });

const publish = async (id: string) => expect((await send(`profiles/${id}/activate`, {})).status).toBe(200);

describe('what is not listed', () => {
  test('is there once, with its pages, who saw it, and what the catalogue knows', async () => {
    await openSite({
      profile: { cookies: { ...profileJson().cookies }, locales: ['en', 'de'] },
    });
    await visit('/shop/1');
    await report([
      { page: '/news/4', cookie: '_gcl_au' },
      { page: '/', cookie: 'AMP_TOKEN' },
      { page: '/', cookie: 'wp-settings-7' },
      { page: '/', blocked: 'https://bat.bing.com/x.js', directive: 'script-src' },
      { page: '/', blocked: 'https://static.unknown.example/x.js' },
    ]);
    host.clock.advance(60_000);
    await visit('/cart');
    const { items, total, counts, others, banners } = await get('findings/unlisted');
    const byName = (name: string) => items.find((item: { name: string }) => item.name === name);
    expect(byName('_gcl_au')).toMatchObject({
      kind: 'cookie',
      count: 3,
      sources: ['guard', 'browser'],
      pages: expect.arrayContaining(['/news/*']),
      codes: expect.arrayContaining(['cookie_before_consent', 'cookie_not_listed']),
      match: { certainty: 'name', provider: 'Google Ads', purpose: 'marketing', duration: '90 days' },
      waitingIn: [],
    });
    expect(byName('_gcl_au').match.description).toMatch(/\w+ \w+/);
    expect(Date.parse(byName('_gcl_au').lastSeenAt) - Date.parse(byName('_gcl_au').firstSeenAt)).toBe(60_000);
    expect(byName('basket_*').match).toBeNull();
    expect(byName('static.unknown.example')).toMatchObject({ kind: 'host', match: null });
    expect(byName('bat.bing.com').match).toMatchObject({ provider: expect.stringMatching(/Microsoft/) });
    expect(counts).toEqual({
      cookies: items.filter(({ kind }: { kind: string }) => kind === 'cookie').length,
      entries: 0,
      hosts: 2,
    });
    expect([total, others]).toEqual([items.length, 0]);
    expect(banners).toEqual([
      expect.objectContaining({
        profileId: host.profileId,
        version: 1,
        categories: [
          { id: 'necessary', purpose: 'necessary' },
          { id: 'analytics', purpose: 'analytics' },
          { id: 'marketing', purpose: 'marketing' },
        ],
      }),
    ]);
  });

  test('goes into the next version with the texts of every language, waits for the publication, and is gone after it', async () => {
    await openSite();
    const localeContent = { de: germanContent(), xx: germanContent() };
    const { id } = await createActiveProfile(host, { localeContent });
    await visit();
    const { id: findingId } = await find('_gcl_au');
    const answer = await listIn([id], { findingId });
    expect(answer.body).toEqual({
      banners: [{ profileId: id, name: 'Shop EU', version: 2, added: ['_gcl_au'], untranslated: ['xx'] }],
    });
    const profile = await get(`profiles/${id}?include=localeContent`);
    const listed = profile.profileJson.preferenceModal.categories.marketing.cookies.at(-1);
    expect(profile.profileJson.cookies[listed]).toMatchObject({
      name: '_gcl_au',
      purpose: 'marketing',
      provider: 'Google Ads',
      description: expect.stringMatching(/\w+ \w+/),
    });
    expect(profile.localeContent.de.cookies[listed].description).toMatch(/\w+ \w+/);
    expect(profile.localeContent.de.cookies[listed].description).not.toBe(
      profile.profileJson.cookies[listed].description,
    );
    expect(profile.localeContent.xx.cookies).toBeUndefined();
    expect([profile.version, profile.publishedVersion]).toEqual([2, 1]);

    expect((await find('_gcl_au')).waitingIn).toEqual([{ profileId: id, name: 'Shop EU', version: 2 }]);
    expect((await get('findings/unlisted')).counts).toEqual({ cookies: 1, entries: 0, hosts: 0 });
    await send(`profiles/${id}/rollback`, { version: 1 });
    expect((await find('_gcl_au')).waitingIn).toEqual([]);
    await send(`profiles/${id}/rollback`, { version: 2 });
    expect((await find('_gcl_au')).waitingIn).toEqual([{ profileId: id, name: 'Shop EU', version: 4 }]);
    await publish(id);
    expect(await find('_gcl_au')).toBeUndefined();
    // Set before the visitor decides: that listing does not change.
    expect((await get('findings/unlisted')).others).toBe(1);
    const { items } = await get('findings?code=cookie_before_consent');
    expect(items).toMatchObject([{ name: '_gcl_au', isListed: true, status: 'open' }]);
  });

  test('changes nothing else: neither the look, nor the texts that a language lacks', async () => {
    await openSite();
    const [cookies, look] = [
      await createTemplate(host, 'consent-templates'),
      await createTemplate(host, 'ui-templates', { name: 'Look', theme: { radius: 4 } }),
    ];
    const { id } = await createProfile(host, { localeContent: { de: germanContent() } });
    const linked = withNewCategory({ consentTemplateId: cookies.id, uiTemplateId: look.id });
    await send(`profiles/${id}`, { profileJson: linked }, undefined, 'put');
    await send(`ui-templates/${look.id}`, { theme: { radius: 30 } }, undefined, 'put');
    await send(`consent-templates/${cookies.id}`, {}, undefined, 'delete');
    await visit();
    const { id: findingId } = await find('_gcl_au');
    const { body } = await listIn([id], { findingId });
    expect(body).toMatchObject({ banners: [{ version: 3, added: ['_gcl_au'], untranslated: [] }] });
    expect(await get(`profiles/${id}/versions/3`)).toMatchObject({ theme: { radius: 4 } });
  });

  test('is saved once, however often and by however many operators it is listed', async () => {
    await openSite();
    const { profileId } = host;
    await visit();
    const { id: findingId } = await find('_gcl_au');
    const answers = await Promise.all([1, 2, 3].map(() => listIn([profileId], { findingId })));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(answers.map(({ body }) => body.banners[0].version)).toEqual([2, 2, 2]);
    expect(answers.flatMap(({ body }) => body.banners[0].added)).toEqual(['_gcl_au']);
    expect((await get(`profiles/${profileId}`)).version).toBe(2);
    const { items } = await get('audit?action=profile:updated');
    expect(
      items.map(({ changes }: { changes: { listedCookies: string[] } }) => changes.listedCookies),
    ).toEqual([['_gcl_au']]);
  });

  test('goes into several banners at once, in each its own category, with a text of the operator', async () => {
    await openSite();
    const content = profileJson({ complianceGroup: 'opt-out', countries: ['US-VA'] });
    const { marketing, ...categories } = content.preferenceModal?.categories ?? {};
    const second = await createActiveProfile(host, {
      localeContent: {},
      profileJson: {
        ...content,
        preferenceModal: { ...content.preferenceModal, categories: { ...categories, ads: marketing ?? {} } },
      },
    });
    await visit();
    await report([{ page: '/', blocked: 'https://cdn.unknown.example/' }]);
    const [ad, basket, cdn] = [
      await find('_gcl_au'),
      await find('basket_*'),
      await find('cdn.unknown.example'),
    ];
    const answer = await listIn(
      [host.profileId, second.id],
      { findingId: ad.id },
      { findingId: basket.id, category: 'necessary', description: 'Keeps the basket.' },
      { findingId: cdn.id, category: 'analytics', description: 'Counts visits.' },
    );
    expect(
      answer.body.banners.map(({ added, version }: Record<string, unknown>) => [added, version]),
    ).toEqual([
      [['_gcl_au', 'basket_*', 'cdn.unknown.example'], 2],
      [['_gcl_au', 'basket_*', 'cdn.unknown.example'], 2],
    ]);
    const [first, other] = [await get(`profiles/${host.profileId}`), await get(`profiles/${second.id}`)];
    expect(first.profileJson.preferenceModal.categories.marketing.cookies).toHaveLength(2);
    expect(other.profileJson.preferenceModal.categories.ads.cookies).toHaveLength(2);
    expect(first.profileJson.cookies['basket_*']).toEqual({
      name: 'basket_*',
      purpose: 'necessary',
      listenGpc: false,
      description: 'Keeps the basket.',
    });
    expect(first.profileJson.cookies['cdn.unknown.example']).toEqual({
      name: 'cdn.unknown.example',
      kind: 'other',
      purpose: 'analytics',
      listenGpc: true,
      description: 'Counts visits.',
      domains: ['cdn.unknown.example'],
    });
    await publish(host.profileId);
    expect((await get('findings/unlisted')).items).toEqual([]);
    // The host is now one of a category, and is judged by the visitor's choice.
    await report([{ page: '/', blocked: 'https://a.cdn.unknown.example/' }]);
    expect((await get('findings?code=host_before_consent')).items).toMatchObject([
      { name: 'cdn.unknown.example', category: 'analytics' },
    ]);
  });

  test('gets the service of its provider where visitors decide about services', async () => {
    await openSite({
      profile: {
        granularity: 'service',
        services: { 'google-ads': { category: 'marketing', name: 'Google Ads' } },
      },
      routes: (app) =>
        void app.get('/', (_req, res) => void res.cookie('_gcl_au', '1').cookie('_hjFirstSeen', '1').end()),
    });
    await visit();
    const { items } = await get('findings/unlisted');
    const listed = await listIn(
      [host.profileId],
      ...items.map(({ id }: { id: string }) => ({ findingId: id })),
    );
    expect(listed.status).toBe(200);
    const { profileJson: saved } = await get(`profiles/${host.profileId}`);
    const serviceOf = (name: string) =>
      (Object.values(saved.cookies) as { name?: string; service?: string }[]).find(
        (each) => each.name === name,
      )?.service;
    expect(serviceOf('_gcl_au')).toBe('google-ads');
    expect(serviceOf('_hjFirstSeen')).toBe('hotjar');
    expect(saved.services.hotjar).toEqual({ category: 'analytics', name: 'Hotjar', provider: 'Hotjar' });
  });

  test('that the banner describes outside of all categories goes into one', async () => {
    const { cookies } = profileJson();
    const basket = { purpose: 'functional', listenGpc: false, name: 'basket_*', description: 'Own text.' };
    await openSite({ profile: { cookies: { ...cookies, basket } as typeof cookies } });
    await visit();
    const { id: findingId } = await find('basket_*');
    expect((await listIn([host.profileId], { findingId, category: 'necessary' })).status).toBe(200);
    const saved = await get(`profiles/${host.profileId}`);
    expect(saved.profileJson.preferenceModal.categories.necessary.cookies).toEqual(['session', 'basket']);
    expect(saved.profileJson.cookies.basket.description).toBe('Own text.');
  });

  test('is nothing while no banner is live', async () => {
    await openSite();
    await visit();
    await host.knex('svc_profiles').update({ active_group: null });
    expect(await get('findings/unlisted')).toMatchObject({ items: [], others: 0, banners: [] });
  });

  test('is off the list when it is ignored or necessary', async () => {
    await openSite();
    await visit();
    const [ad, basket] = [await find('_gcl_au'), await find('basket_*')];
    await send('findings/decide', { findingIds: ad.findingIds, status: 'ignored', reason: 'Staging' });
    await send('findings/decide', { findingIds: basket.findingIds, status: 'necessary' });
    await visit();
    expect(await get('findings/unlisted')).toMatchObject({ items: [], total: 0, others: 0 });
    await send('findings/decide', { findingIds: ad.findingIds, status: 'open' });
    expect(await find('_gcl_au')).toMatchObject({ count: 2 });
  });
});

describe('listing is refused', () => {
  const faultOf = ({ status, body }: Awaited<ReturnType<typeof send>>) => [
    status,
    body.code,
    body.details?.[0].path,
  ];

  test('without a category that the banner has, an item that exists, or a banner', async () => {
    await openSite();
    await visit();
    const { profileId } = host;
    const [ad, basket] = [await find('_gcl_au'), await find('basket_*')];
    const good = { findingId: ad.id };
    const faults = async (...items: readonly object[]) => faultOf(await listIn([profileId], ...items));
    const invalid = (path: string) => [400, 'validation_failed', path];
    expect(await faults(good, { findingId: basket.id })).toEqual(invalid('items.1.category'));
    expect(await faults({ ...good, category: 'none' })).toEqual(invalid('items.0.category'));
    expect(await faults({ findingId: 'none' })).toEqual([404, 'finding_not_found', undefined]);
    expect(faultOf(await listIn([profileId, 'none'], good))).toEqual([404, 'profile_not_found', undefined]);
    expect(faultOf(await listIn([], good)).slice(0, 2)).toEqual([400, 'validation_failed']);
    expect((await get(`profiles/${profileId}`)).version).toBe(1);
    const { as } = await createUser(host, { role: 'viewer' });
    const refused = await send('findings/list', { profileIds: [profileId], items: [good] }, as);
    expect(faultOf(refused)).toEqual([403, 'forbidden', undefined]);
  });

  test('for a name that also stands for others, which cannot be necessary either', async () => {
    await openSite();
    await visit();
    await report([
      ...['a1', '0123456789abcdef0123456789abcdef', '_7'].map((cookie) => ({ page: '/', cookie })),
      ...['d1111abcdef8.cloudfront.net', 'shop123456.s3.amazonaws.com', '1234567.fls.doubleclick.net'].map(
        (name) => ({ page: '/', blocked: `https://${name}/x.js` }),
      ),
    ]);
    const { items } = await get('findings/unlisted');
    const idsOf = (isWanted: (item: { name: string; isTooGeneral: boolean }) => boolean) =>
      new Map(items.filter(isWanted).map(({ name, id }: { name: string; id: string }) => [name, id]));
    const general = idsOf(({ isTooGeneral }) => isTooGeneral);
    expect([...general.keys()].sort()).toEqual(['*', '*.cloudfront.net', '*.s3.amazonaws.com', '_*', 'a*']);
    const more = { category: 'marketing', description: 'Found.' };
    const good = { findingId: (await find('basket_*')).id, ...more };
    for (const findingId of general.values())
      expect(faultOf(await listIn([host.profileId], good, { findingId, ...more }))).toEqual([
        400,
        'validation_failed',
        'items.1.findingId',
      ]);
    for (const name of ['*', '_*', 'a*'])
      expect(
        faultOf(
          await send('findings/decide', {
            findingIds: [good.findingId, general.get(name)],
            status: 'necessary',
          }),
        ),
      ).toEqual([400, 'validation_failed', 'findingIds.1']);
    const all = (await get('findings?status=open')).items;
    expect(
      all
        .filter(({ isTooGeneral }: { isTooGeneral: boolean }) => isTooGeneral)
        .map(({ name }: { name: string }) => name)
        .sort(),
    ).toEqual([...general.keys()].sort());

    // All hosts below this domain belong to one company, which the catalogue knows.
    const findingId = idsOf(({ name }) => name === '*.fls.doubleclick.net').get('*.fls.doubleclick.net');
    const listed = await listIn([host.profileId], { findingId, ...more });
    expect(listed.body.banners[0].added).toEqual(['fls.doubleclick.net']);
  });

  test('across tenants: findings, and banners', async () => {
    await openSite({ config: { tenancy } });
    const north = await createTenant(host, 'north');
    const { id: ofNorth } = await createProfile(host, {}, north.id);
    await createActiveProfile(host, {}, north.id);
    await report([{ page: '/', cookie: 'promo' }], north.id);
    const as = { ...(await host.asAdmin()), ...north.header };
    const { items } = await get('findings/unlisted', as);
    expect(items).toMatchObject([{ name: 'promo' }]);
    expect((await get('findings/unlisted')).items).toEqual([]);
    const item = { findingId: items[0].id, category: 'marketing', description: 'Promotes.' };
    expect(faultOf(await listIn([host.profileId], item)).slice(0, 2)).toEqual([404, 'finding_not_found']);
    const own = await send('findings/list', { profileIds: [host.profileId], items: [item] }, as);
    expect(faultOf(own).slice(0, 2)).toEqual([404, 'profile_not_found']);
    const listed = await send('findings/list', { profileIds: [ofNorth], items: [item] }, as);
    expect(listed.body.banners).toMatchObject([{ profileId: ofNorth, added: ['promo'] }]);
  });
});

test('names that strangers choose stay names, and break no banner', async () => {
  await openSite();
  const chosen = [
    'constructor',
    'hasOwnProperty',
    '+cmd|!A',
    '-',
    '..',
    '<img src=x onerror=alert(1)>',
    '"><script>alert(1)</script>',
    '__proto__',
    '\u202egnp.exe',
    'a b',
    'é'.repeat(200),
    'x'.repeat(300),
    '',
  ];
  await report(chosen.map((cookie) => ({ page: '/<b>/constructor/%00', cookie })));
  await report(
    [
      'https://xn--80ak6aa92e.example/',
      'https://constructor/',
      'wss://[::1]/',
      `https://${'a.'.repeat(140)}example/`,
    ].map((blocked) => ({ page: '/', blocked })),
  );
  const { items } = await get('findings/unlisted');
  expect(items.length).toBeGreaterThan(8);
  expect(JSON.stringify(items)).not.toMatch(/[<>\u202e]/);
  for (const { id, kind, name } of items) {
    const { status, body } = await listIn(
      [host.profileId],
      ...[1, 2].map(() => ({ findingId: id, category: 'marketing', description: 'Found.' })),
    );
    expect([
      kind,
      name,
      status === 200 || body.code === 'validation_failed' || body.code === 'profile_invalid',
    ]).toEqual([kind, name, true]);
  }
  await publish(host.profileId);
  const waiting = (await get('findings/unlisted')).items.filter(
    ({ waitingIn }: { waitingIn: [] }) => waitingIn.length > 0,
  );
  expect(waiting).toEqual([]);
});

test('hundreds of findings about a site with a long list take little time: nobody else is served meanwhile', async () => {
  const shop = profileJson();
  const many = Array.from({ length: 1500 }, (_cookie, index) => `own${index}`);
  const { marketing, ...categories } = shop.preferenceModal?.categories ?? {};
  await openSite({
    profile: {
      cookies: {
        ...shop.cookies,
        ...Object.fromEntries(many.map((id) => [id, shop.cookies?.pixel])),
      } as never,
      preferenceModal: {
        ...shop.preferenceModal,
        categories: { ...categories, marketing: { ...marketing, cookies: ['pixel', ...many] } },
      } as never,
    },
  });
  const found = Array.from({ length: 700 }, (_finding, index) => ({
    id: `found${index}`,
    tenant_id: 'default',
    source: index < 500 ? 'guard' : 'browser',
    code: 'cookie_not_listed',
    kind: 'cookie',
    name: `found${index}`,
    page: '/',
    amount: 1,
    status: 'open',
    created_at: host.clock.now(),
    last_seen_at: host.clock.now(),
  }));
  for (let start = 0; start < found.length; start += 50)
    await host.knex('svc_findings').insert(found.slice(start, start + 50));
  const as = await host.asAdmin();
  const started = process.cpuUsage();
  expect((await get('findings/unlisted', as)).total).toBe(700);
  const { user, system } = process.cpuUsage(started);
  expect((user + system) / 1000).toBeLessThan(1000);
});
