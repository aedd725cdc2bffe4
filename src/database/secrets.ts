import type { Database } from './database';
import { lockRow } from './lock-row';

/**
 * Returns the value that the database keeps under this name for all processes; the first to ask makes it. Not
 * inside a transaction.
 */
export function keptValue(database: Database, name: string, make: () => string): Promise<string> {
  return database.transaction(async (connection) => {
    // When several processes start for the first time, the value of one of them stays.
    await lockRow(connection.global('secrets').insert({ name, value: make() }), { name });
    return (await connection.global('secrets').where({ name }).first('value'))?.value as string;
  });
}
