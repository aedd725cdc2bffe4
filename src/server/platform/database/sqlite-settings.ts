import type { Knex } from 'knex';
import { isContention } from './dialect';

// Why: docs/adr/0056-sqlite-settings.md, docs/adr/0061-waiting-for-sqlites-lock.md

/**
 * Overwrites deleted content with zeros. Otherwise the bytes of an erased visitor stay in the file until their
 * page is reused. Source: https://www.sqlite.org/pragma.html#pragma_secure_delete
 */
const needed = ['secure_delete = on'];

/**
 * Readers do not wait for writers, a commit survives a power cut, and the inner pages of the indexes of a million
 * records stay in memory (64 MiB at most). Sources: https://www.sqlite.org/wal.html,
 * https://www.sqlite.org/pragma.html#pragma_synchronous
 */
const tuning = ['journal_mode = wal', 'synchronous = full', 'cache_size = -65536'];

/** Connections that have their settings, and whether they are tuned. */
const prepared = new WeakMap<object, boolean>();

/** Sets up a connection to SQLite before its first transaction. */
export async function prepareSqlite(knex: Knex, connection: unknown, isTuned: boolean): Promise<void> {
  if (typeof connection !== 'object' || connection === null) return;
  const before = prepared.get(connection);
  if (before === true || before === isTuned) return;
  for (const pragma of needed) await runPragma(knex, connection, pragma);
  let isComplete = true;
  if (isTuned)
    for (const pragma of tuning)
      await runPragma(knex, connection, pragma).catch((error) => {
        // A file that another process has locked keeps its journal until the next transaction.
        if (isContention(error)) isComplete = false;
      });
  if (isComplete) prepared.set(connection, isTuned);
}

/**
 * Runs `work` while SQLite waits only this long for locks of other processes (ms), during which `better-sqlite3`
 * blocks the process. Afterwards the connection waits as long as before, which is the host's choice. Source:
 * https://www.sqlite.org/pragma.html#pragma_busy_timeout
 */
export async function withBusyTimeout<T>(
  knex: Knex,
  connection: unknown,
  milliseconds: number,
  work: () => Promise<T>,
): Promise<T> {
  const [{ timeout }] = (await runPragma(knex, connection, 'busy_timeout')) as [{ timeout: number }];
  await runPragma(knex, connection, `busy_timeout = ${milliseconds}`);
  try {
    return await work();
  } finally {
    await runPragma(knex, connection, `busy_timeout = ${Number(timeout)}`);
  }
}

/** The connection of better-sqlite3. */
interface PragmaConnection {
  pragma(text: string): unknown;
}

const hasPragma = (connection: unknown): connection is PragmaConnection =>
  typeof (connection as Partial<PragmaConnection>).pragma === 'function';

/** Each transaction runs some, so they do not pass through Knex where the driver has a function for them. */
const runPragma = async (knex: Knex, connection: unknown, pragma: string): Promise<unknown> =>
  hasPragma(connection) ? connection.pragma(pragma) : knex.raw(`pragma ${pragma}`).connection(connection);
