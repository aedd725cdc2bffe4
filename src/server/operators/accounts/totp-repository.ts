import type { Connection } from '#platform/database/database';
import { toBoolean, toNumberOrNull } from '#platform/database/rows';

/** A user's one-time codes (TOTP, RFC 6238). Secrets are sealed. */
export interface TotpState {
  readonly userId: string;
  readonly enabled: boolean;
  /** The secret that codes are checked against. Null while TOTP is off. */
  readonly secret: string | null;
  /** The secret that the next verification may replace it with. */
  readonly pendingSecret: string | null;
  /** The time step of the last code that was used. */
  readonly lastStep: number | null;
}

export const totpColumns = ['totp_enabled', 'totp_secret', 'totp_pending_secret', 'totp_last_step'] as const;

export function toTotpState(
  userId: string,
  row: { readonly [Column in (typeof totpColumns)[number]]?: unknown },
): TotpState {
  return {
    userId,
    enabled: toBoolean(row.totp_enabled),
    secret: (row.totp_secret as string | null) ?? null,
    pendingSecret: (row.totp_pending_secret as string | null) ?? null,
    lastStep: toNumberOrNull(row.totp_last_step),
  };
}

export async function findTotp(connection: Connection, userId: string): Promise<TotpState | null> {
  const row = await connection
    .global('users')
    .where({ id: userId })
    .first(...totpColumns);
  return row === undefined ? null : toTotpState(userId, row);
}

/** Stores a pending secret; the secret in force stays unchanged. */
export async function storePendingTotp(
  connection: Connection,
  userId: string,
  pendingSecret: string,
): Promise<void> {
  await connection.global('users').where({ id: userId }).update({ totp_pending_secret: pendingSecret });
}

/** Removes a pending secret that was never verified. */
export async function dropPendingTotp(connection: Connection, userId: string): Promise<void> {
  await connection.global('users').where({ id: userId }).update({ totp_pending_secret: null });
}

export interface TotpVerified {
  readonly userId: string;
  readonly pendingSecret: string;
  /** The secret in force when the code was checked. */
  readonly replaces: string | null;
  readonly step: number;
}

/** Puts the pending secret in force. Returns false when either secret has changed in the meantime. */
export async function enableTotp(
  connection: Connection,
  { userId, pendingSecret, replaces, step }: TotpVerified,
  now: number,
): Promise<boolean> {
  const changed = await connection
    .global('users')
    .where({ id: userId, totp_pending_secret: pendingSecret, totp_secret: replaces })
    .update({
      totp_enabled: true,
      totp_secret: pendingSecret,
      totp_pending_secret: null,
      totp_last_step: step,
      updated_at: now,
    });
  return Number(changed) > 0;
}

/**
 * Uses up a time step and all earlier ones. Returns false when the step is already used up or the secret has
 * been replaced: of several concurrent attempts, one succeeds.
 */
export async function spendTotpStep(
  connection: Connection,
  userId: string,
  secret: string,
  step: number,
  resealed = secret,
): Promise<boolean> {
  const changed = await connection
    .global('users')
    .where({ id: userId, totp_enabled: true, totp_secret: secret })
    .where((unused) => unused.whereNull('totp_last_step').orWhere('totp_last_step', '<', step))
    .update({ totp_last_step: step, totp_secret: resealed });
  return Number(changed) > 0;
}

/** Switches one-time codes off. Returns false when there is no such user any more. */
export async function disableTotp(connection: Connection, userId: string, now: number): Promise<boolean> {
  const changed = await connection.global('users').where({ id: userId }).update({
    totp_enabled: false,
    totp_secret: null,
    totp_pending_secret: null,
    totp_last_step: null,
    updated_at: now,
  });
  return Number(changed) > 0;
}

/** A sealed secret, and where it is stored. */
export interface SealedTotp {
  readonly userId: string;
  readonly column: 'totp_secret' | 'totp_pending_secret';
  readonly sealed: string;
}

/** Returns every sealed secret. */
export async function listSealedTotp(connection: Connection): Promise<SealedTotp[]> {
  const rows = await connection
    .global('users')
    .where((sealed) => sealed.whereNotNull('totp_secret').orWhereNotNull('totp_pending_secret'))
    .select('id', 'totp_secret', 'totp_pending_secret');
  return rows.flatMap((row) =>
    (['totp_secret', 'totp_pending_secret'] as const)
      .filter((column) => row[column] !== null)
      .map((column) => ({ userId: row.id, column, sealed: row[column] })),
  );
}

/** Replaces a sealed secret; returns false when it has changed in the meantime. */
export async function replaceSealedTotp(
  connection: Connection,
  { userId, column, sealed }: SealedTotp,
  replacement: string,
): Promise<boolean> {
  const rows = connection.global('users').where({ id: userId, [column]: sealed });
  return Number(await rows.update({ [column]: replacement })) > 0;
}
