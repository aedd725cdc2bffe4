import type { Database } from './database';

/**
 * Returns the value that the database keeps under this name for all processes; the first to ask makes it. Not
 * inside a transaction.
 */
export function keptValue(database: Database, name: string, make: () => string): Promise<string> {
  return database.transaction(async (connection) => {
    // An upsert that changes nothing: of several processes at their first start, one value stays.
    await connection.global('secrets').insert({ name, value: make() }).onConflict('name').merge({ name });
    return (await connection.global('secrets').where({ name }).first('value'))?.value as string;
  });
}
