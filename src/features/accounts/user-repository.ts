import type { Connection, Row } from '../../database/database';
import { fromJson, toBoolean, toNumber, toNumberOrNull } from '../../database/rows';
import { toIso } from '../../kernel/clock';
import type { RoleReference, User } from './account-schemas';

/** What a sign-in needs to know of an account before it trusts anyone. */
export interface Credentials {
  readonly userId: string;
  /** Null for users of other modes. */
  readonly passwordHash: string | null;
  readonly active: boolean;
}

export interface NewUser {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly passwordHash: string | null;
  readonly allowedTenants: readonly string[];
  readonly provider: string;
  readonly now: number;
}

/** E-mail addresses are stored and compared lower-cased. */
export function normalizeEmail(email: string): string {
  return email.toLowerCase();
}

export async function findCredentials(connection: Connection, email: string): Promise<Credentials | null> {
  const row = await connection
    .global('users')
    .where({ email: normalizeEmail(email) })
    .first('id', 'password_hash', 'active');
  return row === undefined ? null : { userId: row.id, passwordHash: row.password_hash, active: toBoolean(row.active) };
}

/** The user as the API shows it, or null. */
export async function findUser(connection: Connection, userId: string): Promise<User | null> {
  const rows = await connection
    .global('users', 'u')
    .leftJoin({ ur: connection.tableName('user_roles') }, 'ur.user_id', 'u.id')
    .leftJoin({ r: connection.tableName('roles') }, 'r.id', 'ur.role_id')
    .where('u.id', userId)
    .orderBy('r.name')
    .select('u.*', 'r.id as role_id', 'r.name as role_name');
  const [first] = rows;
  if (first === undefined) return null;
  const roles = rows.filter((row) => row.role_id !== null).map((row): RoleReference => ({ id: row.role_id, name: row.role_name }));
  return toUser(first, roles);
}

export async function anyUserExists(connection: Connection): Promise<boolean> {
  return (await connection.global('users').first('id')) !== undefined;
}

/** Whether someone is left who may do everything. */
export async function activeSuperadminExists(connection: Connection): Promise<boolean> {
  const row = await connection
    .global('users', 'u')
    .join({ ur: connection.tableName('user_roles') }, 'ur.user_id', 'u.id')
    .join({ r: connection.tableName('roles') }, 'r.id', 'ur.role_id')
    .where({ 'u.active': true, 'r.name': 'superadmin', 'r.built_in': true })
    .first('u.id');
  return row !== undefined;
}

/** @throws the driver's unique violation when the e-mail address is taken */
export async function insertUser(connection: Connection, user: NewUser): Promise<void> {
  await connection.global('users').insert({
    id: user.id,
    name: user.name,
    email: normalizeEmail(user.email),
    password_hash: user.passwordHash,
    allowed_tenants: JSON.stringify(user.allowedTenants),
    provider: user.provider,
    totp_enabled: false,
    active: true,
    created_at: user.now,
    updated_at: user.now,
  });
}

export async function giveRole(connection: Connection, userId: string, roleId: string): Promise<void> {
  await connection.global('user_roles').insert({ user_id: userId, role_id: roleId });
}

/**
 * Notes a sign-in, unless the account has been deactivated or given another password since `passwordHash` was checked:
 * then it answers false.
 */
export async function recordLogin(connection: Connection, userId: string, passwordHash: string, now: number): Promise<boolean> {
  const changed = await connection.global('users').where({ id: userId, password_hash: passwordHash, active: true }).update({ last_login_at: now });
  return Number(changed) > 0;
}

function toUser(row: Row, roles: readonly RoleReference[]): User {
  const lastLoginAt = toNumberOrNull(row.last_login_at);
  return {
    id: row.id,
    name: row.name,
    email: row.email,
    roles: [...roles],
    allowedTenants: fromJson<string[]>(row.allowed_tenants),
    totpEnabled: toBoolean(row.totp_enabled),
    provider: row.provider,
    active: toBoolean(row.active),
    lastLoginAt: lastLoginAt === null ? null : toIso(lastLoginAt),
    createdAt: toIso(toNumber(row.created_at)),
    updatedAt: toIso(toNumber(row.updated_at)),
  };
}
