import type { Connection, Database } from '../../../database/database';
import { bumpRevision } from '../../../database/revisions';
import type { AuditEntry, RunUnitOfWork, UnitOfWork } from '../../../database/unit-of-work';
import type { Actor } from '../../../kernel/caller';
import { type Clock, toIso } from '../../../kernel/clock';
import { ServiceError } from '../../../kernel/errors';
import type { Logger } from '../../../kernel/logger';
import type { StorageAdapter } from '../../../storage/storage-adapter';
import { isTransactional, storageWithin } from '../../../storage/storage-within';
import { type GroupAddress, type Publication, publish, SnapshotMissing, withdraw } from '../../publishing';
import { holdTenant } from '../../tenants';
import { TemplatesChanged } from '../drafts/template-links';
import { profileRepository, type StoredProfile } from '../profile-repository';
import { type ProfileSnapshots, VersionLost } from '../versions/profile-snapshots';
import type { VersionAddress } from '../versions/profile-version-repository';

/**
 * What a group serves: rows, published files, audit and events changed together, under locks that are taken
 * in one order everywhere: the tenant, templates, then the group, then the profile's row.
 */

export interface ProfilePublisherOptions {
  readonly database: Database;
  readonly runUnit: RunUnitOfWork;
  readonly storage: StorageAdapter;
  readonly snapshots: ProfileSnapshots;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Drops what this process keeps in memory, after a commit. */
  readonly onChange: (change: { readonly tenantId: string; readonly group: string | null }) => void;
}

/** Who does it, and in which tenant. */
export interface ProfileContext {
  readonly tenantId: string;
  readonly actor: Actor;
}

/** How often a profile's group may change under an operation before it gives up. */
const maxMoves = 5;

const eventOf = {
  created: 'profile.created',
  copied: 'profile.created',
  updated: 'profile.updated',
  rolledBack: 'profile.updated',
  activated: 'profile.activated',
  deactivated: 'profile.deactivated',
  deleted: 'profile.deleted',
} as const;

export function createProfilePublisher({
  database,
  runUnit,
  storage,
  snapshots,
  clock,
  logger,
  onChange,
}: ProfilePublisherOptions) {
  const publishing = { logger, clock };

  async function get(tenantId: string, id: string): Promise<StoredProfile> {
    const profile = await database.read((connection) =>
      profileRepository(connection.tenant(tenantId)).find(id),
    );
    if (profile === null) throw new ServiceError('profile_not_found');
    return profile;
  }

  /** Publishes the current version; also of a profile that is active already. */
  function activate(context: ProfileContext, found: StoredProfile): Promise<StoredProfile> {
    return underLocks(context, found, async (unit, profile, revision) => {
      if (revision === null) throw new ServiceError('compliance_group_required');
      return publishUnderLock(unit, context, profile, revision);
    });
  }

  function deactivate(context: ProfileContext, found: StoredProfile): Promise<StoredProfile> {
    return underLocks(context, found, async (unit, profile) => {
      await withdrawIfActive(unit, context, profile);
      const { group } = profile;
      // Asked for again, it takes away what a storage that had lost and found its files may still serve.
      if (
        !profile.isActive &&
        group !== null &&
        (await profileRepository(unit.tenant(context.tenantId)).findActive(group)) === null
      )
        await withdrawFrom(unit, { tenantId: context.tenantId, group });
      return { ...profile, isActive: false };
    });
  }

  /** Takes the row away; snapshots stay, and are then called archived. */
  function remove(context: ProfileContext, found: StoredProfile): Promise<void> {
    return underLocks(context, found, async (unit, profile) => {
      await withdrawIfActive(unit, context, profile);
      // The start looks at the versions of profiles with a row only, and consents may have been given against
      // this one.
      await snapshots.seal(unit, addressOf(profile)).catch(unlessLost);
      await profileRepository(unit.tenant(context.tenantId)).remove(profile.id);
      record(unit, context, 'deleted', profile, { name: profile.name, version: profile.version });
    });
  }

  /**
   * Runs `work` on the profile as it is under the locks that decide what is published, taken in one order
   * everywhere: the group's, then the row's. Goes round again when the group was changed before the locks
   * were held.
   */
  async function underLocks<T>(
    context: ProfileContext,
    found: StoredProfile,
    work: (unit: UnitOfWork, profile: StoredProfile, revision: number | null) => Promise<T>,
  ): Promise<T> {
    const { id } = found;
    let { group } = found;
    for (let tries = 1; tries <= maxMoves; tries += 1) {
      const done = await keepingFilesInStep(context.tenantId, group, async (unit) => {
        const repository = profileRepository(unit.tenant(context.tenantId));
        const revision = group === null ? null : await repository.lockGroup(group, 'next');
        const profile = await repository.findLocked(id);
        if (profile === null) throw new ServiceError('profile_not_found');
        return profile.group === group ? { result: await work(unit, profile, revision) } : null;
      });
      if (done !== null) return done.result;
      group = (await get(context.tenantId, id)).group;
    }
    throw new ServiceError('version_conflict', {
      message: 'The compliance group of this profile keeps being changed; try again.',
    });
  }

  /** Makes what a group serves equal to what the database says is active in it: repairs what a crash left. */
  async function reconcile({ tenantId, group }: GroupAddress): Promise<void> {
    await database.transaction(async (connection) => {
      const repository = profileRepository(connection.tenant(tenantId));
      const revision = await repository.lockGroup(group, 'as it is');
      const active = await repository.findActive(group);
      if (active === null || active.publishedVersion === null)
        await withdrawFrom(connection, { tenantId, group });
      else
        await publishIn(connection, {
          tenantId,
          group,
          profileId: active.id,
          version: active.publishedVersion,
          revision,
        });
    });
    onChange({ tenantId, group });
  }

  /** Files of the snapshot that are missing are made again first. @throws VersionLost */
  async function publishIn(connection: Connection, publication: Publication): Promise<void> {
    const files = storageWithin(storage, connection);
    try {
      await publish(files, publication, publishing);
    } catch (error) {
      if (!(error instanceof SnapshotMissing)) throw error;
      await snapshots.restore(connection, publication);
      await publish(files, publication, publishing);
    }
    await notePublished(connection);
  }

  /**
   * Tells hot-serve in every process, which looks at the revision where it would otherwise ask the database
   * for each group.
   */
  async function notePublished(connection: Connection): Promise<void> {
    if (isTransactional(storage)) await bumpRevision(connection, 'published');
  }

  async function withdrawFrom(connection: Connection, address: GroupAddress): Promise<void> {
    await withdraw(storageWithin(storage, connection), address, publishing);
    await notePublished(connection);
  }

  /**
   * One transaction over rows and published files. Where storage is not in the database, a transaction that
   * fails after the files were switched sets them back to what the database says.
   */
  async function keepingFilesInStep<T>(
    tenantId: string,
    group: string | null,
    work: (unit: UnitOfWork) => Promise<T>,
  ): Promise<T> {
    try {
      return await runUnit(async (unit) => {
        await holdTenant(unit, tenantId);
        const result = await work(unit);
        await bumpRevision(unit, 'content');
        unit.afterCommit(() => onChange({ tenantId, group }));
        return result;
      });
    } catch (error) {
      const refused =
        error instanceof TemplatesChanged || (error instanceof ServiceError && error.status < 500);
      if (group !== null && !refused && !isTransactional(storage))
        await reconcile({ tenantId, group }).catch(() => {}); // start() repairs it otherwise
      throw error;
    }
  }

  /** @param revision of the group's lock, held already; null: activation is not wanted or has no group */
  async function activateUnlessRivalled(
    unit: UnitOfWork,
    context: ProfileContext,
    profile: StoredProfile,
    revision: number | null,
  ) {
    if (revision === null || profile.group === null) return { profile, conflict: null, activated: false };
    const rival = await profileRepository(unit.tenant(context.tenantId)).findActive(profile.group);
    if (rival !== null && rival.id !== profile.id)
      return { profile, conflict: { id: rival.id, name: rival.name }, activated: false };
    return {
      profile: await publishUnderLock(unit, context, profile, revision),
      conflict: null,
      activated: true,
    };
  }

  async function publishUnderLock(
    unit: UnitOfWork,
    context: ProfileContext,
    profile: StoredProfile,
    revision: number,
  ): Promise<StoredProfile> {
    const repository = profileRepository(unit.tenant(context.tenantId));
    const group = profile.group as string; // callers have checked that there is one
    const replaced = await repository.deactivateOthers(group, profile.id);
    const now = clock.now();
    await repository.setActive(profile, now);
    await snapshots.seal(unit, addressOf(profile));
    await publishIn(unit, { ...addressOf(profile), group, revision });
    if (replaced !== null)
      record(unit, context, 'deactivated', replaced, { complianceGroup: group, replacedBy: profile.id });
    const publishedVersion = { before: profile.publishedVersion, after: profile.version };
    record(unit, context, 'activated', profile, { complianceGroup: group, publishedVersion });
    return {
      ...profile,
      isActive: true,
      publishedVersion: profile.version,
      publishedJson: profile.profileJson,
      activatedAt: now,
    };
  }

  async function withdrawIfActive(
    unit: UnitOfWork,
    context: ProfileContext,
    profile: StoredProfile,
  ): Promise<void> {
    const { group } = profile;
    if (!profile.isActive || group === null) return;
    await profileRepository(unit.tenant(context.tenantId)).setInactive(profile.id);
    await withdrawFrom(unit, { tenantId: context.tenantId, group });
    record(unit, context, 'deactivated', profile, { complianceGroup: group });
  }

  function record(
    unit: UnitOfWork,
    context: ProfileContext,
    verb: keyof typeof eventOf,
    profile: StoredProfile,
    changes: AuditEntry['changes'] & object,
  ): void {
    unit.audit({
      tenantId: context.tenantId,
      action: `profile:${verb}`,
      resourceType: 'profile',
      resourceId: profile.id,
      actor: context.actor,
      changes,
    });
    unit.emit(eventOf[verb], {
      tenantId: context.tenantId,
      occurredAt: toIso(clock.now()),
      profileId: profile.id,
      name: profile.name,
      version: profile.version,
      complianceGroup: profile.group,
    });
  }

  return {
    get,
    activate,
    deactivate,
    remove,
    reconcile,
    keepingFilesInStep,
    activateUnlessRivalled,
    publishUnderLock,
    record,
  };
}

function unlessLost(error: unknown): void {
  if (!(error instanceof VersionLost)) throw error;
}

export const addressOf = ({ tenantId, id, version }: StoredProfile): VersionAddress => ({
  tenantId,
  profileId: id,
  version,
});
