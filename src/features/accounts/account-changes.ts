import type { Connection } from '../../database/database';
import { isUniqueViolation } from '../../database/dialect';
import type { RunUnitOfWork, UnitOfWork } from '../../database/unit-of-work';
import type { Actor, Principal } from '../../kernel/caller';
import { ServiceError } from '../../kernel/errors';
import { defaultTenantId } from '../../kernel/ids';
import type { Permission } from '../../kernel/permissions';
import { lockRole, superadminRole } from './role-repository';
import { findStanding, type Standing } from './standing-repository';

/** Who asks for a change of users or roles, and by which permission. */
export interface AccountContext {
  readonly caller: Principal;
  readonly actor: Actor;
  readonly permission: Permission;
}

export type RunAccountChange = <T>(context: AccountContext, work: (unit: UnitOfWork, me: Standing) => Promise<T>) => Promise<T>;

/**
 * Changes of users and roles take turns, in every process, and each looks at the caller's rights again in its turn: two
 * superadmins who demote each other at once must not both succeed. A row's lock keeps the turns; such changes are rare.
 */
export function createAccountChanges(runUnit: RunUnitOfWork): RunAccountChange {
  return (context, work) =>
    runUnit(async (unit) => {
      await lockRole(unit, superadminRole);
      return work(unit, await standingOf(unit, context));
    });
}

/** The caller's own standing as it is now. @throws ServiceError `forbidden` */
export async function standingOf(connection: Connection, { caller, permission }: AccountContext): Promise<Standing> {
  const standing = await findStanding(connection, caller.userId);
  if (standing === null || !standing.active || !standing.permissions.has(permission)) throw new ServiceError('forbidden');
  return standing;
}

/** Users and roles belong to no tenant: what is done to them stands in the chain of `default`, as sign-ins do. */
export function auditAccount(unit: UnitOfWork, { actor }: AccountContext, action: string, id: string, changes: Readonly<Record<string, unknown>>): void {
  const resourceType = action.split(':', 1)[0] ?? '';
  unit.audit({ tenantId: defaultTenantId, action, resourceType, resourceId: id, actor, changes });
}

/** For an insert or update that may meet a value which is taken: what is unique is known to the database alone. */
export function orTaken(message: string): (error: unknown) => never {
  return (error) => {
    throw isUniqueViolation(error) ? new ServiceError('already_exists', { message, cause: error }) : error;
  };
}
