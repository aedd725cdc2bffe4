import type { Connection, Query, Row } from '#platform/database/database';
import { fromJson, toBoolean, toNumber, toNumberOrNull } from '#platform/database/rows';
import { toIso, toIsoOrNull } from '#platform/kernel/clock';
import { endLinksFor, endLinksOf } from './account-link-repository';
import type { RoleReference, User } from './account-schemas';
import { superadminRole } from './role-repository';
import {
  type AllowedTenants,
  type TenantAccess,
  type TenantFields,
  toAllowedTenants,
  toTenantFields,
} from './tenant-access';
import { type TotpState, toTotpState, totpColumns } from './totp-repository';

/** Identity of a user at an identity provider: unique as a pair, and never assigned to another user. */
export interface Identity {
  readonly issuer: string;
  readonly subject: string;
}

/** The fields of an account that a sign-in checks. */
export interface Credentials {
  readonly userId: string;
  /** Hash of the password; null for users of other modes. */
  readonly passwordHash: string | null;
  readonly active: boolean;
  readonly totp: TotpState;
}

export interface NewUser {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly emailVerified: boolean;
  readonly passwordHash: string | null;
  readonly tenants: AllowedTenants;
  readonly provider: string;
  /** Identity of the user at an identity provider. */
  readonly identity?: Identity;
  readonly now: number;
}

export interface UserFields {
  readonly name?: string | undefined;
  readonly email?: string | undefined;
  readonly emailVerified?: boolean | undefined;
  readonly passwordHash?: string | undefined;
  readonly tenants?: AllowedTenants | undefined;
  readonly active?: boolean | undefined;
}

/** E-mail addresses are stored and compared lower-cased. */
export function normalizeEmail(email: string): string {
  return email.toLowerCase();
}

export async function findCredentials(connection: Connection, email: string): Promise<Credentials | null> {
  const row = await connection
    .global('users')
    .where({ email: normalizeEmail(email) })
    .first('id', 'password_hash', 'active', ...totpColumns);
  return row === undefined
    ? null
    : {
        userId: row.id,
        passwordHash: row.password_hash,
        active: toBoolean(row.active),
        totp: toTotpState(row.id, row),
      };
}

/** Returns the user as the API shows it; null when there is none. */
export async function findUser(connection: Connection, userId: string): Promise<User | null> {
  const [user] = await readUsers(connection, (users) => users.where('u.id', userId));
  return user ?? null;
}

/** Returns users in order of creation. */
export const listUsers = (connection: Connection): Promise<User[]> => readUsers(connection, (users) => users);

async function readUsers(connection: Connection, choose: (users: Query) => Query): Promise<User[]> {
  const all = connection
    .global('users', 'u')
    .leftJoin({ ur: connection.tableName('user_roles') }, 'ur.user_id', 'u.id')
    .leftJoin({ r: connection.tableName('roles') }, 'r.id', 'ur.role_id')
    .orderBy(['u.id', 'r.name'])
    .select('u.*', 'r.id as role_id', 'r.name as role_name') as Query;
  const users = new Map<string, User>();
  for (const row of await choose(all)) {
    const user = users.get(row.id) ?? toUser(row);
    if (row.role_id !== null) user.roles.push({ id: row.role_id, name: row.role_name });
    users.set(user.id, user);
  }
  return [...users.values()];
}

/** Returns whether there is an active superadmin, other than a given user. */
export async function activeSuperadminExists(
  connection: Connection,
  besideUserId?: string,
): Promise<boolean> {
  const superadmins = connection
    .global('users', 'u')
    .join({ ur: connection.tableName('user_roles') }, 'ur.user_id', 'u.id')
    .join({ r: connection.tableName('roles') }, 'r.id', 'ur.role_id')
    .where({ 'u.active': true, 'r.name': superadminRole, 'r.built_in': true });
  if (besideUserId !== undefined) superadmins.whereNot('u.id', besideUserId);
  return (await superadmins.first('u.id')) !== undefined;
}

/** Inserts a user. @throws the driver's unique violation when the e-mail address or the identity is in use */
export async function insertUser(connection: Connection, user: NewUser): Promise<void> {
  await connection.global('users').insert({
    id: user.id,
    name: user.name,
    email: normalizeEmail(user.email),
    email_verified: user.emailVerified,
    password_hash: user.passwordHash,
    ...toTenantColumns(user.tenants),
    provider: user.provider,
    identity_issuer: user.identity?.issuer ?? null,
    identity_subject: user.identity?.subject ?? null,
    totp_enabled: false,
    active: true,
    created_at: user.now,
    updated_at: user.now,
  });
}

/**
 * Updates the fields that are set. New credentials end the links for the user; other tenants and another state
 * also end those that the user has made.
 * @throws the driver's unique violation when the e-mail address is in use
 */
export async function updateUser(
  connection: Connection,
  userId: string,
  fields: UserFields,
  now: number,
): Promise<void> {
  const { name, email, emailVerified, passwordHash, tenants, active } = fields;
  const values = {
    name,
    email: email === undefined ? undefined : normalizeEmail(email),
    email_verified: emailVerified,
    password_hash: passwordHash,
    ...(tenants === undefined ? {} : toTenantColumns(tenants)),
    active,
    updated_at: now,
  };
  await connection
    .global('users')
    .where({ id: userId })
    .update(Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)));
  if (tenants !== undefined || active !== undefined) await endLinksOf(connection, userId);
  else if (email !== undefined || passwordHash !== undefined) await endLinksFor(connection, userId);
}

/**
 * Deletes a user with its roles, sessions and links. The user's row is deleted first: a sign-in in progress locks
 * it, and its session must be deleted too.
 */
export async function deleteUser(connection: Connection, userId: string): Promise<void> {
  await connection.global('users').where({ id: userId }).delete();
  await connection.global('sessions').where({ user_id: userId }).delete();
  await connection.global('user_roles').where({ user_id: userId }).delete();
  await endLinksOf(connection, userId);
}

export async function giveRole(connection: Connection, userId: string, roleId: string): Promise<void> {
  await connection.global('user_roles').insert({ user_id: userId, role_id: roleId });
  await endLinksFor(connection, userId);
}

export async function takeRole(connection: Connection, userId: string, roleId: string): Promise<void> {
  await connection.global('user_roles').where({ user_id: userId, role_id: roleId }).delete();
  await endLinksOf(connection, userId);
}

/** Returns a user's roles, sorted by name. */
export async function heldRoles(connection: Connection, userId: string): Promise<RoleReference[]> {
  return connection
    .global('user_roles', 'ur')
    .join({ r: connection.tableName('roles') }, 'r.id', 'ur.role_id')
    .where('ur.user_id', userId)
    .orderBy('r.name')
    .select('r.id', 'r.name') as Promise<RoleReference[]>;
}

export async function roleIsHeld(connection: Connection, roleId: string): Promise<boolean> {
  return (await connection.global('user_roles').where({ role_id: roleId }).first('user_id')) !== undefined;
}

/** The checked state of an account, which must be the same when the session is opened. */
export interface CheckedLogin {
  readonly userId: string;
  readonly email: string;
  readonly passwordHash: string;
  /** Whether the account must still have no one-time codes. */
  readonly withoutTotp: boolean;
}

/** Records a sign-in; returns false when the account has changed since it was checked. */
export async function recordLogin(
  connection: Connection,
  { userId, email, passwordHash, withoutTotp }: CheckedLogin,
  now: number,
): Promise<boolean> {
  const changed = await connection
    .global('users')
    .where({
      id: userId,
      email: normalizeEmail(email),
      password_hash: passwordHash,
      active: true,
      ...(withoutTotp && { totp_enabled: false }),
    })
    .update({ last_login_at: now });
  return Number(changed) > 0;
}

/**
 * Replaces the password of an active user; returns false when the account, its password or its address has
 * changed since they were read.
 */
export async function replacePassword(
  connection: Connection,
  before: { readonly userId: string; readonly email: string; readonly passwordHash: string | null },
  passwordHash: string,
  now: number,
): Promise<boolean> {
  const { userId, email } = before;
  const users = connection.global('users').where({ id: userId, email, active: true });
  if (before.passwordHash === null) users.whereNull('password_hash');
  else users.where({ password_hash: before.passwordHash });
  if (Number(await users.update({ password_hash: passwordHash, updated_at: now })) === 0) return false;
  await endLinksFor(connection, userId);
  return true;
}

/** Columns of the allowed tenants, to be selected for `readTenantColumns`. */
export const tenantColumnNames = ['tenant_access', 'allowed_tenants'] as const;

function toTenantColumns(tenants: AllowedTenants): Record<(typeof tenantColumnNames)[number], string> {
  const { tenantAccess, allowedTenants } = toTenantFields(tenants);
  return { tenant_access: tenantAccess, allowed_tenants: JSON.stringify(allowedTenants) };
}

const readTenantFields = (row: Row): TenantFields & { allowedTenants: string[] } => ({
  tenantAccess: row.tenant_access as TenantAccess,
  allowedTenants: fromJson<string[]>(row.allowed_tenants),
});

export const readTenantColumns = (row: Row): AllowedTenants => toAllowedTenants(readTenantFields(row));

function toUser(row: Row): User {
  const lastLoginAt = toNumberOrNull(row.last_login_at);
  return {
    id: row.id,
    name: row.name,
    email: row.email,
    roles: [] as RoleReference[],
    emailVerified: toBoolean(row.email_verified),
    ...readTenantFields(row),
    totpEnabled: toBoolean(row.totp_enabled),
    provider: row.provider,
    identity:
      row.identity_subject === null ? null : { issuer: row.identity_issuer, subject: row.identity_subject },
    active: toBoolean(row.active),
    lastLoginAt: toIsoOrNull(lastLoginAt),
    createdAt: toIso(toNumber(row.created_at)),
    updatedAt: toIso(toNumber(row.updated_at)),
  };
}
