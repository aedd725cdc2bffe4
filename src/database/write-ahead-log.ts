import type { Database } from './database';
import { onOneConnection } from './host-knex';

/**
 * Maximum time that emptying the write-ahead log waits for readers (ms), during which `better-sqlite3`
 * blocks.
 */
const waitForReadersMs = 50;

/**
 * Empties SQLite's write-ahead log, which still contains the pages before a deletion. While there are readers
 * the log stays until the next call. Does nothing on other databases or without the log. Source:
 * https://www.sqlite.org/pragma.html#pragma_wal_checkpoint (TRUNCATE)
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
