import fc from 'fast-check';
import { canonicalLocale, findLocale, joinSentences, parseAcceptLanguage } from '#standards/locale/index';
import { byScope } from '../support/scope';

const tag = fc
  .tuple(
    fc.constantFrom('de', 'en', 'enx', 'zh', 'sr', 'pt', 'ar'),
    fc.constantFrom('', '-Hant', '-Latn', '-Cyrl'),
    fc.constantFrom('', '-AT', '-BR', '-CN', '-419'),
  )
  .map((parts) => parts.join(''));

describe('the canonical form of a language tag', () => {
  test.each([
    ['de', 'de'],
    ['DE-at', 'de-AT'],
    ['ZH-hant-tw', 'zh-Hant-TW'],
    ['sr-latn-rs', 'sr-Latn-RS'],
    ['es-419', 'es-419'],
    ['iw', 'he'],
    ['de-DE-1996', 'de-DE-1996'],
    ['en-x-shop', 'en-x-shop'],
  ])('of %s is %s', (given, canonical) => {
    expect(canonicalLocale(given)).toBe(canonical);
  });

  test.each([
    '',
    '*',
    'd',
    'de_DE',
    'de-',
    '-de',
    'en--US',
    'de-AT ',
    'de\0',
    'german language',
    '../de',
    'de/at',
    'x-shop',
    'default',
    'Default',
    `en-x-${'abcdefgh-'.repeat(4)}a`,
    null,
    undefined,
    7,
    {},
    ['de'],
  ])('does not exist for %j', (given) => {
    expect(canonicalLocale(given)).toBeNull();
  });

  test('has at most 35 characters, as given and as made canonical', () => {
    const subtags = (length: number) => 'a'.repeat(length).replace(/.{9}/g, 'abcdefgh-');
    const longest = `en-x-${subtags(30)}`;
    expect([longest.length, canonicalLocale(longest)]).toEqual([35, longest]);
    expect(canonicalLocale(`eng-x-${subtags(30)}`)).toBeNull();
    expect(canonicalLocale(`sh-x-${subtags(30)}`)).toBeNull();
  });

  test('is null or a safe file name, and its own canonical form, whatever is offered', () => {
    const any = fc.oneof(
      fc.anything(),
      fc.string(),
      tag,
      fc.string({ unit: fc.constantFrom('d', 'e', 'A', '-', '1', 'x') }),
    );
    fc.assert(
      fc.property(any, (value) => {
        const canonical = canonicalLocale(value);
        if (canonical !== null) {
          expect(canonical).toMatch(/^[A-Za-z0-9-]{2,35}$/);
          expect(canonicalLocale(canonical)).toBe(canonical);
        }
      }),
      { numRuns: byScope({ core: 100, all: 500, deep: 25_000 }) },
    );
  });
});

describe('finding a locale', () => {
  test.each([
    // Spellings.
    [['de-AT'], ['de', 'de-AT'], 'de-AT'],
    [['DE-at'], ['de-at'], 'de-at'],
    [['iw-IL'], ['he'], 'he'],
    [['*', 'de_DE', 'ar'], ['ar'], 'ar'],
    [[null, 7, {}, 'ar'], ['ar'], 'ar'],
    [['fr'], [], null],
    [[], ['fr'], null],
    [['fr'], ['not a tag', 'default', 'fr'], 'fr'],
    // The order of the visitor's languages.
    [['fr', 'de-CH'], ['en', 'de'], 'de'],
    [['en', 'pt'], ['en', 'pt-BR'], 'en'],
    [['en-GB', 'de'], ['de', 'en-US'], 'en-US'],
    // Other languages.
    [['enx'], ['en'], null],
    [['en'], ['enx'], null],
    [['ja'], ['en', 'zh-Hant'], null],
    [['uk'], ['en', 'ru'], null],
    // Regions.
    [['de-AT'], ['en', 'de'], 'de'],
    [['de'], ['en', 'de-AT'], 'de-AT'],
    [['de'], ['de-AT', 'de-DE', 'de-CH'], 'de-DE'],
    [['de-LI'], ['de-AT', 'de-DE'], 'de-DE'],
    [['en-US'], ['de', 'en-GB'], 'en-GB'],
    [['en-AU'], ['en-US', 'en-GB'], 'en-GB'],
    [['en-AU'], ['en-US', 'en'], 'en'],
    [['en-AT'], ['en-US', 'en-001'], 'en-001'],
    [['en'], ['en-GB', 'en-US'], 'en-US'],
    [['fr'], ['en', 'fr-CA'], 'fr-CA'],
    [['fr-BE'], ['fr-CA', 'fr-FR'], 'fr-FR'],
    [['es-MX'], ['es', 'es-419'], 'es-419'],
    [['es-MX'], ['es-ES', 'es-AR'], 'es-AR'],
    [['es-ES'], ['es-419', 'es'], 'es'],
    [['pt'], ['en', 'pt-PT', 'pt-BR'], 'pt-BR'],
    [['pt'], ['en', 'pt-PT'], 'pt-PT'],
    [['pt-AO', 'en'], ['en', 'pt-BR', 'pt-PT'], 'pt-PT'],
    [['pt-Latn-BR'], ['pt-PT', 'pt-BR'], 'pt-BR'],
    [['pt-BR', 'en'], ['en', 'pt'], 'pt'],
    [['pt-PT', 'en'], ['en', 'pt-BR'], 'pt-BR'],
    // Scripts.
    [['zh-TW'], ['en', 'zh-Hans', 'zh-Hant'], 'zh-Hant'],
    [['zh-HK'], ['en', 'zh-Hans', 'zh-Hant'], 'zh-Hant'],
    [['zh-MO'], ['zh-TW', 'zh-HK', 'zh-CN'], 'zh-HK'],
    [['zh-CN'], ['en', 'zh-Hant', 'zh-Hans'], 'zh-Hans'],
    [['zh-SG'], ['en', 'zh-Hant', 'zh-CN'], 'zh-CN'],
    [['zh'], ['en', 'zh-Hant', 'zh-Hans'], 'zh-Hans'],
    [['zh-Hant'], ['zh', 'zh-TW'], 'zh-TW'],
    [['zh-Hans'], ['zh-TW', 'zh'], 'zh'],
    [['zh-Hant-TW'], ['zh', 'zh-Hant'], 'zh-Hant'],
    [['yue'], ['zh', 'zh-Hant'], 'zh-Hant'],
    [['az'], ['en', 'az-Latn'], 'az-Latn'],
    [['az-Latn'], ['en', 'az'], 'az'],
    [['az'], ['en', 'az-Cyrl'], null],
    [['sr'], ['sr-Latn', 'sr-Cyrl'], 'sr-Cyrl'],
    [['sr-ME'], ['sr', 'sr-Latn'], 'sr-Latn'],
    [['pa-PK'], ['en', 'pa'], null],
    // Another script: only where readers know both, and after all that the visitor wrote.
    [['zh-TW', 'en'], ['zh-Hans', 'en'], 'en'],
    [['zh-TW', 'fr'], ['en', 'zh-Hans'], 'zh-Hans'],
    [['sr-Latn'], ['en', 'sr'], 'sr'],
    // One language under two codes, and languages that are understood.
    [['no'], ['en', 'nb'], 'nb'],
    [['nb-NO'], ['en', 'no'], 'no'],
    [['nn', 'en'], ['en', 'nb'], 'nb'],
    [['gsw'], ['en', 'de'], 'de'],
    [['hr'], ['en', 'bs'], 'bs'],
    // Variants and extensions.
    [['de-1996'], ['de-1901', 'de'], 'de'],
    [['ca'], ['ca-valencia', 'es'], 'ca-valencia'],
    [['en-US-u-ca-buddhist'], ['en-GB', 'en-US'], 'en-US'],
    [['zh-Hant-CN-x-private1-private2'], ['zh-Hans', 'zh', 'zh-Hant', 'zh-Hant-CN'], 'zh-Hant-CN'],
  ])('for %j among %j is %j', (wanted, available, found) => {
    expect(findLocale(wanted, available)).toBe(found);
  });

  const script = (locale: string) => new Intl.Locale(locale).maximize().script;
  const language = (locale: string) => new Intl.Locale(locale).language;

  test('finds the tag itself whenever it is available', () => {
    fc.assert(
      fc.property(tag, fc.uniqueArray(tag), (wanted, others) => {
        expect(findLocale([wanted], [...others, wanted])).toBe(wanted);
      }),
      { numRuns: byScope({ core: 60, all: 300, deep: 15_000 }) },
    );
  });

  test('never finds another language, nor another script while one of the visitor exists', () => {
    fc.assert(
      fc.property(fc.array(tag, { minLength: 1, maxLength: 4 }), fc.uniqueArray(tag), (wanted, available) => {
        const found = findLocale(wanted, available);
        const readable = available.filter((locale) =>
          wanted.some((one) => language(one) === language(locale) && script(one) === script(locale)),
        );
        if (readable.length > 0) expect(readable).toContain(found);
        else if (found !== null) expect(wanted.map(language)).toContain(language(found));
      }),
      { numRuns: byScope({ core: 100, all: 500, deep: 25_000 }) },
    );
  });

  test('never throws, and finds only what is available', () => {
    fc.assert(
      fc.property(fc.array(fc.anything()), fc.array(fc.string()), (wanted, available) => {
        const found = findLocale(wanted, available);
        expect(found === null || available.includes(found)).toBe(true);
      }),
    );
  });
});

describe('reading Accept-Language', () => {
  test.each([
    ['de-AT,de;q=0.9,en;q=0.8', ['de-AT', 'de', 'en']],
    ['en;q=0.2, fr;q=0.8, de', ['de', 'fr', 'en']],
    ['fr;q=0.5,de;q=0.5', ['fr', 'de']],
    ['da, en-gb;q=0.8, en;q=0.7', ['da', 'en-GB', 'en']],
    ['de;q=0,en', ['en']],
    ['*;q=0.5,de', ['de']],
    ['DE ; Q=0.25 , ar', ['ar', 'de']],
    ['de,de;q=0.1,en;q=0.5', ['de', 'en']],
    ['de;q=2,fr;q=0.1234,it;q=,nl;q=-1,es;q=x,pt;level=1,en;q=1.000', ['en']],
    [',, ;, ;q=1,de', ['de']],
    ['', []],
    [undefined, []],
    [['de'], []],
  ])('%j gives %j', (header, tags) => {
    expect(parseAcceptLanguage(header)).toEqual(tags);
  });

  test('reads a bounded part of what an attacker sends, and never half a tag', () => {
    expect(parseAcceptLanguage(`${' '.repeat(1022)}de-AT`)).toEqual([]);
    expect(parseAcceptLanguage(`${'de,'.repeat(6000)}fr`)).toEqual(['de']);
    const many = Array.from(
      { length: 26 * 26 },
      (_, n) => `e${String.fromCharCode(97 + (n % 26), 97 + Math.floor(n / 26))}`,
    ).join(',');
    expect(parseAcceptLanguage(many).length).toBeLessThanOrEqual(32);
  });

  test('never throws, and answers canonical tags, each once', () => {
    const header = fc.oneof(
      fc.anything(),
      fc.string(),
      fc
        .array(fc.tuple(tag, fc.constantFrom('', ';q=0.5', ';q=0', ';q=9')))
        .map((items) => items.map((item) => item.join('')).join(',')),
    );
    fc.assert(
      fc.property(header, (value) => {
        const tags = parseAcceptLanguage(value);
        expect(tags).toEqual([...new Set(tags.map(canonicalLocale))]);
      }),
      { numRuns: byScope({ core: 60, all: 300, deep: 15_000 }) },
    );
  });
});

test.each([
  ['en', 'One. Two.'],
  ['ar', 'One. Two.'],
  ['not a tag', 'One. Two.'],
  ['ja', 'One.Two.'],
  ['zh-TW', 'One.Two.'],
])('sentences in %s are joined as %j', (locale, joined) => {
  expect(joinSentences(['One.', 'Two.'], locale)).toBe(joined);
});
