import type { CookieMap, LocaleContent } from '#banners/profiles/index';
import type { CookieText, LanguageTexts } from '#content/banner-texts/index';
import { type CatalogueEntry, describeCookie } from '#content/cookie-catalogue/index';
import type { ComplianceGroupId } from '#standards/compliance/index';

/** A parameter with the key of its description; without a provider, it is the site's own. */
interface SeedCookie extends Omit<CookieMap[string], 'description'> {
  readonly text: CookieText;
}

const day = 86_400;
const year = 365 * day;
const google = 'Google LLC';
const advertising = { purpose: 'marketing', listenGpc: true, cpraCategory: ['selling', 'sharing'] } as const;
const statistics = { purpose: 'analytics', cpraCategory: 'none' } as const;
const necessary = { purpose: 'necessary', listenGpc: false } as const;

/** Contact and country of each recipient, for laws that require them. */
const recipients = {
  [google]: {
    providerContact:
      '1600 Amphitheatre Parkway, Mountain View, CA 94043, USA; https://policies.google.com/privacy',
    providerCountry: 'US',
  },
  'Meta Platforms': {
    providerContact: '1 Meta Way, Menlo Park, CA 94025, USA; https://www.facebook.com/privacy/policy',
    providerCountry: 'US',
  },
} as const;

const from = (provider: keyof typeof recipients) => ({ provider, ...recipients[provider] });

/**
 * Google Analytics, which honours the GPC signal: without a service provider contract, analytics by a third
 * party is a sale (People v. Sephora, 2022).
 */
const googleAnalytics: Readonly<Record<string, SeedCookie>> = {
  ga: {
    ...statistics,
    ...from(google),
    listenGpc: true,
    name: '_ga',
    text: 'visitors',
    maxAgeSeconds: 2 * year,
  },
  'ga-property': {
    ...statistics,
    ...from(google),
    listenGpc: true,
    name: '_ga_*',
    text: 'visits',
    maxAgeSeconds: 2 * year,
  },
};

/** Matomo on the site's own server, so that only the site has the statistics. */
const matomo: Readonly<Record<string, SeedCookie>> = {
  'matomo-visitor': {
    ...statistics,
    listenGpc: false,
    name: '_pk_id.*',
    text: 'visitors',
    maxAgeSeconds: 393 * day,
  },
  'matomo-session': {
    ...statistics,
    listenGpc: false,
    name: '_pk_ses.*',
    text: 'visits',
    maxAgeSeconds: 1800,
  },
};

const marketing: Readonly<Record<string, SeedCookie>> = {
  'meta-browser': {
    ...advertising,
    ...from('Meta Platforms'),
    name: '_fbp',
    text: 'audiences',
    maxAgeSeconds: 90 * day,
  },
  'google-ads-click': {
    ...advertising,
    ...from(google),
    name: '_gcl_au',
    text: 'clicks',
    maxAgeSeconds: 90 * day,
  },
  // 13 months in Europe, two years elsewhere.
  doubleclick: {
    ...advertising,
    ...from(google),
    name: 'IDE',
    text: 'adsElsewhere',
    maxAgeSeconds: 2 * year,
    domains: ['doubleclick.net'],
  },
};

/** Groups in which nothing optional starts without a choice. */
const groupsWithoutExemptions: readonly ComplianceGroupId[] = ['opt-in-explicit', 'opt-in'];

/** Names of the service's own cookies. */
export interface VisitorCookieNames {
  readonly id: string;
  readonly ownership: string;
  /** Name of the choice cookie; null when it is not used. */
  readonly choice: string | null;
}

/** Cookies of this service, which every banner lists. They last as long as a choice is valid. */
function listServiceCookies({
  names: { id, ownership, choice },
  expiryDays,
}: SeedContent): Readonly<Record<string, SeedCookie>> {
  const shared = { ...necessary, maxAgeSeconds: expiryDays * day };
  return {
    visitor: { ...shared, name: id, text: 'visitor' },
    'visitor-proof': { ...shared, name: ownership, text: 'proof' },
    ...(choice !== null && { choice: { ...shared, name: choice, text: 'choice' } }),
  };
}

function listSeedCookies(content: SeedContent): Readonly<Record<string, SeedCookie>> {
  const { group } = content;
  return {
    session: { ...necessary, name: 'connect.sid', text: 'session', maxAgeSeconds: 'session' },
    ...listServiceCookies(content),
    language: {
      purpose: 'preferences',
      listenGpc: false,
      cpraCategory: 'none',
      name: 'i18next',
      text: 'language',
      maxAgeSeconds: year,
    },
    ...(group === 'opt-in-exempt' ? matomo : googleAnalytics),
    ...marketing,
  };
}

/** The cookies of a starter profile: these entries of the catalogue, or well-known cookies of most sites. */
export interface SeedContent {
  readonly group: ComplianceGroupId;
  readonly names: VisitorCookieNames;
  /** How long a choice is valid (days). */
  readonly expiryDays: number;
  readonly catalogue: readonly CatalogueEntry[] | null;
}

const listWithTexts = (content: SeedContent) =>
  Object.entries(content.catalogue === null ? listSeedCookies(content) : listServiceCookies(content));

/**
 * Returns the cookies by id, described in one language; the catalogue describes its rarer ones in English. Cookies
 * that the group's law allows without a choice are granted before one.
 */
export function seedCookies(content: SeedContent, texts: LanguageTexts): CookieMap {
  const { group, catalogue } = content;
  return {
    ...Object.fromEntries(
      listWithTexts(content).map(([id, { text, ...cookie }]) => [
        id,
        {
          ...cookie,
          description: texts.cookies[text],
          ...(cookie.provider === undefined && { provider: texts.thisSite, firstParty: true }),
          ...(cookie.purpose !== 'necessary' && {
            preGranted: beginsGranted(group, { ...cookie, firstParty: cookie.provider === undefined }),
          }),
        },
      ]),
    ),
    ...Object.fromEntries(
      (catalogue ?? []).map(({ id, domains, ...cookie }) => [
        id,
        {
          ...cookie,
          description: describeCookie({ id, ...cookie }, texts.locale) ?? cookie.description,
          ...(domains && { domains: [...domains] }),
          ...(cookie.purpose !== 'necessary' && { preGranted: beginsGranted(group, cookie) }),
        },
      ]),
    ),
  };
}

/** Returns the texts of the same cookies in another language. What the catalogue has only in English is left out. */
export function seedCookieTexts(
  content: SeedContent,
  texts: LanguageTexts,
): NonNullable<LocaleContent['cookies']> {
  return {
    ...Object.fromEntries(
      listWithTexts(content).map(([id, { text, provider }]) => [
        id,
        { description: texts.cookies[text], ...(provider === undefined && { provider: texts.thisSite }) },
      ]),
    ),
    ...Object.fromEntries(
      (content.catalogue ?? []).flatMap((entry) => {
        const description = describeCookie(entry, texts.locale);
        return description === null ? [] : [[entry.id, { description }]];
      }),
    ),
  };
}

function beginsGranted(
  group: ComplianceGroupId,
  { purpose, firstParty = false }: Pick<CatalogueEntry, 'purpose' | 'firstParty'>,
): boolean {
  if (groupsWithoutExemptions.includes(group)) return false;
  if (group !== 'opt-in-exempt') return true;
  return firstParty && (purpose === 'analytics' || purpose === 'preferences');
}
