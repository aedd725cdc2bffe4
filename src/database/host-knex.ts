import type { Knex } from 'knex';

/**
 * The host's Knex without the host's renaming of identifiers and rows (such as `knexSnakeCaseMappers()`): our tables and
 * columns are named by us. The pool stays the host's.
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
