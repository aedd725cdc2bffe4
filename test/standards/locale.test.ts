import fc from 'fast-check';
import { canonicalLocale, findLocale, lookupLocale, parseAcceptLanguage } from '../../src/standards/locale';

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
      { numRuns: 500 },
    );
  });
});

describe('looking a locale up', () => {
  test.each([
    [['de-AT'], ['en', 'de'], 'de'],
    [['de-AT'], ['de', 'de-AT'], 'de-AT'],
    [['de'], ['de-AT'], null],
    [['DE-at'], ['de-at'], 'de-at'],
    [['enx'], ['en'], null],
    [['en'], ['enx'], null],
    [['zh-Hant-TW'], ['zh', 'zh-Hant'], 'zh-Hant'],
    [['fr', 'de-CH'], ['en', 'de'], 'de'],
    [['pt-BR', 'en'], ['en', 'pt'], 'pt'],
    [['iw-IL'], ['he'], 'he'],
    [['*', 'de_DE', 'ar'], ['ar'], 'ar'],
    [[null, 7, {}, 'ar'], ['ar'], 'ar'],
    [['fr'], [], null],
    [[], ['fr'], null],
  ])('finds for %j among %j: %j', (wanted, available, found) => {
    expect(lookupLocale(wanted, available)).toBe(found);
  });

  test.each([
    [['pt'], ['en', 'pt-PT', 'pt-BR'], 'pt-BR'],
    [['pt'], ['en', 'pt-PT'], 'pt-PT'],
    [['pt-AO', 'en'], ['en', 'pt-BR', 'pt-PT'], 'pt-PT'],
    [['pt-Latn-BR'], ['pt-PT', 'pt-BR'], 'pt-BR'],
    [['pt-BR'], ['en', 'pt'], 'pt'],
    [['pt-PT', 'en'], ['en', 'pt-BR'], 'pt-BR'],
    [['en', 'pt'], ['en', 'pt-BR'], 'en'],
    [['de', 7, '*', null], ['de-AT', 'pt-BR'], null],
  ])(
    'lets the ways of writing Portuguese stand in for one another: %j among %j is %j',
    (wanted, available, found) => {
      expect(findLocale(wanted, available)).toBe(found);
    },
  );

  test('shortens in the steps of the example in RFC 4647, section 3.4', () => {
    const steps = ['zh-Hant-CN-x-private1-private2', 'zh-Hant-CN-x-private1', 'zh-Hant-CN', 'zh-Hant', 'zh'];
    for (const [index, step] of steps.entries()) {
      expect(lookupLocale([steps[0]], ['zh-Hans', ...steps.slice(index).reverse()])).toBe(step);
    }
  });

  test('answers an available locale that the wanted one equals or refines, and the longest such', () => {
    fc.assert(
      fc.property(tag, fc.uniqueArray(tag), (wanted, available) => {
        const refined = available
          .filter((locale) => wanted === locale || wanted.startsWith(`${locale}-`))
          .sort((a, b) => b.length - a.length);
        expect(lookupLocale([wanted], available)).toBe(refined[0] ?? null);
      }),
      { numRuns: 300 },
    );
  });

  test('asks the wanted tags in order', () => {
    fc.assert(
      fc.property(fc.array(tag, { maxLength: 8 }), fc.uniqueArray(tag), (wanted, available) => {
        const first = wanted.map((one) => lookupLocale([one], available)).find((found) => found !== null);
        expect(lookupLocale(wanted, available)).toBe(first ?? null);
      }),
    );
  });

  test('never throws', () => {
    fc.assert(
      fc.property(
        fc.array(fc.anything()),
        fc.array(fc.string()),
        (wanted, available) => lookupLocale(wanted, available) !== undefined,
      ),
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
      { numRuns: 300 },
    );
  });
});
