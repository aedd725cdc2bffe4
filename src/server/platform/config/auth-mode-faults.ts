import type { AuthMode } from '../kernel/auth-modes';
import type { FaultDetail } from '../kernel/errors';
import { isPlainObject } from './host-objects';

/** Keys that name a mode, which nobody writes for mode `local`. */
const modeOf = { oidc: 'oidc', saml: 'saml', validateUser: 'custom' } as const satisfies Readonly<
  Record<string, AuthMode>
>;

/** The keys of other modes that replace `auth.claimsMapping`. */
const insteadOfMapping: Readonly<Record<string, string>> = {
  oidc: "; in mode 'oidc' write auth.oidc.claimsMapping",
  saml: "; in mode 'saml' write auth.saml.rolesAttribute, emailAttribute and tenantsAttribute",
};

/**
 * Returns the faults of keys that would be ignored, because they belong to another way of signing in. With an explicit
 * `mode`, the keys of a provider can stay: the first superadmin of a provider is created in mode `local`.
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
  if (claimsMapping !== undefined && mode !== 'jwt')
    faults.push({
      path: 'auth.claimsMapping',
      message: `has an effect in mode 'jwt' only${insteadOfMapping[String(mode)] ?? '; set that mode, or remove it'}`,
    });
  return faults;
}
