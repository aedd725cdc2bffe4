import { LRUCache } from 'lru-cache';
import type { Database } from '#platform/database/database';
import type { Clock } from '#platform/kernel/clock';
import { createSingleFlight } from '#platform/kernel/concurrency/single-flight';
import type { Logger } from '#platform/kernel/logger';
import type { StorageAdapter } from '#platform/storage/storage-adapter';
import {
  type GroupAddress,
  parseStoredPlace,
  readPointer,
  revisionName,
  type StoredPlace,
} from '../../publishing';
import { type ProfileSnapshots, VersionLost } from '../versions/profile-snapshots';

// Why: docs/adr/0170-missing-files-are-written-again-when-read.md

export interface RestoringReadOptions {
  readonly database: Database;
  readonly storage: StorageAdapter;
  readonly snapshots: Pick<ProfileSnapshots, 'find' | 'restore'>;
  /** See `PublishedFiles`. */
  readonly reconcile: (address: GroupAddress) => Promise<void>;
  readonly clock: Pick<Clock, 'elapsed'>;
  readonly logger: Logger;
}

/** Shortest time between two attempts to restore one version or one group, and after a failure of the database (ms). */
const retryAfterMs = 10_000;

const maxPlacesKept = 1000;

/**
 * Creates a function that reads a file of a version or of a publication. A missing one is first written again from the
 * database: a folder can be restored from a backup, and rules of a bucket can remove old objects. The function returns
 * null when the database does not have the file either.
 */
export function createRestoringRead({
  database,
  storage,
  snapshots,
  reconcile,
  clock,
  logger,
}: RestoringReadOptions): StorageAdapter['read'] {
  const restoring = createSingleFlight<boolean>();
  const attempts = new LRUCache<string, { readonly at: number; readonly isRestored: boolean }>({
    max: maxPlacesKept,
  });
  let failure: { readonly at: number; readonly error: unknown } | null = null;
  const isRecent = (at: number) => clock.elapsed() - at < retryAfterMs;

  /** Returns whether the database has the files of a place, which are whole then. */
  async function restore(place: StoredPlace): Promise<boolean> {
    if ('version' in place) {
      // Anybody can ask for versions that never were: a read is enough for them.
      if ((await snapshots.find(place)) === null) return false;
      await database.transaction((connection) => snapshots.restore(connection, place));
      return true;
    }
    // Another publication has replaced this one: its readers must follow the pointer.
    const pointer = await readPointer(storage, place, logger);
    if (pointer === null || revisionName(pointer) !== place.directory) return false;
    await reconcile(place);
    return true;
  }

  /** One place costs the database little, and a database that hangs holds up one read. */
  async function restoreOnce(place: StoredPlace, name: string): Promise<boolean> {
    const last = attempts.get(name);
    if (last !== undefined && isRecent(last.at)) return last.isRestored;
    if (failure !== null && isRecent(failure.at)) throw failure.error;
    const isRestored = await restore(place).catch((error) => {
      if (error instanceof VersionLost) return false;
      failure = { at: clock.elapsed(), error };
      throw error;
    });
    attempts.set(name, { at: clock.elapsed(), isRestored });
    return isRestored;
  }

  return async (key) => {
    const stored = await storage.read(key);
    if (stored !== null) return stored;
    const place = parseStoredPlace(key);
    if (place === null) return null;
    const name = JSON.stringify(place);
    const isRestored = await restoring.run(
      name,
      () => restoreOnce(place, name),
      () => {},
    );
    const restored = isRestored ? await storage.read(key) : null;
    if (restored !== null)
      logger.warn({ key }, 'A file was missing from storage and has been written again from the database');
    return restored;
  };
}
