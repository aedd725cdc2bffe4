import type { Knex } from 'knex';
import { type Dialect, isContention, isUnreachable } from './dialect';

/**
 * The host's Knex without the host's renaming of identifiers and rows (such as `knexSnakeCaseMappers()`): our
 * tables and columns are named by us. The pool stays the host's.
 */
export function withOwnNames(knex: Knex): Knex {
  const { wrapIdentifier, postProcessResponse } = knex.client.config as Knex.Config;
  if (wrapIdentifier === undefined && postProcessResponse === undefined) return knex;
  const own = knex.withUserParams({ ...knex.userParams });
  own.client.config = { ...own.client.config, wrapIdentifier: undefined, postProcessResponse: undefined };
  return own;
}

/** Runs `work` on a Knex all of whose queries go over one connection of the pool, in no transaction. */
export async function onOneConnection<T>(knex: Knex, work: (bound: Knex) => Promise<T>): Promise<T> {
  const connection: unknown = await knex.client.acquireConnection();
  try {
    const bound = knex.withUserParams({ ...knex.userParams });
    bound.client.acquireConnection = async () => connection;
    bound.client.releaseConnection = async () => {};
    return await work(bound);
  } finally {
    await knex.client.releaseConnection(connection);
  }
}

/**
 * Runs a transaction. On SQLite a COMMIT that meets a reader in another process fails and leaves the
 * transaction open; Knex would hand that to the next user of the connection, so it is ended before. A full
 * SQLite ends the transaction itself, so that Knex's own rollback fails: the error of the work is thrown, not
 * that one's.
 */
export async function runTransaction<T>(
  knex: Knex,
  dialect: Dialect,
  work: (trx: Knex.Transaction) => Promise<T>,
): Promise<T> {
  // MySQL's default (repeatable read) takes gap locks on which concurrent first inserts of one key deadlock.
  if (dialect === 'mysql') return knex.transaction(work, { isolationLevel: 'read committed' });
  if (dialect === 'postgres') return knex.transaction(work);
  const connection: unknown = await knex.client.acquireConnection();
  let failure: { readonly error: unknown } | null = null;
  const remembering = (trx: Knex.Transaction) =>
    work(trx).catch((error) => {
      failure = { error };
      throw error;
    });
  try {
    await overwriteDeleted(knex, connection);
    return await knex.transaction(remembering, { connection });
  } catch (thrown) {
    const { error } = failure ?? { error: thrown };
    if (isContention(error) || isUnreachable(error)) await endTransaction(knex, connection);
    throw error;
  } finally {
    await knex.client.releaseConnection(connection);
  }
}

const overwriting = new WeakSet<object>();

/**
 * Lets SQLite overwrite what it deletes over this connection. Without it the bytes of an erased visitor stay
 * in the file until their page is used again.
 * Source: https://www.sqlite.org/pragma.html#pragma_secure_delete
 */
async function overwriteDeleted(knex: Knex, connection: unknown): Promise<void> {
  if (typeof connection !== 'object' || connection === null || overwriting.has(connection)) return;
  await knex.raw('pragma secure_delete = on').connection(connection);
  overwriting.add(connection);
}

/** Most often it has ended already, which SQLite calls an error. */
async function endTransaction(knex: Knex, connection: unknown): Promise<void> {
  await knex
    .raw('rollback')
    .connection(connection)
    .catch(() => {});
}
