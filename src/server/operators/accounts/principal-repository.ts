import type { Connection, Query, Row } from '#platform/database/database';
import { toBoolean, toNumberOrNull } from '#platform/database/rows';
import type { Principal } from '#platform/kernel/caller';
import { isPermission } from '#platform/kernel/permissions';
import type { RoleReference } from './account-schemas';
import { superadminRole } from './role-repository';
import type { AllowedTenants } from './tenant-access';
import { readTenantColumns, tenantColumnNames } from './user-repository';

/**
 * Returns the user of a session, with current roles, permissions, tenants and activity, in one query. Null
 * when the session has ended or the user is not active.
 */
export async function loadPrincipal(
  connection: Connection,
  sessionId: string,
  now: number,
): Promise<Principal | null> {
  return toPrincipal(await ofSession(connection, sessionId).where('s.expires_at', '>', now), sessionId);
}

/**
 * Returns the user of a request that began a while ago, as the database has them now. A session that has only
 * expired meanwhile is still one. Null when it was ended or the user is not active.
 */
export async function reloadPrincipal(
  connection: Connection,
  { userId, sessionId }: Pick<Principal, 'userId' | 'sessionId'>,
): Promise<Principal | null> {
  if (sessionId === null) return loadPrincipalOfUser(connection, userId);
  return toPrincipal(await ofSession(connection, sessionId), sessionId);
}

const ofSession = (connection: Connection, sessionId: string): Query =>
  usersWithRoles(connection)
    .join({ s: connection.tableName('sessions') }, 's.user_id', 'u.id')
    .where('s.id', sessionId)
    .whereNull('s.revoked_at')
    .select('s.proven_at as signed_in_at') as Query;

/**
 * Returns the principal of a user whose request needs no session. Null when there is no such user or it is
 * not active.
 */
export async function loadPrincipalOfUser(connection: Connection, userId: string): Promise<Principal | null> {
  return toPrincipal(await usersWithRoles(connection).where('u.id', userId), null);
}

/** A person for whom API keys act, also while they are not signed in. */
export interface KeyHolder {
  readonly person: Principal;
  /** Time of the last sign-in (epoch ms); null: never. */
  readonly lastLoginAt: number | null;
}

/** Returns the holder of API keys; null when there is no such user or it is not active. */
export async function loadKeyHolder(connection: Connection, userId: string): Promise<KeyHolder | null> {
  const rows: Row[] = await usersWithRoles(connection).where('u.id', userId).select('u.last_login_at');
  const person = toPrincipal(rows, null);
  return person && { person, lastLoginAt: toNumberOrNull(rows[0]?.last_login_at) };
}

function usersWithRoles(connection: Connection): Query {
  return connection
    .global('users', 'u')
    .leftJoin({ ur: connection.tableName('user_roles') }, 'ur.user_id', 'u.id')
    .leftJoin({ r: connection.tableName('roles') }, 'r.id', 'ur.role_id')
    .leftJoin({ rp: connection.tableName('role_permissions') }, 'rp.role_id', 'r.id')
    .where('u.active', true)
    .orderBy('r.name')
    .select(
      'u.id',
      'u.email',
      'u.name',
      ...tenantColumnNames.map((name) => `u.${name}`),
      'r.id as role_id',
      'r.name as role_name',
      'r.built_in',
      'rp.permission_id',
    ) as Query;
}

function toPrincipal(rows: readonly Row[], sessionId: string | null): Principal | null {
  const [user] = rows;
  if (user === undefined) return null;

  const roles = new Map(
    rows
      .filter((row) => row.role_id !== null)
      .map((row) => [row.role_id as string, { id: row.role_id as string, name: row.role_name as string }]),
  );
  const isSuperadmin = rows.some((row) => row.role_name === superadminRole && toBoolean(row.built_in));
  return {
    kind: 'user',
    userId: user.id,
    email: user.email,
    name: user.name,
    roles: [...roles.values()],
    permissions: new Set(rows.map((row) => row.permission_id as unknown).filter(isPermission)),
    allowedTenants: isSuperadmin ? null : readTenantColumns(user),
    sessionId,
    signedInAt: toNumberOrNull(user.signed_in_at),
  };
}

/**
 * Returns the user of a request that began with other rights than the database had: without those that the database has
 * lost since. What a provider sent with the request stays, although another token may be stored by now.
 */
export function withoutLostRights(
  user: Principal,
  stored: NonNullable<Principal['stored']>,
  current: Principal,
): Principal {
  const isLost = (tenant: string) => sees(stored, tenant) && !sees(current, tenant);
  const hasLostTenants =
    stored.allowedTenants === null
      ? current.allowedTenants !== null
      : stored.allowedTenants.some((tenant) => isLost(tenant));
  return {
    ...user,
    permissions: new Set(
      [...user.permissions].filter((id) => !stored.permissions.has(id) || current.permissions.has(id)),
    ),
    allowedTenants:
      user.allowedTenants === null && hasLostTenants
        ? current.allowedTenants
        : (user.allowedTenants?.filter((tenant) => !isLost(tenant)) ?? null),
  };
}

const sees = ({ allowedTenants }: Pick<Principal, 'allowedTenants'>, tenant: string): boolean =>
  allowedTenants === null || allowedTenants.includes(tenant);

/**
 * Returns the principal with other roles and tenants than the database has: those that a provider sends with
 * this request.
 */
export async function withRoles(
  connection: Connection,
  principal: Principal,
  roles: readonly RoleReference[],
  tenants: AllowedTenants,
): Promise<Principal> {
  const roleIds = roles.map(({ id }) => id);
  const held: unknown[] = await connection
    .global('role_permissions')
    .whereIn('role_id', roleIds)
    .pluck('permission_id');
  return {
    ...principal,
    roles,
    permissions: new Set(held.filter(isPermission)),
    allowedTenants: roles.some(({ name }) => name === superadminRole) ? null : tenants,
    stored: principal,
  };
}
