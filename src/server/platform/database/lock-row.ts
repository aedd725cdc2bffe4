import type { Knex } from 'knex';

/**
 * Locks one row until the transaction ends, and inserts it if it is missing. An upsert that changes nothing
 * does both on every database.
 * @param insertion insert of the row with its initial values
 * @param key columns of the row's unique key, with their values
 */
export async function lockRow(
  insertion: Knex.QueryBuilder,
  key: Readonly<Record<string, string>>,
): Promise<void> {
  await insertion.onConflict(Object.keys(key)).merge(key);
}
