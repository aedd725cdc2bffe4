import type { Knex } from 'knex';
import { type Dialect, isContention, isUnreachable } from './dialect';
import { prepareSqlite, withBusyTimeout } from './sqlite-settings';

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
