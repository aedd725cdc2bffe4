import { createTestApp, type TestApp } from '../support/create-test-app';
import { createActiveProfile, createProfile, profileJson } from '../support/profiles';

let app: TestApp;

beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

const encode = (value: unknown) => encodeURIComponent(Buffer.from(JSON.stringify(value)).toString('base64'));
const resolve = (query: string, target = app) =>
  target.request.get(`${target.publicBase}/resolve-profile${query}`);

describe('resolve-profile', () => {
  let id: string;
  beforeAll(async () => {
    ({ id } = await createActiveProfile(app));
  });

  test('sends a German visitor to the German file of the active profile', async () => {
    const response = await resolve(
      `?data=${encode({ timezone: 'Europe/Vienna', languages: ['de-AT', 'en'] })}`,
    ).expect(200);
    expect(response.headers['cache-control']).toBe('private, no-store');
    expect(response.body).toEqual({
      found: true,
      path: '/svc/api/v1/profiles/default/opt-in/de',
      complianceGroup: 'opt-in',
      locale: 'de',
      country: 'AT',
      region: null,
      law: 'GDPR',
      gpc: false,
      gpcBinding: false,
      childAge: 14,
      sensitiveGroup: null,
      consentMonths: null,
      reaskMonths: 6,
      tenantId: 'default',
      profileId: id,
      profileVersion: 1,
      versionPath: `/svc/api/v1/profiles/default/${id}/1/de`,
    });
    for (const path of [response.body.path, response.body.versionPath])
      expect((await app.request.get(path).expect(200)).body).toMatchObject({ id, currentLocale: 'de' });
  });

  test('takes the default locale when no wanted one is there', async () => {
    expect(
      (await resolve(`?data=${encode({ timezone: 'Europe/Paris', languages: ['fr'] })}`)).body,
    ).toMatchObject({
      locale: 'en',
      path: '/svc/api/v1/profiles/default/opt-in/en',
    });
  });

  test('asks locale first, then language, then languages, then Accept-Language', async () => {
    const timezone = 'Europe/Berlin';
    expect(
      (await resolve(`?data=${encode({ timezone, locale: 'de', language: 'en', languages: ['en'] })}`)).body
        .locale,
    ).toBe('de');
    expect(
      (await resolve(`?data=${encode({ timezone, language: 'de', languages: ['en'] })}`)).body.locale,
    ).toBe('de');
    expect(
      (await resolve(`?data=${encode({ timezone })}`).set('Accept-Language', 'fr, de;q=0.5, en;q=0.1')).body
        .locale,
    ).toBe('de');
    expect((await resolve('?tz=Europe/Berlin&lang=fr,de;q=0.9')).body.locale).toBe('de');
    expect((await resolve('?tz=Europe/Berlin&lang=en&locale=de')).body.locale).toBe('de');
  });

  test('finds no profile for a group without an active one, without an error', async () => {
    const response = await resolve(
      `?data=${encode({ timezone: 'America/Los_Angeles', languages: ['en-US'] })}`,
    ).expect(200);
    expect(response.body).toMatchObject({
      found: false,
      path: null,
      profileId: null,
      complianceGroup: 'opt-out-strict',
      country: 'US',
      gpcBinding: true,
    });
  });

  test('takes the default group for an unknown zone, and for none', async () => {
    expect((await resolve('?tz=Mars/Olympus')).body).toMatchObject({
      complianceGroup: 'opt-in',
      country: null,
      law: null,
    });
    expect((await resolve('')).body).toMatchObject({ complianceGroup: 'opt-in', country: null });
  });

  test.each([
    ['1', true],
    ['0', false],
    ['true', false],
    ['1, 0', true],
  ])('reads Sec-GPC %s as %s', async (value, gpc) => {
    expect((await resolve('').set('Sec-GPC', value)).body.gpc).toBe(gpc);
  });

  test('reads base64url and missing padding too', async () => {
    const data = Buffer.from(
      JSON.stringify({ timezone: 'Europe/Berlin', languages: ['de', '?>ÿ'] }),
    ).toString('base64url');
    expect((await resolve(`?data=${data}`)).body.country).toBe('DE');
  });

  test.each([
    ['no base64', 'data=%7B%7D'],
    ['base64 of no JSON', `data=${Buffer.from('hello').toString('base64')}`],
    ['base64 of an array', `data=${encode([])}`],
    ['a time zone that is a number', `data=${encode({ timezone: 5 })}`],
    ['languages that are not an array', `data=${encode({ languages: 'de' })}`],
    ['invalid UTF-8', `data=${Buffer.from([0x7b, 0xff, 0x7d]).toString('base64')}`],
    ['a parameter twice', 'tz=Europe/Berlin&tz=Europe/Paris'],
  ])('refuses %s', async (_what, query) => {
    expect((await resolve(`?${query}`).expect(400)).body.code).toBe('validation_failed');
  });

  test('is there for pages of every origin, without credentials', async () => {
    const response = await resolve('').set('Origin', 'https://anywhere.example');
    expect(response.headers['access-control-allow-origin']).toBe('*');
    expect(response.headers).not.toHaveProperty('access-control-allow-credentials');
  });

  test('builds its path below the prefix that the host mounts at', async () => {
    const mounted = await createTestApp({ prefix: '/privacy', config: { basePath: '/cmp' } });
    await createActiveProfile(mounted);
    const { path } = (await resolve('?tz=Europe/Berlin', mounted)).body;
    expect(path).toBe('/privacy/cmp/api/v1/profiles/default/opt-in/en');
    await mounted.request.get(path).expect(200);
    await mounted.close();
  });

  test('ignores geography when the group is fixed', async () => {
    const fixed = await createTestApp({ config: { compliance: { type: 'opt-out-strict' } } });
    expect((await resolve('?tz=Europe/Berlin', fixed)).body).toMatchObject({
      complianceGroup: 'opt-out-strict',
      country: null,
      law: null,
      gpcBinding: true,
    });
    expect((await fixed.request.get(`${fixed.publicBase}/profiles/auto/en`).expect(404)).body.code).toBe(
      'auto_disabled',
    );
    await fixed.close();
  });
});

describe('a profile by its id', () => {
  test('comes in its default locale, and in a locale without content as the default content under that name', async () => {
    const { id } = await createProfile(app);
    expect((await app.request.get(`${app.publicBase}/profiles/${id}`).expect(200)).body).toMatchObject({
      id,
      currentLocale: 'en',
      defaultLocale: 'en',
      locales: ['en', 'de'],
    });
    expect((await app.request.get(`${app.publicBase}/profiles/${id}/de`)).body.mainBanner.heading).toBe(
      'Ihre Privatsphäre',
    );
    expect((await app.request.get(`${app.publicBase}/profiles/${id}/fr-ca`)).body).toMatchObject({
      currentLocale: 'fr-CA',
      mainBanner: { heading: 'Your privacy' },
    });
  });

  test('never shows origins, the version or unpublished changes', async () => {
    const { id } = await createProfile(app, {
      profileJson: profileJson({ allowedOrigins: ['https://shop.example'] }),
    });
    const { body } = await app.request.get(`${app.publicBase}/profiles/${id}`);
    expect(body).not.toHaveProperty('allowedOrigins');
    expect(body).not.toHaveProperty('version');
  });

  test('answers 304 to who has it already', async () => {
    const { id } = await createProfile(app);
    const { etag } = (await app.request.get(`${app.publicBase}/profiles/${id}`)).headers;
    await app.request.get(`${app.publicBase}/profiles/${id}`).set('If-None-Match', `W/${etag}`).expect(304);
    await app.request.get(`${app.publicBase}/profiles/${id}`).set('If-None-Match', '"other"').expect(200);
  });

  test('is 404 for an unknown id and 400 for a locale that is none', async () => {
    expect((await app.request.get(`${app.publicBase}/profiles/nothing`).expect(404)).body.code).toBe(
      'profile_not_found',
    );
    const { id } = await createProfile(app);
    await app.request.get(`${app.publicBase}/profiles/${id}/not_a_tag`).expect(400);
  });

  test('asks nothing of the database that a stranger invents: locales, and texts that cannot be ids', async () => {
    const { id } = await createProfile(app);
    const get = (path: string) => app.request.get(`${app.publicBase}/profiles/${path}`);
    await get(`${id}/fr`).expect(200);
    const asked: string[] = [];
    // Work in the background also asks the database.
    const note = ({ sql }: { sql: string }) =>
      void (/svc_(profile|publication|file|setting)/.test(sql) && asked.push(sql));
    app.knex.on('query', note);
    for (const locale of ['it', 'es-419', 'sr-Cyrl', 'de-CH']) await get(`${id}/${locale}`).expect(200);
    for (const text of ['x'.repeat(65), 'x'.repeat(10_000), 'a%20b', '%C3%A9'])
      expect((await get(text).expect(404)).body.code).toBe('profile_not_found');
    app.knex.removeListener('query', note);
    expect(asked).toEqual([]);
  });

  test('overrides the pre-grant flag of single parameters', async () => {
    const { id } = await createProfile(app, {
      profileJson: profileJson({ complianceGroup: 'opt-out', cookiesOverride: { ga: { preGranted: true } } }),
    });
    expect((await app.request.get(`${app.publicBase}/profiles/${id}`)).body.cookies.ga.preGranted).toBe(true);
  });
});

describe('the automatic profile', () => {
  test('is that of the visitor’s group, else of the default group', async () => {
    const auto = await createTestApp();
    await auto.request.get(`${auto.publicBase}/profiles/auto/en`).expect(404);
    const eu = await createActiveProfile(auto);
    const us = await createActiveProfile(auto, {
      profileJson: profileJson({ complianceGroup: 'opt-out-strict' }),
    });
    const get = (query: string) =>
      auto.request.get(`${auto.publicBase}/profiles/auto/de${query}`).expect(200);
    expect((await get('?tz=America/New_York')).body).toMatchObject({
      id: us.id,
      resolvedComplianceGroup: 'opt-out-strict',
      currentLocale: 'de',
    });
    expect((await get('?tz=Europe/Berlin')).body).toMatchObject({
      id: eu.id,
      resolvedComplianceGroup: 'opt-in',
    });
    expect((await get('?tz=Asia/Tokyo')).body).toMatchObject({
      id: eu.id,
      resolvedComplianceGroup: 'notice-opt-out',
    });
    await auto.close();
  });
});
