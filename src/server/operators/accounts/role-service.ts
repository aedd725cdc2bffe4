import type { Connection, Database } from '#platform/database/database';
import type { UnitOfWork } from '#platform/database/unit-of-work';
import { changedFields } from '#platform/kernel/changes';
import { type Clock, toIso } from '#platform/kernel/clock';
import { ServiceError, validationFailed } from '#platform/kernel/errors';
import { newId } from '#platform/kernel/ids';
import { builtInRoles, isPermission } from '#platform/kernel/permissions';
import {
  type AccountContext,
  auditAccount,
  type ConfirmOwner,
  orTaken,
  type RunAccountChange,
  readCallerAuthority,
} from './account-changes';
import { type Authority, listHolders } from './authority-repository';
import {
  addPermissions,
  deleteRole,
  findRole,
  insertRole,
  listRoles,
  type RoleRecord,
  removePermissions,
  updateRole,
} from './role-repository';
import type { Role, RoleCreate, RoleUpdate } from './role-schemas';
import {
  areFarReaching,
  requireAllTenants,
  requireMayChangeRole,
  requireMayHandOut,
} from './user-access-rules';
import { roleIsHeld } from './user-repository';

export interface RoleServiceOptions {
  readonly database: Database;
  readonly changeAccounts: RunAccountChange;
  readonly confirmOwner: ConfirmOwner;
  readonly clock: Clock;
}

/**
 * Manages roles under the rules of who may change whom. Changes throw ServiceError `forbidden`,
 * `tenant_forbidden`, `role_not_found`.
 */
export interface RoleService {
  list(): Promise<Role[]>;
  /** @throws ServiceError `role_not_found` */
  get(id: string): Promise<Role>;
  /** Throws early where a creation would be refused whatever its body. */
  requireMayCreate(context: AccountContext): Promise<void>;
  /** Throws early where the change would be refused whatever its body. */
  requireMayChange(context: AccountContext, id: string): Promise<void>;
  /** @throws ServiceError also `already_exists` */
  create(context: AccountContext, input: RoleCreate): Promise<Role>;
  /**
   * Changes name and description. A new name of a role with far-reaching permissions needs proof of identity.
   * @param check throws where the role, which no other change can reach now, is not in the state that the caller has read
   * @throws ServiceError also `already_exists`, `role_built_in`, and as ConfirmOwner and `check` do
   */
  update(context: AccountContext, id: string, input: RoleUpdate, check: (role: Role) => void): Promise<Role>;
  /** @throws ServiceError also `role_built_in`, `role_in_use` */
  remove(context: AccountContext, id: string): Promise<void>;
  /**
   * Adds a permission; adding one that the role has changes nothing. A far-reaching one needs proof of identity.
   * @throws ServiceError also `role_built_in`, `validation_failed`, and as
   * ConfirmOwner does
   */
  assignPermission(context: AccountContext, id: string, permissionId: string): Promise<Role>;
  /** @throws ServiceError also `permission_not_found`, `role_built_in` */
  revokePermission(context: AccountContext, id: string, permissionId: string): Promise<void>;
}

const nameTaken = orTaken('name', 'Another role has this name.');

/** Reduces a name to what distinguishes it at a glance: not case, accents, or characters that nobody sees. */
const toLook = (name: string) =>
  name
    .normalize('NFKD')
    .replace(/[\p{M}\p{Cf}\p{Default_Ignorable_Code_Point}]/gu, '')
    .toLowerCase();

/**
 * Refuses what lists and audit entries would show like a built-in role; that role's own name is taken anyway.
 * @throws ServiceError `already_exists`
 */
function refuseLikeBuiltIn(name: string): void {
  const builtIn = Object.keys(builtInRoles).find((known) => known === toLook(name) && known !== name);
  if (builtIn !== undefined)
    throw new ServiceError('already_exists', {
      message: `This name looks like that of the built-in role ${builtIn}.`,
    });
}

export function createRoleService({
  database,
  changeAccounts,
  confirmOwner,
  clock,
}: RoleServiceOptions): RoleService {
  async function changeable(connection: Connection, me: Authority, id: string): Promise<RoleRecord> {
    const role = await stored(connection, id);
    // Built-in roles cannot be changed, so their many holders need not be read.
    requireMayChangeRole(me, role, role.builtIn ? [] : await listHolders(connection, id));
    return role;
  }

  const changeCustom = <T>(
    context: AccountContext,
    id: string,
    work: (unit: UnitOfWork, role: RoleRecord, me: Authority) => Promise<T>,
  ) =>
    changeAccounts(context, async (unit, me) => {
      const role = await changeable(unit, me, id);
      if (role.builtIn) throw new ServiceError('role_built_in');
      return work(unit, role, me);
    });

  return {
    list: async () => (await database.read(listRoles)).map(toView),
    get: async (id) => toView(await database.read((connection) => stored(connection, id))),
    requireMayCreate: (context) =>
      database.read(async (connection) => requireAllTenants(await readCallerAuthority(connection, context))),
    requireMayChange: (context, id) =>
      database.read(
        async (connection) =>
          void (await changeable(connection, await readCallerAuthority(connection, context), id)),
      ),

    create: (context, { name, description = '' }) =>
      changeAccounts(context, async (unit, me) => {
        requireAllTenants(me);
        refuseLikeBuiltIn(name);
        const role = {
          id: newId(),
          name,
          description: description || null,
          builtIn: false,
          now: clock.now(),
        };
        await insertRole(unit, role).catch(nameTaken);
        auditAccount(unit, context, 'role:created', role.id, { name, description: role.description });
        return toView(await stored(unit, role.id));
      }),

    async update(context, id, input, check) {
      const { name, permissions } = await database.read((connection) => stored(connection, id));
      // A provider's claim or `auth.defaultRole` can name the role: its new name gives it to other users.
      const isRenamed = input.name !== undefined && input.name !== name;
      if (isRenamed && areFarReaching(permissions)) await confirmOwner(context, {}, 'renameRole');
      return changeCustom(context, id, async (unit, role) => {
        check(toView(role));
        const before = { name: role.name, description: role.description };
        const after = {
          name: input.name ?? before.name,
          description: input.description === undefined ? before.description : input.description || null,
        };
        const changes = changedFields(before, after);
        if (Object.keys(changes).length === 0) return toView(role);
        if (after.name !== before.name) refuseLikeBuiltIn(after.name);
        await updateRole(unit, id, after, clock.now()).catch(nameTaken);
        auditAccount(unit, context, 'role:updated', id, changes);
        return toView(await stored(unit, id));
      });
    },

    remove: (context, id) =>
      changeCustom(context, id, async (unit, role) => {
        if (await roleIsHeld(unit, id)) throw new ServiceError('role_in_use');
        await deleteRole(unit, id);
        const { name, permissions } = role;
        auditAccount(unit, context, 'role:deleted', id, { name, permissions }, name);
      }),

    async assignPermission(context, id, permissionId) {
      if (areFarReaching([permissionId])) await confirmOwner(context, {}, 'assignPermission');
      return changeCustom(context, id, async (unit, role, me) => {
        if (!isPermission(permissionId))
          throw validationFailed({ path: 'permissionId', message: 'does not match a permission' });
        requireMayHandOut(me, permissionId);
        if (role.permissions.includes(permissionId)) return toView(role);
        await addPermissions(unit, id, [permissionId]);
        await updateRole(unit, id, role, clock.now());
        auditAccount(unit, context, 'role:permissionAssigned', id, { name: role.name, permissionId });
        return toView(await stored(unit, id));
      });
    },

    revokePermission: (context, id, permissionId) =>
      changeCustom(context, id, async (unit, role) => {
        if (!role.permissions.includes(permissionId)) throw new ServiceError('permission_not_found');
        await removePermissions(unit, id, [permissionId]);
        await updateRole(unit, id, role, clock.now());
        auditAccount(unit, context, 'role:permissionRevoked', id, { name: role.name, permissionId });
      }),
  };
}

async function stored(connection: Connection, id: string): Promise<RoleRecord> {
  const role = await findRole(connection, { id });
  if (role === null) throw new ServiceError('role_not_found');
  return role;
}

/**
 * Returns a role as the API shows it. Permissions that a newer version stored and this one does not know
 * grant nothing here, and are not shown.
 */
function toView({ permissions: held, createdAt, updatedAt, ...role }: RoleRecord): Role {
  return {
    ...role,
    permissions: held.filter(isPermission),
    createdAt: toIso(createdAt),
    updatedAt: toIso(updatedAt),
  };
}
