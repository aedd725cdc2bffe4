import type { Connection } from '#platform/database/database';
import { toNumber } from '#platform/database/rows';
import { groupBy } from '#platform/kernel/group-by';

/** A counter in the window that ends at `windowEndsAt` (epoch ms). */
export interface AttemptCount {
  readonly keyHash: string;
  /** Attempts that failed or are in progress. */
  readonly attempts: number;
  readonly failures: number;
  readonly windowEndsAt: number;
}

/**
 * Adds one attempt to each counter and returns the counters; their rows stay locked until the transaction
 * ends.
 */
export async function addAttempts(
  connection: Connection,
  keyHashes: readonly string[],
  now: number,
  windowMs: number,
): Promise<AttemptCount[]> {
  const table = connection.tableName('login_attempts');
  const ended = `${table}.window_ends_at`;
  // Always in the same order, so that two transactions cannot wait for each other.
  const rows = [...keyHashes]
    .sort()
    .map((keyHash) => ({ key_hash: keyHash, attempts: 1, failures: 0, window_ends_at: now + windowMs }));
  await connection
    .global('login_attempts')
    .insert(rows)
    .onConflict('key_hash')
    // MySQL assigns from left to right: the counts must use the window before it is moved.
    .merge({
      attempts: connection.raw('case when ?? <= ? then 1 else ?? + 1 end', [ended, now, `${table}.attempts`]),
      failures: connection.raw('case when ?? <= ? then 0 else ?? end', [ended, now, `${table}.failures`]),
      window_ends_at: connection.raw('case when ?? <= ? then ? else ?? end', [
        ended,
        now,
        now + windowMs,
        ended,
      ]),
    });
  const counted = await connection
    .global('login_attempts')
    .whereIn('key_hash', keyHashes)
    .select('key_hash', 'attempts', 'failures', 'window_ends_at');
  return counted.map((row) => ({
    keyHash: row.key_hash,
    attempts: toNumber(row.attempts),
    failures: toNumber(row.failures),
    windowEndsAt: toNumber(row.window_ends_at),
  }));
}

/** Returns a query on the counters whose window has not been replaced since. */
const sameWindow = (connection: Connection, counts: readonly AttemptCount[]) =>
  connection.global('login_attempts').whereIn(
    ['key_hash', 'window_ends_at'],
    counts.map(({ keyHash, windowEndsAt }) => [keyHash, windowEndsAt]),
  );

/** Adds an amount to a column of each counter, as often as the list names it. */
async function change(
  connection: Connection,
  counts: readonly AttemptCount[],
  column: 'attempts' | 'failures',
  amount: 1 | -1,
): Promise<void> {
  const counters = groupBy(counts, ({ keyHash, windowEndsAt }) => `${keyHash} ${windowEndsAt}`).values();
  for (const [times, equal] of groupBy(counters, ({ length }) => String(length)))
    await sameWindow(connection, equal.flat()).increment(column, amount * Number(times));
}

/** Removes attempts that did not fail, one for each time that the list names a counter. */
export async function removeAttempts(connection: Connection, counts: readonly AttemptCount[]): Promise<void> {
  if (counts.length === 0) return;
  await change(connection, counts, 'attempts', -1);
  // Clients without failures leave no rows.
  const keyHashes = counts.map(({ keyHash }) => keyHash);
  await connection
    .global('login_attempts')
    .whereIn('key_hash', keyHashes)
    .where('attempts', '<=', 0)
    .delete();
}

/** Marks attempts as failed, one for each time that the list names a counter. */
export async function failAttempts(connection: Connection, counts: readonly AttemptCount[]): Promise<void> {
  await change(connection, counts, 'failures', 1);
}

export async function deleteEndedAttempts(connection: Connection, now: number): Promise<void> {
  await connection.global('login_attempts').where('window_ends_at', '<=', now).delete();
}

/** Removes all counters, so that nobody is locked out. */
export async function deleteAllAttempts(connection: Connection): Promise<void> {
  await connection.global('login_attempts').delete();
}
