import type { Database } from '#platform/database/database';
import type { Clock } from '#platform/kernel/clock';
import { withDeadline } from '#platform/kernel/concurrency/deadline';
import { createSemaphore } from '#platform/kernel/concurrency/semaphore';
import { SetupError } from '#platform/kernel/errors';
import { describeError, type Logger } from '#platform/kernel/logger';
import type { StorageAdapter } from '#platform/storage/storage-adapter';
import {
  type BindingState,
  bindingState,
  bindStorage,
  describeStorage,
  markReady,
  type StorageOwner,
} from '#platform/storage/storage-binding';
import { isTransactional } from '#platform/storage/storage-within';
import {
  type GroupAddress,
  groupPrefix,
  hasEveryFile,
  isPublished,
  publishedFiles,
  readPointer,
  storedGroups,
} from '../../publishing';
import {
  acrossTenants,
  type PublishedGroup,
  profileRepository,
  type StoredProfile,
} from '../profile-repository';
import { type ProfileSnapshots, VersionLost } from '../versions/profile-snapshots';
import { type VersionAddress, versionsAcrossTenants } from '../versions/profile-version-repository';

/**
 * Makes storage match the database at start, after a crash, a restored backup or a lost folder. The database
 * is the source of truth; every file in storage can be created from it.
 * Why: docs/adr/0184-a-start-that-only-reads.md
 */

export interface ProfileRepairOptions {
  readonly database: Database;
  readonly storage: StorageAdapter;
  readonly snapshots: ProfileSnapshots;
  /** See `PublishedFiles`. */
  readonly reconcile: (address: GroupAddress) => Promise<void>;
  readonly owner: () => Promise<StorageOwner>;
  readonly clock: Pick<Clock, 'elapsed'>;
  readonly logger: Logger;
}

export interface ProfileRepair {
  /**
   * Requires that the storage belongs to this database, and binds one that belongs to none.
   * @throws SetupError when it belongs to another database
   */
  bind(): Promise<BindingState>;
  /** @throws SetupError when the storage belongs to another database */
  start(): Promise<void>;
  /**
   * Compares what every group serves with the database, and publishes again what differs, unless that is under way already.
   * @param isOver asked before each group
   * @param waitMs how long to wait for the comparison, which goes on afterwards (ms); default: until it ends
   * @throws Error while the files of any group differ from the database, as far as is known
   */
  check(isOver: () => boolean, waitMs?: number): Promise<void>;
  /** Ends a comparison. */
  close(): Promise<void>;
}

/** Shortest time between two comparisons of every group (ms). */
const compareEveryMs = 5000;

/** Shortest time between two looks for missing files (ms): listing a bucket costs more than reading a file. */
const listEveryMs = 600_000;

/**
 * Number of versions repaired at the same time. Requests wait for the start, which reads storage for every
 * profile.
 */
const maxParallelRepairs = 8;

const versionsPerRead = 500;

export function createProfileRepair({
  database,
  storage,
  snapshots,
  reconcile,
  owner,
  clock,
  logger,
}: ProfileRepairOptions): ProfileRepair {
  const broken = new Map<string, GroupAddress>();
  const where = describeStorage(storage);
  const limited = createSemaphore(maxParallelRepairs);
  let comparing: Promise<void> | null = null;
  let isClosed = false;
  let comparedAt = Number.NEGATIVE_INFINITY;
  let listedAt = Number.NEGATIVE_INFINITY;

  async function bind(): Promise<BindingState> {
    const own = await owner();
    const state = await bindingState(storage, own);
    if (state === 'unbound') {
      await requireOwnFiles(own);
      await bindStorage(storage, own);
    }
    return state;
  }

  async function start(): Promise<void> {
    const state = await bind();
    await restoreAll(await database.read((connection) => acrossTenants.versions(connection)));
    if (state !== 'ready') {
      await restoreEveryVersion();
      await markReady(storage, await owner());
    }
    const known = await database.read((connection) => acrossTenants.publications(connection));
    const differing = await findDiffering(
      known,
      async (group) => !(await isInPlace(group).catch(() => false)),
    );
    for (const address of [...differing, ...(await findUnknownGroups(known))]) await reconcileAlone(address);
  }

  /**
   * Finds groups that are served although this database never published them, as after restoring an older
   * backup.
   */
  async function findUnknownGroups(known: readonly GroupAddress[]): Promise<GroupAddress[]> {
    const names = new Set(known.map(toKey));
    const unknown = (await storedGroups(storage)).filter((address) => !names.has(toKey(address)));
    const pointers = await Promise.all(
      unknown.map((address) => limited(() => readPointer(storage, address, logger))),
    );
    return unknown.filter((_address, index) => pointers[index] !== null);
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

  /** Reconciles one group. A group that cannot be repaired must not prevent the others from being served. */
  async function reconcileAlone({ tenantId, group }: GroupAddress): Promise<void> {
    const address = { tenantId, group };
    try {
      await reconcile(address);
      broken.delete(toKey(address));
    } catch (error) {
      const profile = await activeIn(address);
      // If storage fails for everything, the group is not at fault.
      if (!(error instanceof VersionLost)) await storage.check();
      broken.set(toKey(address), address);
      const reason = error instanceof VersionLost ? error.message : describeError(error);
      logger.error(
        { ...address, profile: profile?.name, storage: where, reason },
        'The published files of this compliance group could not be updated to match the database',
      );
    }
  }

  const activeIn = ({ tenantId, group }: GroupAddress): Promise<StoredProfile | null> =>
    database.read((connection) => profileRepository(connection.tenant(tenantId)).findActive(group));

  /**
   * Checks that a storage not yet bound to a database contains only files of this database, from earlier or
   * from a backup.
   */
  async function requireOwnFiles(own: StorageOwner): Promise<void> {
    for (const address of await storedGroups(storage)) {
      if (await servesOwnFiles(address)) continue;
      throw new SetupError(
        `The storage ${where} already contains published files (${toKey(address)}) that do not belong to this database: ${own.description}. ` +
          'Use an empty storage. If the files are from an older state of this database, remove them; the service writes its files again from the database. See docs/guide/troubleshooting.md#storage-of-another-database',
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

  /**
   * Processes of one database that have a storage each, by mistake, publish into their own only. A storage in
   * the database is written with its rows and cannot differ.
   */
  async function compareAll(isOver: () => boolean): Promise<void> {
    if (clock.elapsed() - comparedAt < compareEveryMs) return;
    comparedAt = clock.elapsed();
    const groups = await database.read((connection) => acrossTenants.publications(connection));
    const listsFiles = comparedAt - listedAt >= listEveryMs;
    if (listsFiles) listedAt = comparedAt;
    const differing = await findDiffering(
      groups,
      async (group) => !isOver() && (await differs(group, listsFiles)),
    );
    for (const { tenantId, group } of differing) {
      if (isOver()) break;
      // It can have been published since the groups were listed.
      if (await isActive({ tenantId, group }, listsFiles)) continue;
      logger.warn(
        { tenantId, group, storage: where },
        'The published files of this compliance group were incomplete or did not match the database, and are published again. Storage has lost files, or the processes of one database do not share one storage. See docs/guide/troubleshooting.md#storage-not-shared',
      );
      await reconcileAlone({ tenantId, group });
    }
    // The next comparison lists the files of the groups that this one has left out.
    if (isOver()) listedAt = Number.NEGATIVE_INFINITY;
  }

  /**
   * Returns whether storage has all files of a group's publication and of its version. Most starts find
   * that of every group, and read it without a lock or a transaction, in which other processes would wait for this one.
   */
  async function isInPlace({ tenantId, group, revision, active }: PublishedGroup): Promise<boolean> {
    if (active === null) return (await storage.list(groupPrefix({ tenantId, group }))).length === 0;
    const publication = { tenantId, group, revision, ...active };
    const hashes = await snapshots.savedHashes(publication);
    return hashes !== null && isPublished(storage, publication, hashes, logger);
  }

  async function findDiffering(
    groups: readonly PublishedGroup[],
    isDifferent: (group: PublishedGroup) => Promise<boolean>,
  ): Promise<PublishedGroup[]> {
    const found = await Promise.all(groups.map((group) => limited(() => isDifferent(group))));
    return groups.filter((_group, index) => found[index]);
  }

  async function differs(
    { tenantId, group, active }: Omit<PublishedGroup, 'revision'>,
    listsFiles: boolean,
  ): Promise<boolean> {
    const pointer = await readPointer(storage, { tenantId, group }, logger);
    if (pointer?.profileId !== active?.profileId || pointer?.version !== active?.version) return true;
    return listsFiles && pointer !== null && !(await hasEveryFile(storage, { tenantId, group }, pointer));
  }

  /** Returns whether a group serves what is active by now, with all files. */
  async function isActive(address: GroupAddress, listsFiles: boolean): Promise<boolean> {
    const profile = await activeIn(address);
    const active = profile?.publishedVersion
      ? { profileId: profile.id, version: profile.publishedVersion }
      : null;
    return !(await differs({ ...address, active }, listsFiles));
  }

  return {
    bind,
    start,
    async check(isOver, waitMs) {
      if (!isTransactional(storage) && comparing === null) {
        comparing = compareAll(() => isClosed || isOver()).finally(() => {
          comparing = null;
        });
        await (waitMs === undefined ? comparing : withDeadline(waitMs, comparing, () => undefined));
      }
      for (const address of [...broken.values()]) if (!isOver()) await reconcileAlone(address);
      if (broken.size > 0)
        throw new Error(
          `${broken.size} compliance groups have published files that differ from the database`,
        );
    },
    async close() {
      isClosed = true;
      await comparing?.catch(() => {});
    },
  };
}

const toKey = ({ tenantId, group }: GroupAddress) => `${tenantId}/${group}`;
