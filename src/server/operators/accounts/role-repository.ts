import type { Connection, Query } from '#platform/database/database';
import { forUpdate, toBoolean, toNumber } from '#platform/database/rows';
import { endLinksOfHolders } from './account-link-repository';
import type { RoleReference } from './account-schemas';

/** Name of the role whose holders access every tenant; at least one holder always remains. */
export const superadminRole = 'superadmin';

export interface RoleRecord {
  readonly id: string;
  readonly name: string;
  readonly description: string | null;
  readonly builtIn: boolean;
  /** Ids of permissions as stored, including those of a newer version. */
  readonly permissions: readonly string[];
  readonly createdAt: number;
  readonly updatedAt: number;
}

export interface NewRole {
  readonly id: string;
  readonly name: string;
  readonly description: string | null;
  readonly builtIn: boolean;
  readonly now: number;
}

/** Returns the roles in order of creation. */
export const listRoles = (connection: Connection): Promise<RoleRecord[]> =>
  readRoles(connection, (roles) => roles);

export async function findRole(
  connection: Connection,
  by: { readonly id: string } | { readonly name: string },
): Promise<RoleRecord | null> {
  const [role] = await readRoles(connection, (roles) =>
    roles.where('id' in by ? { 'r.id': by.id } : { 'r.name': by.name }),
  );
  return role ?? null;
}

/**
 * Returns the roles with these names. A provider's list may have any length and content, so it is not part of
 * the query.
 */
export async function findRolesNamed(
  connection: Connection,
  names: ReadonlySet<string>,
): Promise<RoleReference[]> {
  const roles = await connection.global('roles').orderBy('name').select('id', 'name');
  return roles.filter(({ name }) => names.has(name)).map(({ id, name }) => ({ id, name }));
}

async function readRoles(connection: Connection, choose: (roles: Query) => Query): Promise<RoleRecord[]> {
  const all = connection
    .global('roles', 'r')
    .leftJoin({ rp: connection.tableName('role_permissions') }, 'rp.role_id', 'r.id')
    .orderBy(['r.id', 'rp.permission_id'])
    .select('r.*', 'rp.permission_id') as Query;
  const roles = new Map<string, Omit<RoleRecord, 'permissions'> & { permissions: string[] }>();
  for (const row of await choose(all)) {
    const role = roles.get(row.id) ?? {
      id: row.id,
      name: row.name,
      description: row.description,
      builtIn: toBoolean(row.built_in),
      permissions: [] as string[],
      createdAt: toNumber(row.created_at),
      updatedAt: toNumber(row.updated_at),
    };
    if (row.permission_id !== null) role.permissions.push(row.permission_id);
    roles.set(role.id, role);
  }
  return [...roles.values()];
}

/**
 * Locks a role's row until the transaction ends and returns the role's id; null when there is no role of this
 * name.
 */
export async function lockRole(connection: Connection, name: string): Promise<string | null> {
  const [row] = await forUpdate(
    connection.global('roles').where({ name }).select('id') as Query,
    connection.dialect,
  );
  return row?.id ?? null;
}

/** Inserts a role. @throws the driver's unique violation when the name is in use */
export async function insertRole(connection: Connection, { builtIn, now, ...role }: NewRole): Promise<void> {
  await connection.global('roles').insert({ ...role, built_in: builtIn, created_at: now, updated_at: now });
}

/** Updates a role. @throws the driver's unique violation when the name is in use */
export async function updateRole(
  connection: Connection,
  id: string,
  { name, description }: Pick<RoleRecord, 'name' | 'description'>,
  now: number,
): Promise<void> {
  await connection.global('roles').where({ id }).update({ name, description, updated_at: now });
}

/** Deletes a role and its permissions; the role must have no holders. */
export async function deleteRole(connection: Connection, id: string): Promise<void> {
  await connection.global('role_permissions').where({ role_id: id }).delete();
  await connection.global('roles').where({ id }).delete();
}

export async function addPermissions(
  connection: Connection,
  roleId: string,
  permissions: readonly string[],
): Promise<void> {
  if (permissions.length === 0) return;
  await connection
    .global('role_permissions')
    .insert(permissions.map((id) => ({ role_id: roleId, permission_id: id })));
  await endLinksOfHolders(connection, roleId);
}

export async function removePermissions(
  connection: Connection,
  roleId: string,
  permissions: readonly string[],
): Promise<void> {
  if (permissions.length === 0) return;
  await connection
    .global('role_permissions')
    .where({ role_id: roleId })
    .whereIn('permission_id', permissions)
    .delete();
  await endLinksOfHolders(connection, roleId);
}
