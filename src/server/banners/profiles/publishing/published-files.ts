import type { Connection, Database } from '#platform/database/database';
import { bumpRevision } from '#platform/database/revisions';
import type { Clock } from '#platform/kernel/clock';
import type { Logger } from '#platform/kernel/logger';
import type { StorageAdapter } from '#platform/storage/storage-adapter';
import { isTransactional, storageWithin } from '#platform/storage/storage-within';
import {
  type FileChange,
  type GroupAddress,
  type Publication,
  publish,
  SnapshotMissing,
  withdraw,
} from '../../publishing';
import { profileRepository } from '../profile-repository';
import { type ProfileSnapshots, VersionLost } from '../versions/profile-snapshots';

export interface PublishedFilesOptions {
  readonly database: Database;
  readonly storage: StorageAdapter;
  readonly snapshots: ProfileSnapshots;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Asks for a purge of caches, in the transaction of the change. */
  readonly askForPurge: (
    connection: Connection,
    address: GroupAddress,
    files: readonly string[],
  ) => Promise<void>;
  /** Drops this process's cached data, after a commit. */
  readonly onChange: (change: { readonly tenantId: string; readonly group: string | null }) => void;
}

export type PublishedFiles = ReturnType<typeof createPublishedFiles>;

/** The files that a compliance group serves to visitors. */
export function createPublishedFiles({
  database,
  storage,
  snapshots,
  clock,
  logger,
  askForPurge,
  onChange,
}: PublishedFilesOptions) {
  /** Publishes a snapshot and recreates its missing and damaged files first. @throws VersionLost */
  async function publishFiles(connection: Connection, publication: Publication): Promise<FileChange> {
    const lost = await restoreSnapshot(connection, publication);
    const change = await publish(storageWithin(storage, connection), publication, { logger, clock }).catch(
      (error) => {
        throw error instanceof SnapshotMissing && lost !== null ? lost : error;
      },
    );
    await bumpPublished(connection, change);
    return change;
  }

  /** Without the version's row its files cannot be checked, and are published as they are. */
  async function restoreSnapshot(
    connection: Connection,
    publication: Publication,
  ): Promise<VersionLost | null> {
    try {
      await snapshots.restore(connection, publication);
      return null;
    } catch (error) {
      if (!(error instanceof VersionLost)) throw error;
      return error;
    }
  }

  async function withdrawFiles(connection: Connection, address: GroupAddress): Promise<FileChange> {
    const change = await withdraw(storageWithin(storage, connection), address, { logger });
    await bumpPublished(connection, change);
    return change;
  }

  /** Signals hot-serve in every process: it polls the revision instead of reading the database per group. */
  async function bumpPublished(connection: Connection, { changed }: FileChange): Promise<void> {
    if (changed && isTransactional(storage)) await bumpRevision(connection, 'published');
  }

  /**
   * Makes the published files of a group match its active profile in the database, for example after a crash.
   */
  async function reconcile({ tenantId, group }: GroupAddress): Promise<void> {
    await database.transaction(async (connection) => {
      const repository = profileRepository(connection.tenant(tenantId));
      const revision = await repository.lockGroup(group);
      const active = await repository.findActive(group);
      const { changed, files } =
        active === null || active.publishedVersion === null
          ? await withdrawFiles(connection, { tenantId, group })
          : await publishFiles(connection, {
              tenantId,
              group,
              profileId: active.id,
              version: active.publishedVersion,
              revision,
            });
      if (changed) await askForPurge(connection, { tenantId, group }, files);
    });
    onChange({ tenantId, group });
  }

  return {
    // Caches are purged even if the files were in place: an attempt that failed later can have put them there.
    async publish(connection: Connection, publication: Publication): Promise<void> {
      const { files } = await publishFiles(connection, publication);
      await askForPurge(connection, publication, files);
    },
    async withdraw(connection: Connection, address: GroupAddress): Promise<void> {
      const { files } = await withdrawFiles(connection, address);
      await askForPurge(connection, address, files);
    },
    reconcile,
  };
}
