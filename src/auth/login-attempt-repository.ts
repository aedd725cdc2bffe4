import type { Connection } from '../database/database';
import { toNumber } from '../database/rows';

/** How often something was counted in the window that ends at `windowEndsAt` (epoch milliseconds). */
export interface AttemptCount {
  readonly keyHash: string;
  readonly attempts: number;
  readonly windowEndsAt: number;
}

/** Adds one to each counter and answers where they stand; their rows stay locked until the transaction ends. */
export async function addAttempts(connection: Connection, keyHashes: readonly string[], now: number, windowMs: number): Promise<AttemptCount[]> {
  const table = connection.tableName('login_attempts');
  const ended = `${table}.window_ends_at`;
  // Always in the same order, so that two transactions cannot wait for each other.
  const rows = [...keyHashes].sort().map((keyHash) => ({ key_hash: keyHash, attempts: 1, window_ends_at: now + windowMs }));
  await connection
    .global('login_attempts')
    .insert(rows)
    .onConflict('key_hash')
    // MySQL assigns from left to right: `attempts` must look at the window before it is moved.
    .merge({
      attempts: connection.raw('case when ?? <= ? then 1 else ?? + 1 end', [ended, now, `${table}.attempts`]),
      window_ends_at: connection.raw('case when ?? <= ? then ? else ?? end', [ended, now, now + windowMs, ended]),
    });
  const counted = await connection.global('login_attempts').whereIn('key_hash', keyHashes).select('key_hash', 'attempts', 'window_ends_at');
  return counted.map((row) => ({ keyHash: row.key_hash, attempts: toNumber(row.attempts), windowEndsAt: toNumber(row.window_ends_at) }));
}

/** Takes one off each counter, unless its window has ended since. */
export async function removeAttempts(connection: Connection, counts: readonly AttemptCount[]): Promise<void> {
  await connection
    .global('login_attempts')
    .whereIn(
      ['key_hash', 'window_ends_at'],
      counts.map(({ keyHash, windowEndsAt }) => [keyHash, windowEndsAt]),
    )
    .decrement('attempts', 1);
  // Nothing is kept of who never failed.
  const keyHashes = counts.map(({ keyHash }) => keyHash);
  await connection.global('login_attempts').whereIn('key_hash', keyHashes).where('attempts', '<=', 0).delete();
}

export async function deleteEndedAttempts(connection: Connection, now: number): Promise<void> {
  await connection.global('login_attempts').where('window_ends_at', '<=', now).delete();
}
