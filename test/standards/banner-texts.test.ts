import { bannerModelOf, bannerTextLocales, bannerTexts, type LanguageTexts } from '../../src/standards/banner-texts';
import { complianceGroupIds } from '../../src/standards/compliance';

const english = bannerTexts('en');

/** Every text of a language by its path. */
function textsOf(value: unknown, path = ''): [string, string][] {
  if (typeof value === 'string') return [[path, value]];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, item]) => textsOf(item, `${path}.${key}`));
}
const visible = ({ banners, gpc, modal, categories, buttons }: LanguageTexts) => textsOf({ banners, gpc, modal, categories, buttons });
const links = (html: string) => [...html.matchAll(/<a [^>]*>/g)].map(([link]) => link);

test('nine languages have texts', () => {
  expect(bannerTextLocales).toEqual(['en', 'de', 'fr', 'es', 'it', 'pt', 'nl', 'pl', 'ar']);
});

test.each([
  ['de', 'de', false],
  ['de-AT', 'de', false],
  ['pt-BR', 'pt', false],
  ['AR-eg', 'ar', false],
  ['zh-Hant-TW', 'en', true],
  ['no tag at all', 'en', true],
])('the texts for %s are those of %s', (locale, found, isFallback) => {
  expect(bannerTexts(locale)).toMatchObject({ locale: found, isFallback });
});

test('every group has a way to speak', () => {
  expect(Object.fromEntries(complianceGroupIds.map((group) => [group, bannerModelOf(group)]))).toEqual({
    'opt-in-explicit': 'opt-in-explicit',
    'opt-in': 'opt-in',
    'opt-in-exempt': 'opt-in-exempt',
    'opt-out-strict': 'opt-out',
    'opt-out': 'opt-out',
    'notice-opt-out': 'notice-opt-out',
    'notice-only': 'notice-only',
    unregulated: 'notice-only',
  });
  expect(bannerModelOf(null)).toBe('opt-in');
});

describe.each(bannerTextLocales)('in %s', (locale) => {
  const texts = bannerTexts(locale);

  test('there are the same texts as in English, with the same links, and none of them is English', () => {
    expect(visible(texts).map(([path]) => path)).toEqual(visible(english).map(([path]) => path));
    expect(visible(texts).map(([, text]) => links(text))).toEqual(visible(english).map(([, text]) => links(text)));
    const same = visible(texts).filter(([path, text]) => visible(english).some(([other, model]) => other === path && model === text));
    const borrowed = ['Marketing', 'OK'];
    if (locale !== 'en') expect(same.filter(([, text]) => !borrowed.includes(text))).toEqual([]);
  });

  test('every banner leads to the privacy policy, and every one that can be refused on notice to the choices', () => {
    for (const [path, text] of [...textsOf(texts.banners), ...textsOf(texts.gpc)].filter(([path]) => path.endsWith('htmlText'))) {
      expect([path, text]).toEqual([path, expect.stringContaining('<a href="/privacy">')]);
    }
    for (const { htmlText } of [texts.banners['opt-out'], texts.banners['notice-opt-out'], texts.gpc.binding, texts.gpc.honored]) {
      expect(htmlText).toContain('data-consent-open');
    }
  });
});

describe('Arabic', () => {
  const texts = bannerTexts('ar');

  test('runs from right to left in every paragraph', () => {
    expect(texts.direction).toBe('rtl');
    for (const [path, text] of visible(texts).filter(([path]) => path.endsWith('htmlText'))) {
      expect([path, text]).toEqual([path, expect.stringMatching(/^<p dir="rtl" lang="ar">[^<]*\p{Script=Arabic}.*<\/p>$/su)]);
    }
  });

  test('has Latin words only in isolation, and Arabic punctuation', () => {
    for (const [, text] of visible(texts)) {
      const bare = text.replace(/<bdi>.*?<\/bdi>/g, '').replace(/<[^>]*>/g, '');
      expect(bare).not.toMatch(/[A-Za-z,;?]/);
    }
  });
});
