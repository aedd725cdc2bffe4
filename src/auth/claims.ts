/** Reads what somebody else's token or user says; none of it is trusted to have the type that it should. */

export type Claims = Readonly<Record<string, unknown>>;

/** A claim of this very name; null when it is missing or no text. */
export function textClaim(claims: Claims, name: string): string | null {
  const value = Object.hasOwn(claims, name) ? claims[name] : undefined;
  return typeof value === 'string' && value !== '' ? value : null;
}

/** Role names from a claim that holds a list or a single name; anything else grants nothing. */
export function roleNamesClaim(claims: Claims, name: string): string[] {
  const value = Object.hasOwn(claims, name) ? claims[name] : undefined;
  const names: readonly unknown[] = Array.isArray(value) ? value : [value];
  return names.filter((item) => typeof item === 'string');
}
