import fc from 'fast-check';
import {
  type ComplianceGroupId,
  type ComplianceInput,
  type ComplianceResult,
  complianceGroupIds,
  complianceGroups,
  complianceRules,
  validateCompliance,
} from '#standards/compliance/index';
import { costOf } from '../support/cost';
import { byScope } from '../support/scope';

/** A profile that keeps every rule of every group, easy to break in one place. */
function cleanProfile() {
  const button = (style: string, action: string, cookies?: unknown) => ({
    text: `x ${action} ${cookies ?? ''}`,
    style,
    action,
    ...(cookies === undefined ? {} : { cookies }),
  });
  const recipient = { provider: 'Example', providerContact: 'privacy@example.com', providerCountry: 'US' };
  const facts = { ...recipient, duration: '1 year', cpraCategory: 'none', preGranted: false };
  const parameter = (purpose: string, listenGpc = false) =>
    ({ purpose, listenGpc, ...facts }) as Record<string, unknown>;
  const category = (legalBasis: string, ...cookies: string[]) => ({
    heading: 'x',
    htmlText: '<p>What it is for</p>',
    legalBasis,
    cookies,
  });
  return {
    cookies: {
      session: parameter('necessary'),
      language: parameter('preferences'),
      ga: parameter('analytics', true),
      pixel: { ...parameter('marketing', true), cpraCategory: 'sharing' },
    } as Record<string, Record<string, unknown>>,
    cookiesOverride: {} as Record<string, unknown>,
    categories: {
      necessary: category('mandatory', 'session'),
      preferences: category('consent', 'language'),
      statistics: category('consent', 'ga'),
      marketing: category('consent', 'pixel'),
    } as Record<string, { htmlText?: string; legalBasis: string; cookies: string[] }>,
    settings: {
      gpcMode: 'strict',
      expiryDays: 365,
      complianceConfig: { controllerName: 'Shop Ltd', dataFiduciary: 'Shop Ltd' },
    } as Record<string, unknown>,
    countries: ['DE', 'GB', 'CN', 'US', 'CH'],
    locales: [
      {
        locale: 'en',
        mainBanner: {
          htmlText: '<p>Shop Ltd and Example use cookies. <a href="/privacy" rel="noopener">Privacy</a></p>',
          buttons: [
            button('primary', 'custom', '*'),
            button('primary', 'custom', '!'),
            button('secondary', 'manage'),
          ],
        },
        gpcBanner: { htmlText: '<p>Heard.</p>', buttons: [button('primary', 'submit')] } as
          | { buttons: ReturnType<typeof button>[] }
          | undefined,
        preferenceModal: { heading: 'x', buttons: [button('primary', 'submit')] },
        choicesLink: { text: 'Your Privacy Choices', optOutIcon: true },
      },
      {
        locale: 'de',
        mainBanner: {
          htmlText: 'Shop Ltd und 1 Partner: <a href="/datenschutz">Datenschutz</a>',
          buttons: [],
        },
      },
    ] as {
      locale: string;
      mainBanner: { htmlText?: string; buttons: ReturnType<typeof button>[] };
      gpcBanner?: { buttons: ReturnType<typeof button>[] };
    }[],
  };
}
type Profile = ReturnType<typeof cleanProfile>;

const now = Date.UTC(2026, 10, 22);
const validate = (input: ComplianceInput, group: ComplianceGroupId, severities = {}, at = now) =>
  validateCompliance(input, { group, now: at, severities });
/** The clean profile names places with laws of all groups. */
const inEveryGroup = { 'countries/stricter-law': 'off' };
const idsIn = ({ errors, warnings }: ComplianceResult) => [...errors, ...warnings].map(({ rule }) => rule);

function broken(change: (profile: Profile) => unknown): Profile {
  const profile = cleanProfile();
  change(profile);
  return profile;
}

const first = (profile: Profile) => profile.locales[0] as Profile['locales'][number];
const banner = (profile: Profile) => first(profile).mainBanner;
const modal = (profile: Profile) =>
  (profile.locales[0] as unknown as { preferenceModal: { buttons: unknown[] } }).preferenceModal;
const set = (profile: Profile, id: string, facts: object) => Object.assign(profile.cookies[id] ?? {}, facts);
const accept = { text: 'Yes', style: 'primary', action: 'custom', cookies: '*' };
const reject = { text: 'No', style: 'primary', action: 'custom', cookies: '!' };
const save = { text: 'OK', style: 'primary', action: 'submit' };
const manage = { text: 'Choose', style: 'secondary', action: 'manage' };

const all = [...complianceGroupIds];
const optIn: ComplianceGroupId[] = ['opt-in-explicit', 'opt-in', 'opt-in-exempt'];
const optOut: ComplianceGroupId[] = ['opt-out-strict', 'opt-out'];
const levels = (groups: readonly ComplianceGroupId[], level: 'error' | 'warning') =>
  Object.fromEntries(groups.map((group) => [group, level]));

type Case = [
  rule: string,
  change: (profile: Profile) => unknown,
  expected: Record<string, string>,
  found: object,
  at?: number,
];
/**
 * How each rule is broken, what it says where, how heavily in which groups, and when; nothing in the others.
 */
const cases: readonly Case[] = [
  [
    'category/unknown-parameter',
    (profile) => profile.categories.statistics?.cookies.push('ghost'),
    levels(all, 'error'),
    {
      category: 'statistics',
      parameter: 'ghost',
      section: 'preferenceModal',
      field: 'categories.statistics.cookies',
    },
  ],
  [
    'category/parameter-twice',
    (profile) => profile.categories.marketing?.cookies.push('ga'),
    levels(all, 'error'),
    { category: 'marketing', parameter: 'ga' },
  ],
  [
    'category/uncategorised-parameter',
    (profile) => profile.categories.statistics?.cookies.pop(),
    levels(all, 'warning'),
    { parameter: 'ga' },
  ],
  [
    'category/necessary-optional',
    (profile) => Object.assign(profile.categories.necessary ?? {}, { legalBasis: 'consent' }),
    levels(all, 'warning'),
    { category: 'necessary', parameter: 'session' },
  ],
  [
    'category/unexplained',
    (profile) => Object.assign(profile.categories.marketing ?? {}, { htmlText: '<p> \u200b</p>' }),
    levels([...optIn, ...optOut, 'notice-opt-out'], 'warning'),
    { category: 'marketing', field: 'categories.marketing.htmlText' },
  ],
  [
    'parameter/undisclosed',
    (profile) => set(profile, 'ga', { provider: ' ', duration: undefined }),
    levels([...optIn, ...optOut], 'warning'),
    { parameter: 'ga', message: expect.stringContaining('its provider and duration:') },
  ],
  [
    'parameter/sale-unstated',
    (profile) => set(profile, 'pixel', { cpraCategory: undefined }),
    levels(optOut, 'warning'),
    { parameter: 'pixel' },
  ],
  [
    'consent/pre-granted',
    (profile) => set(profile, 'pixel', { preGranted: true }),
    levels(optIn, 'error'),
    {
      parameter: 'pixel',
      message: expect.stringContaining('The marketing cookie “pixel”'),
      law: expect.stringContaining('C-673/17'),
    },
  ],
  [
    'consent/mandatory-basis',
    (profile) =>
      profile.categories.necessary?.cookies.push(...(profile.categories.marketing?.cookies.splice(0) ?? [])),
    levels([...optIn, ...optOut, 'notice-opt-out'], 'error'),
    { category: 'necessary', parameter: 'pixel' },
  ],
  [
    'consent/mandatory-sale',
    (profile) => {
      set(profile, 'pixel', { purpose: 'necessary', cpraCategory: 'selling' });
      profile.categories.necessary?.cookies.push(...(profile.categories.marketing?.cookies.splice(0) ?? []));
    },
    levels([...optIn, ...optOut, 'notice-opt-out'], 'error'),
    { category: 'necessary', parameter: 'pixel' },
  ],
  [
    'consent/legitimate-interest',
    (profile) => Object.assign(profile.categories.marketing ?? {}, { legalBasis: 'legitimate-interest' }),
    levels(optIn, 'error'),
    { category: 'marketing', parameter: 'pixel' },
  ],
  [
    'consent/bundled',
    (profile) =>
      profile.categories.marketing?.cookies.push(...(profile.categories.statistics?.cookies.splice(0) ?? [])),
    { 'opt-in-explicit': 'error', 'opt-in': 'warning', 'opt-in-exempt': 'warning' },
    { category: 'marketing', message: expect.stringContaining('analytics') },
  ],
  [
    'consent/no-objection',
    (profile) =>
      profile.categories.necessary?.cookies.push(...(profile.categories.statistics?.cookies.splice(0) ?? [])),
    { 'opt-in-exempt': 'warning' },
    { category: 'necessary', parameter: 'ga' },
  ],
  [
    'consent/exempt-shared',
    (profile) => set(profile, 'ga', { preGranted: true, cpraCategory: 'selling' }),
    { 'opt-in-exempt': 'warning' },
    { parameter: 'ga' },
  ],
  [
    'sensitive/pre-granted',
    (profile) => set(profile, 'language', { preGranted: true, cpraCategory: 'sensitive' }),
    levels([...optOut, 'notice-opt-out'], 'error'),
    { parameter: 'language' },
  ],
  [
    'sensitive/granted-on-notice',
    (profile) => set(profile, 'language', { preGranted: true, cpraCategory: 'sensitive' }),
    { 'notice-only': 'warning' },
    { parameter: 'language' },
  ],
  [
    'gpc/not-listening',
    (profile) => set(profile, 'pixel', { listenGpc: false }),
    { 'opt-out-strict': 'error', 'opt-out': 'warning' },
    { parameter: 'pixel' },
  ],
  [
    'gpc/objection-unheard',
    (profile) => set(profile, 'pixel', { listenGpc: false }),
    levels(optIn, 'warning'),
    { parameter: 'pixel' },
  ],
  [
    'gpc/ignored',
    (profile) => Object.assign(profile.settings, { gpcMode: 'ignore' }),
    { 'opt-out-strict': 'error' },
    {},
  ],
  [
    'gpc/overridable',
    (profile) => Object.assign(profile.settings, { gpcMode: 'honor' }),
    { 'opt-out-strict': 'warning' },
    {},
  ],
  [
    'gpc/no-banner',
    (profile) => Object.assign(profile.locales[0] ?? {}, { gpcBanner: undefined }),
    { 'opt-out-strict': 'warning' },
    { section: 'gpcBanner' },
  ],
  [
    'banner/no-reject',
    (profile) => banner(profile).buttons.splice(0, 3, accept, manage),
    { 'opt-in-explicit': 'error', 'opt-in': 'error', 'opt-in-exempt': 'warning' },
    { section: 'mainBanner', field: 'buttons' },
  ],
  [
    'banner/no-decline',
    (profile) => banner(profile).buttons.splice(0, 3, accept, manage),
    levels([...optOut, 'notice-opt-out'], 'warning'),
    { section: 'mainBanner', field: 'buttons' },
  ],
  [
    'banner/no-manage',
    (profile) => banner(profile).buttons.pop(),
    levels(optIn, 'warning'),
    { message: expect.stringContaining('3 optional categories') },
  ],
  [
    'banner/asymmetric',
    (profile) => banner(profile).buttons.splice(1, 1, { ...reject, style: 'text' }),
    levels([...optIn, ...optOut], 'warning'),
    { section: 'mainBanner', field: 'buttons' },
  ],
  [
    'banner/choice-as-text',
    (profile) =>
      banner(profile).buttons.splice(0, 2, { ...accept, style: 'text' }, { ...reject, style: 'text' }),
    levels(optIn, 'warning'),
    { section: 'mainBanner' },
  ],
  [
    'banner/no-opt-out-link',
    (profile) => Object.assign(first(profile), { choicesLink: undefined }),
    levels(optOut, 'warning'),
    { section: 'choicesLink', message: expect.stringContaining('no lasting link') },
  ],
  [
    'banner/no-limit-link',
    (profile) => {
      set(profile, 'ga', { cpraCategory: 'sensitive' });
      Object.assign(first(profile), {
        choicesLink: { text: 'Do Not Sell or Share My Personal Information' },
      });
    },
    { 'opt-out-strict': 'warning' },
    { section: 'choicesLink', locale: 'en' },
  ],
  [
    'banner/no-refusal',
    (profile) => banner(profile).buttons.splice(0, 3, accept),
    { 'notice-opt-out': 'warning' },
    { locale: 'en', section: 'mainBanner' },
  ],
  [
    'banner/empty-choice',
    (profile) => {
      for (const category of Object.values(profile.categories)) category.legalBasis = 'mandatory';
    },
    levels(
      all.filter((group) => group !== 'unregulated'),
      'warning',
    ),
    { section: 'mainBanner', field: 'buttons' },
  ],
  [
    'banner/no-policy-link',
    (profile) =>
      Object.assign(profile.locales[1]?.mainBanner ?? {}, { htmlText: '<p>Wir verwenden Cookies.</p>' }),
    levels(
      all.filter((group) => group !== 'unregulated'),
      'warning',
    ),
    { locale: 'de', section: 'mainBanner', field: 'htmlText' },
  ],
  [
    'modal/no-save',
    (profile) => modal(profile).buttons.pop(),
    levels(optIn, 'warning'),
    { section: 'preferenceModal', field: 'buttons' },
  ],
  [
    'expiry/too-long',
    (profile) => Object.assign(profile.settings, { expiryDays: 397 }),
    levels(optIn, 'warning'),
    { message: expect.stringContaining('397') },
  ],
  [
    'expiry/asks-too-soon',
    (profile) => Object.assign(profile.settings, { expiryDays: 179 }),
    levels(optIn, 'warning'),
    {},
  ],
  [
    'expiry/too-short',
    (profile) => Object.assign(profile.settings, { expiryDays: 364 }),
    levels(optOut, 'warning'),
    {},
  ],
  [
    'india/fiduciary',
    (profile) =>
      Object.assign(profile, {
        countries: ['IN'],
        settings: { ...profile.settings, complianceConfig: { dataFiduciary: ' \u200b\u2060' } },
      }),
    { 'opt-in-explicit': 'warning' },
    { message: expect.stringContaining('dataFiduciary') },
    Date.UTC(2027, 4, 13),
  ],
  [
    'expiry/no-refresh',
    (profile) => {
      set(profile, 'ga', { cpraCategory: 'sensitive' });
      Object.assign(profile.settings, { expiryDays: 731 });
    },
    { 'opt-out-strict': 'warning' },
    { message: expect.stringContaining('731 days') },
  ],
  [
    'children/advertising',
    (profile) => Object.assign(profile.settings, { forChildren: true }),
    levels(
      all.filter((group) => group !== 'unregulated'),
      'warning',
    ),
    { parameter: 'pixel', message: expect.stringContaining('below 18 years') },
  ],
  [
    'age/no-gate',
    (profile) => Object.assign(profile.settings, { forChildren: true }),
    levels([...optIn, ...optOut], 'warning'),
    { message: expect.stringContaining('below 18 years') },
  ],
  [
    'content/parameter-untranslated',
    (profile) => set(profile, 'ga', { description: 'Counts visits.' }),
    levels(
      all.filter((group) => group !== 'unregulated' && group !== 'notice-only'),
      'warning',
    ),
    { locale: 'de', message: expect.stringContaining('“ga”') },
  ],
  [
    'measurement/not-exempt',
    (profile) => set(profile, 'ga', { exemptMeasurement: true, firstParty: true, duration: '14 months' }),
    { 'opt-in': 'error' },
    { parameter: 'ga', message: expect.stringContaining('longer than 13 months') },
  ],
  [
    'measurement/without-consent',
    (profile) => set(profile, 'ga', { exemptMeasurement: true, preGranted: true }),
    { 'opt-in': 'warning' },
    { parameter: 'ga', message: expect.stringContaining('not in DE, GB, CN') },
  ],
  [
    'parameter/not-one-name',
    (profile) => set(profile, 'ga', { name: '_ga, _ga_*' }),
    levels(all, 'warning'),
    { parameter: 'ga', message: expect.stringContaining('“_ga, _ga_*”') },
  ],
  [
    'parameter/long-lived',
    (profile) => set(profile, 'pixel', { duration: '5 years' }),
    levels(optIn, 'warning'),
    { parameter: 'pixel', message: expect.stringContaining('5 years') },
  ],
  [
    'parameter/recipient-unstated',
    (profile) => set(profile, 'pixel', { providerContact: undefined }),
    { 'opt-in-explicit': 'warning' },
    { parameter: 'pixel', message: expect.stringContaining('providerContact') },
  ],
  [
    'gpc/analytics-not-listening',
    (profile) => set(profile, 'ga', { listenGpc: false }),
    levels(optOut, 'warning'),
    { parameter: 'ga' },
  ],
  [
    'banner/no-controller',
    (profile) => Object.assign(profile.settings, { complianceConfig: { controllerName: 'Other Ltd' } }),
    levels(optIn, 'warning'),
    { locale: 'en', section: 'mainBanner', field: 'htmlText' },
  ],
  [
    'banner/no-partner-count',
    (profile) => set(profile, 'pixel', { provider: 'Pixel Inc.' }),
    levels(optIn, 'warning'),
    { locale: 'en', message: expect.stringContaining('2 partners') },
  ],
  [
    'banner/no-close',
    (profile) => profile.countries.push('IT'),
    { 'opt-in': 'warning' },
    { message: expect.stringContaining('cannot be closed') },
  ],
  [
    'locale/no-french',
    (profile) => profile.countries.push('CA-QC'),
    { 'opt-in': 'warning' },
    { message: expect.stringContaining('French') },
  ],
  [
    'choices/no-lasting-link',
    (profile) => Object.assign(first(profile), { choicesLink: { text: ' ' } }),
    levels(optIn, 'warning'),
    { section: 'choicesLink' },
  ],
  ...(
    [
      ['wording/continuing', 'By continuing to browse you accept cookies.', optIn],
      ['wording/closing', 'By closing this banner you accept cookies.', optIn],
      ['wording/cookie-wall', 'You can only use this site if you accept cookies.', optIn],
      ['wording/pressure', 'You will miss out on great offers.', [...optIn, ...optOut, 'notice-opt-out']],
    ] as const
  ).map(
    ([rule, sentence, groups]): Case => [
      rule,
      (profile) =>
        Object.assign(banner(profile), { htmlText: `${banner(profile).htmlText}<p>${sentence}</p>` }),
      levels(groups, 'warning'),
      { locale: 'en', section: 'mainBanner', field: 'htmlText' },
    ],
  ),
  [
    'wording/double-negative',
    (profile) => Object.assign(banner(profile).buttons[1] ?? {}, { text: 'Do not refuse' }),
    levels([...optIn, ...optOut], 'warning'),
    { locale: 'en', section: 'mainBanner', field: 'buttons[1].text' },
  ],
  [
    'wording/advertising-unnamed',
    (profile) =>
      Object.assign(first(profile), {
        preferenceModal: {
          buttons: [save],
          categories: { marketing: { heading: 'For you', htmlText: 'Makes the site fit you.' } },
        },
      }),
    levels([...optIn, ...optOut, 'notice-opt-out'], 'warning'),
    { locale: 'en', category: 'marketing', field: 'categories.marketing.htmlText' },
  ],
  [
    'button/misleading-label',
    (profile) => Object.assign(banner(profile), { buttons: [accept, { ...reject, text: 'Yes' }, manage] }),
    levels([...optIn, ...optOut, 'notice-opt-out'], 'warning'),
    { locale: 'en', section: 'mainBanner', field: 'buttons[1].text' },
  ],
  [
    'button/pay-to-refuse',
    (profile) =>
      Object.assign(banner(profile), {
        buttons: [accept, { ...reject, text: 'Subscribe for 9.99 EUR' }, manage],
      }),
    levels(optIn, 'warning'),
    { locale: 'en', section: 'mainBanner', field: 'buttons[1].text' },
  ],
  [
    'wording/silence',
    (profile) => Object.assign(banner(profile), { htmlText: 'We accept automatically after 10 seconds.' }),
    levels(optIn, 'warning'),
    { locale: 'en', section: 'mainBanner', field: 'htmlText' },
  ],
  [
    'wording/no-withdrawal',
    (profile) => Object.assign(banner(profile), { htmlText: 'Your choice is final.' }),
    levels(optIn, 'warning'),
    { locale: 'en', section: 'mainBanner', field: 'htmlText' },
  ],
  [
    'gpc/banner-accepts-only',
    (profile) => Object.assign(profile.locales[0]?.gpcBanner ?? {}, { buttons: [accept] }),
    levels([...optIn, ...optOut], 'warning'),
    { section: 'gpcBanner', field: 'buttons' },
  ],
  [
    'countries/stricter-law',
    (profile) => Object.assign(profile, { countries: ['CN'] }),
    levels(
      all.filter((group) => group !== 'opt-in-explicit'),
      'warning',
    ),
    {},
  ],
];

describe('the list of compliance rules', () => {
  test('has a breaking example for each rule below', () => {
    expect(cases.map(([rule]) => rule)).toEqual(expect.arrayContaining(complianceRules.map(({ id }) => id)));
    expect(cases).toHaveLength(complianceRules.length);
  });

  test.each(complianceRules)(
    'states what $id is, from where, and since when',
    ({ id, groups, message, source, asOf, check }) => {
      expect(id).toMatch(/^[a-z]+\/[a-z-]+$/);
      expect(groups.length).toBeGreaterThan(0);
      expect(groups.every((group) => complianceGroups[group] !== undefined)).toBe(true);
      expect(message).toMatch(/^.{30,}[^.]$/);
      expect(source).not.toBe('');
      expect(asOf).toMatch(/^20\d\d-[01]\d-[0-3]\d$/);
      expect(check).toBeInstanceOf(Function);
    },
  );

  test('names each rule once', () => {
    expect(new Set(complianceRules.map(({ id }) => id)).size).toBe(complianceRules.length);
  });
});

describe('a profile without a fault', () => {
  test.each(all)('has no finding in %s', (group) => {
    expect(validate(cleanProfile(), group, inEveryGroup)).toEqual({ errors: [], warnings: [] });
  });
});

describe.each(cases)('%s', (rule, change, expected, found, at) => {
  test.each(all)('counts as it should in %s', (group) => {
    const { errors, warnings } = validate(broken(change), group, {}, at);
    const level = errors.some((finding) => finding.rule === rule)
      ? 'error'
      : warnings.some((finding) => finding.rule === rule)
        ? 'warning'
        : undefined;
    expect(level).toBe(expected[group]);
    const own = [...errors, ...warnings].find((finding) => finding.rule === rule);
    if (own !== undefined) {
      expect(own).toMatchObject(found);
      expect(own.message).not.toMatch(/[{}]|undefined/);
    }
  });

  test('is stated where the law requires it, unless every law does', () => {
    const [group = ''] = Object.keys(expected);
    const { errors, warnings } = validate(broken(change), group as ComplianceGroupId, {}, at);
    const law = [...errors, ...warnings].find((finding) => finding.rule === rule)?.law;
    const source = complianceRules.find(({ id }) => id === rule)?.source;
    expect(law).toBe(source === 'structural' ? undefined : source);
  });

  test('can be made an error, a warning or nothing', () => {
    const group = Object.keys(expected)[0] as ComplianceGroupId;
    const profile = broken(change);
    expect(validate(profile, group, { [rule]: 'error' }, at).errors.map((finding) => finding.rule)).toContain(
      rule,
    );
    expect(
      validate(profile, group, { [rule]: 'error' }, at).warnings.map((finding) => finding.rule),
    ).not.toContain(rule);
    expect(
      validate(profile, group, { [rule]: 'warning' }, at).errors.map((finding) => finding.rule),
    ).not.toContain(rule);
    expect(
      validate(profile, group, { [rule]: 'warning' }, at).warnings.map((finding) => finding.rule),
    ).toContain(rule);
    expect(idsIn(validate(profile, group, { [rule]: 'off' }, at))).not.toContain(rule);
  });
});

/** Whether one rule fires for a change, in a group. */
const fires = (rule: string, group: ComplianceGroupId, change: (profile: Profile) => unknown) =>
  idsIn(validate(broken(change), group)).includes(rule);

describe('pre-granted cookies', () => {
  test('may be necessary everywhere, and statistics or preferences where they are exempt', () => {
    expect(
      fires('consent/pre-granted', 'opt-in', (profile) => set(profile, 'session', { preGranted: true })),
    ).toBe(false);
    for (const id of ['ga', 'language']) {
      const granted = (profile: Profile) => set(profile, id, { preGranted: true });
      expect(fires('consent/pre-granted', 'opt-in', granted)).toBe(true);
      expect(fires('consent/pre-granted', 'opt-in-explicit', granted)).toBe(true);
      expect(validate(broken(granted), 'opt-in-exempt', inEveryGroup)).toEqual({ errors: [], warnings: [] });
    }
  });

  test('are those of cookiesOverride, which wins both ways', () => {
    expect(
      fires('consent/pre-granted', 'opt-in', (profile) =>
        Object.assign(profile.cookiesOverride, { ga: { preGranted: true } }),
      ),
    ).toBe(true);
    expect(
      fires('consent/pre-granted', 'opt-in', (profile) => {
        set(profile, 'ga', { preGranted: true });
        profile.cookiesOverride.ga = { preGranted: false };
      }),
    ).toBe(false);
    expect(
      fires('sensitive/pre-granted', 'opt-out', (profile) => {
        set(profile, 'ga', { cpraCategory: 'sensitive' });
        profile.cookiesOverride.ga = { preGranted: true };
      }),
    ).toBe(true);
  });
});

describe('legal bases', () => {
  test('let statistics be mandatory where they are exempt, with a hint that visitors must be able to object', () => {
    const mandatory = (profile: Profile) =>
      Object.assign(profile.categories.statistics ?? {}, { legalBasis: 'mandatory' });
    expect(fires('consent/mandatory-basis', 'opt-in-exempt', mandatory)).toBe(false);
    expect(fires('consent/mandatory-basis', 'opt-in', mandatory)).toBe(true);
    expect(validate(broken(mandatory), 'opt-in-exempt').errors).toEqual([]);
  });

  test('are never a legitimate interest under the GDPR; but for exempt statistics and appearance in the United Kingdom, unless they are sold', () => {
    const claimed = broken((profile) => {
      for (const category of Object.values(profile.categories)) category.legalBasis = 'legitimate-interest';
    });
    const found = (list: ComplianceResult['errors']) =>
      list.filter(({ rule }) => rule === 'consent/legitimate-interest').map(({ parameter }) => parameter);
    for (const group of ['opt-in', 'opt-in-explicit'] as const)
      expect(found(validate(claimed, group).errors)).toEqual(['language', 'ga', 'pixel']);
    const inUk = (profile: Profile) => {
      const { errors, warnings } = validate(profile, 'opt-in-exempt');
      return [found(errors), found(warnings)];
    };
    expect(inUk(claimed)).toEqual([['pixel'], []]);
    set(claimed, 'ga', { cpraCategory: 'selling' });
    expect(inUk(claimed)).toEqual([['pixel'], ['ga']]);
  });

  test('do not bundle what has one purpose', () => {
    expect(
      fires('consent/bundled', 'opt-in', (profile) =>
        profile.categories.preferences?.cookies.push(
          ...(profile.categories.statistics?.cookies.splice(0) ?? []),
        ),
      ),
    ).toBe(false);
  });
});

describe('what is listed twice', () => {
  test('is allowed within one category, and when no such cookie exists', () => {
    expect(
      fires('category/parameter-twice', 'opt-in', (profile) =>
        profile.categories.statistics?.cookies.push('ga'),
      ),
    ).toBe(false);
    const ghosts = validate(
      broken((profile) => Object.values(profile.categories).map(({ cookies }) => cookies.push('ghost'))),
      'opt-in',
    );
    expect(ghosts.errors.map(({ rule }) => rule)).toEqual(Array(4).fill('category/unknown-parameter'));
  });
});

describe('buttons', () => {
  const firstLayer =
    (...buttons: object[]) =>
    (profile: Profile) =>
      Object.assign(banner(profile), { buttons });

  test.each([
    ['one with cookies “!”', reject],
    ['one that submits', save],
    ['one with none of the optional cookies', { ...reject, cookies: ['session'] }],
    ['one with an empty list', { ...reject, cookies: [] }],
    ['one without cookies', { ...reject, cookies: undefined }],
  ])('of an opt-in banner refuse: %s', (_what, button) => {
    expect(fires('banner/no-reject', 'opt-in', firstLayer(accept, button, manage))).toBe(false);
  });

  test.each([
    ['another that accepts', accept],
    ['one that grants a single cookie', { ...accept, cookies: ['ga'] }],
    ['one that opens the choices', manage],
    ['one that does nothing known', { text: 'x', action: 'vanish' }],
  ])('do not refuse: %s', (_what, button) => {
    expect(fires('banner/no-reject', 'opt-in', firstLayer(accept, button, manage))).toBe(true);
  });

  test('accept everything also by a list of every optional cookie', () => {
    expect(
      fires(
        'banner/no-reject',
        'opt-in',
        firstLayer({ ...accept, cookies: ['pixel', 'ga', 'language'] }, manage),
      ),
    ).toBe(true);
    expect(
      fires('banner/no-reject', 'opt-in', firstLayer({ ...accept, cookies: ['pixel', 'ga'] }, manage)),
    ).toBe(false);
  });

  test('need no refusal beside them when none accepts everything', () => {
    expect(fires('banner/no-reject', 'opt-in', firstLayer(manage))).toBe(false);
  });

  test('are symmetric when one way to refuse looks like accepting', () => {
    expect(fires('banner/asymmetric', 'opt-in', firstLayer(accept, { ...save, style: 'text' }, reject))).toBe(
      false,
    );
    expect(fires('banner/asymmetric', 'opt-in', firstLayer({ ...accept, style: 'secondary' }, reject))).toBe(
      true,
    );
    expect(fires('banner/asymmetric', 'opt-in', firstLayer(accept, { ...reject, style: undefined }))).toBe(
      true,
    );
  });

  test('of the banner for the signal must be symmetric too', () => {
    const { warnings } = validate(
      broken((profile) =>
        Object.assign(profile.locales[0]?.gpcBanner ?? {}, {
          buttons: [accept, { ...reject, style: 'text' }],
        }),
      ),
      'opt-out',
      inEveryGroup,
    );
    expect(warnings).toEqual([expect.objectContaining({ rule: 'banner/asymmetric', section: 'gpcBanner' })]);
  });

  test('need no choosing among a single optional category', () => {
    expect(
      fires('banner/no-manage', 'opt-in', (profile) => {
        firstLayer(accept, reject)(profile);
        for (const id of ['preferences', 'statistics'])
          Object.assign(profile.categories[id] ?? {}, { legalBasis: 'mandatory' });
      }),
    ).toBe(false);
  });
});

describe('links in the banner’s text', () => {
  const judged = (htmlText: unknown) => {
    const rules = idsIn(
      validate(
        broken((profile) => {
          Object.assign(banner(profile), { htmlText, buttons: [accept] });
          profile.locales.pop();
        }),
        'notice-opt-out',
      ),
    );
    return { page: !rules.includes('banner/no-policy-link'), choices: !rules.includes('banner/no-refusal') };
  };

  test.each([
    ['<a href="/p">x</a>', true, false],
    ['<p>a<b>b</b><A class="x" HREF = \'https://shop.example/p\' rel="noopener">x</A></p>', true, false],
    ['<a href=/p>x</a>', true, false],
    ['<a\nhref="/p"\n>x', true, false],
    ['1 < 2 <a href="/p">x</a>', true, false],
    ['<a title="a > b" href="/p">', true, false],
    ['<a href="#/privacy">x</a>', true, false],
    ['<a href="/p" data-consent-open>x</a>', true, true],
    ['<a data-consent-open href="#">x</a>', false, true],
    ['<a data-consent-open="">x</a>', false, true],
    ['<a/data-consent-open>x</a>', false, true],
    ['<span data-consent-open>x</span>', false, false],
    ['<a href="#">x</a>', false, false],
    ['<a href="">x</a>', false, false],
    ['<a href>x</a>', false, false],
    ['<a href=" \n">x</a>', false, false],
    ['<a href="mailto:a@shop.example">x</a>', false, false],
    ['<abbr href="/p">x</abbr>', false, false],
    ['<b title="<a href=/p>">x</b>', false, false],
    ['<!-- <a href="/p">x</a> -->y', false, false],
    ['&lt;a href="/p"&gt;', false, false],
    ['<a data-href="/p" title="href=/p">x</a>', false, false],
    ['data-consent-open', false, false],
    ['<a href="/p', true, false],
    ['<!-- <a href="/p">', false, false],
    ['', false, false],
  ])('%j: leads to a page %s, opens the choices %s', (html, page, choices) => {
    expect(judged(html)).toEqual({ page, choices });
  });

  test('are judged only where a language has its own text', () => {
    expect(
      fires('banner/no-policy-link', 'opt-in', (profile) =>
        Object.assign(profile.locales[1]?.mainBanner ?? {}, { htmlText: undefined }),
      ),
    ).toBe(false);
  });
});

describe('the fields for the widget', () => {
  test('can be replaced by a privacyUrl, also the default locale’s', () => {
    const withoutLink = (profile: Profile) =>
      Object.assign(profile.locales[1]?.mainBanner ?? {}, { htmlText: '<p>Wir verwenden Cookies.</p>' });
    for (const place of [0, 1]) {
      expect(
        fires('banner/no-policy-link', 'opt-in', (profile) => {
          withoutLink(profile);
          Object.assign(profile.locales[place] ?? {}, { privacyUrl: '/privacy' });
        }),
      ).toBe(false);
    }
  });

  test('ask for no translation in a variant of the same language, or where there is one', () => {
    const translated = (locale: string, description: string) => (profile: Profile) => {
      set(profile, 'ga', { description: 'Counts visits.' });
      Object.assign(profile.locales[1] ?? {}, { locale, cookies: { ga: { description } } });
    };
    expect(fires('content/parameter-untranslated', 'opt-in', translated('de', 'Zählt Besuche.'))).toBe(false);
    expect(fires('content/parameter-untranslated', 'opt-in', translated('de', ' '))).toBe(true);
    expect(fires('content/parameter-untranslated', 'opt-in', translated('en-GB', ' '))).toBe(false);
  });

  test('replace the duration in words', () => {
    const kept = (maxAgeSeconds: unknown, duration?: string) => (profile: Profile) =>
      set(profile, 'ga', { maxAgeSeconds, duration });
    expect(fires('parameter/undisclosed', 'opt-in', kept(86_400))).toBe(false);
    expect(fires('parameter/undisclosed', 'opt-in', kept('session'))).toBe(false);
    expect(fires('parameter/undisclosed', 'opt-in', kept(undefined))).toBe(true);
    expect(fires('parameter/long-lived', 'opt-in', kept(3 * 365 * 86_400, '1 year'))).toBe(true);
    expect(fires('parameter/long-lived', 'opt-in', kept(365 * 86_400, '3 years'))).toBe(false);
  });

  test('leave children to their parents with an age gate, and ask for none elsewhere', () => {
    const site = (settings: object) => (profile: Profile) => Object.assign(profile.settings, settings);
    expect(fires('age/no-gate', 'opt-in', site({ forChildren: true, ageGate: {} }))).toBe(false);
    expect(fires('age/no-gate', 'opt-in', site({ forChildren: false }))).toBe(false);
  });
});

describe('a cookie with several values of cpraCategory', () => {
  test('is judged by each of them', () => {
    const both = (profile: Profile) =>
      set(profile, 'ga', { listenGpc: false, preGranted: true, cpraCategory: ['selling', 'sensitive'] });
    expect(fires('consent/exempt-shared', 'opt-in-exempt', both)).toBe(true);
    expect(fires('gpc/not-listening', 'opt-out-strict', both)).toBe(true);
    expect(fires('sensitive/pre-granted', 'opt-out-strict', both)).toBe(true);
    expect(
      fires('parameter/sale-unstated', 'opt-out', (profile) =>
        set(profile, 'pixel', { cpraCategory: ['selling', 'sharing'] }),
      ),
    ).toBe(false);
  });
});

describe('what is not given', () => {
  test('is not judged: cookies and categories alone bring no finding about settings, texts or buttons', () => {
    for (const [rule, change] of cases) {
      const { cookies, cookiesOverride, categories } = broken(change);
      const found = all.flatMap((group) => idsIn(validate({ cookies, cookiesOverride, categories }, group)));
      const { judges } = complianceRules.find(({ id }) => id === rule) ?? {};
      expect([rule, found.includes(rule)]).toEqual([rule, judges === 'cookies and categories']);
    }
  });
});

describe('any input', () => {
  const text = fc.oneof(
    fc.string(),
    fc.constantFrom(
      'a',
      'b',
      '__proto__',
      'constructor',
      '',
      '<a href="/x">',
      '<a ',
      'marketing',
      '$&{parameter}',
    ),
  );
  const ids = fc.array(text, { maxLength: 5 });
  const word = (...words: string[]) =>
    fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...words) }, fc.anything());
  const parameter = fc.record(
    {
      purpose: word('necessary', 'functional', 'preferences', 'analytics', 'marketing'),
      listenGpc: fc.oneof(fc.boolean(), fc.anything()),
      cpraCategory: fc.oneof(
        word('selling', 'sharing', 'sensitive', 'none'),
        fc.array(word('selling', 'sharing', 'none'), { maxLength: 3 }),
      ),
      preGranted: fc.oneof(fc.boolean(), fc.anything()),
      provider: text,
      duration: text,
    },
    { requiredKeys: [] },
  );
  const category = fc.record(
    {
      legalBasis: word('mandatory', 'consent', 'legitimate-interest'),
      cookies: fc.oneof(ids, fc.anything()),
      htmlText: text,
    },
    { requiredKeys: [] },
  );
  const button = fc.record(
    {
      action: word('custom', 'submit', 'manage'),
      style: word('primary', 'text'),
      cookies: fc.oneof(fc.constantFrom('*', '!'), ids),
    },
    { requiredKeys: [] },
  );
  const part = fc.record(
    { htmlText: text, buttons: fc.array(fc.oneof(button, fc.anything()), { maxLength: 4 }) },
    { requiredKeys: [] },
  );
  const locale = fc.record(
    { locale: text, mainBanner: fc.oneof(part, fc.anything()), gpcBanner: part, preferenceModal: part },
    { requiredKeys: [] },
  );
  const shaped = fc.record(
    {
      cookies: fc.oneof(fc.dictionary(text, fc.oneof(parameter, fc.anything())), fc.anything()),
      cookiesOverride: fc.oneof(fc.dictionary(text, fc.record({ preGranted: fc.boolean() })), fc.anything()),
      categories: fc.oneof(fc.dictionary(text, fc.oneof(category, fc.anything())), fc.anything()),
      settings: fc.oneof(
        fc.record(
          { gpcMode: text, expiryDays: fc.double(), complianceConfig: fc.anything() },
          { requiredKeys: [] },
        ),
        fc.anything(),
      ),
      locales: fc.oneof(fc.array(fc.oneof(locale, fc.anything()), { maxLength: 4 }), fc.anything()),
    },
    { requiredKeys: [] },
  );
  const group = fc.constantFrom(...complianceGroupIds);
  const severity = fc.dictionary(
    fc.constantFrom(...complianceRules.map(({ id }) => id), 'other', '__proto__'),
    fc.constantFrom('error', 'warning', 'off'),
  );
  // TypeScript keeps wrong forms out; hosts without it do not.
  const input = fc.oneof(shaped, fc.anything(), fc.jsonValue()) as fc.Arbitrary<ComplianceInput>;

  test('is judged without throwing, the same each time, by the rules of its group at the level asked for', () => {
    const rules = new Map(complianceRules.map((rule) => [rule.id, rule]));
    fc.assert(
      fc.property(input, group, severity, (given, id, severities) => {
        const result = validate(given, id, severities);
        expect(validate(given, id, severities)).toEqual(result);
        for (const level of ['error', 'warning'] as const) {
          for (const { rule, message } of result[`${level}s`]) {
            expect(rules.get(rule)?.groups).toContain(id);
            expect(severities[rule] ?? level).toBe(level);
            expect(typeof message).toBe('string');
          }
        }
      }),
      { numRuns: byScope({ core: 400, all: 400, deep: 30_000 }) },
    );
  });

  test('leaves nothing of it changed', () => {
    fc.assert(
      fc.property(fc.jsonValue(), group, (given, id) => {
        const before = JSON.stringify(given);
        validate(given as ComplianceInput, id);
        return JSON.stringify(given) === before;
      }),
    );
  });

  test('is without findings when nothing is there', () => {
    for (const id of all)
      for (const nothing of [{}, null, undefined, [], 'x', 7])
        expect(validate(nothing as ComplianceInput, id)).toEqual({ errors: [], warnings: [] });
  });
});

describe('a huge profile', () => {
  const ids = (count: number) => Array.from({ length: count }, (_, index) => `cookie-${index}`);

  test('lists each rule a hundred times, then the number of the rest', () => {
    const categories = Object.fromEntries(
      ids(200).map((id) => [id, { legalBasis: 'mandatory', htmlText: 'x', cookies: ids(2000) }]),
    );
    const { errors } = validate({ cookies: {}, categories }, 'opt-in');
    expect(errors).toHaveLength(101);
    expect(errors.at(-1)).toEqual({
      rule: 'category/unknown-parameter',
      message: 'The same problem, 399900 more times',
    });
  });

  test.each([
    ['unclosed tags', '<a '],
    ['unclosed attributes', '<a href="'],
    ['less-than signs', '<'],
    ['unclosed comments', '<!--'],
    ['attributes without an end', ' a=b'],
    ['white space', '<a               '],
    ['closing comments', '<!---->'],
    ['equals signs', '<a ===='],
  ])('of a million characters of %s takes no time to speak of', async (_what, piece) => {
    const htmlText = `<a ${piece.repeat(1_000_000 / piece.length)}`;
    const profile = {
      categories: { x: { htmlText } },
      locales: [{ locale: 'en', mainBanner: { htmlText } }],
    };
    expect(await costOf(() => validate(profile, 'opt-in'))).toBeLessThan(120);
  });

  test('shows no more of a long id than fits a message', () => {
    const { errors } = validate(
      { cookies: {}, categories: { x: { cookies: ['y'.repeat(10_000)] } } },
      'opt-in',
    );
    expect(errors[0]?.message.length).toBeLessThan(400);
  });
});
