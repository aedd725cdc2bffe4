import type { ComplianceGroupId } from '../../standards/compliance';
import type { CookieMap } from '../profiles';

type Parameter = CookieMap[string];

const ofThisSite = { provider: 'This site', firstParty: true } as const;
const google = 'Google LLC';
const advertising = { purpose: 'marketing', listenGpc: true, cpraCategory: ['selling', 'sharing'] } as const;
const statistics = { purpose: 'analytics', cpraCategory: 'none' } as const;

/**
 * Google Analytics, which honours the GPC signal: without a service provider contract, analytics by a third
 * party is a sale (People v. Sephora, 2022).
 */
const googleAnalytics: CookieMap = {
  ga: {
    ...statistics,
    listenGpc: true,
    name: '_ga',
    provider: google,
    description: 'Google Analytics: distinguishes visitors.',
    duration: '2 years',
  },
  'ga-property': {
    ...statistics,
    listenGpc: true,
    name: '_ga_*',
    provider: google,
    description: 'Google Analytics: keeps the state of the session.',
    duration: '2 years',
  },
};

/** Matomo on the site's own server, so that only the site has the statistics. */
const matomo: CookieMap = {
  'matomo-visitor': {
    ...statistics,
    listenGpc: false,
    name: '_pk_id.*',
    ...ofThisSite,
    description: 'Matomo: distinguishes visitors.',
    duration: '13 months',
  },
  'matomo-session': {
    ...statistics,
    listenGpc: false,
    name: '_pk_ses.*',
    ...ofThisSite,
    description: 'Matomo: keeps the state of the session.',
    duration: '30 minutes',
  },
};

const marketing: CookieMap = {
  'meta-browser': {
    ...advertising,
    name: '_fbp',
    provider: 'Meta Platforms',
    description: 'Meta pixel: measures advertisements and finds audiences.',
    duration: '90 days',
  },
  'google-ads-click': {
    ...advertising,
    name: '_gcl_au',
    provider: google,
    description: 'Google Ads: measures what follows a click on an advertisement.',
    duration: '90 days',
  },
  doubleclick: {
    ...advertising,
    name: 'IDE',
    provider: google,
    description: 'Google advertising: chooses and limits advertisements on other sites.',
    duration: '13 months in Europe, 24 months elsewhere',
    domains: ['doubleclick.net'],
  },
};

/** Contact and country of each recipient, for laws that require them. */
const recipients: Readonly<Record<string, Pick<Parameter, 'providerContact' | 'providerCountry'>>> = {
  [google]: {
    providerContact:
      '1600 Amphitheatre Parkway, Mountain View, CA 94043, USA; https://policies.google.com/privacy',
    providerCountry: 'US',
  },
  'Meta Platforms': {
    providerContact: '1 Meta Way, Menlo Park, CA 94025, USA; https://www.facebook.com/privacy/policy',
    providerCountry: 'US',
  },
};

/** Groups in which nothing optional starts without a choice. */
const asksFirst: readonly ComplianceGroupId[] = ['opt-in-explicit', 'opt-in'];

/** Names of the cookies that hold the visitor id and the proof of its ownership. */
export interface VisitorCookieNames {
  readonly id: string;
  readonly ownership: string;
}

/**
 * Returns well-known starter cookies by purpose. Cookies that the group's law allows without a choice are
 * granted before one.
 */
export function seedCookies(group: ComplianceGroupId, visitorCookies: VisitorCookieNames): CookieMap {
  const optional = {
    language: {
      purpose: 'preferences',
      listenGpc: false,
      cpraCategory: 'none',
      name: 'i18next',
      ...ofThisSite,
      description: 'Remembers the language.',
      duration: '1 year',
    },
    ...(group === 'opt-in-exempt' ? matomo : googleAnalytics),
    ...marketing,
  } satisfies CookieMap;
  return {
    session: {
      purpose: 'necessary',
      listenGpc: false,
      name: 'connect.sid',
      ...ofThisSite,
      description: 'Keeps the session, such as a sign-in.',
      duration: 'Session',
    },
    visitor: {
      purpose: 'necessary',
      listenGpc: false,
      name: visitorCookies.id,
      ...ofThisSite,
      description: 'Remembers this privacy choice.',
      duration: '1 year',
    },
    'visitor-proof': {
      purpose: 'necessary',
      listenGpc: false,
      name: visitorCookies.ownership,
      ...ofThisSite,
      description: 'Keeps others from reading or changing this privacy choice.',
      duration: '1 year',
    },
    ...Object.fromEntries(
      Object.entries<Parameter>(optional).map(([id, parameter]) => [
        id,
        {
          ...parameter,
          ...recipients[parameter.provider ?? ''],
          preGranted: beginsGranted(group, parameter),
        },
      ]),
    ),
  };
}

function beginsGranted(group: ComplianceGroupId, { purpose }: Parameter): boolean {
  if (asksFirst.includes(group)) return false;
  return group !== 'opt-in-exempt' || purpose !== 'marketing';
}
