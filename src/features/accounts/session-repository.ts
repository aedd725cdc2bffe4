import type { Connection, Query } from '../../database/database';

/** A session, which begins with a sign-in. Times are epoch milliseconds. */
export interface Session {
  readonly id: string;
  readonly userId: string;
  readonly createdAt: number;
  /** End of the session unless a refresh extends it. */
  readonly expiresAt: number;
  /** End of the session that a refresh cannot extend. */
  readonly endsAt: number;
}

export async function insertSession(connection: Connection, session: Session): Promise<void> {
  await connection.global('sessions').insert({
    id: session.id,
    user_id: session.userId,
    created_at: session.createdAt,
    expires_at: session.expiresAt,
    ends_at: session.endsAt,
  });
}

const running = (connection: Connection, sessionId: string, now: number): Query =>
  connection
    .global('sessions')
    .where({ id: sessionId })
    .whereNull('revoked_at')
    .where('expires_at', '>', now) as Query;

/** Returns a running session's absolute end; null when it has ended. */
export async function findSessionEnd(
  connection: Connection,
  sessionId: string,
  now: number,
): Promise<number | null> {
  const row = await running(connection, sessionId, now).first('ends_at');
  return row === undefined ? null : Number(row.ends_at);
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
  return rows.map((row) => ({
    id: row.id,
    userId,
    createdAt: Number(row.created_at),
    expiresAt: Number(row.expires_at),
    endsAt: Number(row.ends_at),
  }));
}

/**
 * Ends a session of this user, and every token of it. Returns false when there is no such running session.
 */
export async function revokeSessionOf(
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

/** Ends every session of a user, except one that may continue. */
export async function revokeSessionsOf(
  connection: Connection,
  userId: string,
  now: number,
  exceptId: string | null = null,
): Promise<void> {
  const sessions = connection.global('sessions').where({ user_id: userId }).whereNull('revoked_at');
  if (exceptId !== null) sessions.whereNot({ id: exceptId });
  await sessions.update({ revoked_at: now });
}

export async function deleteEndedSessions(connection: Connection, now: number): Promise<void> {
  await connection.global('sessions').where('ends_at', '<=', now).delete();
}
