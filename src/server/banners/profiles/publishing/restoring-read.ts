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
  readonly snapshots: Pick<ProfileSnapshots, 'restore'>;
  /** See `PublishedFiles`. */
  readonly reconcile: (address: GroupAddress) => Promise<void>;
  readonly clock: Pick<Clock, 'elapsed'>;
  readonly logger: Logger;
}

/** Shortest time between two attempts to restore one version or one group (ms). */
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
  const triedAt = new LRUCache<string, number>({ max: maxPlacesKept });

  /** Returns whether the files of a place are whole now. */
  async function restore(place: StoredPlace): Promise<boolean> {
    try {
      if ('version' in place) {
        await database.transaction((connection) => snapshots.restore(connection, place));
      } else {
        // Another publication has replaced this one: its readers must follow the pointer.
        const pointer = await readPointer(storage, place, logger);
        if (pointer === null || revisionName(pointer) !== place.directory) return false;
        await reconcile(place);
      }
      return true;
    } catch (error) {
      if (error instanceof VersionLost) return false;
      throw error;
    }
  }

  /** A place that the database lacks too must not cost a transaction for each request. */
  async function restoreOnce(place: StoredPlace, key: string): Promise<boolean> {
    const name = JSON.stringify(place);
    const last = triedAt.get(name);
    if (last !== undefined && clock.elapsed() - last < retryAfterMs) return false;
    const isRestored = await restore(place);
    triedAt.set(name, clock.elapsed());
    if (isRestored)
      logger.warn({ key }, 'A file was missing from storage and has been written again from the database');
    return isRestored;
  }

  return async (key) => {
    const stored = await storage.read(key);
    if (stored !== null) return stored;
    const place = parseStoredPlace(key);
    if (place === null) return null;
    const isRestored = await restoring.run(
      JSON.stringify(place),
      () => restoreOnce(place, key),
      () => {},
    );
    return isRestored ? storage.read(key) : null;
  };
}
