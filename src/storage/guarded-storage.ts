import { withDeadline } from '../kernel/concurrency/deadline';
import { ServiceError, unavailable } from '../kernel/errors';
import type { StorageAdapter } from './storage-adapter';

/** Longest time that one call of a storage may take (ms). */
const defaultTimeoutMs = 30_000;

/**
 * What fails in the host's adapter, whatever it throws, is a matter of time to the service: 503, with the
 * error as cause. So is a call that does not settle in time.
 */
export function guardedStorage(storage: StorageAdapter, timeoutMs = defaultTimeoutMs): StorageAdapter {
  async function guarded<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await withDeadline(timeoutMs, work(), () => {
        throw new Error(`The storage did not answer within ${timeoutMs} ms`);
      });
    } catch (error) {
      // A TypeError is a refused key: a mistake of ours.
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
