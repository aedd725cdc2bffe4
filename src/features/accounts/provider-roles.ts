import type { Connection } from '../../database/database';
import type { RoleReference } from './account-schemas';
import { findRolesNamed, superadminRole } from './role-repository';
import { activeSuperadminExists, heldRoles } from './user-repository';

export interface ProviderRoles {
  readonly held: readonly RoleReference[];
  /** Roles after the provider's have been applied. */
  readonly wanted: readonly RoleReference[];
}

export interface ProviderRolesOptions {
  readonly userId: string;
  /** Names that the provider sends; undefined: it sends none, so roles stay as operators set them. */
  readonly roleNames: readonly string[] | undefined;
  readonly defaultRole: string | null;
  /** Whether the user signs in through a provider for the first time. */
  readonly isFirst: boolean;
}

/**
 * Returns a user's roles after applying the provider's. Unknown names grant nothing. When no role is left, a
 * first sign-in grants `defaultRole`; later ones keep it where the user has it, and nothing else. The last
 * active superadmin keeps that role.
 */
export async function providerRoles(
  connection: Connection,
  { userId, roleNames, defaultRole, isFirst }: ProviderRolesOptions,
): Promise<ProviderRoles> {
  const held = await heldRoles(connection, userId);
  const fallback = () =>
    defaultRole === null ? Promise.resolve([]) : findRolesNamed(connection, new Set([defaultRole]));
  if (roleNames === undefined)
    return { held, wanted: isFirst && held.length === 0 ? await fallback() : held };

  const named = new Set(roleNames);
  const isAsTold = named.size === held.length && held.every(({ name }) => named.has(name));
  const known = isAsTold ? held : await findRolesNamed(connection, named);
  const wanted =
    known.length > 0
      ? [...known]
      : isFirst
        ? await fallback()
        : held.filter(({ name }) => name === defaultRole);
  const superadmin = held.find(({ name }) => name === superadminRole);
  const loses = superadmin !== undefined && wanted.every(({ id }) => id !== superadmin.id);
  if (loses && !(await activeSuperadminExists(connection, userId))) wanted.push(superadmin);
  return { held, wanted };
}

/** Returns the roles to grant and those to revoke. */
export function roleChanges({ held, wanted }: ProviderRoles): {
  readonly given: readonly RoleReference[];
  readonly taken: readonly RoleReference[];
} {
  const without = (roles: readonly RoleReference[], others: readonly RoleReference[]) =>
    roles.filter(({ id }) => others.every((other) => other.id !== id));
  return { given: without(wanted, held), taken: without(held, wanted) };
}
