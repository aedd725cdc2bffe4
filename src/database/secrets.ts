import type { Connection, Database } from './database';
import { lockRow } from './lock-row';

/**
 * Returns the value that the database stores under this name for all processes; the first caller creates it.
 * Must not be called inside a transaction.
 */
export function loadSecret(database: Database, name: string, create: () => string): Promise<string> {
  return database.transaction(async (connection) => {
    // When several processes start for the first time, one of their values is stored.
    await lockRow(connection.global('secrets').insert({ name, value: create() }), { name });
    return (await connection.global('secrets').where({ name }).first('value'))?.value as string;
  });
}

/** Returns the value that the database stores under this name; null when there is none. */
export async function findSecret(connection: Connection, name: string): Promise<string | null> {
  const row = await connection.global('secrets').where({ name }).first('value');
  return (row?.value as string | undefined) ?? null;
}

/** Stores a value under this name, in place of an earlier one. */
export async function storeSecret(connection: Connection, name: string, value: string): Promise<void> {
  await connection.global('secrets').insert({ name, value }).onConflict('name').merge({ value });
}
