import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import createKnex, { type Knex } from 'knex';
import { createDatabase } from '#platform/database/database';
import { migrateUp } from '#platform/database/migrate';
import { runDirectory } from './run-directory';

/** SQLite in memory, with the bytes of a database file as its content. */
const open = (filename: string | Buffer) =>
  createKnex({
    client: 'better-sqlite3',
    // better-sqlite3 accepts both; Knex's types know only one.
    connection: { filename: filename as string },
    useNullAsDefault: true,
  });

async function migrate(): Promise<Buffer> {
  const knex = open(':memory:');
  await migrateUp(createDatabase(knex, { tablePrefix: 'svc_', timeoutMs: 20_000 }));
  const connection: { serialize(): Buffer } = await knex.client.acquireConnection();
  const bytes = connection.serialize();
  knex.client.releaseConnection(connection);
  await knex.destroy();
  return bytes;
}

async function readMigrated(): Promise<Buffer> {
  const file = join(runDirectory, 'migrated.sqlite');
  const known = await readFile(file).catch(() => null);
  if (known !== null) return known;
  const bytes = await migrate();
  await writeFile(`${file}.${process.pid}`, bytes);
  await rename(`${file}.${process.pid}`, file);
  return bytes;
}

/** Opens SQLite in memory, empty or with the tables of the service, which are made once for all files of a run. */
export const openDatabaseInMemory = async ({ isMigrated }: { isMigrated: boolean }): Promise<Knex> =>
  open(isMigrated ? await readMigrated() : ':memory:');
