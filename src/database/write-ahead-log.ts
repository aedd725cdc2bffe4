import type { Database } from './database';
import { onOneConnection } from './host-knex';

/**
 * How long the emptying of the write-ahead log waits for readers, in milliseconds: `better-sqlite3` stands
 * still meanwhile.
 */
const waitForReadersMs = 50;

/**
 * Empties SQLite's write-ahead log, which still holds the pages as they were before a deletion. With readers
 * at work it stays until the next time. Nothing happens on other databases and without the log.
 * Source: https://www.sqlite.org/pragma.html#pragma_wal_checkpoint (TRUNCATE)
 */
export async function emptyWriteAheadLog({ knex, dialect }: Database): Promise<void> {
  if (dialect !== 'sqlite') return;
  await onOneConnection(knex, async (bound) => {
    const [{ timeout }] = (await bound.raw('pragma busy_timeout')) as [{ timeout: number }];
    await bound.raw(`pragma busy_timeout = ${waitForReadersMs}`);
    try {
      await bound.raw('pragma wal_checkpoint(truncate)');
    } finally {
      await bound.raw(`pragma busy_timeout = ${Number(timeout)}`);
    }
  });
}
