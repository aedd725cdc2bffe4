import { setTimeout } from 'node:timers/promises';
import type { Knex } from 'knex';

/**
 * Statements of this database that wait for a lock. The transaction's view of the whole server is joined with
 * the connections of this database, as other tests use the same server.
 */
const waitingStatements: Readonly<Record<string, string>> = {
  pg: `select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  mysql2: `select p.id from information_schema.innodb_trx t
    join information_schema.processlist p on p.id = t.trx_mysql_thread_id
    where p.db = database() and t.trx_state = 'LOCK WAIT'`,
};

/** InnoDB keeps its list of transactions until nobody has read it for 100 ms. */
const refreshMs = 250;

async function countWaiting(knex: Knex): Promise<number> {
  const statement = waitingStatements[knex.client.config.client];
  if (statement === undefined) throw new Error('SQLite does not list the statements that wait for a lock.');
  const answer = await knex.raw(statement);
  return (knex.client.config.client === 'pg' ? answer.rows : answer[0]).length;
}

/** Resolves when each of these requests either has ended or waits for a lock in the database. */
export async function endedOrWaiting(knex: Knex, requests: readonly Promise<unknown>[]): Promise<void> {
  let ended = 0;
  for (const request of requests)
    void request
      .catch(() => {})
      .then(() => {
        ended += 1;
      });
  const deadline = Date.now() + 20_000;
  while (ended + (await countWaiting(knex)) < requests.length) {
    if (Date.now() > deadline) throw new Error('A request neither ended nor waited for a lock.');
    await setTimeout(refreshMs);
  }
}
