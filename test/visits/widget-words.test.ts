import { widgetWordKeys, widgetWordLocales, widgetWords } from '#content/widget-words/index';
import { createTestApp, type TestApp } from '../support/create-test-app';
import { productLocales } from '../support/locales';
import { germanContent, profileJson } from '../support/profiles';

describe('the built-in words', () => {
  test('exist in every language of receipts', () => {
    expect([...widgetWordLocales].sort()).toEqual([...productLocales].sort());
  });

  test.each(widgetWordLocales)(
    'have the plural forms of every number and the same places in %s',
    (locale) => {
      const words = widgetWords(locale);
      const rules = new Intl.PluralRules(locale);
      for (let count = 0; count <= 2000; count += 1) {
        const form = rules.select(count);
        const key = `cookies${form.charAt(0).toUpperCase()}${form.slice(1)}`;
        expect([count, Object.keys(words)]).toEqual([count, expect.arrayContaining([key])]);
      }
      const places = (text: string) => (text.match(/\{\w+\}/g) ?? []).sort();
      for (const [key, word] of Object.entries(words)) {
        expect(word.trim()).not.toBe('');
        expect(word).not.toMatch(/[<>]/);
        if (!/^cookies(Zero|One|Two|Few|Many)$/.test(key))
          expect([key, places(word)]).toEqual([key, places(widgetWords('en')[key as 'close'])]);
      }
    },
  );

  test('are found by lookup, and are English for other languages', () => {
    expect(widgetWords('de-AT').close).toBe('Schließen');
    expect(widgetWords('pt').receipt).toBe('Baixar o recibo');
    expect(widgetWords('pt-AO').receipt).toBe('Transferir o recibo');
    expect(widgetWords('fi').close).toBe('Close');
  });
});

describe('the words of a locale file', () => {
  let app: TestApp;
  let admin: { Authorization: string };

  beforeEach(async () => {
    app = await createTestApp();
    admin = await app.asAdmin();
  });
  afterEach(() => app.close());

  const post = (body: object) => app.request.post(`${app.adminBase}/profiles`).set(admin).send(body);
  const save = (overrides: object, localeContent: object = {}) =>
    post({
      name: 'Shop',
      defaultLocale: 'en',
      profileJson: profileJson({ isActive: true, ...overrides }),
      localeContent,
    });
  const served = async (locale: string) =>
    (await app.request.get(`${app.publicBase}/profiles/default/opt-in/${locale}`).expect(200)).body;

  test('are those of its language, with the direction of its script', async () => {
    await save({}, { de: germanContent(), ar: germanContent(), fi: germanContent() }).expect(201);
    expect(await served('en')).toMatchObject({ dir: 'ltr', words: widgetWords('en') });
    expect(await served('de')).toMatchObject({ dir: 'ltr', words: widgetWords('de') });
    expect(await served('ar')).toMatchObject({ dir: 'rtl', words: widgetWords('ar') });
    expect(await served('fi')).toMatchObject({ dir: 'ltr', words: widgetWords('en') });
  });

  test('are replaced by the operator’s, where these are not blank', async () => {
    const ownWords = { close: 'Dismiss', on: ' ', cookiesOther: '{count} items' };
    await save(
      { words: ownWords },
      {
        'en-GB': { ...germanContent(), words: { on: 'Switched on' } },
        de: { ...germanContent(), words: { close: 'Zumachen' } },
      },
    ).expect(201);
    expect((await served('en')).words).toEqual({
      ...widgetWords('en'),
      close: 'Dismiss',
      cookiesOther: '{count} items',
    });
    // The same language as the default locale, so its words apply here too.
    expect((await served('en-GB')).words).toMatchObject({ close: 'Dismiss', on: 'Switched on' });
    // Another language: an English word would be worse than the built-in one.
    expect((await served('de')).words).toEqual({ ...widgetWords('de'), close: 'Zumachen' });
  });

  test('move with the content of a default locale that becomes another locale', async () => {
    const { id } = (await save({ words: { close: 'Dismiss' } }).expect(201)).body;
    await app.request
      .put(`${app.adminBase}/profiles/${id}`)
      .set(admin)
      .send({ defaultLocale: 'de', profileJson: profileJson({ ...germanContent(), isActive: true }) })
      .expect(200);
    await app.request.post(`${app.adminBase}/profiles/${id}/activate`).set(admin).send({}).expect(200);
    expect((await served('en')).words.close).toBe('Dismiss');
    expect((await served('de')).words.close).toBe('Schließen');
  });

  test.each<[string, object]>([
    ['markup', { close: '<b>Close</b>' }],
    ['a control character', { close: 'Close\u0000' }],
    ['a line break', { close: 'Close\nnow' }],
    ['an unknown word', { shut: 'Close' }],
    ['a word of 501 characters', { close: 'x'.repeat(501) }],
    ['a list', { close: ['Close'] }],
    ['a key of the prototype', JSON.parse('{"__proto__":{"close":"Shut"}}')],
    ['the constructor', { constructor: 'Close' }],
  ])('are refused with %s', async (_what, ownWords) => {
    await save({ words: ownWords }).expect(400);
    const response = await save({}, { de: { ...germanContent(), words: ownWords } }).expect(400);
    expect(JSON.stringify(response.body)).toContain('localeContent.de.words');
  });

  test('are a known word in each plural form of any language', async () => {
    const ownWords = Object.fromEntries(widgetWordKeys.map((key) => [key, `own ${key}`]));
    await save({ words: ownWords }).expect(201);
    expect((await served('en')).words).toEqual(ownWords);
  });
});
