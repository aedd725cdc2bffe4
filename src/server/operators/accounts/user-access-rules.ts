import { ServiceError } from '#platform/kernel/errors';
import type { Authority } from './authority-repository';
import { type RoleRecord, superadminRole } from './role-repository';
import type { AllowedTenants } from './tenant-access';

/**
 * Rules that prevent users from granting, removing or using more than they have: the actor must have every
 * permission, and the tenants must be a non-empty subset of the actor's tenants.
 */
type Grants = Pick<Authority, 'permissions' | 'allowedTenants'>;

/**
 * Returns whether permissions are so far-reaching that whoever gives them to somebody must have proven their identity: to
 * change users or roles, and so who can do what; to export, change or erase what visitors have decided, or to send it to
 * another server; or to publish, alone or as the second of two people. Through a second account, a stolen session could keep
 * such rights, or do what needs a proof. An account that only reads shows no more than the session itself.
 */
export const areFarReaching = (permissions: Iterable<string>): boolean =>
  [...permissions].some((permission) =>
    /^(users|roles|consents):(?!read$)|^exports:|^webhooks:(create|update)$|^profiles:(activate|approve)$/.test(
      permission,
    ),
  );

export function isWithinTenants(tenants: AllowedTenants, scope: AllowedTenants): boolean {
  if (scope === null) return true;
  return tenants !== null && tenants.length > 0 && tenants.every((tenant) => scope.includes(tenant));
}

/** Returns whether a user whose tenants change gets into one that the user could not see. */
export const addsTenants = (before: AllowedTenants, after: AllowedTenants): boolean =>
  before !== null && (after === null || after.some((tenant) => !before.includes(tenant)));

/** @throws ServiceError `tenant_forbidden` */
export function requireTenants(actor: Grants, tenants: AllowedTenants, message?: string): void {
  if (!isWithinTenants(tenants, actor.allowedTenants))
    throw new ServiceError('tenant_forbidden', message === undefined ? {} : { message });
}

function requireHeld(actor: Grants, permissions: Iterable<string>, message: string): void {
  for (const permission of permissions)
    if (!actor.permissions.has(permission)) throw new ServiceError('forbidden', { message });
}

/** Returns whether `requireMayChangeUser` allows it. */
export const mayChangeUser = (actor: Grants, user: Grants): boolean =>
  isWithinTenants(user.allowedTenants, actor.allowedTenants) &&
  [...user.permissions].every((permission) => actor.permissions.has(permission));

/** @throws ServiceError `forbidden`, `tenant_forbidden` */
export function requireMayChangeUser(actor: Grants, user: Grants): void {
  requireTenants(actor, user.allowedTenants);
  requireHeld(
    actor,
    user.permissions,
    'Only someone who holds every permission of this user may change the user.',
  );
}

/** @throws ServiceError `forbidden`, `tenant_forbidden` */
export function requireMayGrant(actor: Grants, role: RoleRecord): void {
  requireHeld(actor, role.permissions, 'Only someone who holds every permission of this role may grant it.');
  // Holders of this role access every tenant.
  if (role.name === superadminRole && role.builtIn) requireTenants(actor, null);
}

/** @throws ServiceError `forbidden` */
export function requireMayHandOut(actor: Grants, permission: string): void {
  requireHeld(actor, [permission], 'Only someone who holds this permission may give it to a role.');
}

/**
 * Requires access to all tenants. Roles do not belong to a tenant, and a provider can grant a role by its
 * name to a user of any tenant, even to one who has never signed in here.
 * @throws ServiceError `tenant_forbidden`
 */
export function requireAllTenants(actor: Grants): void {
  requireTenants(
    actor,
    null,
    'Roles apply to all tenants, so only someone who may see all tenants may change them.',
  );
}

/**
 * Checks that the actor may change every holder of a role, since changing the role changes its holders.
 * @throws ServiceError `forbidden`, `tenant_forbidden`
 */
export function requireMayChangeRole(actor: Grants, role: RoleRecord, holders: readonly Grants[]): void {
  requireHeld(actor, role.permissions, 'Only someone who holds every permission of this role may change it.');
  requireAllTenants(actor);
  for (const { permissions } of holders)
    requireHeld(actor, permissions, 'A user who holds permissions that you lack holds this role.');
}
