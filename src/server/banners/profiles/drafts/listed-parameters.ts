import { matchesCookieName } from '#content/cookie-catalogue/index';
import { type Purpose, purposes } from '#standards/compliance/index';
import { isInDomain } from '#standards/domain';
import type { Parameter } from '../../templates';
import type { ProfileJson } from '../profile-schemas';

/** A cookie, another entry of a browser's storage or a host, by what identifies it in a profile. */
export interface NamedParameter {
  /** Name or pattern. */
  readonly name: string;
  /** Default: any. */
  readonly kind?: Parameter['kind'];
  /** Its hosts. For the kind `other` they are what it stands for: a profile that names them lists it too. */
  readonly domains?: readonly string[];
}

/** Returns the id of the parameter that has this name, and this kind if one is stated, in a category or not. */
export const findParameter = (
  { cookies = {} }: ProfileJson,
  { name, kind }: NamedParameter,
): string | undefined =>
  Object.entries(cookies).find(
    ([id, cookie]) =>
      matchesCookieName(cookie.name ?? id, name) &&
      (kind === undefined || kind === (cookie.kind ?? 'cookie')),
  )?.[0];

/**
 * Returns whether a category of the profile lists a parameter. A host is listed by what names it, also by a cookie of its
 * company; a cookie only by its name, because the company has others.
 */
export function listsParameter(profileJson: ProfileJson, wanted: NamedParameter): boolean {
  const { cookies = {}, preferenceModal } = profileJson;
  const categories = Object.values(preferenceModal?.categories ?? {});
  const listed = Object.fromEntries(
    categories
      .flatMap((category) => category.cookies ?? [])
      .flatMap((id) => (Object.hasOwn(cookies, id) ? [[id, cookies[id]]] : [])),
  ) as typeof cookies;
  if (findParameter({ cookies: listed }, wanted) !== undefined) return true;
  if (wanted.kind !== 'other') return false;
  const hosts = Object.values(listed).flatMap(({ domains = [] }) => domains);
  return wanted.domains?.every((wantedHost) => hosts.some((host) => isInDomain(wantedHost, host))) ?? false;
}

/** Returns the purpose that a category has, or all its cookies; null: they differ. */
export function purposeOfCategory(
  { cookies = {}, preferenceModal }: ProfileJson,
  key: string,
): Purpose | null {
  const category = preferenceModal?.categories?.[key];
  if (category?.legalBasis === 'mandatory') return 'necessary';
  const own = purposes.find((purpose) => purpose === key);
  if (own !== undefined) return own;
  const used = new Set((category?.cookies ?? []).flatMap((id) => cookies[id]?.purpose ?? []));
  const [first = null] = used;
  return used.size === 1 ? first : null;
}

/** Returns the category for something with a purpose; null: the profile has none. */
export function categoryForPurpose(profileJson: ProfileJson, purpose: Purpose): string | null {
  const ids = Object.keys(profileJson.preferenceModal?.categories ?? {});
  const fitting = ids.filter((id) => purposeOfCategory(profileJson, id) === purpose);
  return fitting.find((id) => id === purpose) ?? fitting[0] ?? null;
}
