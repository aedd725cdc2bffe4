import type { ComplianceGroupId } from '../../standards/compliance';
import type { CookieMap } from '../profiles';

type Parameter = CookieMap[string];

const thisSite = 'This site';
const google = 'Google LLC';
const advertising = { purpose: 'marketing', listenGpc: true, cpraCategory: 'sharing' } as const;
const statistics = { purpose: 'analytics', listenGpc: false, cpraCategory: 'none' } as const;

const googleAnalytics: CookieMap = {
  ga: { ...statistics, name: '_ga', provider: google, description: 'Google Analytics: tells visitors apart.', duration: '2 years' },
  'ga-property': { ...statistics, name: '_ga_*', provider: google, description: 'Google Analytics: keeps the state of the session.', duration: '2 years' },
};

/** On the site's own server, so that the statistics are the site's alone. */
const matomo: CookieMap = {
  'matomo-visitor': { ...statistics, name: '_pk_id.*', provider: thisSite, description: 'Matomo: tells visitors apart.', duration: '13 months' },
  'matomo-session': { ...statistics, name: '_pk_ses.*', provider: thisSite, description: 'Matomo: keeps the state of the session.', duration: '30 minutes' },
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

/** Where nothing optional begins without a choice. */
const asksFirst: readonly ComplianceGroupId[] = ['opt-in-explicit', 'opt-in'];

/** Well-known cookies to begin with, by purpose; what a group's law lets begin without a choice is granted before one. */
export function seedCookies(group: ComplianceGroupId, visitorCookie: string): CookieMap {
  const optional = {
    language: {
      purpose: 'preferences',
      listenGpc: false,
      cpraCategory: 'none',
      name: 'i18next',
      provider: thisSite,
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
      provider: thisSite,
      description: 'Keeps the session, such as a sign-in.',
      duration: 'Session',
    },
    visitor: {
      purpose: 'necessary',
      listenGpc: false,
      name: visitorCookie,
      provider: thisSite,
      description: 'Remembers this privacy choice.',
      duration: '1 year',
    },
    ...Object.fromEntries(Object.entries<Parameter>(optional).map(([id, parameter]) => [id, { ...parameter, preGranted: beginsGranted(group, parameter) }])),
  };
}

function beginsGranted(group: ComplianceGroupId, { purpose }: Parameter): boolean {
  if (asksFirst.includes(group)) return false;
  return group !== 'opt-in-exempt' || purpose !== 'marketing';
}
