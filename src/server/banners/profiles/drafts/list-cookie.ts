import {
  cookieCatalogue,
  describeCookie,
  findOwnCatalogueEntry,
  withoutNamePrefix,
} from '#content/cookie-catalogue/index';
import { validationFailed } from '#platform/kernel/errors';
import type { CookieMap, ProfileJson } from '../profile-schemas';
import {
  categoryForPurpose,
  findParameter,
  listsParameter,
  type NamedParameter,
  purposeOfCategory,
} from './listed-parameters';
import type { ProfileTexts } from './profile-content';
import { serviceOfCookie } from './service-of-cookie';

/** A cookie, or another parameter, that a profile does not list yet. */
export interface CookieToList extends NamedParameter {
  /** Default: the category for the purpose that the cookie catalogue states. */
  readonly category?: string | undefined;
  /** Its description in the default locale. Default: that of the cookie catalogue. */
  readonly description?: string | undefined;
  /** Its provider. Default: that of the cookie catalogue. */
  readonly provider?: string | undefined;
  /** Entry of the cookie catalogue that describes it. Default: that of a cookie of the site itself with the name. */
  readonly catalogueId?: string | undefined;
}

type Content = Pick<ProfileTexts, 'profileJson' | 'localeContent'>;

/**
 * Returns the content with several more cookies, described by the cookie catalogue in each language that both have, and
 * which of them were missing. Those that a category lists already are left out.
 * @throws ServiceError `validation_failed`
 */
export function withCookies(
  texts: ProfileTexts,
  cookies: readonly CookieToList[],
): Content & { readonly missing: readonly CookieToList[] } {
  const missing: CookieToList[] = [];
  let { profileJson } = texts;
  let localeContent: ProfileTexts['localeContent'] = {};
  for (const cookie of cookies) {
    if (listsParameter(profileJson, cookie)) continue;
    missing.push(cookie);
    const before = { ...texts, profileJson, localeContent: { ...texts.localeContent, ...localeContent } };
    const after = withCookie(before, cookie);
    profileJson = after.profileJson;
    localeContent = { ...localeContent, ...after.localeContent };
  }
  return { profileJson, localeContent, missing };
}

/** Returns the category that a profile gives to a cookie; undefined: neither the operator nor the catalogue names one. */
function chooseCategory(profileJson: ProfileJson, cookie: CookieToList): string | undefined {
  const purpose = findEntry(cookie)?.purpose;
  return cookie.category ?? (purpose && categoryForPurpose(profileJson, purpose)) ?? undefined;
}

/** Returns why a profile has no category for a cookie; null: it has one. */
export function findCategoryFault(profileJson: ProfileJson, cookie: CookieToList): string | null {
  const key = chooseCategory(profileJson, cookie);
  if (key === undefined) return 'is required: the cookie catalogue suggests none that this profile has';
  const isKnown = Object.hasOwn(profileJson.preferenceModal?.categories ?? {}, key);
  return isKnown ? null : 'is not a category of this profile';
}

/** Cookies that a profile can list. */
export interface PlacedCookies {
  readonly placed: readonly CookieToList[];
  /** Names of those for which it has no category. */
  readonly unplaced: readonly string[];
}

/**
 * Sorts cookies by whether a profile has a category for them. One for which a category is stated that the profile does not
 * have goes into that for its purpose.
 */
export function placeCookies(profileJson: ProfileJson, cookies: readonly CookieToList[]): PlacedCookies {
  const placed: CookieToList[] = [];
  const unplaced: string[] = [];
  for (const cookie of cookies) {
    const { category: _stated, ...byPurpose } = cookie;
    const fitting = [cookie, byPurpose].find((each) => findCategoryFault(profileJson, each) === null);
    if (fitting !== undefined) placed.push(fitting);
    else if (!listsParameter(profileJson, cookie)) unplaced.push(cookie.name);
  }
  return { placed, unplaced };
}

function withCookie(
  { defaultLocale, profileJson, localeContent }: ProfileTexts,
  cookie: CookieToList,
): Content {
  const { name, description, kind = 'cookie' } = cookie;
  const { cookies = {} } = profileJson;
  const key = chooseCategory(profileJson, cookie) ?? '';
  const fault = findCategoryFault(profileJson, cookie);
  if (fault !== null) throw validationFailed({ path: 'category', message: fault });
  // The profile can describe it already, outside of all categories.
  const described = findParameter(profileJson, cookie);
  if (described !== undefined)
    return { profileJson: inCategory(profileJson, key, described), localeContent: {} };

  const entry = findEntry(cookie);
  const purpose = purposeOfCategory(profileJson, key) ?? entry?.purpose ?? 'functional';
  const id = unusedId(entry?.id ?? name, cookies);
  const text = description ?? (entry && (describeCookie(entry, defaultLocale) ?? entry.description));
  const {
    id: _id,
    description: _english,
    domains: known,
    duration,
    ...facts
  } = entry ?? { id, domains: undefined, duration: undefined, listenGpc: purpose !== 'necessary' };
  const provider = cookie.provider ?? entry?.provider;
  const domains = cookie.domains ?? known;
  const service = serviceOfCookie(profileJson, key, { ...entry, provider });
  const parameter = {
    ...facts,
    // That of the cookie: entries of other kinds have none, or another one.
    ...(kind === 'cookie' && duration && { duration }),
    purpose,
    name,
    ...(kind !== 'cookie' && { kind }),
    ...(provider && { provider }),
    ...(text && { description: text }),
    ...(domains && { domains: [...domains] }),
    ...(service && { service: service.key }),
  };
  return {
    profileJson: inCategory(
      {
        ...profileJson,
        cookies: { ...cookies, [id]: parameter },
        ...(service && { services: service.services }),
      },
      key,
      id,
    ),
    localeContent: Object.fromEntries(
      Object.entries(localeContent).flatMap(([locale, content]) => {
        const translated = entry && description === undefined ? describeCookie(entry, locale) : null;
        return translated === null
          ? []
          : [[locale, { ...content, cookies: { ...content.cookies, [id]: { description: translated } } }]];
      }),
    ),
  };
}

const findEntry = ({ name, kind = 'cookie', catalogueId }: CookieToList) =>
  catalogueId !== undefined
    ? (cookieCatalogue.find((each) => each.id === catalogueId) ?? null)
    : kind === 'cookie'
      ? findOwnCatalogueEntry(withoutNamePrefix(name))
      : null;

function inCategory(profileJson: ProfileJson, key: string, id: string): ProfileJson {
  const { preferenceModal } = profileJson;
  const categories = preferenceModal?.categories ?? {};
  const category = { ...categories[key], cookies: [...(categories[key]?.cookies ?? []), id] };
  return {
    ...profileJson,
    preferenceModal: { ...preferenceModal, categories: { ...categories, [key]: category } },
  };
}

function unusedId(wanted: string, cookies: CookieMap): string {
  const id = wanted.slice(0, 60);
  for (let count = 1; ; count += 1) {
    const next = count === 1 ? id : `${id}-${count}`;
    if (!Object.hasOwn(cookies, next)) return next;
  }
}
