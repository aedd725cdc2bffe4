import {
  type ComplianceGroupId,
  type ComplianceInput,
  isPlaceCode,
  validateCompliance,
} from '#standards/compliance/index';

/** Rules whose demands depend on places, dates and facts that a profile states about itself. */

const now = Date.UTC(2026, 10, 22);
const cookie = (facts: object) => ({
  purpose: 'analytics',
  listenGpc: true,
  provider: 'Shop Ltd',
  duration: '1 year',
  ...facts,
});

function hits(rule: string, group: ComplianceGroupId, input: ComplianceInput, at = now) {
  const { errors, warnings } = validateCompliance(input, { group, now: at });
  return [...errors, ...warnings].filter((finding) => finding.rule === rule);
}
const fires = (rule: string, group: ComplianceGroupId, input: ComplianceInput, at = now) =>
  hits(rule, group, input, at).length > 0;

describe('how long a choice is valid', () => {
  const expiry = (expiryDays: number, countries?: string[]) => ({
    settings: { expiryDays },
    ...(countries && { countries }),
  });

  test.each([
    [184, ['FR'], false],
    [185, ['FR'], true],
    [185, ['IE'], true],
    [365, ['DE'], false],
    [367, ['FI'], false],
    [368, ['FI'], true],
    [396, ['DE'], false],
    [397, ['DE'], true],
    [185, undefined, true],
    [184, undefined, false],
  ])('%d days in %j: too long is %s', (days, countries, expected) => {
    expect(fires('expiry/too-long', 'opt-in', expiry(days, countries))).toBe(expected);
  });

  test('is limited by the strictest place, which the finding names', () => {
    const [finding] = hits('expiry/too-long', 'opt-in', expiry(365, ['DE', 'IE', 'FI']));
    expect(finding?.message).toContain('365 days, and 6 months at most in IE:');
  });

  test('is 13 months under the TCF, whatever the profile says, and the finding says so', () => {
    const settings = { ...expiry(730, ['DE']).settings, tcf: { vendors: [1] } };
    const [finding] = hits('expiry/too-long', 'opt-in', { ...expiry(730, ['DE']), settings });
    expect(finding?.message).toContain('13 months (396 days) in place of 730 days, because the TCF asks');
  });

  test('is 24 months at most for sensitive data in Colorado', () => {
    const cookies = { health: cookie({ cpraCategory: 'sensitive' }) };
    expect(fires('expiry/no-refresh', 'opt-out-strict', { cookies, ...expiry(731, ['US-CO']) })).toBe(true);
    expect(fires('expiry/no-refresh', 'opt-out-strict', { cookies, ...expiry(730, ['US-CO']) })).toBe(false);
    expect(fires('expiry/no-refresh', 'opt-out-strict', { cookies, ...expiry(731, ['US-CA']) })).toBe(false);
    expect(
      fires('expiry/no-refresh', 'opt-out-strict', { cookies: { ga: cookie({}) }, ...expiry(731) }),
    ).toBe(false);
  });
});

describe('the data fiduciary', () => {
  const unnamed = (countries?: string[]) => ({ settings: {}, ...(countries && { countries }) });
  const fromThatDay = Date.UTC(2027, 4, 13);

  test.each([
    ['where India is named, from its day', ['IN'], fromThatDay, true],
    ['where India is named, the day before', ['IN'], fromThatDay - 1, false],
    ['where no place is named, from its day', undefined, fromThatDay, true],
    ['where no place is named, before', undefined, now, false],
    ['where only China and Korea are named', ['CN', 'KR'], fromThatDay, false],
  ])('is asked for %s: %j', (_when, countries, at, expected) => {
    expect(fires('india/fiduciary', 'opt-in-explicit', unnamed(countries), at)).toBe(expected);
  });

  test('may be named by controllerName elsewhere, but not in India', () => {
    const settings = { complianceConfig: { dataFiduciary: 'Shop Ltd' } };
    expect(fires('india/fiduciary', 'opt-in-explicit', { settings, countries: ['IN'] }, fromThatDay)).toBe(
      false,
    );
  });
});

describe('sensitive data before a choice', () => {
  const granted = { health: cookie({ cpraCategory: 'sensitive', preGranted: true }) };

  test.each([
    [['US-CA'], 'opt-out-strict', false],
    [['US-CA', 'US-CO'], 'opt-out-strict', true],
    [undefined, 'opt-out-strict', true],
    [['US-UT', 'US-IA'], 'opt-out', false],
    [['US-VA'], 'opt-out', true],
    [undefined, 'opt-out', true],
    [['CH'], 'notice-opt-out', true],
  ] as const)('in %j (%s) is an error: %s', (countries, group, expected) => {
    expect(
      fires('sensitive/pre-granted', group, {
        cookies: granted,
        ...(countries && { countries: [...countries] }),
      }),
    ).toBe(expected);
  });
});

describe('the lasting link', () => {
  const sold = { pixel: cookie({ purpose: 'marketing', cpraCategory: ['selling', 'sharing'] }) };
  const withLink = (choicesLink: object | undefined, locale = 'en', countries?: string[]) => ({
    cookies: sold,
    locales: [
      {
        locale,
        mainBanner: {
          htmlText: '<a href="#" data-consent-open>Your Privacy Choices</a>',
          buttons: [{ action: 'manage' }],
        },
        choicesLink,
      },
    ],
    ...(countries && { countries }),
  });

  test.each([
    ['none, whatever the banner offers', undefined, true],
    ['a blank one', { text: ' ' }, true],
    ['the title of the law', { text: 'Do Not Sell or Share My Personal Information' }, false],
    ['the alternative title without the icon', { text: 'Your Privacy Choices' }, true],
    ['the alternative title with the icon', { text: 'Your Privacy Choices', optOutIcon: true }, false],
    [
      'California’s own alternative title with the icon',
      { text: 'Your California Privacy Choices', optOutIcon: true },
      false,
    ],
    ['another title', { text: 'Cookie settings', optOutIcon: true }, true],
  ])('with California served: %s', (_what, choicesLink, expected) => {
    expect(fires('banner/no-opt-out-link', 'opt-out-strict', withLink(choicesLink))).toBe(expected);
    expect(fires('banner/no-opt-out-link', 'opt-out-strict', withLink(choicesLink, 'en-US', ['US']))).toBe(
      expected,
    );
  });

  test('may have any title in other states and in other languages', () => {
    expect(
      fires(
        'banner/no-opt-out-link',
        'opt-out-strict',
        withLink({ text: 'Cookie settings' }, 'en', ['US-CO']),
      ),
    ).toBe(false);
    expect(fires('banner/no-opt-out-link', 'opt-out', withLink({ text: 'Cookie settings' }))).toBe(false);
    expect(
      fires(
        'banner/no-opt-out-link',
        'opt-out-strict',
        withLink({ text: 'Sus opciones de privacidad' }, 'es'),
      ),
    ).toBe(false);
  });

  test('learns that a banner alone is not acceptable', () => {
    expect(hits('banner/no-opt-out-link', 'opt-out-strict', withLink(undefined))[0]?.message).toContain(
      'A banner alone is not an acceptable way to opt out',
    );
  });

  test('is not asked for when nothing is sold or shared', () => {
    expect(
      fires('banner/no-opt-out-link', 'opt-out-strict', {
        ...withLink(undefined),
        cookies: { ga: cookie({ cpraCategory: 'none' }) },
      }),
    ).toBe(false);
  });

  test.each([
    ['Limit the Use of My Sensitive Personal Information', {}, false],
    ['Your Privacy Choices', { optOutIcon: true }, false],
    ['Do Not Sell or Share My Personal Information', {}, true],
  ])('to limit sensitive data, “%s” %j: %s', (text, icon, expected) => {
    const input = {
      ...withLink({ text, ...icon }),
      cookies: { health: cookie({ cpraCategory: 'sensitive' }) },
    };
    expect(fires('banner/no-limit-link', 'opt-out-strict', input)).toBe(expected);
    expect(fires('banner/no-limit-link', 'opt-out-strict', { ...input, countries: ['US-CO'] })).toBe(false);
  });
});

describe('audience measurement without consent', () => {
  const measured = (facts: object, countries?: string[]) => ({
    cookies: { pk: cookie({ exemptMeasurement: true, firstParty: true, duration: '13 months', ...facts }) },
    categories: { necessary: { legalBasis: 'mandatory', htmlText: 'x', cookies: ['pk'] } },
    ...(countries && { countries }),
  });

  test.each([
    ['marked', {}],
    ['marked and pre-granted', { preGranted: true }],
    ['the site’s own by its facts', { exemptMeasurement: undefined }],
    ['kept for 13 calendar months', { exemptMeasurement: undefined, duration: '397 days' }],
  ])('is saved in opt-in with a warning, %s, whatever the basis', (_name, facts) => {
    for (const legalBasis of ['mandatory', 'legitimate-interest']) {
      const input = measured(facts, ['FR', 'IT']);
      Object.assign(input.categories.necessary, { legalBasis });
      const { errors, warnings } = validateCompliance(input, { group: 'opt-in', now });
      expect(errors).toEqual([]);
      expect(warnings.map(({ rule }) => rule)).toEqual(['measurement/without-consent']);
      expect(warnings[0]?.message).toMatch(/with notice$/);
    }
  });

  test('names the served countries that do not allow it', () => {
    expect(
      hits('measurement/without-consent', 'opt-in', measured({}, ['FR', 'DE', 'AT']))[0]?.message,
    ).toContain('not in DE, AT');
    expect(hits('measurement/without-consent', 'opt-in', measured({}))[0]?.message).toContain(
      'in other countries',
    );
  });

  test.each([
    ['its purpose is not analytics', { purpose: 'marketing' }],
    ['its data is sold or shared', { cpraCategory: 'sharing' }],
    ['its data goes to a third party', { firstParty: false, provider: 'Google LLC' }],
    ['it is kept longer than 13 months', { duration: '2 years' }],
    ['its duration does not say how long it is kept', { duration: 'varies' }],
  ])('does not apply when %s', (reason, facts) => {
    const { errors } = validateCompliance(measured(facts), { group: 'opt-in', now });
    expect(errors.find(({ rule }) => rule === 'measurement/not-exempt')?.message).toContain(reason);
  });

  test.each([
    ['is denied', { exemptMeasurement: false }],
    ['is kept longer than 13 months', { exemptMeasurement: undefined, duration: '398 days' }],
    ['does not say how long it is kept', { exemptMeasurement: undefined, duration: '' }],
    ['is not the site’s own', { exemptMeasurement: undefined, firstParty: false }],
    ['is sold', { exemptMeasurement: undefined, cpraCategory: 'selling' }],
    ['serves advertising', { exemptMeasurement: undefined, purpose: 'marketing' }],
  ])('is found when it %s', (_name, facts) => {
    expect(fires('consent/mandatory-basis', 'opt-in', measured(facts))).toBe(true);
    const interest = measured(facts);
    Object.assign(interest.categories.necessary, { legalBasis: 'legitimate-interest' });
    expect(fires('consent/legitimate-interest', 'opt-in', interest)).toBe(true);
  });

  test('does not apply in opt-in-explicit', () => {
    expect(fires('consent/mandatory-basis', 'opt-in-explicit', measured({}))).toBe(true);
    expect(fires('consent/pre-granted', 'opt-in-explicit', measured({ preGranted: true }))).toBe(true);
  });
});

describe('analytics under the signal', () => {
  const ga = (facts: object) => ({
    cookies: { ga: cookie({ provider: 'Google LLC', cpraCategory: 'none', listenGpc: false, ...facts }) },
  });

  test.each([
    ['by a third party', {}, true],
    ['by a service provider under contract', { serviceProvider: true }, false],
    ['by the site itself', { firstParty: true }, false],
    ['that listens', { listenGpc: true }, false],
    ['of an unknown provider', { provider: '' }, false],
  ])('%s: %j finds %s', (_what, facts, expected) => {
    expect(fires('gpc/analytics-not-listening', 'opt-out-strict', ga(facts))).toBe(expected);
  });

  test('is the site’s own where the provider is the controller', () => {
    const settings = {
      gpcMode: 'strict',
      expiryDays: 365,
      complianceConfig: { controllerName: 'Google LLC' },
    };
    expect(fires('gpc/analytics-not-listening', 'opt-out-strict', { ...ga({}), settings })).toBe(false);
  });
});

describe('children', () => {
  const site = (countries?: string[], forChildren = true) => ({
    cookies: {
      pixel: cookie({ purpose: 'marketing' }),
      ga: cookie({}),
      sold: cookie({ cpraCategory: 'selling' }),
    },
    settings: { forChildren },
    ...(countries && { countries }),
  });

  test('are not advertised to: the finding names each such cookie and the age of the place', () => {
    const found = hits('children/advertising', 'opt-in', site(['FR']));
    expect(found.map(({ parameter }) => parameter)).toEqual(['pixel', 'sold']);
    expect(found[0]?.message).toContain('below 15 years');
    expect(hits('children/advertising', 'opt-in', site(['FR', 'IE']))[0]?.message).toContain(
      'below 16 years',
    );
    expect(
      hits('children/advertising', 'opt-in-explicit', site(['IN']), Date.UTC(2027, 5, 1))[0]?.message,
    ).toContain('below 18 years');
    expect(hits('children/advertising', 'notice-only', site(['AW']))[0]?.message).toContain('below 13 years');
  });

  test('are not required where the site is not for them', () => {
    expect(fires('children/advertising', 'opt-in', site(['FR'], false))).toBe(false);
  });
});

describe('the first layer', () => {
  const banner = (
    htmlText: string,
    {
      locale = 'en',
      countries = ['DE'],
      ...rest
    }: { locale?: string; countries?: string[] } & ComplianceInput = {},
  ) => ({
    cookies: {
      ga: cookie({ provider: 'Google LLC' }),
      pixel: cookie({ purpose: 'marketing', provider: 'Meta Platforms' }),
    },
    settings: { complianceConfig: { controllerName: 'Café Ltd' } },
    locales: [{ locale, mainBanner: { heading: 'Cookies', htmlText } }],
    countries,
    ...rest,
  });

  test.each([
    ['<p>Café Ltd asks</p>', false],
    ['<p>CAFE LTD asks</p>', false],
    ['<p>We ask</p>', true],
  ])('%s: lacks the controller: %s', (htmlText, expected) => {
    expect(fires('banner/no-controller', 'opt-in', banner(htmlText))).toBe(expected);
  });

  test('lacks the controller as long as the profile names none', () => {
    expect(fires('banner/no-controller', 'opt-in', banner('<p>Café Ltd asks</p>', { settings: {} }))).toBe(
      true,
    );
    expect(
      fires(
        'banner/no-controller',
        'opt-in',
        banner('<p>Café Ltd asks</p>', { settings: { complianceConfig: { dataFiduciary: 'Café Ltd' } } }),
      ),
    ).toBe(false);
  });

  test('needs no controller where nobody asks; under the TCF vendors do', () => {
    const necessary = {
      cookies: { session: cookie({ purpose: 'necessary' }) },
      categories: { necessary: { legalBasis: 'mandatory', cookies: ['session'] } },
    };
    const at = (settings: object) =>
      fires(
        'banner/no-controller',
        'opt-in',
        banner('<p>Only what is needed</p>', { ...necessary, settings }),
      );
    expect([at({}), at({ tcf: {} })]).toEqual([false, true]);
  });

  test.each([
    ['<p>We and our 2 partners</p>', false],
    ['<p>We and our 143 partners</p>', false],
    ['<p>We, Google LLC and Meta Platforms</p>', false],
    ['<p>نحن و٢ من الشركاء</p>', false],
    ['<p>We and our 1 partner</p>', true],
    ['<p>We, Google and Meta</p>', false],
    ['<p>We, Google LLC and others</p>', true],
    ['<p>We and our advertising platforms</p>', true],
    ['<p>We and our partners</p>', true],
  ])('%s: lacks the partners: %s', (htmlText, expected) => {
    expect(fires('banner/no-partner-count', 'opt-in', banner(htmlText))).toBe(expected);
  });

  test.each([
    ['<p>We and our partners</p>', { count: 2 }, 'data goes to 2 partners: state'],
    [
      '<p>We and our 1 partner</p>',
      { count: 2, stated: 1 },
      'data goes to 2 partners (the highest number in its text is 1): state',
    ],
  ])('%s: is told the number: %j', (htmlText, numbers, message) => {
    const [hit] = hits('banner/no-partner-count', 'opt-in', banner(htmlText));
    expect(hit).toMatchObject({ ...numbers, message: expect.stringContaining(message) });
    expect(hit).toEqual(expect.not.objectContaining({ detail: expect.anything() }));
  });

  test('names the controller in the default language at least', () => {
    const locales = [
      { locale: 'en', mainBanner: { htmlText: '<p>European Commission</p>' } },
      { locale: 'fr', mainBanner: { htmlText: '<p>Commission européenne</p>' } },
    ];
    const settings = { complianceConfig: { controllerName: 'European Commission' } };
    expect(fires('banner/no-controller', 'opt-in', { locales, settings })).toBe(false);
    expect(fires('banner/no-controller', 'opt-in', { locales: locales.reverse(), settings })).toBe(true);
  });

  test('needs no number where data goes to nobody else', () => {
    const cookies = {
      ga: cookie({ provider: 'Google LLC', serviceProvider: true }),
      own: cookie({ provider: 'café ltd' }),
      session: cookie({ purpose: 'necessary', provider: 'CDN' }),
    };
    expect(
      fires(
        'banner/no-partner-count',
        'opt-in',
        banner('<p>We</p>', { cookies, settings: { complianceConfig: { controllerName: 'Café Ltd' } } }),
      ),
    ).toBe(false);
  });

  test('can be closed in Italy, and says in Italian what that means', () => {
    const ui = { mainBanner: { showClose: true } };
    const italian = { locale: 'it', countries: ['IT'] };
    expect(fires('banner/no-close', 'opt-in', banner('<p>Cookie</p>', italian))).toBe(true);
    expect(fires('banner/no-close', 'opt-in', { ...banner('<p>Cookie</p>', italian), ui })).toBe(true);
    expect(
      fires('banner/no-close', 'opt-in', {
        ...banner('<p>Chiudendo il banner con la X restano attivi solo i cookie necessari.</p>', italian),
        ui,
      }),
    ).toBe(false);
    expect(
      fires('banner/no-close', 'opt-in', { ...banner('<p>Cookies</p>', { countries: ['IT'] }), ui }),
    ).toBe(false);
    expect(
      fires('banner/no-close', 'opt-in', banner('<p>Cookie</p>', { locale: 'it', countries: ['CH', 'DE'] })),
    ).toBe(false);
  });

  test('has a French version in Quebec', () => {
    for (const countries of [['CA-QC'], ['CA']])
      expect(fires('locale/no-french', 'opt-in', banner('<p>x</p>', { countries }))).toBe(true);
    expect(
      fires('locale/no-french', 'opt-in', banner('<p>x</p>', { countries: ['CA-QC'], locale: 'fr-CA' })),
    ).toBe(false);
    expect(fires('locale/no-french', 'opt-in', banner('<p>x</p>', { countries: ['CA-ON'] }))).toBe(false);
    expect(fires('locale/no-french', 'opt-in', banner('<p>x</p>', { countries: [] }))).toBe(false);
  });
});

describe('recipients abroad', () => {
  const recipient = (facts: object) => ({
    cookies: {
      pixel: cookie({ provider: 'Meta Platforms', providerContact: 'a', providerCountry: 'US', ...facts }),
    },
  });

  test.each([
    ['named with contact and country', {}, null],
    ['without contact', { providerContact: undefined }, 'contact (providerContact) of'],
    [
      'without contact and country',
      { providerContact: '', providerCountry: undefined },
      'contact (providerContact) and country (providerCountry) of',
    ],
    [
      'that process on instruction, without a country',
      { serviceProvider: true, providerCountry: undefined },
      'country (providerCountry) of',
    ],
    ['that are the site itself', { firstParty: true, providerContact: undefined }, null],
  ])('%s', (_what, facts, expected) => {
    const [finding] = hits('parameter/recipient-unstated', 'opt-in-explicit', recipient(facts));
    if (expected === null) expect(finding).toBeUndefined();
    else expect(finding?.message).toContain(expected);
  });
});

test.each([
  ['FR', true],
  ['US-CA', true],
  ['US-AZ', true],
  ['CA-QC', true],
  ['XX', false],
  ['EU', false],
  ['fr', false],
  ['US-06', false],
  ['', false],
])('%s is a place: %s', (code, expected) => {
  expect(isPlaceCode(code)).toBe(expected);
});

describe('places whose law is stricter than the group', () => {
  const named = (countries?: string[]) => ({ settings: {}, ...(countries && { countries }) });

  test.each([
    ['notice-only', ['DE', 'FR'], true],
    ['opt-out', ['DE', 'FR'], true],
    ['opt-out', ['US-CA'], true],
    ['opt-in', ['DE', 'FR'], false],
    ['opt-in-explicit', ['DE'], false],
    ['opt-out', ['US-VA'], false],
    ['opt-out-strict', ['US-CA', 'US-VA'], false],
    ['notice-only', undefined, false],
  ] as const)('%s for %j: found is %s', (group, countries, expected) => {
    expect(fires('countries/stricter-law', group, named(countries && [...countries]))).toBe(expected);
  });

  test('are named with their group', () => {
    const [finding] = hits('countries/stricter-law', 'opt-out', named(['DE', 'US-VA', 'FR']));
    expect(finding?.message).toContain('The law of DE (opt-in), FR (opt-in) asks');
  });
});
