/** Reads claims of foreign tokens and users, which can have any type. */

export type Claims = Readonly<Record<string, unknown>>;

/** Returns a claim with this name; null when it is missing, empty or not a text. */
export function textClaim(claims: Claims, name: string): string | null {
  const value = Object.hasOwn(claims, name) ? claims[name] : undefined;
  return typeof value === 'string' && value !== '' ? value : null;
}

function getValues(claims: Claims, name: string): readonly unknown[] {
  const value = Object.hasOwn(claims, name) ? claims[name] : undefined;
  return Array.isArray(value) ? value : [value];
}

/** Returns the names in a claim that is a list or a single name, and ignores all other values. */
export const namesClaim = (claims: Claims, name: string): string[] =>
  getValues(claims, name).filter((item) => typeof item === 'string');

/** Returns the names in a claim, or undefined when no claim is configured. */
export const namesOfOptional = (claims: Claims, name: string | undefined): string[] | undefined =>
  name === undefined ? undefined : namesClaim(claims, name);

/** Returns whether a claim is the value or a list that contains it. */
export function holdsClaim(
  claims: Claims,
  { name, value }: { readonly name: string; readonly value: string },
): boolean {
  return getValues(claims, name).some(
    (item) => ['string', 'number', 'boolean'].includes(typeof item) && String(item) === value,
  );
}
