import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Registry } from 'prom-client';
import { diskStorage } from '#platform/storage/disk/disk-storage';
import { createTestApp, type TestApp } from '../support/create-test-app';
import { createFakeRegistry, type FakeRegistry, paths } from '../support/fake-registry';
import { createActiveProfile, createProfile, profileJson } from '../support/profiles';
import { parsePrometheusText, sumOf } from '../support/prometheus-text';
import { vendorList } from '../support/tc-strings';
import { createTenant, tenancy } from '../support/tenants';
import { until } from '../support/webhook-receiver';

let registry: FakeRegistry;
let app: TestApp;
let profile: { readonly id: string; readonly version: number };

const stacks = {
  '1': { id: 1, name: 'A stack', description: 'A stack', purposes: [2, 3, 7], specialFeatures: [1] },
  '2': { id: 2, name: 'Another', description: 'Another', purposes: [9], specialFeatures: [] },
};

beforeAll(async () => {
  registry = await createFakeRegistry();
  const list = vendorList(100, 5);
  const german = { langId: 'de', privacy: 'https://vendor2.example/datenschutz' };
  const [english] = list.vendors['2']?.urls ?? [];
  registry.lists[paths.vendors] = {
    ...list,
    stacks,
    vendors: { ...list.vendors, '2': { ...list.vendors['2'], urls: [english, german] } },
  };
  app = await createTestApp({ config: { rateLimit: false, tenancy, tcf: registry.tcf } });
  await app.service.start();
  profile = await createActiveProfile(app, {
    profileJson: profileJson({
      tcf: {
        vendors: [1, 2],
        purposes: [1, 2],
        specialFeatures: [],
        stacks: [1],
        publisherRestrictions: [{ purpose: 2, type: 'not-allowed', vendors: [2] }],
      },
    }),
    localeContent: {},
  });
  await until(async () => (await get(100, 'en')).status === 200);
});
afterAll(async () => {
  await app.close();
  await registry.close();
});

const get = (version: number | string, lang: string, query: Record<string, string | number> = {}) =>
  app.request.get(`${app.publicBase}/tcf/list/${version}/${lang}`).query(query);
const ofProfile = (extra: object = {}) => ({ profileId: profile.id, ...extra });

describe('the list for visitors', () => {
  test('has what the profile discloses and asks for, and nothing else', async () => {
    const { body } = await get(100, 'en', ofProfile()).expect(200);
    expect(body).toMatchObject({ vendorListVersion: 100, tcfPolicyVersion: 5, language: 'en' });
    expect(Object.keys(body.vendors)).toEqual(['1', '2']);
    expect(body.vendors['1']).toMatchObject({ purposes: [1, 2], legIntPurposes: [], specialFeatures: [] });
    expect(body.vendors['2']).toMatchObject({ purposes: [1], dataRetention: { stdRetention: 30 } });
    expect(Object.keys(body.purposes)).toEqual(['1', '2']);
    expect(Object.keys(body.specialPurposes)).toEqual(['1']);
    expect(Object.keys(body.features)).toEqual(['1']);
    expect(body.specialFeatures).toEqual({});
    expect(body.stacks).toEqual({ '1': { ...stacks['1'], purposes: [2], specialFeatures: [] } });
  });

  test('is in the visitor’s language, with the addresses of that language', async () => {
    const { body } = await get(100, 'de-AT', ofProfile()).expect(200);
    expect(body.language).toBe('de');
    expect(body.words.purposes).toBe('Zwecke');
    expect(body.purposes['1'].name).toBe('Speichern von Informationen');
    // The translation lacks this purpose.
    expect(body.purposes['2'].name).toBe('Basic advertising');
    expect(body.standardTexts).toEqual({ features: 'Zusammen mit Zwecken' });
    expect(body.vendors['1'].urls).toMatchObject([{ langId: 'en' }]);
    expect(body.vendors['2'].urls).toMatchObject([{ langId: 'de' }]);
  });

  test('is kept forever by caches when it names the version, and never when its language is missing', async () => {
    const fixed = ofProfile({ profileVersion: profile.version });
    const first = await get(100, 'en', fixed).expect(200);
    expect(first.headers).toMatchObject({
      'cache-control': 'public, max-age=31536000, immutable',
      'access-control-allow-origin': '*',
    });
    await get(100, 'en', fixed).set('If-None-Match', String(first.headers.etag)).expect(304);
    const missing = await get(100, 'fr', fixed).expect(200);
    expect(missing.body.language).toBe('en');
    expect(missing.headers['cache-control']).toBe('public, max-age=300');
    expect((await get(100, 'en', ofProfile())).headers['cache-control']).toBe('public, max-age=300');
  });

  test('is sent compressed or as it is, each with its own ETag', async () => {
    const as = (coding: string) => get(100, 'en', ofProfile()).set('Accept-Encoding', coding);
    const [zipped, plain] = [await as('gzip, br').expect(200), await as('identity').expect(200)];
    expect(zipped.headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'Accept-Encoding' });
    expect(plain.headers).toMatchObject({ vary: 'Accept-Encoding' });
    expect(plain.headers).not.toHaveProperty('content-encoding');
    expect(zipped.body).toEqual(plain.body);
    expect(zipped.headers.etag).not.toBe(plain.headers.etag);
    for (const { headers } of [zipped, plain]) {
      const coding = headers['content-encoding'] ?? 'identity';
      await as(coding).set('If-None-Match', String(headers.etag)).expect(304);
    }
    expect((await as('identity;q=0, *;q=0').expect(406)).body.code).toBe('not_acceptable');
  });

  test('has the vendors of every active profile when the request names no profile', async () => {
    const { body, headers } = await get(100, 'en').expect(200);
    expect(headers.vary).toBe('Accept-Encoding, X-API-Key, X-Forwarded-Host');
    expect(headers['cache-control']).toBe('public, max-age=300');
    expect(Object.keys(body.vendors)).toEqual(['1', '2']);
    expect(body.vendors['2'].purposes).toEqual([1, 2]);
    await createActiveProfile(app, {
      profileJson: profileJson({
        complianceGroup: 'opt-in-explicit',
        countries: undefined,
        tcf: { vendors: [2, 5] },
      }),
      localeContent: {},
    });
    const later = await get(100, 'en').expect(200);
    expect(Object.keys(later.body.vendors)).toEqual(['1', '2', '5']);
  });

  test('is kept only by the visitor’s browser when the host’s own function names the tenant', async () => {
    const beside = await createTestApp({
      config: { rateLimit: false, tenancy: { ...tenancy, resolve: () => 'default' }, tcf: registry.tcf },
      knex: app.knex,
      directory: app.directory,
      clock: app.clock,
    });
    try {
      await beside.service.start();
      const { headers } = await beside.request.get(`${beside.publicBase}/tcf/list/100/en`).expect(200);
      expect(headers['cache-control']).toBe('private, no-cache');
    } finally {
      await beside.close();
    }
  });

  test('of an earlier version stays for pages that are open', async () => {
    registry.lists[paths.vendors] = { ...vendorList(101, 5), stacks };
    app.clock.advance(8 * 86_400_000);
    await app.service.maintenance();
    await until(async () => (await get(101, 'en', ofProfile())).status === 200);
    expect((await get(100, 'en', ofProfile()).expect(200)).body.vendorListVersion).toBe(100);
  });

  test.each([99, 4095, 9999])('is not found for version %i, which is not at hand', async (version) => {
    expect((await get(version, 'en', ofProfile()).expect(404)).body.code).toBe('tcf_list_not_found');
  });

  test('is not found for a profile that does not ask under the framework', async () => {
    const { id } = await createProfile(app, { name: 'Plain' });
    expect((await get(100, 'en', { profileId: id }).expect(404)).body.code).toBe('tcf_list_not_found');
  });

  test('is not found for profiles and versions that were never published', async () => {
    expect((await get(100, 'en', { profileId: 'nobody' }).expect(404)).body.code).toBe('profile_not_found');
    expect((await get(100, 'en', ofProfile({ profileVersion: 9 })).expect(404)).body.code).toBe(
      'version_not_found',
    );
  });

  test('is not visible to another tenant', async () => {
    const { id } = await createTenant(app, 'other');
    expect((await get(100, 'en', ofProfile({ tenantId: id })).expect(404)).body.code).toBe(
      'profile_not_found',
    );
    expect((await get(100, 'en', { tenantId: id }).expect(404)).body.code).toBe('tcf_list_not_found');
  });

  test.each(['0', 'x', '1.5', '-1', '99999'])('refuses the version %s', async (version) => {
    expect((await get(version, 'en').expect(400)).body.code).toBe('validation_failed');
  });

  test.each(['e', '..%2f..%2fx', '__proto__', 'constructor', '0'])(
    'refuses the language %s',
    async (lang) => {
      expect((await get(100, lang).expect(400)).body.code).toBe('validation_failed');
    },
  );

  test('refuses a version without its profile', async () => {
    expect((await get(100, 'en', { profileVersion: 1 }).expect(400)).body.code).toBe('validation_failed');
  });

  test('is shown to operators before it is saved, and of a saved version', async () => {
    const admin = await app.asAdmin();
    const preview = (body: object) =>
      app.request
        .post(`${app.adminBase}/tcf/list`)
        .set(admin)
        .send({ locale: 'de', ...body });
    const unsaved = (await preview({ tcf: { vendors: [2], purposes: [1] } }).expect(200)).body;
    expect(Object.keys(unsaved.vendors)).toEqual(['2']);
    expect(unsaved).toMatchObject({ language: 'de', words: { purposes: 'Zwecke' } });
    const saved = ofProfile({ version: profile.version });
    const { body: preview101 } = await preview(saved).expect(200);
    // Operators see the newest list.
    expect(preview101.vendorListVersion).toBe(101);
    expect(preview101).toEqual((await get(101, 'de', ofProfile())).body);
    const { id: plain } = await createProfile(app, { name: 'Plain too' });
    const faults: [object, number, string][] = [
      [{}, 400, 'validation_failed'],
      [{ tcf: { vendors: 'some' } }, 400, 'validation_failed'],
      [{ ...saved, version: 9 }, 404, 'version_not_found'],
      [{ profileId: plain, version: 1 }, 404, 'tcf_list_not_found'],
    ];
    for (const [body, status, code] of faults)
      expect((await preview(body).expect(status)).body.code).toBe(code);
  });

  test('is not there while TCF is off', async () => {
    const off = await createTestApp({ config: { rateLimit: false } });
    try {
      const { body } = await off.request.get(`${off.publicBase}/tcf/list/100/en`).expect(404);
      expect(body.code).toBe('tcf_disabled');
    } finally {
      await off.close();
    }
  });
});

/** The languages of the framework's texts (IAB Tech Lab, TCF "Consent string and vendor list formats" v2). */
const languages = (
  'ar bg bs ca cs cy da de el en es et eu fi fr gl he hi hr hu id is it ja ka ko lt lv mk ms mt nl no pl pt-BR pt-PT ro ru sk sl ' +
  'sq sr-Latn sr-Cyrl sv sw th tl tr uk vi zh zh-Hant'
).split(' ');

test('each list is built once and each translation read once, however often a client asks for every language', async () => {
  const many = await createFakeRegistry();
  // Larger than the list of the framework: without compression, the languages would not fit into memory.
  many.lists[paths.vendors] = vendorList(100, 2000);
  for (const language of languages)
    many.lists[`/v3/purposes-${language.toLowerCase()}.json`] = many.lists['/v3/purposes-de.json'];
  const directory = await mkdtemp(join(tmpdir(), 'ec_test_lists_'));
  const disk = diskStorage({ directory });
  const reads: string[] = [];
  const read: typeof disk.read = (key) => {
    if (key.includes('purposes')) reads.push(key);
    return disk.read(key);
  };
  const busy = await createTestApp({
    config: { rateLimit: false, tcf: many.tcf, storage: { ...disk, read } },
  });
  const metrics = new Registry();
  await busy.service.metrics.register(metrics);
  const lookups = async (result: string) =>
    sumOf(parsePrometheusText(await metrics.metrics()), 'express_consent_cache_lookups_total', {
      cache: 'vendor-lists',
      result,
    });
  try {
    await busy.service.start();
    await createActiveProfile(busy, {
      profileJson: profileJson({ tcf: { vendors: 'all' } }),
      localeContent: {},
    });
    const ask = (language: string) => busy.request.head(`${busy.publicBase}/tcf/list/100/${language}`);
    await until(async () => (await ask('en')).status === 200);
    for (const language of languages) await ask(language).expect(200);
    const before = { misses: await lookups('miss'), reads: reads.length };
    expect(before.misses).toBe(languages.length);
    for (const language of languages) await ask(language).expect(200);
    expect({ misses: await lookups('miss'), reads: reads.length }).toEqual(before);
  } finally {
    await busy.close();
    await many.close();
    await rm(directory, { recursive: true });
  }
}, 60_000);
