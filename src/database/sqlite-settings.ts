import type { Knex } from 'knex';

// Why: docs/adr/0056-sqlite-settings.md

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
  const set = (pragma: string) => knex.raw(`pragma ${pragma}`).connection(connection);
  for (const pragma of needed) await set(pragma);
  if (isTuned)
    // A file that another process has locked keeps its journal; it is a matter of speed alone.
    for (const pragma of tuning) await set(pragma).catch(() => undefined);
  prepared.set(connection, isTuned);
}
