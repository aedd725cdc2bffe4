import type { ClaimedNames } from '../accounts';

/** Reads claims of foreign tokens and users, which can have any type. */

export type Claims = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Claims =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Returns a claim by its name, or by its path inside other claims, such as `realm_access.roles`. A claim that
 * has the whole name comes first, since names can be addresses and contain dots.
 */
export function findClaim(claims: unknown, name: string): unknown {
  if (!isObject(claims)) return undefined;
  if (Object.hasOwn(claims, name)) return claims[name];
  for (let dot = name.lastIndexOf('.'); dot > 0; dot = name.lastIndexOf('.', dot - 1)) {
    const outer = name.slice(0, dot);
    if (!Object.hasOwn(claims, outer)) continue;
    const found = findClaim(claims[outer], name.slice(dot + 1));
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Returns a claim; null when it is missing, empty or not a text. */
export function textClaim(claims: Claims, name: string): string | null {
  const value = findClaim(claims, name);
  return typeof value === 'string' && value !== '' ? value : null;
}

/** Returns a claim that is true or false; null when it is neither. Some systems send a text, in any case. */
export function readFlag(claims: Claims, name: string): boolean | null {
  const value = Object.hasOwn(claims, name) ? claims[name] : null;
  const word = typeof value === 'string' ? value.toLowerCase() : value;
  return word === true || word === 'true' ? true : word === false || word === 'false' ? false : null;
}

/** Options for reading names from claims. */
export interface NamesRules {
  /** Text between names when several are in one text. Undefined: a text is one name. */
  readonly separator?: string | undefined;
  /** Effect of a missing claim: the stored names stay, or the user has none. */
  readonly whenMissing: 'keep' | 'remove';
}

/** Returns the result where no claim is configured. */
export const noClaim: ClaimedNames = { claim: null, names: undefined, missing: null };

/**
 * Returns the names in the value of a claim: a list, or a text.
 * @param isLeftOut whether the provider says that it has left the claim out for its length
 */
export function toNames(
  claim: string,
  value: unknown,
  isLeftOut: boolean,
  { separator, whenMissing }: NamesRules,
): ClaimedNames {
  const isAbsent = value === undefined || value === null;
  const list = Array.isArray(value) ? value : [value];
  if (isLeftOut && (isAbsent || list.length === 0)) return { claim, names: undefined, missing: 'left_out' };
  if (isAbsent) return { claim, names: whenMissing === 'remove' ? [] : undefined, missing: 'absent' };
  const texts = list.filter((item) => typeof item === 'string');
  if (texts.length === 0 && list.length > 0) return { claim, names: undefined, missing: 'unreadable' };
  const names = separator === undefined ? texts : texts.flatMap((text) => text.split(separator));
  return { claim, names: names.map((name) => name.trim()).filter((name) => name !== ''), missing: null };
}

/** Returns the names in a claim that may not be configured. */
export const namesClaim = (claims: Claims, name: string | undefined, rules: NamesRules): ClaimedNames =>
  name === undefined ? noClaim : toNames(name, findClaim(claims, name), isLeftOut(claims, name), rules);

/**
 * Returns whether a token refers to another place for a claim (OpenID Connect Core 1.0, section 5.6.2), as those
 * of Entra ID do for a user with more than 200 groups. Some of its tokens only contain `hasgroups`.
 */
export function isLeftOut(claims: Claims, name: string): boolean {
  const elsewhere = claims._claim_names;
  if (isObject(elsewhere) && Object.hasOwn(elsewhere, name)) return true;
  return name === 'groups' && readFlag(claims, 'hasgroups') === true;
}

/** Returns whether a claim is the value or a list that contains it. */
export function holdsClaim(
  claims: Claims,
  { name, value }: { readonly name: string; readonly value: string },
): boolean {
  const found = findClaim(claims, name);
  return (Array.isArray(found) ? found : [found]).some(
    (item) => ['string', 'number', 'boolean'].includes(typeof item) && String(item) === value,
  );
}
