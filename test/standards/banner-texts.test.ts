import {
  bannerFor,
  bannerTextLocales,
  bannerTexts,
  getBannerModel,
  type LanguageTexts,
} from '#content/banner-texts/index';
import { complianceGroupIds } from '#standards/compliance/index';

const english = bannerTexts('en');

/** Every text of a language by its path. */
function textsOf(value: unknown, path = ''): [string, string][] {
  if (typeof value === 'string') return [[path, value]];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, item]) => textsOf(item, `${path}.${key}`));
}
const visible = ({ banners, facts, gpc, modal, categories, buttons }: LanguageTexts) =>
  textsOf({ banners, facts, gpc, modal, categories, buttons });
const links = (html: string) => [...html.matchAll(/<a [^>]*>/g)].map(([link]) => link);

test('thirteen languages have texts, Portuguese as Portugal and as Brazil write it', () => {
  expect(bannerTextLocales).toEqual('en de fr es it pt-PT pt-BR nl pl el ar he fa ja'.split(' '));
});

test.each([
  ['de', 'de', false],
  ['de-AT', 'de', false],
  ['pt-BR', 'pt-BR', false],
  ['pt-PT', 'pt-PT', false],
  ['pt', 'pt-BR', false],
  ['pt-AO', 'pt-PT', false],
  ['AR-eg', 'ar', false],
  ['zh-Hant-TW', 'en', true],
  ['no tag at all', 'en', true],
])('the texts for %s are those of %s', (locale, found, isFallback) => {
  expect(bannerTexts(locale)).toMatchObject({ locale: found, isFallback });
});

const asking = { isNecessaryOnly: false };

test('every group has a way to speak', () => {
  expect(
    Object.fromEntries(complianceGroupIds.map((group) => [group, getBannerModel(group, asking)])),
  ).toEqual({
    'opt-in-explicit': 'opt-in-explicit',
    'opt-in': 'opt-in',
    'opt-in-exempt': 'opt-in-exempt',
    'opt-out-strict': 'opt-out',
    'opt-out': 'opt-out',
    'notice-opt-out': 'notice-opt-out',
    'notice-only': 'notice-only',
    unregulated: 'notice-only',
  });
  expect(getBannerModel(null, asking)).toBe('opt-in');
  for (const group of [...complianceGroupIds, null])
    expect(getBannerModel(group, { isNecessaryOnly: true })).toBe('necessary-only');
});

describe.each(bannerTextLocales)('in %s', (locale) => {
  const texts = bannerTexts(locale);

  test('there are the same texts as in English, with the same links, and none of them is English', () => {
    expect(visible(texts).map(([path]) => path)).toEqual(visible(english).map(([path]) => path));
    expect(visible(texts).map(([, text]) => links(text))).toEqual(
      visible(english).map(([, text]) => links(text)),
    );
    const same = visible(texts).filter(([path, text]) =>
      visible(english).some(([other, model]) => other === path && model === text),
    );
    const borrowed = ['Marketing', 'OK'];
    if (locale !== 'en') expect(same.filter(([, text]) => !borrowed.includes(text))).toEqual([]);
  });

  test('every banner leads to the privacy policy, and every one that can be refused on notice to the choices', () => {
    for (const [path, text] of [...textsOf(texts.banners), ...textsOf(texts.gpc)].filter(([path]) =>
      path.endsWith('htmlText'),
    )) {
      expect([path, text]).toEqual([path, expect.stringContaining('<a href="/privacy">')]);
    }
    for (const { htmlText } of [
      texts.banners['opt-out'],
      texts.banners['notice-opt-out'],
      texts.gpc.binding,
      texts.gpc.honored,
    ]) {
      expect(htmlText).toContain('data-consent-open');
    }
  });
});

describe('what a banner says of the site', () => {
  const facts = {
    controller: 'Müller & <Söhne> $& Co',
    partners: 12,
    usesSensitiveData: true,
    isNecessaryOnly: false,
  };

  test.each(bannerTextLocales)(
    'in %s: who asks and how many partners there are, where consent is asked for',
    (locale) => {
      for (const group of ['opt-in-explicit', 'opt-in', 'opt-in-exempt'] as const) {
        const { htmlText } = bannerFor(bannerTexts(locale), group, facts);
        expect(htmlText).toContain('Müller &amp; &lt;Söhne&gt; $&amp; Co');
        expect(htmlText).toContain('12');
        expect(htmlText.match(/<p/g)).toHaveLength(1);
        expect(htmlText).not.toMatch(/[{}]/);
      }
      expect(bannerFor(bannerTexts(locale), 'notice-only', facts)).toEqual(
        bannerTexts(locale).banners['notice-only'],
      );
    },
  );

  test.each(bannerTextLocales)('in %s: nothing where nothing is known', (locale) => {
    const { banners } = bannerTexts(locale);
    expect(
      bannerFor(bannerTexts(locale), 'opt-in', {
        controller: null,
        partners: 0,
        usesSensitiveData: false,
        isNecessaryOnly: false,
      }),
    ).toEqual(banners['opt-in']);
  });

  test('offers to limit the use of sensitive data where visitors opt out, under the title of the law', () => {
    const { htmlText } = bannerFor(english, 'opt-out-strict', facts);
    expect(htmlText).toContain(
      '<a href="#" data-consent-open>Limit the Use of My Sensitive Personal Information</a>',
    );
    expect(
      bannerFor(english, 'opt-out-strict', { ...facts, usesSensitiveData: false }).htmlText,
    ).not.toContain('Sensitive');
    expect(bannerFor(english, 'opt-in', facts).htmlText).not.toContain('Sensitive');
  });

  test.each([
    ['en', /If you close this notice, everything that needs your consent stays switched off\./],
    ['it', /Se chiude questo avviso con la X, .* rimane disattivato\./],
    ['de', /Schließen Sie diesen Hinweis, bleibt alles ausgeschaltet/],
  ])('says in %s that closing it is not consent', (locale, sentence) => {
    for (const model of ['opt-in-explicit', 'opt-in', 'opt-in-exempt'] as const)
      expect(bannerTexts(locale).banners[model].htmlText).toMatch(sentence);
  });
});

test('Brazilians and the Portuguese each read their own words', () => {
  const [brazilian, european] = ['pt-BR', 'pt-PT'].map((locale) =>
    JSON.stringify(visible(bannerTexts(locale))),
  );
  expect(brazilian).toMatch(/compartilha.*revogar/);
  expect(brazilian).not.toMatch(/partilhar os|noutros|Entendemo-lo|utiliza[çd]/);
  expect(european).toMatch(/partilha.*noutros/);
  expect(european).not.toMatch(/compartilh|você|Nós o entendemos|em outros países|precisa fazer/i);
});

describe.each([
  ['ar', /^<p dir="rtl" lang="ar">[^<]*\p{Script=Arabic}.*<\/p>$/su],
  ['fa', /^<p dir="rtl" lang="fa">.*\p{Script=Arabic}.*<\/p>$/su],
  ['he', /^<p dir="rtl" lang="he">[^<]*\p{Script=Hebrew}.*<\/p>$/su],
])('%s, a language from right to left', (locale, written) => {
  const texts = bannerTexts(locale);

  test('runs from right to left in every paragraph', () => {
    expect(texts.direction).toBe('rtl');
    for (const [path, text] of visible(texts).filter(([path]) => path.endsWith('htmlText'))) {
      expect([path, text]).toEqual([path, expect.stringMatching(written)]);
    }
  });

  test('has Latin words only in isolation, and the punctuation of its script', () => {
    for (const [, text] of visible(texts)) {
      const bare = text.replace(/<bdi>.*?<\/bdi>/g, '').replace(/<[^>]*>/g, '');
      expect(bare).not.toMatch(locale === 'he' ? /[A-Za-z]/ : /[A-Za-z,;?]/);
    }
  });
});
