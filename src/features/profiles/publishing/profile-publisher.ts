import type { UnitOfWork } from '../../../database/unit-of-work';
import type { Clock } from '../../../kernel/clock';
import { ServiceError } from '../../../kernel/errors';
import { profileRepository, type StoredProfile, withCurrentVersion } from '../profile-repository';
import { type ProfileSnapshots, VersionLost } from '../versions/profile-snapshots';
import { toVersionAddress } from '../versions/profile-version-repository';
import type { ProfileContext, ProfileTransaction } from './profile-transaction';
import type { PublishedFiles } from './published-files';

export interface ProfilePublisherOptions {
  readonly transaction: ProfileTransaction;
  readonly files: PublishedFiles;
  readonly snapshots: ProfileSnapshots;
  readonly clock: Clock;
}

export type ProfilePublisher = ReturnType<typeof createProfilePublisher>;

/** Publishes and withdraws the files of compliance groups. */
export function createProfilePublisher({ transaction, files, snapshots, clock }: ProfilePublisherOptions) {
  const { underLocks, record } = transaction;

  /** Publishes the current version, also of a profile that is active already. */
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
      // A repeated request also removes files that storage lost for a while and may still serve.
      if (
        !profile.isActive &&
        group !== null &&
        (await profileRepository(unit.tenant(context.tenantId)).findActive(group)) === null
      )
        await files.withdraw(unit, { tenantId: context.tenantId, group });
      return { ...profile, isActive: false };
    });
  }

  /** Removes the row of a profile; its snapshots stay, as archived versions. */
  function remove(context: ProfileContext, found: StoredProfile): Promise<void> {
    return underLocks(context, found, async (unit, profile) => {
      await withdrawIfActive(unit, context, profile);
      // Startup seals only versions of profiles with a row, and consents may refer to this one.
      await snapshots.seal(unit, toVersionAddress(profile)).catch(unlessLost);
      await profileRepository(unit.tenant(context.tenantId)).remove(profile.id);
      record(unit, context, 'deleted', profile, { name: profile.name, version: profile.version });
    });
  }

  /**
   * Publishes a profile unless another one is active in its group.
   * @param revision number of the publication, whose group lock is held; null without activation or group
   */
  async function activateIfGroupIsFree(
    unit: UnitOfWork,
    context: ProfileContext,
    profile: StoredProfile,
    revision: number | null,
  ) {
    if (revision === null || profile.group === null) return { profile, conflict: null, activated: false };
    const activeProfile = await profileRepository(unit.tenant(context.tenantId)).findActive(profile.group);
    if (activeProfile !== null && activeProfile.id !== profile.id)
      return {
        profile,
        conflict: { id: activeProfile.id, name: activeProfile.name },
        activated: false,
      };
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
    await snapshots.seal(unit, toVersionAddress(profile));
    await files.publish(unit, { ...toVersionAddress(profile), group, revision });
    if (replaced !== null)
      record(unit, context, 'deactivated', replaced, { complianceGroup: group, replacedBy: profile.id });
    const publishedVersion = { before: profile.publishedVersion, after: profile.version };
    record(unit, context, 'activated', profile, { complianceGroup: group, publishedVersion });
    return {
      ...profile,
      isActive: true,
      publishedVersion: profile.version,
      publishedVersions: withCurrentVersion(profile),
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
    await files.withdraw(unit, { tenantId: context.tenantId, group });
    record(unit, context, 'deactivated', profile, { complianceGroup: group });
  }

  return { activate, deactivate, remove, activateIfGroupIsFree, publishUnderLock };
}

function unlessLost(error: unknown): void {
  if (!(error instanceof VersionLost)) throw error;
}
