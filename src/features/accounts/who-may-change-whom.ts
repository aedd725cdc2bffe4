import { ServiceError } from '../../kernel/errors';
import { type RoleRecord, superadminRole } from './role-repository';
import type { Standing } from './standing-repository';
import type { Reach } from './tenant-access';

/**
 * Nobody gives, takes or borrows more than they have. Two things are compared: permissions, which must be
 * held by whoever acts, and reach, which must be a non-empty part of the actor's tenants.
 */
type Authority = Pick<Standing, 'permissions' | 'allowedTenants'>;

export function isWithinReach(reach: Reach, scope: Reach): boolean {
  if (scope === null) return true;
  return reach !== null && reach.length > 0 && reach.every((tenant) => scope.includes(tenant));
}

/** @throws ServiceError `tenant_forbidden` */
export function requireReach(actor: Authority, reach: Reach, message?: string): void {
  if (!isWithinReach(reach, actor.allowedTenants))
    throw new ServiceError('tenant_forbidden', message === undefined ? {} : { message });
}

function requireHeld(actor: Authority, permissions: Iterable<string>, message: string): void {
  for (const permission of permissions)
    if (!actor.permissions.has(permission)) throw new ServiceError('forbidden', { message });
}

/** @throws ServiceError `forbidden`, `tenant_forbidden` */
export function requireMayChangeUser(actor: Authority, user: Authority): void {
  requireReach(actor, user.allowedTenants);
  requireHeld(
    actor,
    user.permissions,
    'Only someone who holds every permission of this user may change the user.',
  );
}

/** @throws ServiceError `forbidden`, `tenant_forbidden` */
export function requireMayGrant(actor: Authority, role: RoleRecord): void {
  requireHeld(actor, role.permissions, 'Only someone who holds every permission of this role may grant it.');
  // Its holders reach every tenant.
  if (role.name === superadminRole && role.builtIn) requireReach(actor, null);
}

/** @throws ServiceError `forbidden` */
export function requireMayHandOut(actor: Authority, permission: string): void {
  requireHeld(actor, [permission], 'Only someone who holds this permission may give it to a role.');
}

/**
 * A role is what its holders may do, so whoever changes it changes them.
 * @throws ServiceError `forbidden`, `tenant_forbidden`
 */
export function requireMayChangeRole(
  actor: Authority,
  role: RoleRecord,
  holders: readonly Authority[],
): void {
  requireHeld(actor, role.permissions, 'Only someone who holds every permission of this role may change it.');
  for (const holder of holders) {
    requireReach(actor, holder.allowedTenants, 'Users outside your tenants hold this role.');
    requireHeld(actor, holder.permissions, 'A user who holds permissions that you lack holds this role.');
  }
}
