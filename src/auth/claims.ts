/** Reads what somebody else's token or user says; none of it is trusted to have the type that it should. */

export type Claims = Readonly<Record<string, unknown>>;

/** A claim of this very name; null when it is missing or no text. */
export function textClaim(claims: Claims, name: string): string | null {
  const value = Object.hasOwn(claims, name) ? claims[name] : undefined;
  return typeof value === 'string' && value !== '' ? value : null;
}

function valuesOf(claims: Claims, name: string): readonly unknown[] {
  const value = Object.hasOwn(claims, name) ? claims[name] : undefined;
  return Array.isArray(value) ? value : [value];
}

/** Names from a claim that holds a list or a single name; anything else is left out. */
export const namesClaim = (claims: Claims, name: string): string[] =>
  valuesOf(claims, name).filter((item) => typeof item === 'string');

/** The same of a claim that may not be configured; undefined: the provider tells nothing. */
export const namesOfOptional = (claims: Claims, name: string | undefined): string[] | undefined =>
  name === undefined ? undefined : namesClaim(claims, name);

/** Whether a claim has the value, or has it in its list. */
export function holdsClaim(
  claims: Claims,
  { name, value }: { readonly name: string; readonly value: string },
): boolean {
  return valuesOf(claims, name).some(
    (item) => ['string', 'number', 'boolean'].includes(typeof item) && String(item) === value,
  );
}
