import {
  type ByCategory,
  type ByService,
  type ChoiceCategory,
  encodeChoice,
  settleCategory,
  toUndecidedCategories,
} from '#standards/choice/index';
import type { VisitorProfile } from './visitor-profile';

export interface ConsentCookiesOptions {
  /** `profile` of `createTestConsentService`, or the answer of `GET /svc/api/v1/bootstrap` of a running app. */
  readonly profile: VisitorProfile;
  /** State of each category. Optional categories that are missing are refused. */
  readonly states: ByCategory<'granted' | 'denied' | 'objected'> | 'all' | 'none';
  /** Answers about single services. Others follow their categories. */
  readonly services?: ByService<boolean> | undefined;
  /** Address of the site under test. Default `http://localhost`. */
  readonly url?: string | undefined;
  /** Time of the decision. Default: now. An old one has expired after the profile's `expiryDays`. */
  readonly decidedAt?: Date | undefined;
}

/** A cookie for `context.addCookies()`. */
export interface PlaywrightCookie {
  readonly name: string;
  readonly value: string;
  readonly domain: string;
  readonly path: string;
  /** Unix time in seconds. */
  readonly expires: number;
  readonly secure: boolean;
  readonly sameSite: 'Lax' | 'Strict' | 'None';
}

/** The arguments of `cy.setCookie()`. */
export interface CypressCookie {
  readonly name: string;
  readonly value: string;
  readonly options: {
    readonly path: string;
    /** Unix time in seconds. */
    readonly expiry: number;
    readonly secure: boolean;
    readonly sameSite: 'lax' | 'strict' | 'no_restriction';
  };
}

/** The cookies of a visitor who has decided, in the form of each tool. */
export interface ConsentCookies {
  readonly playwright: readonly PlaywrightCookie[];
  readonly cypress: readonly CypressCookie[];
  /** Value of the request header `Cookie`, for supertest and `fetch`. */
  readonly header: string;
}

const day = 86_400_000;
const inPlaywright = { lax: 'Lax', strict: 'Strict', none: 'None' } as const;
const inCypress = { lax: 'lax', strict: 'strict', none: 'no_restriction' } as const;

/**
 * Returns the cookies of a visitor who has decided. The service has no record of the decision.
 * @throws TypeError for a category or service that the profile does not have, and when the visitor gets no profile or no cookie
 *
 * @example
 * const cookies = consentCookies({ profile, states: { analytics: 'granted' } });
 * await request(app).get('/').set('Cookie', cookies.header);
 */
export function consentCookies({
  profile: visitor,
  states,
  services = {},
  url = 'http://localhost',
  decidedAt = new Date(),
}: ConsentCookiesOptions): ConsentCookies {
  const { profile, profileId, profileVersion, asksFirst, cookies } = visitor;
  const { choice: name, domain, path, sameSite } = cookies;
  if (profile === null || profileId === null || profileVersion === null)
    throw new TypeError('No profile is published for this visitor, so there is nothing to decide.');
  if (name === null)
    throw new TypeError(
      'The service keeps no choice cookie: choiceCookie.enabled is false, or a choice can be too long for a cookie.',
    );
  const expiresAt = decidedAt.getTime() + profile.expiryDays * day;
  const value = encodeChoice({
    profileId,
    profileVersion,
    decidedAt: decidedAt.getTime(),
    expiresAt,
    gpcMode: profile.gpcMode,
    gpcDetected: false,
    gpcOverride: false,
    asksFirst,
    submissionId: null,
    categories: decideCategories(profile, states, services),
  });
  if (value === null) throw new TypeError('The choice has too many categories for a cookie.');
  const { hostname, protocol } = new URL(url);
  const secure = cookies.secure ?? protocol === 'https:';
  const expiry = Math.floor(expiresAt / 1000);
  return {
    playwright: [
      {
        name,
        value,
        domain: domain === null ? hostname : `.${domain}`,
        path,
        expires: expiry,
        secure,
        sameSite: inPlaywright[sameSite],
      },
    ],
    cypress: [{ name, value, options: { path, expiry, secure, sameSite: inCypress[sameSite] } }],
    header: `${name}=${value}`,
  };
}

function decideCategories(
  { cookies, preferenceModal: { categories }, granularity, services }: NonNullable<VisitorProfile['profile']>,
  wanted: ConsentCookiesOptions['states'],
  answers: ByService<boolean>,
): ChoiceCategory[] {
  const states = new Map(typeof wanted === 'string' ? [] : Object.entries(wanted));
  for (const id of states.keys())
    if (!Object.hasOwn(categories, id))
      throw new TypeError(
        `The profile has no category "${id}"; it has ${Object.keys(categories).join(', ')}.`,
      );
  const toRefusal = (id: string) =>
    categories[id]?.legalBasis === 'legitimate-interest' ? 'objected' : 'denied';
  // Each of them gets decided, so it does not matter what the group allows before.
  const undecided = toUndecidedCategories({
    complianceGroup: null,
    cookies,
    categories,
    granularity,
    services,
  });
  const keys = new Set(undecided.flatMap((category) => Object.keys(category.services ?? {})));
  for (const key of Object.keys(answers))
    if (!keys.has(key))
      throw new TypeError(
        `The profile does not ask about a service "${key}"${keys.size === 0 ? '' : `; it asks about ${[...keys].join(', ')}`}.`,
      );
  return undecided.map((category) => {
    if (category.mandatory) return { ...category, state: null };
    const state = wanted === 'all' ? 'granted' : (states.get(category.id) ?? toRefusal(category.id));
    const settled = settleCategory(state, Object.keys(category.services ?? {}), answers);
    return {
      ...category,
      state: settled.state ?? state,
      ...(category.services && { services: settled.services }),
    };
  });
}
