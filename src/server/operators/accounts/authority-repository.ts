import type { Connection, Query } from '#platform/database/database';
import { toBoolean } from '#platform/database/rows';
import type { Permission } from '#platform/kernel/permissions';
import { superadminRole } from './role-repository';
import type { AllowedTenants } from './tenant-access';
import { readTenantColumns, tenantColumnNames } from './user-repository';

/** A user's current permissions and tenants, as the database has them. */
export interface Authority {
  readonly userId: string;
  readonly active: boolean;
  readonly isSuperadmin: boolean;
  /** Ids of permissions as stored, including those of a newer version. */
  readonly permissions: ReadonlySet<string>;
  readonly allowedTenants: AllowedTenants;
}

export async function findAuthority(connection: Connection, userId: string): Promise<Authority | null> {
  const [authority] = await readAuthorities(connection, (users) => users.where('u.id', userId));
  return authority ?? null;
}

/** Returns the authority of every holder of a role. */
export async function listHolders(connection: Connection, roleId: string): Promise<Authority[]> {
  const holders = connection.global('user_roles').where({ role_id: roleId }).select('user_id');
  return readAuthorities(connection, (users) => users.whereIn('u.id', holders));
}

/** Returns the authority of every active user with a permission, in any tenant. */
export async function listActiveWith(connection: Connection, permission: Permission): Promise<Authority[]> {
  const holders = connection
    .global('role_permissions', 'hp')
    .join({ hu: connection.tableName('user_roles') }, 'hu.role_id', 'hp.role_id')
    .where('hp.permission_id', permission)
    .select('hu.user_id');
  return readAuthorities(connection, (users) => users.where('u.active', true).whereIn('u.id', holders));
}

async function readAuthorities(
  connection: Connection,
  choose: (users: Query) => Query,
): Promise<Authority[]> {
  const users = connection
    .global('users', 'u')
    .leftJoin({ ur: connection.tableName('user_roles') }, 'ur.user_id', 'u.id')
    .leftJoin({ r: connection.tableName('roles') }, 'r.id', 'ur.role_id')
    .leftJoin({ rp: connection.tableName('role_permissions') }, 'rp.role_id', 'r.id')
    .select(
      'u.id',
      'u.active',
      ...tenantColumnNames.map((name) => `u.${name}`),
      'r.name as role_name',
      'r.built_in',
      'rp.permission_id',
    ) as Query;
  const byUser = new Map<
    string,
    { active: boolean; isSuperadmin: boolean; permissions: Set<string>; tenants: AllowedTenants }
  >();
  for (const row of await choose(users)) {
    const known = byUser.get(row.id);
    const user = known ?? {
      active: toBoolean(row.active),
      isSuperadmin: false,
      permissions: new Set<string>(),
      tenants: readTenantColumns(row),
    };
    if (known === undefined) byUser.set(row.id, user);
    if (row.role_name === superadminRole && toBoolean(row.built_in)) user.isSuperadmin = true;
    if (row.permission_id !== null) user.permissions.add(row.permission_id);
  }
  return [...byUser].map(([userId, { tenants, ...user }]) => ({
    ...user,
    userId,
    allowedTenants: user.isSuperadmin ? null : tenants,
  }));
}
