import { bannerTextLocales } from '#content/banner-texts/index';
import { furtherTexts, starterTexts } from '#content/cookie-catalogue/descriptions/common-cookies';
import { cookieCatalogue } from '#content/cookie-catalogue/index';
import { tools } from '../../src/dashboard/screens/setup/tools';
import { costOf } from '../support/cost';
import { openAdminApp } from '../support/open-admin-app';

const app = openAdminApp({}, 'all tests');

const search = (query: object) =>
  app.request.get(`${app.adminBase}/cookie-catalogue`).query(query).set(app.admin);
const create = (body: object) =>
  app.call('post', '/consent-templates', { name: 'From the catalogue', ...body });
const ids = (found: readonly { id: string }[]) => found.map(({ id }) => id);

describe('the cookie catalogue', () => {
  test('answers every entry, ready to be a parameter', async () => {
    const { body } = await search({}).expect(200);
    expect(body).toHaveLength(cookieCatalogue.length);
    const [{ id: _id, ...entry }] = body.filter(({ name }: { name: string }) => name === 'IDE');
    expect(entry).toEqual({
      name: 'IDE',
      provider: 'Google Marketing Platform',
      purpose: 'marketing',
      description: expect.stringMatching(/\.$/),
      duration: '2 years',
      domains: ['doubleclick.net'],
      listenGpc: true,
      cpraCategory: ['selling', 'sharing'],
    });
    const cookies = Object.fromEntries(body.map(({ id, ...parameter }: { id: string }) => [id, parameter]));
    const made = await create({ cookies, categories: { all: { cookies: Object.keys(cookies) } } }).expect(
      201,
    );
    expect(made.body.cookies).toEqual(cookies);
  });

  test('describes the commonest cookies in every language that banners can begin in', async () => {
    const locales = bannerTextLocales.filter((locale) => locale !== 'en');
    const { body } = await search({ locales: ['de-AT', ...locales, 'en-GB', 'ja'].join() }).expect(200);
    type Entry = { id: string; description: string; provider: string; translations: Record<string, string> };
    const translated = (body as Entry[]).filter(({ translations }) => translations.de !== undefined);
    expect(translated.length).toBeGreaterThanOrEqual(60);
    for (const { id, description, translations } of translated) {
      expect([id, Object.keys(translations)]).toEqual([id, ['de-AT', ...locales, 'en-GB']]);
      expect(translations['de-AT']).toBe(translations.de);
      expect(translations['en-GB']).toBe(description);
      // The two kinds of Portuguese can agree.
      const texts = locales
        .filter((locale) => locale !== 'pt-BR')
        .map((locale) => translations[locale] ?? '');
      expect([id, new Set(texts).size]).toEqual([id, texts.length]);
      for (const text of Object.values(translations)) expect(text).toMatch(/^[^{}]{10,200}[.。]$/);
    }
    for (const ids of Object.values(tools))
      for (const id of ids) expect(translated.map((entry) => entry.id)).toContain(id);
    const click = translated.find(({ id }) => id === 'meta-fbc');
    expect(click?.translations.de).toContain('Meta');
    const known = new Set(cookieCatalogue.map(({ id }) => id));
    const described = [furtherTexts, starterTexts].flatMap((lists) => Object.values(lists).flat());
    expect(described.filter((id) => !known.has(id))).toEqual([]);
    expect(new Set(described).size).toBe(described.length);
  });

  test('many languages cost little time, and an answer has at most 50 of them', async () => {
    const letters = [...'abcdefghijklmnopqrstuvwxyz'];
    const others = letters.flatMap((first) => letters.map((second) => first + second)).slice(0, 600);
    let body: { translations: object }[] = [];
    const ask = async () => ({ body } = await search({ locales: others.join() }).expect(200));
    expect(await costOf(ask)).toBeLessThan(30);
    expect(Object.keys(body[0]?.translations ?? {})).toEqual(others.filter((locale) => locale === 'en'));

    const english = others.slice(0, 60).map((tag) => `en-x-${tag}`);
    const answer = await search({ q: 'IDE', locales: ['xx', ...english, ...english].join() }).expect(200);
    expect(Object.keys(answer.body[0].translations)).toEqual(english.slice(0, 50));
  });

  test('is searched by name, provider, concrete name and purpose', async () => {
    expect(ids((await search({ q: '_ga_ABC123' }).expect(200)).body)).toEqual(['ga-property']);
    expect(ids((await search({ q: 'stripe' }).expect(200)).body)).toEqual(['stripe-mid', 'stripe-sid']);
    const { body } = await search({ q: 'microsoft', purpose: 'analytics' }).expect(200);
    expect(body.map(({ provider }: { provider: string }) => provider)).toEqual([
      'Microsoft Clarity',
      'Microsoft Clarity',
      'Microsoft Clarity',
    ]);
    expect((await search({ q: 'no such thing' }).expect(200)).body).toEqual([]);
  });

  test('refuses an unknown purpose and a question that is too long', async () => {
    expect((await search({ purpose: 'fun' }).expect(400)).body.details[0].path).toBe('purpose');
    expect((await search({ q: 'x'.repeat(201) }).expect(400)).body.details[0].path).toBe('q');
  });
});

describe('a template made from the catalogue', () => {
  test('gets a parameter for each entry, in a category for its purpose', async () => {
    const { body } = await create({ catalogue: ['php-sessid', 'ga', 'ga-property', 'meta-fbp'] }).expect(201);
    expect(Object.keys(body.cookies)).toEqual(['php-sessid', 'ga', 'ga-property', 'meta-fbp']);
    expect(body.cookies.ga).toMatchObject({ name: '_ga', purpose: 'analytics', duration: '2 years' });
    expect(body.categories).toEqual({
      necessary: { legalBasis: 'mandatory', cookies: ['php-sessid'] },
      analytics: { legalBasis: 'consent', cookies: ['ga', 'ga-property'] },
      marketing: { legalBasis: 'consent', cookies: ['meta-fbp'] },
    });
  });

  test('uses categories that are sent: of the purpose’s name, else with only such parameters', async () => {
    const own = { purpose: 'analytics', listenGpc: false };
    const { body } = await create({
      cookies: { own, other: { purpose: 'functional', listenGpc: false } },
      categories: {
        counting: { heading: 'Counting', cookies: ['own'] },
        marketing: { heading: 'Ads', cookies: ['other'] },
      },
      catalogue: ['ga', 'meta-fbp'],
    }).expect(201);
    expect(body.categories).toEqual({
      counting: { heading: 'Counting', cookies: ['own', 'ga'] },
      marketing: { heading: 'Ads', cookies: ['other', 'meta-fbp'] },
    });
  });

  test('names entries that are not there, there already or named twice', async () => {
    const { body } = await create({
      cookies: { ga: { purpose: 'analytics', listenGpc: true } },
      categories: { x: { cookies: ['ga'] } },
      catalogue: ['nonsense', 'ga'],
    }).expect(400);
    expect(body).toMatchObject({
      code: 'validation_failed',
      details: [{ path: 'catalogue[0]' }, { path: 'catalogue[1]' }],
    });
    await create({ catalogue: ['ga', 'ga'] }).expect(400);
    await create({ catalogue: ['__proto__', 'toString'] }).expect(400);
  });
});
