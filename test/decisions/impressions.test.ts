import { allDenied, allGranted, cookiesAfter } from '../support/consent';
import { createTestApp, createTestClock, type TestApp } from '../support/create-test-app';
import { firefox, visitorCalls } from '../support/impressions';
import { createActiveProfile, profileJson, serviceProfileJson } from '../support/profiles';
import { statisticsCalls } from '../support/statistics';
import { createTenant, tenancy } from '../support/tenants';

const noon = Date.UTC(2026, 2, 29, 12);
const hour = 3_600_000;
const day = 24 * hour;
const halfGranted = { necessary: 'granted', analytics: 'granted', marketing: 'denied' };
const none = {
  shown: 0,
  decided: 0,
  accepted: 0,
  refused: 0,
  saved: 0,
  closed: 0,
  noAnswer: 0,
  withdrawn: 0,
};

describe('impressions of a tenant', () => {
  let app: TestApp;
  let visitor: ReturnType<typeof visitorCalls>;
  let stats: ReturnType<typeof statisticsCalls>;
  let profileId: string;

  beforeEach(async () => {
    app = await createTestApp({ clock: createTestClock(noon), config: { rateLimit: false } });
    visitor = visitorCalls(app);
    stats = statisticsCalls(app);
    profileId = (await createActiveProfile(app)).id;
  });
  afterEach(() => app.close());

  const settings = async (body: object) =>
    app.request
      .patch(`${app.adminBase}/settings`)
      .set(await app.asAdmin())
      .send(body);
  const read = (query: Record<string, string> = {}) => stats.get('/stats/banners', query);

  test('rows are compared with the days before, value by value', async () => {
    await visitor.visit({ profileId, device: 'phone' }, { seen: 2, accepted: 1 });
    await visitor.visit({ profileId, device: 'tablet' }, { seen: 1 });
    app.clock.advance(day);
    await visitor.visit({ profileId, device: 'phone' }, { seen: 3 });
    await visitor.visit({ profileId, device: 'desktop' }, { seen: 1 });
    const today = new Date(app.clock.now()).toISOString().slice(0, 10);
    const { by } = await read({ from: today, to: today, compare: 'previous' });
    expect(by.device).toMatchObject([
      { value: 'phone', shown: 3, accepted: 0, previous: { shown: 2, accepted: 1, noAnswer: 1 } },
      { value: 'desktop', shown: 1, previous: { shown: 0, decided: 0 } },
    ]);
    expect((await read({ from: today, to: today })).by.device[0]).not.toHaveProperty('previous');
  });

  // What was written is in the journal first and in the sums later; nobody may see a difference.
  describe.each([
    ['before it is folded', async () => {}],
    ['after it is folded', () => app.service.maintenance()],
    [
      'after hours were added up to days',
      async () => {
        await app.service.maintenance();
        app.clock.advance(40 * day);
        await app.service.maintenance();
        expect(await app.knex('svc_banner_sums').distinct('span').pluck('span')).toEqual(['day']);
      },
    ],
  ])('%s', (_when, settle) => {
    const from = '2026-03-29';
    const to = '2026-03-29';

    test('those who left are those who saw a banner without deciding, whatever else was decided', async () => {
      const berlin = { profileId, timezone: 'Europe/Berlin' };
      for (let left = 6; left > 0; left -= 1) await visitor.see(berlin).expect(200, { counted: true });
      await visitor.decide(berlin, { consentJson: allGranted, method: 'accept' }).expect(200);
      await visitor.decide(berlin, { consentJson: allDenied, method: 'refuse' }).expect(200);
      await visitor.decide(berlin, { consentJson: halfGranted, method: 'save' }).expect(200);
      await visitor.decide(berlin, { consentJson: allDenied, method: 'close' }).expect(200);
      // Decided without a banner that was counted: on a page of the host, or in a sample that left it out.
      await visitor
        .decide(berlin, { consentJson: allGranted, method: 'accept', shownOn: undefined })
        .expect(200);
      await settle();
      const counts = { shown: 6, decided: 4, accepted: 1, refused: 1, saved: 1, closed: 1, noAnswer: 2 };
      expect(await read({ from, to })).toMatchObject({ ...counts, withdrawn: 0, impressionSample: 1 });
      expect((await read({ from, to })).days).toEqual([{ date: from, ...counts, withdrawn: 0 }]);
    });

    test('returns counts by banner, country, language, device and site, and filters apply to all of them', async () => {
      const onPhone = { profileId, device: 'phone', locale: 'de-AT', timezone: 'Europe/Vienna' } as const;
      await visitor.visit(onPhone, { seen: 3, accepted: 1 });
      await visitor.visit({ profileId, device: 'tablet', timezone: 'Europe/Paris' }, { seen: 2, refused: 1 });
      await visitor.visit({ profileId, locale: 'xx', timezone: 'Nowhere/Land' }, { seen: 1 });
      await settle();
      const { by } = await read({ from, to });
      const shown = (rows: { value: string; shown: number; decided: number }[]) =>
        rows.map((row) => [row.value, row.shown, row.decided]);
      expect(shown(by.device)).toEqual([
        ['phone', 3, 1],
        ['tablet', 2, 1],
        ['desktop', 1, 0],
      ]);
      expect(shown(by.country)).toEqual([
        ['AT', 3, 1],
        ['FR', 2, 1],
        ['(none)', 1, 0],
      ]);
      // Languages that no version of the profile has are not counted one by one.
      expect(shown(by.locale)).toEqual([
        ['de', 3, 1],
        ['en', 2, 1],
        ['(other)', 1, 0],
      ]);
      expect(shown(by.profileId)).toEqual([[profileId, 6, 2]]);

      const filtered = await read({ from, to, country: 'AT' });
      expect(filtered).toMatchObject({ shown: 3, accepted: 1, noAnswer: 2 });
      expect(shown(filtered.by.device)).toEqual([['phone', 3, 1]]);
      expect(await read({ from, to, device: 'tablet', locale: 'en' })).toMatchObject({ shown: 2 });
      expect(await read({ from, to, country: '(none)' })).toMatchObject({ shown: 1 });
      expect(await read({ from, to, profileId, profileVersion: '2' })).toMatchObject(none);
      expect(await read({ from, to, site: 'https://shop.example' })).toMatchObject(none);
    });

    test('a decision that takes back what was allowed is a withdrawal, on its day', async () => {
      const first = await visitor.decide(
        { profileId, timezone: 'Europe/Berlin' },
        { consentJson: allGranted, method: 'accept' },
      );
      const again = (consentJson: object) =>
        visitor
          .decide({ profileId }, { consentJson, shownOn: undefined, method: 'save' })
          .set('Cookie', cookiesAfter(first))
          .expect(200);
      await again(halfGranted);
      // Granting more takes nothing back.
      await again(allGranted);
      await again(allDenied);
      await settle();
      expect(await read({ from, to })).toMatchObject({ decided: 1, accepted: 1, withdrawn: 2 });
      expect((await read({ from, to })).by.country).toMatchObject([{ value: 'DE', withdrawn: 2 }]);
    });
  });

  test('a service that is taken back is a withdrawal, also where its category was never granted', async () => {
    const { id } = await createActiveProfile(app, {
      profileJson: serviceProfileJson({ countries: ['AT'] }),
      localeContent: {},
    });
    const Cookie = cookiesAfter(
      await visitor.decide({ profileId: id }, { consentJson: allDenied, services: { youtube: true } }),
    );
    expect(await read()).toMatchObject({ decided: 1, saved: 1, withdrawn: 0 });
    await app.request
      .put(`${app.publicBase}/consent/${/svc_vid=([^;]+)/.exec(Cookie)?.[1]}`)
      .set({ 'User-Agent': firefox, Cookie })
      .send({ consentJson: allDenied, services: { youtube: false } })
      .expect(200);
    expect(await read()).toMatchObject({ withdrawn: 1 });
  });

  test('accepting everything again after a category got another name takes nothing back', async () => {
    const base = profileJson();
    const { marketing, ...categories } = base.preferenceModal?.categories ?? {};
    const renamed = {
      ...base,
      preferenceModal: { ...base.preferenceModal, categories: { ...categories, advertising: marketing } },
    } as typeof base;
    const { id } = await createActiveProfile(app, {
      profileJson: profileJson({ countries: ['CH'] }),
      localeContent: {},
    });
    const first = await visitor.decide({ profileId: id }, { consentJson: allGranted, method: 'accept' });
    const admin = await app.asAdmin();
    await app.request
      .put(`${app.adminBase}/profiles/${id}`)
      .set(admin)
      .send({ profileJson: { ...renamed, countries: ['CH'] } })
      .expect(200);
    const { marketing: _old, ...kept } = allGranted as Record<string, string>;
    const consentJson = { ...kept, advertising: 'granted' };
    await visitor
      .decide({ profileId: id }, { consentJson, shownOn: undefined, method: 'accept' })
      .set('Cookie', cookiesAfter(first))
      .expect(200);
    expect(await read()).toMatchObject({ withdrawn: 0 });
  });

  test('a repeated submission counts once', async () => {
    const submissionId = '7d3c7c1e-8f33-4a0e-9f10-6a2f7a1f8b11';
    await visitor.see({ profileId }).expect(200);
    for (let times = 0; times < 3; times += 1)
      await visitor.decide({ profileId }, { consentJson: allGranted, submissionId }).expect(200);
    expect(await read()).toMatchObject({ shown: 1, decided: 1, accepted: 1, noAnswer: 0 });
  });

  test('compares with the same number of days before', async () => {
    await visitor.visit({ profileId }, { seen: 3, accepted: 1 });
    app.clock.advance(2 * day);
    await visitor.visit({ profileId }, { seen: 2 });
    const answer = await read({ from: '2026-03-30', to: '2026-03-31', compare: 'previous' });
    expect(answer).toMatchObject({
      shown: 2,
      accepted: 0,
      previous: { from: '2026-03-28', to: '2026-03-29', shown: 3, accepted: 1, noAnswer: 2 },
    });
    expect(answer.days.map((each: { shown: number }) => each.shown)).toEqual([0, 2]);
  });

  test.each([
    [
      'a crawler',
      { 'User-Agent': 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)' },
    ],
    ['an automated browser', { 'User-Agent': 'Mozilla/5.0 HeadlessChrome/141.0.0.0 Safari/537.36' }],
    ['a program', { 'User-Agent': 'curl/8.14.1' }],
    ['nobody knows what', { 'User-Agent': '' }],
    ['a prerendered page', { 'Sec-Purpose': 'prefetch;prerender' }],
  ])('%s counts neither as a visitor nor as a decision', async (_who, headers) => {
    const program = visitorCalls(app, headers);
    await program.see({ profileId }).expect(200, { counted: false });
    await program.decide({ profileId }, { consentJson: allGranted }).expect(200);
    expect(await read()).toMatchObject(none);
  });

  test('a telephone whose maker is called Cubot is a visitor', async () => {
    const agent =
      'Mozilla/5.0 (Linux; Android 13; CUBOT_X50) AppleWebKit/537.36 Chrome/141.0.0.0 Mobile Safari/537.36';
    await visitorCalls(app, { 'User-Agent': agent }).see({ profileId }).expect(200, { counted: true });
  });

  test('a sample is a setting of the tenant, which the banner gets with its texts', async () => {
    const sample = async () =>
      (await app.request.get(`${app.publicBase}/bootstrap?tz=Europe/Berlin`).expect(200)).body
        .impressionSample;
    expect(await sample()).toBe(1);
    expect((await settings({ impressionSample: 5 })).status).toBe(400);
    expect((await settings({ impressionSample: 10 })).body.impressionSample).toBe(10);
    expect(await sample()).toBe(10);
    await visitor.see({ profileId }).expect(200, { counted: true });
    expect(await read()).toMatchObject({ shown: 1, impressionSample: 10 });
    await settings({ impressionSample: 0 });
    await visitor.see({ profileId }).expect(200, { counted: false });
    expect(await read()).toMatchObject({ shown: 1, impressionSample: 0 });
  });

  test('sites are those of the list, and strangers cannot add one', async () => {
    const from = (origin: string) => visitorCalls(app, { Origin: origin, 'Sec-Fetch-Site': 'cross-site' });
    await from('https://a.example').see({ profileId }).expect(200);
    await settings({ allowedOrigins: ['https://shop.example'] });
    await from('https://shop.example').see({ profileId }).expect(200);
    await from('https://b.example').see({ profileId }).expect(403);
    const { by } = await read();
    expect(by.site.map(({ value }: { value: string }) => value)).toEqual(['(other)', 'https://shop.example']);
  });

  test('a full hour counts on, without country, language and site', async () => {
    await visitor.see({ profileId, timezone: 'Europe/Berlin' }).expect(200);
    await read();
    const [row] = await app.knex('svc_banner_sums');
    const rows = Array.from({ length: 1999 }, (_row, index) => ({
      ...row,
      site: `https://${index}.example`,
    }));
    for (let start = 0; start < rows.length; start += 50)
      await app.knex('svc_banner_sums').insert(rows.slice(start, start + 50));
    await visitor.visit({ profileId, timezone: 'Europe/Berlin' }, { seen: 2, accepted: 1 });
    await app.service.maintenance();
    expect(await read({ country: '(other)' })).toMatchObject({ shown: 2, accepted: 1 });
    expect(await app.knex('svc_banner_sums').count({ count: '*' })).toEqual([{ count: 2001 }]);
    app.clock.advance(hour);
    await visitor.see({ profileId, timezone: 'Europe/Berlin' }).expect(200);
    expect(await read({ country: 'DE' })).toMatchObject({ shown: 2001 });
  });

  test('days are kept for 25 months', async () => {
    await visitor.see({ profileId }).expect(200);
    await app.service.maintenance();
    app.clock.advance(759 * day);
    await app.service.maintenance();
    const range = { from: '2026-03-29', to: '2026-03-29' };
    expect(await read(range)).toMatchObject({ shown: 1 });
    app.clock.advance(3 * day);
    await app.service.maintenance();
    expect(await read(range)).toMatchObject({ shown: 0 });
  });

  test('a range is not compared with days of which some are no longer kept', async () => {
    await visitor.visit({ profileId }, { seen: 2 });
    app.clock.advance(day);
    await visitor.visit({ profileId }, { seen: 3 });
    app.clock.advance(759 * day);
    await app.service.maintenance();
    const kept = await read({ from: '2026-03-30', to: '2026-03-30', compare: 'previous' });
    expect(kept).toMatchObject({ keptSince: '2026-03-29', shown: 3, previous: { shown: 2 } });
    const range = { from: '2026-03-30', to: '2026-03-31' };
    for (const banners of [
      await read({ ...range, compare: 'previous' }),
      (await stats.get('/stats', range)).banners,
    ]) {
      expect(banners).toMatchObject({ shown: 3, by: { device: [{ value: 'desktop', shown: 3 }] } });
      expect(banners).not.toHaveProperty('previous');
      expect(banners.by.device[0]).not.toHaveProperty('previous');
    }
  });

  test('nothing about the visitor is stored or set', async () => {
    const answer = await visitor
      .see({ profileId, timezone: 'Europe/Berlin' })
      .set('Cookie', 'svc_vid=a-known-visitor')
      .expect(200);
    expect(answer.headers['set-cookie']).toBeUndefined();
    await read();
    expect(await app.knex('svc_banner_sums')).toEqual([
      {
        tenant_id: 'default',
        span: 'hour',
        period: '2026-03-29T12',
        group_id: 'opt-in',
        profile_id: profileId,
        version: 1,
        country: 'DE',
        locale: 'en',
        site: '',
        device: 'desktop',
        variant: '',
        shown: 1,
        accepted: 0,
        refused: 0,
        saved: 0,
        closed: 0,
        withdrawn: 0,
      },
    ]);
  });

  test('refuses what is not a banner of the service, and changes nothing', async () => {
    await visitor.see({ profileId: 'unknown' }).expect(400);
    await visitor.see({ profileId, device: 'watch' as 'phone' }).expect(400);
    await visitor.see({ profileId, profileVersion: 7 }).expect(200, { counted: false });
    await visitor.decide({ profileId }, { consentJson: allGranted, shownOn: 'watch' }).expect(400);
    for (const query of [
      { profileVersion: '1' },
      { from: '2026-13-01' },
      { device: 'watch' },
      { from: '2020-01-01' },
    ])
      await app.request
        .get(`${app.adminBase}/stats/banners`)
        .query(query)
        .set(await app.asAdmin())
        .expect(400);
    expect(await read()).toMatchObject(none);
  });
});

test('a stranger who repeats the request is slowed down', async () => {
  const app = await createTestApp({
    config: { rateLimit: { publicReads: { limit: 3, windowSeconds: 60 } } },
  });
  const profileId = (await createActiveProfile(app)).id;
  const visitor = visitorCalls(app);
  const statuses = [];
  for (let times = 0; times < 5; times += 1) statuses.push((await visitor.see({ profileId })).status);
  expect(statuses).toEqual([200, 200, 200, 429, 429]);
  await app.close();
});

test('another tenant sees none of it, and its banners cannot be counted under a wrong name', async () => {
  const app = await createTestApp({ config: { rateLimit: false, tenancy } });
  const [own, other] = [await createTenant(app, 'own'), await createTenant(app, 'other')];
  const profileId = (await createActiveProfile(app, {}, own.id)).id;
  const see = (host: object) =>
    app.request
      .post(`${app.publicBase}/impressions`)
      .set({ 'User-Agent': firefox, ...host })
      .send({ profileId, profileVersion: 1, locale: 'en', device: 'phone' });
  await see(own.host).expect(200);
  await see(other.host).expect(400);
  expect(await statisticsCalls(app, own.id).get('/stats/banners')).toMatchObject({ shown: 1 });
  expect(await statisticsCalls(app, other.id).get('/stats/banners')).toMatchObject({
    ...none,
    by: { device: [] },
  });
  await app.close();
});

test('counts of a tenant are written also when those of another one cannot be', async () => {
  const app = await createTestApp({ config: { rateLimit: false, tenancy } });
  const tenants = [await createTenant(app, 'broken'), await createTenant(app, 'sound')];
  await app.knex.raw(
    `create trigger broken before insert on svc_banner_sums when new.tenant_id = '${tenants[0]?.id}' begin select raise(abort, 'no'); end`,
  );
  for (const { id, host } of tenants) {
    const profileId = (await createActiveProfile(app, {}, id)).id;
    const visitor = visitorCalls(app, host as Record<string, string>);
    await visitor.see({ profileId }).expect(200, { counted: true });
  }
  const { knex, service } = app;
  expect(await statisticsCalls(app, tenants[1]?.id).get('/stats/banners')).toMatchObject({ shown: 1 });
  await service.maintenance();
  expect(await knex('svc_banner_sums').pluck('tenant_id')).toEqual([tenants[1]?.id]);
  await app.close();
});
