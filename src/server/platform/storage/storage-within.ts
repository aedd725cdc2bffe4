import type { Connection } from '../database/database';
import type { StorageAdapter } from './storage-adapter';

/** Returns the storage inside the connection's transaction if it supports that, else the storage itself. */
export function storageWithin(
  storage: StorageAdapter,
  connection: Pick<Connection, 'runner'>,
): StorageAdapter {
  return storage.within?.(connection.runner) ?? storage;
}

/** Returns whether files are written in the transaction of the rows they belong to. */
export function isTransactional(storage: StorageAdapter): boolean {
  return storage.within !== undefined;
}
