import type { Connection } from '#platform/database/database';
import { isUniqueViolation } from '#platform/database/dialect';
import type { RunUnitOfWork, UnitOfWork } from '#platform/database/unit-of-work';
import type { Actor, Principal } from '#platform/kernel/caller';
import { alreadyExists, ServiceError } from '#platform/kernel/errors';
import { defaultTenantId } from '#platform/kernel/ids';
import { isPermission, type Permission } from '#platform/kernel/permissions';
import type { OwnerProof } from './account-schemas';
import { type Authority, findAuthority } from './authority-repository';
import { lockRole, superadminRole } from './role-repository';
import { lockOwnSession } from './session-repository';
import type { AllowedTenants } from './tenant-access';

/** The caller of a change of users or roles, and the permission that it needs. */
export interface AccountContext {
  readonly caller: Principal;
  readonly actor: Actor;
  readonly permission: Permission;
}

/**
 * Requires signed-in users to prove their identity before they change how they or others sign in, or who can
 * do so: by a sign-in of the last ten minutes, else by one of the proofs.
 * @param purpose the intended change, for the audit log
 * @throws ServiceError `reauthentication_required`, `wrong_password`, `invalid_totp_code`, `rate_limited`,
 * `unavailable`
 */
export type ConfirmOwner = (
  who: Pick<AccountContext, 'caller' | 'actor'>,
  proof: OwnerProof,
  purpose: string,
) => Promise<void>;

export type RunAccountChange = <T>(
  context: AccountContext,
  work: (unit: UnitOfWork, me: Authority) => Promise<T>,
) => Promise<T>;

/**
 * Runs changes of users and roles one at a time, across all processes, and reads the caller's session and rights again
 * before each one: two superadmins who demote each other at the same time must not both succeed. A row lock
 * ensures the order; such changes are rare. They throw `unauthenticated` once the caller is signed out.
 */
export function createAccountChanges(runUnit: RunUnitOfWork): RunAccountChange {
  return (context, work) =>
    runUnit(async (unit) => {
      await lockRole(unit, superadminRole);
      await lockOwnSession(unit, context.caller.sessionId);
      return work(unit, await readCallerAuthority(unit, context));
    });
}

/**
 * Returns the caller's current authority, limited to that of the request: a token can carry fewer roles than
 * the database.
 * @throws ServiceError `forbidden`
 */
export async function readCallerAuthority(
  connection: Connection,
  { caller, permission }: AccountContext,
): Promise<Authority> {
  const authority = await findAuthority(connection, caller.userId);
  if (authority === null || !authority.active || !authority.permissions.has(permission))
    throw new ServiceError('forbidden');
  const applies = (id: string) => !isPermission(id) || caller.permissions.has(id);
  return {
    ...authority,
    // Permissions of a newer version are unknown to requests of this one.
    permissions: new Set([...authority.permissions].filter(applies)),
    allowedTenants: narrower(authority.allowedTenants, caller.allowedTenants),
  };
}

function narrower(a: AllowedTenants, b: AllowedTenants): AllowedTenants {
  if (a === null) return b;
  return b === null ? a : a.filter((tenant) => b.includes(tenant));
}

/**
 * Records a change to a user or role. Accounts do not belong to a tenant, so their changes are in the chain
 * of `default`, as sign-ins are.
 * @param deletedName the name of a user or role that is deleted
 */
export function auditAccount(
  unit: UnitOfWork,
  { actor }: AccountContext,
  action: string,
  id: string,
  changes: Readonly<Record<string, unknown>>,
  deletedName?: string,
): void {
  const resourceType = action.split(':', 1)[0] ?? '';
  unit.audit({
    tenantId: defaultTenantId,
    action,
    resourceType,
    resourceId: id,
    ...(deletedName !== undefined && { resourceName: deletedName }),
    actor,
    changes,
  });
}

/**
 * Creates an error handler for an insert or update whose value may already be in use: only the database knows
 * which values are unique.
 * @param path of the value in the request
 */
export function orTaken(path: string, message: string): (error: unknown) => never {
  return (cause) => {
    throw isUniqueViolation(cause) ? alreadyExists(path, message, cause) : cause;
  };
}
