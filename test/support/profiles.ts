import type { LocaleContent, ProfileJson } from '#banners/profiles/profile-schemas';
import type { TestApp } from './create-test-app';

/** Default-locale content of a small, complete profile that keeps every rule of its group. */
export function profileJson(overrides: Partial<ProfileJson> = {}): ProfileJson {
  return {
    complianceGroup: 'opt-in',
    countries: ['DE'],
    complianceConfig: { controllerName: 'Shop Ltd' },
    cookies: {
      session: { purpose: 'necessary', listenGpc: false, name: 'sid' },
      ga: {
        purpose: 'analytics',
        listenGpc: true,
        name: '_ga',
        provider: 'Google',
        providerContact: 'https://policies.google.com/privacy',
        providerCountry: 'US',
        duration: '13 months',
      },
      pixel: {
        purpose: 'marketing',
        listenGpc: true,
        cpraCategory: 'sharing',
        name: '_fbp',
        provider: 'Meta',
        providerContact: 'https://www.facebook.com/privacy/policy',
        providerCountry: 'US',
        duration: '90 days',
      },
    },
    mainBanner: {
      position: 'bottom',
      heading: 'Your privacy',
      htmlText: '<p>Shop Ltd and 2 partners use cookies. <a href="/privacy">Policy</a></p>',
      buttons: [
        { text: 'Accept all', style: 'primary', action: 'custom', cookies: '*' },
        { text: 'Reject', style: 'primary', action: 'custom', cookies: '!' },
        { text: 'Choose', style: 'secondary', action: 'manage' },
      ],
    },
    preferenceModal: {
      heading: 'Your choices',
      htmlText: '<p>Choose what you allow.</p>',
      buttons: [{ text: 'Save', style: 'primary', action: 'submit' }],
      categories: {
        necessary: {
          heading: 'Necessary',
          htmlText: 'Always on.',
          legalBasis: 'mandatory',
          cookies: ['session'],
        },
        analytics: {
          heading: 'Analytics',
          htmlText: 'Counts visits.',
          legalBasis: 'consent',
          cookies: ['ga'],
        },
        marketing: { heading: 'Marketing', htmlText: 'Ads.', legalBasis: 'consent', cookies: ['pixel'] },
      },
    },
    choicesLink: { text: 'Privacy settings' },
    ...overrides,
  };
}

/** The same profile with one more category, of which other languages have no texts yet. */
export function withNewCategory(overrides: Partial<ProfileJson> = {}): ProfileJson {
  const { preferenceModal, ...json } = profileJson(overrides);
  const comfort = { heading: 'Comfort', htmlText: 'Remembers.', legalBasis: 'consent' as const, cookies: [] };
  const categories = { ...preferenceModal?.categories, comfort };
  return { ...json, preferenceModal: { ...preferenceModal, categories } };
}

/** The same profile's German texts. */
export function germanContent(
  overrides: Omit<LocaleContent, 'cookies' | 'services'> = {},
): Omit<LocaleContent, 'cookies' | 'services'> {
  return {
    mainBanner: {
      heading: 'Ihre Privatsphäre',
      htmlText: '<p>Shop Ltd und 2 Partner verwenden Cookies. <a href="/datenschutz">Datenschutz</a></p>',
      buttons: [{ text: 'Alle annehmen' }, { text: 'Ablehnen' }, { text: 'Auswählen' }],
    },
    preferenceModal: {
      heading: 'Ihre Auswahl',
      buttons: [{ text: 'Speichern' }],
      categories: {
        necessary: { heading: 'Notwendig' },
        analytics: { heading: 'Statistik' },
        marketing: { heading: 'Werbung' },
      },
    },
    ...overrides,
  };
}

export interface NewProfile {
  readonly name?: string;
  readonly defaultLocale?: string;
  readonly profileJson?: ProfileJson;
  readonly localeContent?: Record<string, LocaleContent>;
}

/** Creates a profile through the admin API, as an operator would. */
export async function createProfile(
  app: TestApp,
  profile: NewProfile = {},
  tenantId = 'default',
): Promise<{ id: string; version: number }> {
  const body = {
    name: 'Shop EU',
    defaultLocale: 'en',
    profileJson: profileJson(),
    localeContent: { de: germanContent() },
    ...profile,
  };
  const response = await app.request
    .post(`${app.adminBase}/profiles`)
    .set(await app.asAdmin())
    .set('X-Tenant-Id', tenantId)
    .send(body);
  if (response.status !== 201) throw new Error(`profile not created: ${response.status} ${response.text}`);
  return response.body;
}

/** Creates a profile and makes it the active one of its group. */
export async function createActiveProfile(
  app: TestApp,
  profile: NewProfile = {},
  tenantId = 'default',
): Promise<{ id: string; version: number }> {
  const created = await createProfile(app, profile, tenantId);
  await app.request
    .post(`${app.adminBase}/profiles/${created.id}/activate`)
    .set(await app.asAdmin())
    .set('X-Tenant-Id', tenantId)
    .expect(200);
  return created;
}

/** The same profile with services: two in `marketing`, one in `analytics`. Visitors decide about each. */
export function serviceProfileJson(overrides: Partial<ProfileJson> = {}): ProfileJson {
  const json = profileJson();
  const { ga, pixel, ...cookies } = json.cookies ?? {};
  const categories = json.preferenceModal?.categories ?? {};
  if (!ga || !pixel) throw new Error('the small profile has other cookies');
  return {
    ...json,
    granularity: 'service',
    services: {
      ga: { category: 'analytics', name: 'Google Analytics', provider: 'Google', providerCountry: 'US' },
      youtube: {
        category: 'marketing',
        name: 'YouTube',
        provider: 'Google',
        description: 'Plays videos.',
        providerCountry: 'US',
        privacyUrl: 'https://policies.google.com/privacy',
      },
      meta: { category: 'marketing', name: 'Meta Pixel', provider: 'Meta' },
    },
    cookies: {
      ...cookies,
      ga: { ...ga, service: 'ga' },
      pixel: { ...pixel, service: 'meta' },
      yt: {
        ...pixel,
        name: 'VISITOR_INFO1_LIVE',
        provider: 'Google',
        service: 'youtube',
        domains: ['youtube.com'],
      },
    },
    preferenceModal: {
      ...json.preferenceModal,
      categories: { ...categories, marketing: { ...categories.marketing, cookies: ['pixel', 'yt'] } },
    },
    ...overrides,
  };
}
