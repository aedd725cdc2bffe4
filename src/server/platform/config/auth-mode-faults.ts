import type { AuthMode } from '../kernel/auth-modes';
import type { FaultDetail } from '../kernel/errors';
import { isPlainObject } from './host-objects';

/** Keys that name a mode, which nobody writes for mode `local`. */
const modeOf = { oidc: 'oidc', saml: 'saml', validateUser: 'custom' } as const satisfies Readonly<
  Record<string, AuthMode>
>;

/** Advice about `auth.claimsMapping` where it would be ignored, by mode. */
const insteadOfMapping: ReadonlyMap<unknown, string> = new Map([
  [undefined, 'set that mode, or remove it'],
  ['oidc', "in mode 'oidc' write auth.oidc.claimsMapping"],
  ['saml', "in mode 'saml' write auth.saml.rolesAttribute, emailAttribute and tenantsAttribute"],
  ['custom', 'set that mode, or remove it'],
]);

/**
 * Returns the faults of keys that would be ignored, because they belong to another way of signing in. With an explicit
 * mode `local` they can stay: the first superadmin of the other way is created in that mode.
 * @param auth the section as the host has written it, without defaults
 */
export function authModeFaults(auth: unknown): FaultDetail[] {
  if (!isPlainObject(auth)) return [];
  const { mode, claimsMapping } = auth;
  const keys = Object.keys(modeOf) as (keyof typeof modeOf)[];
  const named = keys.find((key) => auth[key] !== undefined);
  const faults: FaultDetail[] = [];
  if (mode === undefined && named !== undefined)
    faults.push({
      path: 'auth.mode',
      message: `is required when auth.${named} is set: write mode: '${modeOf[named]}', or mode: 'local' while operators still sign in with a password`,
    });
  const instead = insteadOfMapping.get(mode);
  if (claimsMapping !== undefined && instead !== undefined)
    faults.push({
      path: 'auth.claimsMapping',
      message: `has an effect in mode 'jwt' only; ${instead}`,
    });
  return faults;
}
