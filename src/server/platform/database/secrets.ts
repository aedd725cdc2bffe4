import type { Connection, Database } from './database';
import { lockRow } from './lock-row';

/**
 * Returns the value that the database stores under this name for all processes; the first caller creates it.
 * Must not be called inside a transaction.
 */
export function loadSecret(database: Database, name: string, create: () => string): Promise<string> {
  return database.transaction((connection) => lockSecret(connection, name, create()));
}

/**
 * Stores the value under this name unless there is one, returns the one that is stored, and locks it until the
 * transaction ends.
 */
export async function lockSecret(connection: Connection, name: string, value: string): Promise<string> {
  // When several processes start for the first time, one of their values is stored.
  await lockRow(connection.global('secrets').insert({ name, value }), { name });
  return (await findSecret(connection, name)) ?? value;
}

/** Returns the value that the database stores under this name; null when there is none. */
export async function findSecret(connection: Connection, name: string): Promise<string | null> {
  return (await connection.global('secrets').where({ name }).first('value'))?.value ?? null;
}

export async function replaceSecret(connection: Connection, name: string, value: string): Promise<void> {
  await connection.global('secrets').where({ name }).update({ value });
}

export async function deleteSecret(connection: Connection, name: string): Promise<void> {
  await connection.global('secrets').where({ name }).delete();
}

/** Stores a value under this name, in place of an earlier one. */
export async function storeSecret(connection: Connection, name: string, value: string): Promise<void> {
  await connection.global('secrets').insert({ name, value }).onConflict('name').merge({ value });
}
