import type { Connection } from '#platform/database/database';
import type { RoleReference } from './account-schemas';
import type { ProviderUser } from './provider-user';
import { findRolesNamed, superadminRole } from './role-repository';
import { activeSuperadminExists, heldRoles } from './user-repository';

export interface ProviderRoles {
  readonly held: readonly RoleReference[];
  /** Roles after the provider's have been applied. */
  readonly wanted: readonly RoleReference[];
  /** Roles that the provider names. */
  readonly named: readonly RoleReference[];
}

export interface ProviderRolesOptions {
  readonly userId: string;
  readonly told: Pick<ProviderUser, 'provider' | 'roles'>;
  readonly defaultRole: string | null;
  /** Whether the user signs in through a provider for the first time. */
  readonly isFirst: boolean;
}

/**
 * Returns a user's roles after applying the provider's. Unknown names grant nothing. When no role is left, a
 * first sign-in grants `defaultRole`; later ones keep it where the user has it, and nothing else. In mode `jwt`
 * the host itself names the roles, so only tokens without the claim lead to `defaultRole`. The last active
 * superadmin keeps that role.
 */
export async function providerRoles(
  connection: Connection,
  { userId, told: { provider, roles }, defaultRole, isFirst }: ProviderRolesOptions,
): Promise<ProviderRoles> {
  const held = await heldRoles(connection, userId);
  const fallback = () =>
    defaultRole === null ? Promise.resolve([]) : findRolesNamed(connection, new Set([defaultRole]));
  if (roles.names === undefined)
    return { held, wanted: isFirst && held.length === 0 ? await fallback() : held, named: [] };

  const names = new Set(roles.names);
  const isAsTold = names.size === held.length && held.every(({ name }) => names.has(name));
  const named = isAsTold ? held : await findRolesNamed(connection, names);
  const wanted = [...named];
  if (named.length === 0 && (provider !== 'jwt' || roles.missing !== null))
    wanted.push(...(isFirst ? await fallback() : held.filter(({ name }) => name === defaultRole)));
  const superadmin = held.find(({ name }) => name === superadminRole);
  const loses = superadmin !== undefined && wanted.every(({ id }) => id !== superadmin.id);
  if (loses && !(await activeSuperadminExists(connection, userId))) wanted.push(superadmin);
  return { held, wanted, named };
}

/** Returns the roles to grant and those to revoke. */
export function roleChanges({ held, wanted }: Pick<ProviderRoles, 'held' | 'wanted'>): {
  readonly given: readonly RoleReference[];
  readonly taken: readonly RoleReference[];
} {
  const without = (roles: readonly RoleReference[], others: readonly RoleReference[]) =>
    roles.filter(({ id }) => others.every((other) => other.id !== id));
  return { given: without(wanted, held), taken: without(held, wanted) };
}
