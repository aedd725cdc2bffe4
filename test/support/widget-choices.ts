import fc from 'fast-check';
import type { Page } from 'playwright-core';
import { answerContract } from '#layers/index';
import {
  type Choice,
  type ChoiceCategory,
  encodeChoice,
  toUndecidedCategories,
} from '#standards/choice/index';
import type { Bootstrap, WidgetParameter, WidgetProfile } from '#widget/widget-types';

type State = ChoiceCategory['state'];

/** Categories of the site's profile, each with parameters of one purpose. */
export const siteCategories = ['necessary', 'functional', 'analytics', 'marketing'] as const;

export type SiteStates = Readonly<Partial<Record<(typeof siteCategories)[number], State>>>;

/** Returns a choice about the categories of the site; those that are missing are denied. */
export function toSiteChoice(states: SiteStates, other: Partial<Choice> = {}): Choice {
  return {
    profileId: 'shop',
    profileVersion: 1,
    decidedAt: Date.now(),
    expiresAt: Date.now() + 86_400_000,
    gpcMode: 'honor',
    gpcDetected: false,
    gpcOverride: false,
    asksFirst: true,
    submissionId: null,
    categories: siteCategories.map((id) => ({
      id,
      state: id in states ? (states[id] ?? null) : 'denied',
      mandatory: id === 'necessary',
      preGranted: false,
      listensToGpc: id === 'marketing',
      purposes: id.charAt(0),
    })),
    ...other,
  };
}

const hour = 3_600_000;

/** Values of cookies of one name: older, newer and expired choices, of the same minute, and from the future. */
export const severalChoices = fc.array(
  fc
    .record({
      ageHours: fc.constantFrom(0, 1, 2, -12, -48, -96),
      restHours: fc.constantFrom(24, 24, 24, -1),
      analytics: fc.constantFrom('granted', 'denied'),
      marketing: fc.constantFrom('granted', 'denied'),
    })
    .map(({ ageHours, restHours, ...states }) => {
      const now = Date.now();
      const times = { decidedAt: now - ageHours * hour, expiresAt: now + restHours * hour };
      return encodeChoice(toSiteChoice(states, times)) ?? '';
    }),
  { minLength: 1, maxLength: 4 },
);

/** Puts a choice in force on an open page, as another tab would. */
export async function choose(page: Page, states: SiteStates, other: Partial<Choice> = {}): Promise<void> {
  await page.context().addCookies([toChoiceCookie(new URL(page.url()).origin, states, other)]);
  await page.evaluate(() => window.dispatchEvent(new Event('focus')));
}

/** Returns a cookie for the browser of a returning visitor. */
export function toChoiceCookie(origin: string, states: SiteStates, other: Partial<Choice> = {}) {
  return { name: 'svc_choice', value: encodeChoice(toSiteChoice(states, other)) ?? '', url: origin };
}

/** Returns the bootstrap as the host writes it into a page. */
export function renderBootstrap(
  parameters: Readonly<Record<string, Partial<WidgetParameter>>> = {},
  other: Partial<WidgetProfile> = {},
): string {
  const cookies = Object.entries(parameters).map(([id, parameter]) => [
    id,
    { purpose: 'analytics', listenGpc: false, ...parameter },
  ]);
  const ofCategory = (purpose: string) =>
    Object.entries(parameters)
      .filter(([, parameter]) => (parameter.purpose ?? 'analytics') === purpose)
      .map(([id]) => id);
  const profile: WidgetProfile = {
    id: 'shop',
    expiryDays: 180,
    currentLocale: 'en',
    locales: ['en'],
    complianceGroup: 'opt-in',
    gpcMode: 'honor',
    cookies: Object.fromEntries(cookies),
    mainBanner: { buttons: [] },
    preferenceModal: {
      buttons: [],
      categories: Object.fromEntries(
        siteCategories.map((id) => [
          id,
          {
            legalBasis: id === 'necessary' ? ('mandatory' as const) : ('consent' as const),
            cookies: ofCategory(id),
          },
        ]),
      ),
    },
    enhanceAccessibility: false,
    showFooterMetadata: false,
    darkMode: false,
    hidePoweredBy: false,
    allowReceipt: false,
    ...other,
  };
  const bootstrap: Partial<Bootstrap> = {
    contract: answerContract,
    found: true,
    complianceGroup: 'opt-in',
    asksFirst: true,
    gpcBinding: false,
    childAge: null,
    consentMonths: null,
    cookies: { choice: 'svc_choice', visitor: null, domain: null, path: '/', sameSite: 'lax', secure: null },
    tcf: null,
    gpp: null,
    locale: 'en',
    dir: 'ltr',
    profileVersion: 1,
    words: {
      showOnce: 'Show once',
      alwaysShow: 'Always show',
      embedBlocked: 'This content comes from {provider}.',
    },
    categories: toUndecidedCategories({ ...profile, categories: profile.preferenceModal.categories }),
    profile,
  };
  return `<script type="application/json" id="svc-boot">${JSON.stringify(bootstrap)}</script>`;
}
