import { withDeadline } from '../kernel/concurrency/deadline';
import { ServiceError, unavailable } from '../kernel/errors';
import type { StorageAdapter } from './storage-adapter';

/** Time limit of one call of a storage (ms). */
const defaultTimeoutMs = 30_000;

/**
 * Wraps the host's adapter so that all its errors, and calls that do not settle in time, become 503 errors
 * with the original error as their cause.
 */
export function guardedStorage(storage: StorageAdapter, timeoutMs = defaultTimeoutMs): StorageAdapter {
  async function guarded<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await withDeadline(timeoutMs, work(), () => {
        throw new Error(`The storage did not answer within ${timeoutMs} ms`);
      });
    } catch (error) {
      // A TypeError means that the service passed an invalid key.
      if (error instanceof ServiceError || error instanceof TypeError) throw error;
      throw unavailable({ cause: error });
    }
  }
  return {
    name: storage.name,
    ...(storage.location === undefined ? {} : { location: storage.location }),
    connect: () => guarded(() => storage.connect()),
    disconnect: () => guarded(() => storage.disconnect()),
    check: () => guarded(() => storage.check()),
    read: (key) => guarded(() => storage.read(key)),
    write: (key, body) => guarded(() => storage.write(key, body)),
    remove: (key) => guarded(() => storage.remove(key)),
    list: (prefix) => guarded(() => storage.list(prefix)),
    listDirectories: (prefix) => guarded(() => storage.listDirectories(prefix)),
    // Errors inside a transaction belong to the transaction, which runs again after a deadlock.
    ...(storage.within === undefined ? {} : { within: storage.within.bind(storage) }),
  };
}
