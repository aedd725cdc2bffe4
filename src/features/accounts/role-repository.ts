import type { Connection, Query } from '../../database/database';
import { forUpdate, toBoolean } from '../../database/rows';

export interface RoleRecord {
  readonly id: string;
  readonly name: string;
  readonly builtIn: boolean;
  readonly permissions: readonly string[];
}

export interface NewRole {
  readonly id: string;
  readonly name: string;
  readonly description: string | null;
  readonly builtIn: boolean;
  readonly now: number;
}

export async function listRoles(connection: Connection): Promise<RoleRecord[]> {
  const rows = await connection
    .global('roles', 'r')
    .leftJoin({ rp: connection.tableName('role_permissions') }, 'rp.role_id', 'r.id')
    .select('r.id', 'r.name', 'r.built_in', 'rp.permission_id');
  const roles = new Map<string, { id: string; name: string; builtIn: boolean; permissions: string[] }>();
  for (const row of rows) {
    const role = roles.get(row.id) ?? { id: row.id, name: row.name, builtIn: toBoolean(row.built_in), permissions: [] as string[] };
    if (row.permission_id !== null) role.permissions.push(row.permission_id);
    roles.set(role.id, role);
  }
  return [...roles.values()];
}

/** The id of a role, its row locked until the transaction ends; null when there is none of this name. */
export async function lockRole(connection: Connection, name: string): Promise<string | null> {
  const [row] = await forUpdate(connection.global('roles').where({ name }).select('id') as Query, connection.dialect);
  return row?.id ?? null;
}

/** @throws the driver's unique violation when the name is taken */
export async function insertRole(connection: Connection, { builtIn, now, ...role }: NewRole): Promise<void> {
  await connection.global('roles').insert({ ...role, built_in: builtIn, created_at: now, updated_at: now });
}

export async function addPermissions(connection: Connection, roleId: string, permissions: readonly string[]): Promise<void> {
  if (permissions.length === 0) return;
  await connection.global('role_permissions').insert(permissions.map((id) => ({ role_id: roleId, permission_id: id })));
}

export async function removePermissions(connection: Connection, roleId: string, permissions: readonly string[]): Promise<void> {
  if (permissions.length === 0) return;
  await connection.global('role_permissions').where({ role_id: roleId }).whereIn('permission_id', permissions).delete();
}
