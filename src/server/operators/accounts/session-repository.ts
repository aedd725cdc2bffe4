import type { Connection, Query, Row } from '#platform/database/database';
import { forUpdate } from '#platform/database/rows';
import type { Principal } from '#platform/kernel/caller';
import { unauthenticated } from '#platform/kernel/errors';

/** A session, which begins with a sign-in. Times are epoch milliseconds. */
export interface Session {
  readonly id: string;
  readonly userId: string;
  readonly createdAt: number;
  /** End of the session unless a refresh extends it. */
  readonly expiresAt: number;
  /** End of the session that a refresh cannot extend. */
  readonly endsAt: number;
  /** When the user last proved their identity. */
  readonly provenAt: number;
}

export async function insertSession(connection: Connection, session: Session): Promise<void> {
  await connection.global('sessions').insert({
    id: session.id,
    user_id: session.userId,
    created_at: session.createdAt,
    expires_at: session.expiresAt,
    ends_at: session.endsAt,
    proven_at: session.provenAt,
  });
}

const running = (connection: Connection, sessionId: string, now: number): Query =>
  connection
    .global('sessions')
    .where({ id: sessionId })
    .whereNull('revoked_at')
    .where('expires_at', '>', now) as Query;

/** Returns a running session; null when it has ended. */
export async function findSession(
  connection: Connection,
  sessionId: string,
  now: number,
): Promise<Session | null> {
  const row = await running(connection, sessionId, now).first();
  return row === undefined ? null : toSession(row);
}

/**
 * Locks the session of a request until the transaction ends, so that nothing is written for someone who has been signed
 * out since the request began. A session that has only expired meanwhile is still one.
 * @param sessionId null in modes without sessions, where there is nothing to lock
 * @throws ServiceError `unauthenticated` once the session was ended
 */
export async function lockOwnSession(connection: Connection, sessionId: string | null): Promise<void> {
  if (sessionId === null) return;
  const session = connection.global('sessions').where({ id: sessionId }).whereNull('revoked_at').select('id');
  const [row] = await forUpdate(session as Query, connection.dialect);
  if (row === undefined) throw unauthenticated();
}

/**
 * Locks a caller's session until the transaction ends, or the user where there is no session, so that nothing is made that
 * acts later for someone who has lost the right to it meanwhile. Must be called before other locks.
 * @throws ServiceError `unauthenticated` once the session was ended or the user is not active
 */
export async function lockCaller(
  connection: Connection,
  { userId, sessionId }: Pick<Principal, 'userId' | 'sessionId'>,
): Promise<void> {
  if (sessionId !== null) return lockOwnSession(connection, sessionId);
  const user = connection.global('users').where({ id: userId, active: true }).select('id');
  const [row] = await forUpdate(user as Query, connection.dialect);
  if (row === undefined) throw unauthenticated();
}

/** Extends a session; returns false when it has ended in the meantime. */
export async function extendSession(
  connection: Connection,
  sessionId: string,
  expiresAt: number,
  now: number,
): Promise<boolean> {
  return Number(await running(connection, sessionId, now).update({ expires_at: expiresAt })) > 0;
}

/** Records that the user has just proved their identity; returns false when the session has ended. */
export async function recordProof(connection: Connection, sessionId: string, now: number): Promise<boolean> {
  return Number(await running(connection, sessionId, now).update({ proven_at: now })) > 0;
}

/** Returns a user's running sessions, newest first. */
export async function listSessions(
  connection: Connection,
  userId: string,
  now: number,
  limit: number,
): Promise<Session[]> {
  const rows = await connection
    .global('sessions')
    .where({ user_id: userId })
    .whereNull('revoked_at')
    .where('expires_at', '>', now)
    .orderBy([
      { column: 'created_at', order: 'desc' },
      { column: 'id', order: 'desc' },
    ])
    .limit(limit);
  return rows.map(toSession);
}

/**
 * Ends a session of this user, and every token of it. Returns false when there is no such running session.
 */
export async function revokeUserSession(
  connection: Connection,
  userId: string,
  sessionId: string,
  now: number,
): Promise<boolean> {
  return (
    Number(await running(connection, sessionId, now).where({ user_id: userId }).update({ revoked_at: now })) >
    0
  );
}

/** Ends a session, and every token of it. Returns false when it had already ended. */
export async function revokeSession(
  connection: Connection,
  sessionId: string,
  now: number,
): Promise<boolean> {
  return Number(await running(connection, sessionId, now).update({ revoked_at: now })) > 0;
}

/**
 * Ends every session of a user, except one that may continue, and returns how many were running. Those that have
 * expired may still receive a download.
 */
export async function revokeUserSessions(
  connection: Connection,
  userId: string,
  now: number,
  exceptId: string | null = null,
): Promise<number> {
  const sessions = () => {
    const others = connection.global('sessions').where({ user_id: userId }).whereNull('revoked_at');
    return exceptId === null ? others : others.whereNot({ id: exceptId });
  };
  const ended = Number(await sessions().where('expires_at', '>', now).update({ revoked_at: now }));
  await sessions().update({ revoked_at: now });
  return ended;
}

export async function deleteEndedSessions(connection: Connection, now: number): Promise<void> {
  await connection.global('sessions').where('ends_at', '<=', now).delete();
}

const toSession = (row: Row): Session => ({
  id: row.id,
  userId: row.user_id,
  createdAt: Number(row.created_at),
  expiresAt: Number(row.expires_at),
  endsAt: Number(row.ends_at),
  provenAt: Number(row.proven_at),
});
