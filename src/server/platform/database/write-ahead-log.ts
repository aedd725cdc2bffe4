import type { Database } from './database';
import { withBusyTimeout } from './host-knex';

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
  const connection: unknown = await knex.client.acquireConnection();
  try {
    await withBusyTimeout(knex, connection, waitForReadersMs, async () =>
      knex.raw('pragma wal_checkpoint(truncate)').connection(connection),
    );
  } finally {
    await knex.client.releaseConnection(connection);
  }
}
