import type { Knex } from 'knex';
import { type Dialect, isContention, isUnreachable } from './dialect';

// Why: docs/adr/0056-sqlite-settings.md, docs/adr/0061-waiting-for-sqlites-lock.md

/** Events of Knex; listeners are the host's, for logs and traces. */
const knexEvents = ['start', 'query', 'query-error', 'query-response'] as const;

/**
 * Returns a Knex on the same pool that can be changed alone. Listeners of the original hear its queries too, and its
 * `destroy()` and `initialize()` apply to both.
 */
function copyKnex(knex: Knex): Knex {
  const copy = knex.withUserParams({ ...knex.userParams });
  // Knex copies the pool of the moment, which never answers once it has been destroyed.
  Object.defineProperty(copy.client, 'pool', { get: () => knex.client.pool });
  for (const event of knexEvents) {
    // Knex copies the listeners that there are now, and leaves out later ones.
    copy.removeAllListeners(event);
    copy.on(event, (...details) => knex.emit(event, ...details));
  }
  return copy;
}

/**
 * Returns a Knex on the same pool whose client, and those of its transactions, have the methods of a class that is derived
 * from theirs.
 */
export function withClient<Class extends abstract new () => object>(
  knex: Knex,
  derive: (Client: Class) => Class,
): Knex {
  const copy = copyKnex(knex);
  // Knex makes the clients of transactions from the prototype of this one.
  Object.setPrototypeOf(copy.client, derive(copy.client.constructor as Class).prototype);
  return copy;
}

/**
 * Returns the host's Knex without its renaming of identifiers and rows (such as `knexSnakeCaseMappers()`),
 * which must not change the service's tables and columns. It uses the host's pool.
 */
export function withOwnNames(knex: Knex): Knex {
  const { wrapIdentifier, postProcessResponse } = knex.client.config as Knex.Config;
  if (wrapIdentifier === undefined && postProcessResponse === undefined) return knex;
  const unmapped = copyKnex(knex);
  unmapped.client.config = {
    ...unmapped.client.config,
    wrapIdentifier: undefined,
    postProcessResponse: undefined,
  };
  return unmapped;
}

/** Runs `work` on a Knex whose queries all use one connection of the pool, without a transaction. */
export async function onOneConnection<T>(knex: Knex, work: (bound: Knex) => Promise<T>): Promise<T> {
  const connection: unknown = await knex.client.acquireConnection();
  try {
    const bound = copyKnex(knex);
    bound.client.acquireConnection = async () => connection;
    bound.client.releaseConnection = async () => {};
    return await work(bound);
  } finally {
    await knex.client.releaseConnection(connection);
  }
}

/**
 * Runs a transaction. On SQLite it never waits for a lock: it fails with an error for which `isContention` is
 * true, and the caller tries again later, so that the process can do other work meanwhile. A COMMIT fails while
 * another process reads, and leaves the transaction open; Knex would pass it to the next user of the
 * connection, so it is ended first. When SQLite's disk is full it ends the transaction itself, so that Knex's
 * own rollback fails: the error of `work` is thrown, not that of the rollback.
 */
export async function runTransaction<T>(
  knex: Knex,
  dialect: Dialect,
  work: (trx: Knex.Transaction) => Promise<T>,
  tuneSqlite = false,
): Promise<T> {
  // MySQL's default (repeatable read) uses gap locks, with which concurrent first inserts of one key
  // deadlock.
  if (dialect === 'mysql') return knex.transaction(work, { isolationLevel: 'read committed' });
  if (dialect === 'postgres') return knex.transaction(work);
  const connection: unknown = await knex.client.acquireConnection();
  try {
    return await withBusyTimeout(knex, connection, 0, () =>
      runSqliteTransaction(knex, connection, work, tuneSqlite),
    );
  } finally {
    await knex.client.releaseConnection(connection);
  }
}

async function runSqliteTransaction<T>(
  knex: Knex,
  connection: unknown,
  work: (trx: Knex.Transaction) => Promise<T>,
  isTuned: boolean,
): Promise<T> {
  let failure: { readonly error: unknown } | null = null;
  const remembering = (trx: Knex.Transaction) =>
    work(trx).catch((error) => {
      failure = { error };
      throw error;
    });
  try {
    await prepareSqlite(knex, connection, isTuned);
    return await knex.transaction(remembering, { connection });
  } catch (thrown) {
    const { error } = failure ?? { error: thrown };
    if (isContention(error) || isUnreachable(error)) await endTransaction(knex, connection);
    throw error;
  }
}

/** Ends the transaction. Usually it has ended already, which SQLite reports as an error. */
async function endTransaction(knex: Knex, connection: unknown): Promise<void> {
  await knex
    .raw('rollback')
    .connection(connection)
    .catch(() => {});
}

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
async function prepareSqlite(knex: Knex, connection: unknown, isTuned: boolean): Promise<void> {
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

/** Each transaction runs some, so they do not pass through Knex where the driver has a function for them. */
async function runPragma(knex: Knex, connection: unknown, pragma: string): Promise<unknown> {
  const driver = connection as { pragma?: (text: string) => unknown };
  return typeof driver.pragma === 'function'
    ? driver.pragma(pragma)
    : knex.raw(`pragma ${pragma}`).connection(connection);
}
