import { brotliCompressSync, brotliDecompressSync, gunzipSync } from 'node:zlib';
import { firstOf, type GeoProvider, headerGeoProvider, timezoneGeoProvider } from '#platform/geo/index';
import { createBootstrapAnswers } from '../../src/server/visits/bootstrap/bootstrap-answers';
import { createTestApp, type TestApp } from '../support/create-test-app';
import { createActiveProfile, germanContent, profileJson } from '../support/profiles';
import { listen, type TestServer } from '../support/published-files';

const express4 = require('express4');

let app: TestApp;
let profileId: string;
let server: TestServer;

beforeAll(async () => {
  app = await createTestApp();
  ({ id: profileId } = await createActiveProfile(app));
  server = await listen(app.app);
});
afterAll(async () => {
  await server.close();
  await app.close();
});

const bootstrap = (query = '', target = app) => target.request.get(`${target.publicBase}/bootstrap${query}`);

describe('bootstrap', () => {
  test('contains everything for the first paint, with the published file as hot-serve sends it', async () => {
    const { body, text } = await bootstrap('?tz=Europe/Vienna&lang=de-AT').expect(200);
    const { profile, categories, ...facts } = body;
    const optional = { mandatory: false, preGranted: false, listensToGpc: true };
    expect(categories).toEqual([
      { id: 'necessary', mandatory: true, preGranted: false, listensToGpc: false, purposes: 'n' },
      { id: 'analytics', ...optional, purposes: 'a' },
      { id: 'marketing', ...optional, purposes: 'm' },
    ]);
    expect(facts).toEqual({
      contract: 1,
      found: true,
      tenantId: 'default',
      complianceGroup: 'opt-in',
      impressionSample: 1,
      asksFirst: true,
      law: 'GDPR',
      country: 'AT',
      region: null,
      gpcBinding: false,
      childAge: 14,
      consentMonths: null,
      locale: 'de',
      dir: 'ltr',
      profileId,
      profileVersion: 1,
      cookies: {
        choice: 'svc_choice',
        visitor: 'svc_vid',
        domain: null,
        path: '/',
        sameSite: 'lax',
        secure: null,
      },
      tcf: null,
      gpp: null,
    });
    const file = await app.request.get(`${app.publicBase}/profiles/default/opt-in/de`).expect(200);
    expect(profile).toMatchObject({ id: profileId, currentLocale: 'de', words: { close: 'Schließen' } });
    expect(text.endsWith(`"profile":${file.text}}`)).toBe(true);
  });

  test('gives a group without a profile its words and rules', async () => {
    const { body } = await bootstrap('?tz=America/Los_Angeles&lang=fr-CA,en').expect(200);
    expect(body).toMatchObject({
      found: false,
      complianceGroup: 'opt-out-strict',
      asksFirst: false,
      country: 'US',
      gpcBinding: true,
      locale: 'fr',
      profileId: null,
      profileVersion: null,
      profile: null,
      words: { close: 'Fermer' },
    });
    expect((await bootstrap('?tz=Asia/Tehran&lang=fa')).body).toMatchObject({ locale: 'fa', dir: 'rtl' });
    expect((await bootstrap('?lang=xx')).body).toMatchObject({ found: true, locale: 'en' });
  });

  test.each([
    ['opt-in', 'Europe/Berlin', false],
    ['unregulated', 'Antarctica/Vostok', true],
  ] as const)(
    'allows a category without cookies before a choice unless the law asks first: %s',
    async (group, timezone, isAllowed) => {
      const other = await createTestApp();
      try {
        const { preferenceModal, ...rest } = profileJson({ complianceGroup: group, countries: undefined });
        const videos = { heading: 'Videos', htmlText: '<p>Films.</p>', legalBasis: 'consent' as const };
        const categories = { ...preferenceModal?.categories, videos };
        await createActiveProfile(other, {
          profileJson: { ...rest, gpcMode: 'honor', preferenceModal: { ...preferenceModal, categories } },
          localeContent: {},
        });
        const { body } = await bootstrap(`?tz=${timezone}&lang=en`, other).expect(200);
        expect(body).toMatchObject({ complianceGroup: group, profile: expect.anything() });
        expect(body.categories.at(-1)).toMatchObject({ id: 'videos', preGranted: isAllowed });
      } finally {
        await other.close();
      }
    },
  );

  test.each(['?tz=Mars/Olympus', '', '?tz=&lang=', '?lang=;;;,q=1'])(
    'places %j in the default group',
    async (query) => {
      expect((await bootstrap(query).expect(200)).body).toMatchObject({
        found: true,
        complianceGroup: 'opt-in',
        country: null,
        law: null,
      });
    },
  );

  test.each([
    ['a time zone of 65 characters', `tz=${'x'.repeat(65)}`],
    ['languages of 1025 characters', `lang=${'x'.repeat(1025)}`],
    ['a parameter twice', 'tz=Europe/Berlin&tz=Europe/Paris'],
  ])('refuses %s', async (_what, query) => {
    expect((await bootstrap(`?${query}`).expect(400)).body.code).toBe('validation_failed');
  });

  test('reads Accept-Language only without `lang`, and then says so to caches', async () => {
    const byHeader = await bootstrap('?tz=Europe/Berlin').set('Accept-Language', 'de').expect(200);
    // A caller with a key is not the visitor, so its languages say nothing about the place.
    const vary = 'Accept-Encoding, X-API-Key, Accept-Language';
    expect([byHeader.body.locale, byHeader.headers.vary]).toEqual(['de', vary]);
    const byQuery = await bootstrap('?tz=Europe/Berlin&lang=en').set('Accept-Language', 'de').expect(200);
    expect([byQuery.body.locale, byQuery.headers.vary]).toEqual(['en', 'Accept-Encoding']);
  });

  test('is the same in every coding, of which each has its own tag', async () => {
    const path = `${app.publicBase}/bootstrap?tz=Europe/Berlin&lang=en`;
    const get = (coding?: string) =>
      server.request(path, coding === undefined ? {} : { headers: { 'Accept-Encoding': coding } });
    const [plain, brotli, gzip] = [await get(), await get('gzip, br'), await get('gzip')];
    expect(brotliDecompressSync(brotli.body)).toEqual(plain.body);
    expect(gunzipSync(gzip.body)).toEqual(plain.body);
    const answers = [plain, brotli, gzip];
    expect(answers.map(({ headers }) => headers['content-encoding'])).toEqual([undefined, 'br', 'gzip']);
    expect(new Set(answers.map(({ headers }) => headers.etag)).size).toBe(3);
    for (const { headers, body } of answers) expect(headers['content-length']).toBe(String(body.length));
    expect((await get('identity;q=0, *;q=0')).status).toBe(406);
  });

  test('is sent as it is while many answers wait to be compressed, and compressed later', async () => {
    let isBusy = true;
    const answers = createBootstrapAnswers({
      cacheBytes: 100_000,
      compress: async (body) => (isBusy ? null : brotliCompressSync(body)),
      getWords: () => ({}),
      noteLookup: () => {},
    });
    const { profile: _profile, categories: _categories, words: _words, ...head } = (await bootstrap()).body;
    const get = () => answers.get(head, null, 'br');
    const plain = await get();
    expect(plain).toMatchObject({ coding: 'identity', etag: expect.not.stringContaining('-br') });
    isBusy = false;
    const compressed = await get();
    expect(compressed).toMatchObject({ coding: 'br', etag: expect.stringMatching(/-br"$/) });
    expect(brotliDecompressSync(compressed.body)).toEqual(plain.body);
    expect(await get()).toBe(compressed);
  });

  test('answers HEAD, and 304 to a client that has the answer', async () => {
    const path = `${app.publicBase}/bootstrap?tz=Europe/Berlin&lang=en`;
    const full = await server.request(path);
    const head = await server.request(path, { method: 'HEAD' });
    expect([head.status, head.body.length, head.headers.etag]).toEqual([200, 0, full.headers.etag]);
    const again = await server.request(path, { headers: { 'If-None-Match': String(full.headers.etag) } });
    expect([again.status, again.body.length, again.headers.etag]).toEqual([304, 0, full.headers.etag]);
    expect(again.headers['cache-control']).toBe(full.headers['cache-control']);
    expect((await server.request(path, { headers: { 'If-None-Match': '"other"' } })).status).toBe(200);
    expect((await server.request(path, { method: 'POST' })).status).toBe(405);
  });

  test('can be read by pages of every origin, without credentials', async () => {
    const { headers } = await bootstrap().set('Origin', 'https://anywhere.example').expect(200);
    expect(headers['access-control-allow-origin']).toBe('*');
    expect(headers['cross-origin-resource-policy']).toBe('cross-origin');
    expect(headers).not.toHaveProperty('access-control-allow-credentials');
    expect(headers).not.toHaveProperty('set-cookie');
  });

  test('states how to write the choice cookie, as the configuration of the visitor’s cookie says', async () => {
    const visitorCookie = {
      domain: 'shop.example',
      path: '/shop',
      sameSite: 'none',
      secure: true,
    } as const;
    const custom = await createTestApp({ config: { visitorCookie, choiceCookie: { name: 'mine' } } });
    expect((await bootstrap('', custom)).body.cookies).toEqual({
      choice: 'mine',
      visitor: 'svc_vid',
      ...visitorCookie,
    });
    await custom.close();
    const none = await createTestApp({ config: { choiceCookie: { enabled: false } } });
    expect((await bootstrap('', none)).body.cookies.choice).toBeNull();
    await none.close();
  });

  test('has a rate limit of its own kind, and counts against hot-serve’s', async () => {
    const limited = await createTestApp({
      config: { rateLimit: { hotServe: { limit: 2, windowSeconds: 60 } } },
    });
    await bootstrap('', limited).expect(200);
    await limited.request.get(`${limited.publicBase}/profiles/default/opt-in/en`).expect(404);
    const refused = await bootstrap('', limited).expect(429);
    expect([refused.body.code, refused.headers['cache-control']]).toEqual(['rate_limited', 'no-store']);
    await limited.close();
  });
});

describe('what is published', () => {
  const put = (target: TestApp, id: string, heading: string) => async () =>
    target.request
      .put(`${target.adminBase}/profiles/${id}`)
      .set(await target.asAdmin())
      .send({ profileJson: profileJson({ mainBanner: { ...profileJson().mainBanner, heading } }) })
      .expect(200);
  const activate = async (target: TestApp, id: string) =>
    target.request
      .post(`${target.adminBase}/profiles/${id}/activate`)
      .set(await target.asAdmin())
      .expect(200);

  test('changes with the next request after a publication, not after saving, and goes with its withdrawal', async () => {
    const own = await createTestApp();
    const { id } = await createActiveProfile(own);
    const seen = async () => {
      const { body } = await bootstrap('?tz=Europe/Berlin&lang=en', own).expect(200);
      return [body.found, body.profileVersion, body.profile?.mainBanner.heading];
    };
    expect(await seen()).toEqual([true, 1, 'Your privacy']);
    await put(own, id, 'Second')();
    expect(await seen()).toEqual([true, 1, 'Your privacy']);
    await activate(own, id);
    expect(await seen()).toEqual([true, 2, 'Second']);
    await own.request
      .post(`${own.adminBase}/profiles/${id}/deactivate`)
      .set(await own.asAdmin())
      .expect(200);
    expect(await seen()).toEqual([false, null, undefined]);
    await own.close();
  });

  test.each([true, false])(
    'never carries a version number that is not that of its texts, also while versions are published (on disk: %s)',
    async (onDisk) => {
      const own = await createTestApp({ onDisk });
      const { id } = await createActiveProfile(own);
      const seen = new Set<number>();
      let isPublishing = true;
      const read = async () => {
        while (isPublishing) {
          const { body } = await bootstrap('?tz=Europe/Berlin&lang=en', own).expect(200);
          const heading = body.profileVersion === 1 ? 'Your privacy' : `Version ${body.profileVersion}`;
          expect(body.profile.mainBanner.heading).toBe(heading);
          seen.add(body.profileVersion);
        }
      };
      const publish = async () => {
        for (let version = 2; version <= 8; version += 1) {
          await put(own, id, `Version ${version}`)();
          await activate(own, id);
        }
        isPublishing = false;
      };
      await Promise.all([
        publish().finally(() => {
          isPublishing = false;
        }),
        read(),
        read(),
      ]);
      expect((await bootstrap('?tz=Europe/Berlin&lang=en', own)).body.profileVersion).toBe(8);
      expect(seen.size).toBeGreaterThan(1);
      await own.close();
    },
  );
});

describe('caches', () => {
  const publicly = 'public, max-age=0, s-maxage=60';
  const privately = 'private, no-cache';
  const own = (dependsOn?: GeoProvider['dependsOn']): GeoProvider => ({
    name: 'own',
    locate: () => ({ country: 'DE' }),
    ...(dependsOn && { dependsOn }),
  });
  const byHeader = headerGeoProvider({ country: 'CF-IPCountry', region: 'cf-region-code' });
  const headersOf = async (config: Parameters<typeof createTestApp>[0]) => {
    const target = await createTestApp(config);
    const first = (await bootstrap('?lang=en', target).expect(200)).headers;
    const second = (
      await target.request
        .get(`${target.publicBase}/recheck?profileId=x&profileVersion=1&lang=en`)
        .expect(200)
    ).headers;
    await target.close();
    expect([second['cache-control'], second.vary]).toEqual([first['cache-control'], first.vary]);
    return [first['cache-control'], first.vary];
  };

  test.each([
    ['the hints alone', timezoneGeoProvider(), publicly, 'Accept-Encoding'],
    ['headers', byHeader, publicly, 'Accept-Encoding, X-API-Key, cf-ipcountry, cf-region-code'],
    [
      'headers and hints',
      firstOf(byHeader, timezoneGeoProvider()),
      publicly,
      'Accept-Encoding, X-API-Key, cf-ipcountry, cf-region-code',
    ],
    ['an address', own({ address: true }), privately, 'Accept-Encoding'],
    ['what it does not state', own(), privately, 'Accept-Encoding'],
    ['one that does not state it', firstOf(timezoneGeoProvider(), own()), privately, 'Accept-Encoding'],
    ['no part of the request', own({}), publicly, 'Accept-Encoding'],
    ['a header that cannot be one', own({ headers: ['x\r\nSet-Cookie: a'] }), privately, 'Accept-Encoding'],
  ])('keep answers as the place allows that comes from %s', async (_what, geo, caching, vary) => {
    expect(await headersOf({ config: { geo } })).toEqual([caching, vary]);
  });

  test.each([
    ['get nothing that belongs to one request', own({}), []],
    [
      'get the id and the limits where the answer is the visitor’s own',
      own({ address: true }),
      ['ratelimit', 'ratelimit-policy', 'x-request-id'],
    ],
  ])('%s', async (_what, geo, expected) => {
    const target = await createTestApp({ config: { geo, rateLimit: {} } });
    const full = await bootstrap('?lang=en', target).expect(200);
    const unchanged = await bootstrap('?lang=en', target)
      .set('If-None-Match', `${full.headers.etag}`)
      .expect(304);
    for (const { headers } of [full, unchanged])
      expect(
        Object.keys(headers)
          .filter((name) => /^(ratelimit|x-request-id)/.test(name))
          .sort(),
      ).toEqual(expected);
    await target.close();
  });

  test('keep one answer for everyone where one group applies everywhere', async () => {
    const config = { geo: own({ address: true }), compliance: { type: 'opt-in' } };
    expect(await headersOf({ config })).toEqual([publicly, 'Accept-Encoding']);
  });

  test('keep answers no longer than published files', async () => {
    expect(await headersOf({ config: { hotServe: { maxAge: 30 } } })).toEqual([
      'public, max-age=0, s-maxage=30',
      'Accept-Encoding',
    ]);
  });

  test('distinguish tenants by key, and share nothing where the host’s own function names the tenant', async () => {
    expect(await headersOf({ config: { tenancy: { enabled: true } } })).toEqual([
      publicly,
      'Accept-Encoding, X-API-Key',
    ]);
    expect(await headersOf({ config: { tenancy: { enabled: true, resolve: () => 'default' } } })).toEqual([
      privately,
      'Accept-Encoding, X-API-Key',
    ]);
  });
});

describe('a stranger’s headers', () => {
  test.each([
    'X-Forwarded-Proto',
    'X-Forwarded-For',
    'X-Forwarded-Port',
    'Cookie',
    'Sec-GPC',
    'User-Agent',
    'Origin',
  ])('change nothing that a cache hands to others: %s', async (name) => {
    const target = await createTestApp({ config: { trustProxy: true } });
    await createActiveProfile(target);
    const plain = await bootstrap('?tz=Europe/Berlin&lang=en', target).expect(200);
    for (const value of ['https', '1', '203.0.113.7', 'svc_choice=1.p.1.0.zzzzz.0.'])
      expect((await bootstrap('?tz=Europe/Berlin&lang=en', target).set(name, value)).text).toBe(plain.text);
    await target.close();
  });

  test('that name a tenant through a proxy are named to caches', async () => {
    const config = { tenancy: { enabled: true, baseDomain: 'consent.example' }, trustProxy: true };
    const target = await createTestApp({ config });
    const { body } = await target.request
      .post(`${target.adminBase}/tenants`)
      .set(await target.asAdmin())
      .send({ name: 'North', slug: 'north' })
      .expect(201);
    const answer = await bootstrap('?lang=en', target).set('X-Forwarded-Host', 'north.consent.example');
    expect([answer.body.tenantId, answer.headers.vary]).toEqual([
      body.id,
      'Accept-Encoding, X-API-Key, X-Forwarded-Host',
    ]);
    await target.close();
  });
});

describe('tenants', () => {
  let target: TestApp;
  const ids: Record<string, string> = {};
  beforeAll(async () => {
    target = await createTestApp({
      config: {
        tenancy: {
          enabled: true,
          baseDomain: 'consent.example',
          resolve: (req) => req.headers['x-shop']?.toString(),
        },
      },
    });
    for (const slug of ['north', 'south']) {
      const { body } = await target.request
        .post(`${target.adminBase}/tenants`)
        .set(await target.asAdmin())
        .send({ name: slug, slug })
        .expect(201);
      ids[slug] = body.id;
      await createActiveProfile(target, { name: slug }, body.id);
    }
  });
  afterAll(() => target.close());

  test.each([
    ['its query', () => bootstrap(`?tenantId=${ids.north}&lang=en`, target)],
    ['its host', () => bootstrap('?lang=en', target).set('Host', 'north.consent.example')],
    ['the host’s own function', () => bootstrap('?lang=en', target).set('X-Shop', ids.north ?? '')],
  ])('each have their own profile, found by %s', async (_what, send) => {
    const { body } = await send().expect(200);
    expect(body).toMatchObject({ found: true, tenantId: ids.north });
    const south = await bootstrap(`?tenantId=${ids.south}&lang=en`, target).expect(200);
    expect(south.body.profileId).not.toBe(body.profileId);
  });

  test('are not guessed', async () => {
    expect((await bootstrap('?tenantId=nobody', target).expect(404)).body.code).toBe('tenant_not_found');
    expect((await bootstrap('', target).expect(200)).body).toMatchObject({
      found: false,
      tenantId: 'default',
    });
  });

  test('do not answer for each other’s decisions', async () => {
    const { body } = await bootstrap(`?tenantId=${ids.north}&lang=en`, target);
    const recheck = (tenant = '') =>
      target.request.get(
        `${target.publicBase}/recheck?profileId=${body.profileId}&profileVersion=1&tz=Europe/Berlin&tenantId=${tenant}`,
      );
    expect((await recheck(ids.north).expect(200)).body).toEqual({ ask: false, reason: null });
    expect((await recheck(ids.south).expect(200)).body).toEqual({ ask: true, reason: 'profile_changed' });
  });
});

describe('recheck', () => {
  let target: TestApp;
  beforeEach(async () => {
    target = await createTestApp();
  });
  afterEach(() => target.close());

  const recheck = async (id: string, version: number | string = 1, tz = 'Europe/Berlin') =>
    (
      await target.request
        .get(`${target.publicBase}/recheck?profileId=${id}&profileVersion=${version}&tz=${tz}`)
        .expect(200)
    ).body;
  const act = async (id: string, action: string, body: object = {}) =>
    target.request
      .post(`${target.adminBase}/profiles/${id}/${action}`)
      .set(await target.asAdmin())
      .send(body)
      .expect(200);

  test('lets a decision be while its profile is served, also after an edit', async () => {
    const { id } = await createActiveProfile(target);
    expect(await recheck(id)).toEqual({ ask: false, reason: null });
    await act(id, 'activate');
    expect(await recheck(id)).toEqual({ ask: false, reason: null });
  });

  test('asks again for a version that demands a new consent', async () => {
    const { id } = await createActiveProfile(target);
    await target.request
      .put(`${target.adminBase}/profiles/${id}`)
      .set(await target.asAdmin())
      .send({ profileJson: profileJson({ expiryDays: 100 }), requireReconsent: true })
      .expect(200);
    expect(await recheck(id)).toEqual({ ask: false, reason: null });
    await act(id, 'activate');
    expect(await recheck(id)).toEqual({ ask: true, reason: 'reconsent_required' });
    expect(await recheck(id, 2)).toEqual({ ask: false, reason: null });
  });

  test('asks nobody again where nobody is asked first: that would first allow what was refused elsewhere', async () => {
    const { id } = await createActiveProfile(target);
    await createActiveProfile(target, { profileJson: profileJson({ complianceGroup: 'opt-out-strict' }) });
    await target.request
      .put(`${target.adminBase}/profiles/${id}`)
      .set(await target.asAdmin())
      .send({ profileJson: profileJson({ expiryDays: 100 }), requireReconsent: true })
      .expect(200);
    await act(id, 'activate');
    expect(await recheck(id, 1, 'America/New_York')).toEqual({ ask: false, reason: null });
    expect(await recheck(id)).toEqual({ ask: true, reason: 'reconsent_required' });
  });

  test('asks again when another profile is served, or none', async () => {
    const { id } = await createActiveProfile(target);
    const { id: next } = await createActiveProfile(target, { name: 'Next' });
    expect(await recheck(id)).toEqual({ ask: true, reason: 'profile_changed' });
    await act(next, 'deactivate');
    expect(await recheck(id)).toEqual({ ask: true, reason: 'profile_inactive' });
    expect(await recheck('unknown')).toEqual({ ask: true, reason: 'profile_inactive' });
  });

  test('asks again in a stricter place that has a profile, and nowhere else', async () => {
    const { id: us } = await createActiveProfile(target, {
      profileJson: profileJson({ complianceGroup: 'opt-out-strict' }),
    });
    expect(await recheck(us, 1, 'Europe/Berlin')).toEqual({ ask: false, reason: null });
    const { id: eu } = await createActiveProfile(target);
    expect(await recheck(us, 1, 'Europe/Berlin')).toEqual({ ask: true, reason: 'stricter_place' });
    expect(await recheck(us, 1, 'America/New_York')).toEqual({ ask: false, reason: null });
    expect(await recheck(eu, 1, 'America/New_York')).toEqual({ ask: false, reason: null });
  });

  test('treats a custom group as other rules', async () => {
    await target.close();
    target = await createTestApp({ config: { compliance: { jurisdictions: { CH: 'swiss' } } } });
    const { id: eu } = await createActiveProfile(target);
    const { id: swiss } = await createActiveProfile(target, {
      profileJson: { ...profileJson({ customComplianceGroup: 'swiss' }), complianceGroup: undefined },
      localeContent: { de: germanContent() },
    } as never);
    expect(await recheck(eu, 1, 'Europe/Zurich')).toEqual({ ask: true, reason: 'stricter_place' });
    expect(await recheck(swiss, 1, 'Europe/Zurich')).toEqual({ ask: false, reason: null });
    expect((await bootstrap('?tz=Europe/Zurich&lang=de', target)).body).toMatchObject({
      found: true,
      complianceGroup: 'swiss',
      asksFirst: true,
      profileId: swiss,
    });
  });

  test.each(['', '?profileId=x', '?profileId=x&profileVersion=0', '?profileId=x&profileVersion=1.5'])(
    'refuses %j',
    async (query) => {
      const { body } = await target.request.get(`${target.publicBase}/recheck${query}`).expect(400);
      expect(body.code).toBe('validation_failed');
    },
  );
});

test.each([
  ['Express 5 below a prefix', { prefix: '/privacy' }],
  ['Express 5 with an empty basePath', { config: { basePath: '' } }],
  ['Express 4', { host: express4 }],
  ['Express 4 below a prefix', { host: express4, prefix: '/privacy' }],
])('both are served by %s', async (_host, options) => {
  const target = await createTestApp(options);
  const { id } = await createActiveProfile(target);
  expect((await bootstrap('?tz=Europe/Berlin&lang=en', target).expect(200)).body).toMatchObject({
    profileId: id,
  });
  await target.request.get(`${target.publicBase}/recheck?profileId=${id}&profileVersion=1`).expect(200);
  await target.close();
});

test('a damaged file is not spliced in', async () => {
  const target = await createTestApp();
  await createActiveProfile(target);
  const changed = await target
    .knex('svc_files')
    .where('object_key', 'like', 'default/opt-in/%/en.json')
    .update({ body: Buffer.from('{"id":') });
  expect(changed).toBe(1);
  const answer = await bootstrap('?tz=Europe/Berlin&lang=en', target).expect(503);
  expect(answer.body.code).toBe('unavailable');
  await target.close();
});
