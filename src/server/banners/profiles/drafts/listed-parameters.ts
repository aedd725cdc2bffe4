import { indexByName, matchesCookieName } from '#content/cookie-catalogue/index';
import { type Purpose, purposes } from '#standards/compliance/index';
import { toPlainDomain } from '#standards/domain';
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

/** Returns whether a category of a profile lists a parameter. */
export type Listing = (wanted: NamedParameter) => boolean;

/**
 * Prepares a profile for finding what its categories list, also many names. A host is listed by what names it, also by a cookie
 * of its company; a cookie only by its name, because the company has others.
 */
export function prepareListing({ cookies = {}, preferenceModal }: ProfileJson): Listing {
  const ids = new Set(
    Object.values(preferenceModal?.categories ?? {}).flatMap((category) => category.cookies ?? []),
  );
  const listed = [...ids].flatMap((id) => {
    const cookie = Object.hasOwn(cookies, id) ? cookies[id] : undefined;
    return cookie === undefined
      ? []
      : [{ ...cookie, name: cookie.name ?? id, kind: cookie.kind ?? 'cookie' }];
  });
  const find = indexByName(listed);
  const hosts = new Set(listed.flatMap(({ domains = [] }) => domains.map(toPlainDomain)));
  return ({ name, kind, domains = [] }) => {
    if (find(name).some((cookie) => kind === undefined || kind === cookie.kind)) return true;
    return kind === 'other' && domains[0] !== undefined && domains.every((host) => isInOneOf(host, hosts));
  };
}

/** Does the same for one parameter. */
export const listsParameter = (profileJson: ProfileJson, wanted: NamedParameter): boolean =>
  prepareListing(profileJson)(wanted);

/** Returns whether a host is one of the domains or below one of them. */
function isInOneOf(host: string, domains: ReadonlySet<string>): boolean {
  const parts = toPlainDomain(host).replace(/\.$/, '').split('.');
  return parts.some((_part, index) => domains.has(parts.slice(index).join('.')));
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
