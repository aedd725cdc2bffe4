import type { Connection, Row } from '#platform/database/database';
import { toBoolean, toNumberOrNull } from '#platform/database/rows';
import type { AllowedTenants } from './tenant-access';
import { type Identity, normalizeEmail, readTenantColumns, tenantColumnNames } from './user-repository';

/** A user, as a sign-in through a provider finds it. */
export interface KnownUser {
  readonly userId: string;
  readonly email: string;
  readonly emailVerified: boolean;
  readonly tenants: AllowedTenants;
  readonly active: boolean;
  /** Whether the user has an identity at any provider. */
  readonly hasIdentity: boolean;
  /** Time of the last sign-in (epoch milliseconds). */
  readonly lastLoginAt: number | null;
}

const columns = [
  'id',
  'email',
  'email_verified',
  ...tenantColumnNames,
  'active',
  'identity_subject',
  'last_login_at',
];

export async function findByIdentity(
  connection: Connection,
  { issuer, subject }: Identity,
): Promise<KnownUser | null> {
  return toKnownUser(
    await connection
      .global('users')
      .where({ identity_issuer: issuer, identity_subject: subject })
      .first(columns),
  );
}

export async function findByEmail(connection: Connection, email: string): Promise<KnownUser | null> {
  return toKnownUser(
    await connection
      .global('users')
      .where({ email: normalizeEmail(email) })
      .first(columns),
  );
}

/**
 * Assigns the identity to a user without one; returns false when the user already has one.
 * @throws the driver's unique violation when the identity is another user's
 */
export async function linkIdentity(
  connection: Connection,
  userId: string,
  { issuer, subject }: Identity,
  now: number,
): Promise<boolean> {
  const changed = await connection
    .global('users')
    .where({ id: userId })
    .whereNull('identity_subject')
    .update({ identity_issuer: issuer, identity_subject: subject, updated_at: now });
  return Number(changed) > 0;
}

/**
 * Removes the user's identity, so that the next sign-in with the address can link another one. The caller
 * vouches for the address.
 */
export async function unlinkIdentity(connection: Connection, userId: string, now: number): Promise<void> {
  await connection
    .global('users')
    .where({ id: userId })
    .update({ identity_issuer: null, identity_subject: null, email_verified: true, updated_at: now });
}

/**
 * Records a sign-in through a provider; returns false when the user is not active. The row stays locked until
 * the transaction ends.
 */
export async function recordProviderLogin(
  connection: Connection,
  userId: string,
  now: number,
): Promise<boolean> {
  return (
    Number(
      await connection.global('users').where({ id: userId, active: true }).update({ last_login_at: now }),
    ) > 0
  );
}

function toKnownUser(row: Row | undefined): KnownUser | null {
  if (row === undefined) return null;
  return {
    userId: row.id,
    email: row.email,
    emailVerified: toBoolean(row.email_verified),
    tenants: readTenantColumns(row),
    active: toBoolean(row.active),
    hasIdentity: row.identity_subject !== null,
    lastLoginAt: toNumberOrNull(row.last_login_at),
  };
}
