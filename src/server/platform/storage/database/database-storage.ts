import type { Knex } from 'knex';
import { type Connection, connectionOn, createDatabase } from '../../database/database';
import { createSemaphore } from '../../kernel/concurrency/semaphore';
import { SetupError } from '../../kernel/errors';
import type { StorageAdapter } from '../storage-adapter';
import { assertStorageKey } from '../storage-key';
import { listDirectories, listFiles, readFile, removeFile, writeFile } from './stored-files';

// Why: docs/adr/0033-files-in-the-database.md

export interface DatabaseStorageOptions {
  /** The service's `database.tablePrefix`. Default: `svc_`. */
  readonly tablePrefix?: string;
  /** Time limit of a read or write (ms). Default: 5000. */
  readonly timeoutMs?: number;
}

/** A storage in a database, with the Knex instance and prefix that it uses. */
export interface DatabaseStorage extends StorageAdapter {
  readonly knex: Knex;
  readonly tablePrefix: string;
}

/** Runs work on the files, with the pool or in an open transaction. */
interface Access {
  readonly read: <T>(work: (connection: Connection) => Promise<T>) => Promise<T>;
  readonly change: <T>(work: (connection: Connection) => Promise<T>) => Promise<T>;
}

/**
 * Creates the default storage, which keeps objects in a table of the service's own database, created by
 * migrations. Processes share it without a shared disk, and files are written in the transaction of the rows
 * they belong to.
 *
 * @example
 * createConsentService({ knex, storage: databaseStorage(knex) });
 */
export function databaseStorage(
  knex: Knex,
  { tablePrefix = 'svc_', timeoutMs = 5000 }: DatabaseStorageOptions = {},
): DatabaseStorage {
  if (typeof knex !== 'function')
    throw new SetupError('databaseStorage() needs the Knex instance of the service: databaseStorage(knex)');
  const database = createDatabase(knex, { tablePrefix, timeoutMs });
  const check = () =>
    database.read(async (connection) => void (await connection.global('files').first('object_key')));

  function storageOn({ read, change }: Access): DatabaseStorage {
    return {
      name: 'database',
      knex,
      tablePrefix,
      connect: check,
      async disconnect() {},
      check,
      async read(key) {
        assertStorageKey(key);
        return read((connection) => readFile(connection, key));
      },
      async write(key, body) {
        assertStorageKey(key);
        await change((connection) => writeFile(connection, key, body, Date.now()));
      },
      async remove(key) {
        assertStorageKey(key);
        await change((connection) => removeFile(connection, key));
      },
      async list(prefix) {
        assertStorageKey(prefix);
        return read((connection) => listFiles(connection, prefix));
      },
      async listDirectories(prefix) {
        if (prefix !== undefined) assertStorageKey(prefix);
        return read((connection) => listDirectories(connection, prefix));
      },
      within(transaction) {
        const open = connectionOn(transaction, tablePrefix);
        // Callers write several files at once; a transaction runs one statement after the other.
        const inTurn = createSemaphore(1);
        const inTransaction: Access['read'] = (work) => inTurn(() => work(open));
        return storageOn({ read: inTransaction, change: inTransaction });
      },
    };
  }

  return storageOn({ read: database.read, change: database.transaction });
}

/** Returns whether a storage was created by `databaseStorage`. */
export function isDatabaseStorage(storage: StorageAdapter): storage is DatabaseStorage {
  return storage.name === 'database' && 'knex' in storage && 'tablePrefix' in storage;
}
