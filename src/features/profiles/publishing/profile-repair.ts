import type { Database } from '../../../database/database';
import { createSemaphore } from '../../../kernel/concurrency/semaphore';
import { SetupError } from '../../../kernel/errors';
import { describeError, type Logger } from '../../../kernel/logger';
import type { StorageAdapter } from '../../../storage/storage-adapter';
import {
  bindingState,
  bindStorage,
  describeStorage,
  markReady,
  type StorageOwner,
} from '../../../storage/storage-binding';
import { type GroupAddress, publishedFiles, readPointer, storedGroups } from '../../publishing';
import { acrossTenants, profileRepository, type StoredProfile } from '../profile-repository';
import { type ProfileSnapshots, VersionLost } from '../versions/profile-snapshots';
import { type VersionAddress, versionsAcrossTenants } from '../versions/profile-version-repository';

/**
 * Makes storage equal to the database at start: what a crash, a restored backup or a lost folder has left
 * different. The database is the truth; every file in storage can be made from it.
 */

export interface ProfileRepairOptions {
  readonly database: Database;
  readonly storage: StorageAdapter;
  readonly snapshots: ProfileSnapshots;
  /** See `ProfilePublisher.reconcile`. */
  readonly reconcile: (address: GroupAddress) => Promise<void>;
  readonly owner: () => Promise<StorageOwner>;
  readonly logger: Logger;
}

export interface ProfileRepair {
  /** @throws SetupError when the storage belongs to another database */
  start(): Promise<void>;
  /**
   * Tries the groups again whose files could not be made equal to the database. @throws Error while there are
   * any
   */
  check(): Promise<void>;
}

/** Requests wait for the start, which asks storage for every profile. */
const repairedAtOnce = 8;

const versionsPerRead = 500;

export function createProfileRepair({
  database,
  storage,
  snapshots,
  reconcile,
  owner,
  logger,
}: ProfileRepairOptions): ProfileRepair {
  const broken = new Map<string, GroupAddress>();
  const where = describeStorage(storage);
  const limited = createSemaphore(repairedAtOnce);

  async function start(): Promise<void> {
    const own = await owner();
    const state = await bindingState(storage, own);
    if (state === 'unbound') {
      await requireOwnFiles(own);
      await bindStorage(storage, own);
    }
    await restoreAll(await database.read((connection) => acrossTenants.versions(connection)));
    if (state !== 'ready') {
      await restoreEveryVersion();
      await markReady(storage, own);
    }
    const known = await database.read((connection) => acrossTenants.publishedGroups(connection));
    for (const address of [...known, ...(await groupsUnknownTo(known))]) await reconcileAlone(address);
  }

  /** Served, but never published as far as the database knows: a backup of it was restored. */
  async function groupsUnknownTo(known: readonly GroupAddress[]): Promise<GroupAddress[]> {
    const names = new Set(known.map(keyOf));
    const strangers = (await storedGroups(storage)).filter((address) => !names.has(keyOf(address)));
    const pointers = await Promise.all(
      strangers.map((address) => limited(() => readPointer(storage, address, logger))),
    );
    return strangers.filter((_address, index) => pointers[index] !== null);
  }

  async function restoreEveryVersion(): Promise<void> {
    let after: VersionAddress | null = null;
    do {
      const batch: VersionAddress[] = await database.read((connection) =>
        versionsAcrossTenants.next(connection, after, versionsPerRead),
      );
      await restoreAll(batch);
      after = batch.at(-1) ?? null;
    } while (after !== null);
  }

  async function restoreAll(versions: readonly VersionAddress[]): Promise<void> {
    await Promise.all(versions.map((address) => limited(() => restoreIfMissing(address))));
  }

  async function restoreIfMissing(address: VersionAddress): Promise<void> {
    if (await snapshots.isSealed(address)) return;
    try {
      await database.transaction((connection) => snapshots.restore(connection, address));
    } catch (error) {
      if (!(error instanceof VersionLost)) throw error;
      logger.warn({ ...address, storage: where }, error.message);
    }
  }

  /** One group that cannot be repaired must not keep the others from being served. */
  async function reconcileAlone(address: GroupAddress): Promise<void> {
    try {
      await reconcile(address);
      broken.delete(keyOf(address));
    } catch (error) {
      const profile = await activeIn(address);
      // What fails for everything is no fault of this group.
      if (!(error instanceof VersionLost)) await storage.check();
      broken.set(keyOf(address), address);
      const reason = error instanceof VersionLost ? error.message : describeError(error);
      logger.error(
        { ...address, profile: profile?.name, storage: where, reason },
        'What this compliance group serves could not be made equal to the database',
      );
    }
  }

  const activeIn = ({ tenantId, group }: GroupAddress): Promise<StoredProfile | null> =>
    database.read((connection) => profileRepository(connection.tenant(tenantId)).findActive(group));

  /**
   * A storage that no database has bound yet can hold files of this one, from before or from a backup, but no
   * others.
   */
  async function requireOwnFiles(own: StorageOwner): Promise<void> {
    for (const address of await storedGroups(storage)) {
      if (await servesOwnFiles(address)) continue;
      throw new SetupError(
        `The storage ${where} already has published files (${keyOf(address)}) that are not those of this database: ${own.description}. ` +
          'Use an empty storage. If the files are an older state of this database, remove them: the service writes its files again from the database.',
      );
    }
  }

  async function servesOwnFiles(address: GroupAddress): Promise<boolean> {
    const pointer = await readPointer(storage, address, logger);
    if (pointer === null) return true;
    const profile = await activeIn(address);
    if (profile === null || profile.id !== pointer.profileId || profile.publishedVersion !== pointer.version)
      return false;
    const expected = await snapshots.hashes({
      tenantId: address.tenantId,
      profileId: profile.id,
      version: pointer.version,
    });
    const files = await publishedFiles(storage, address, pointer);
    return [...files].every(([name, hash]) => hash === null || expected.get(name)?.has(hash) === true);
  }

  return {
    start,
    async check() {
      for (const address of [...broken.values()]) await reconcileAlone(address);
      if (broken.size > 0)
        throw new Error(`${broken.size} compliance groups cannot be served as the database says`);
    },
  };
}

const keyOf = ({ tenantId, group }: GroupAddress) => `${tenantId}/${group}`;
