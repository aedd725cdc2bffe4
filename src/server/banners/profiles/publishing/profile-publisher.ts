import type { UnitOfWork } from '#platform/database/unit-of-work';
import type { Clock } from '#platform/kernel/clock';
import { ServiceError } from '#platform/kernel/errors';
import { type PublicationPermit, requirePermit } from '../approval/publication-permit';
import { publicationRequestRepository, type StoredRequest } from '../approval/publication-request-repository';
import { profileRepository, type StoredProfile, withCurrentVersion } from '../profile-repository';
import { type ProfileSnapshots, VersionLost } from '../versions/profile-snapshots';
import { profileVersionRepository, toVersionAddress } from '../versions/profile-version-repository';
import { toPerson } from '../versions/version-facts';
import type { ProfileContext, ProfileTransaction } from './profile-transaction';
import { publicationPeriodRepository } from './publication-period-repository';
import type { PublishedFiles } from './published-files';
import { createWithoutVariants } from './without-variants';

export interface ProfilePublisherOptions {
  readonly transaction: ProfileTransaction;
  readonly files: PublishedFiles;
  readonly snapshots: ProfileSnapshots;
  readonly clock: Clock;
}

/** An operator's decisions about a publication. */
export interface PublishDecision {
  /** Whether visitors are asked again; unset: as the versions were saved. */
  readonly requireReconsent?: boolean | undefined;
  readonly note?: string | undefined;
}

/** A publication, as the code that publishes decides it. */
interface Publishing extends PublishDecision {
  /** Whether visitors may get the variants of the version: an experiment starts or goes on. Default: it goes on. */
  readonly showsVariants?: boolean;
}

/** A profile and the version that its group served before. */
export interface Replaced {
  readonly id: string;
  readonly name: string;
  readonly version: number;
}

export interface Published {
  readonly profile: StoredProfile;
  readonly replaced: Replaced | null;
}

export type ProfilePublisher = ReturnType<typeof createProfilePublisher>;

/** Publishes and withdraws the files of compliance groups. */
export function createProfilePublisher({ transaction, files, snapshots, clock }: ProfilePublisherOptions) {
  const { underLocks, record, recordRequest } = transaction;
  const withoutVariants = createWithoutVariants({ snapshots, clock, record });

  /**
   * Publishes the current version, also of a profile that is active already. Of a version whose experiment has ended, it
   * publishes the content without variants, as the next version.
   * @param expectedVersion the version that the operator has reviewed; null: any version
   * @throws ServiceError `approval_required` where the tenant wants a second person and there is no permit
   */
  function activate(
    context: ProfileContext,
    found: StoredProfile,
    expectedVersion: number | null,
    decision: PublishDecision,
    permit: PublicationPermit | null = null,
  ): Promise<Published> {
    return underLocks(context, found, async (unit, profile) => {
      if (expectedVersion !== null && profile.version !== expectedVersion) throw versionConflict(profile);
      if (profile.group === null) throw new ServiceError('compliance_group_required');
      return publishUnderLock(unit, context, profile, decision, permit);
    });
  }

  function deactivate(context: ProfileContext, found: StoredProfile): Promise<StoredProfile> {
    return underLocks(context, found, async (unit, profile) => {
      await withdrawIfActive(unit, context, profile);
      const { group } = profile;
      const plain = profile.isActive ? await endExperiment(unit, context, profile) : profile;
      // A repeated request also removes files that storage lost for a while and may still serve.
      if (
        !profile.isActive &&
        group !== null &&
        (await profileRepository(unit.tenant(context.tenantId)).findActive(group)) === null
      )
        await files.withdraw(unit, { tenantId: context.tenantId, group });
      return { ...plain, isActive: false };
    });
  }

  /**
   * Removes the row of a profile; its snapshots stay, as archived versions.
   * @param require throws when the caller does not want to remove the profile as it is now
   */
  function remove(
    context: ProfileContext,
    found: StoredProfile,
    require?: (current: StoredProfile) => void,
  ): Promise<void> {
    return underLocks(context, found, async (unit, profile) => {
      require?.(profile);
      await withdrawIfActive(unit, context, profile);
      // Startup seals only versions of profiles with a row, and consents may refer to this one.
      await snapshots.seal(unit, toVersionAddress(profile)).catch(unlessLost);
      const scope = unit.tenant(context.tenantId);
      const request = await publicationRequestRepository(scope).lockOf(profile.id);
      if (request !== null) await dropRequest(unit, context, profile, request, 'deleted');
      await profileRepository(scope).remove(profile.id);
      record(unit, context, 'deleted', profile, { name: profile.name, version: profile.version });
    });
  }

  /**
   * Publishes a profile with a group unless another one is active in it.
   * @param isWanted whether to publish it at all; the group's lock is held then
   */
  async function activateIfGroupIsFree(
    unit: UnitOfWork,
    context: ProfileContext,
    profile: StoredProfile,
    isWanted: boolean,
  ) {
    if (!isWanted || profile.group === null) return { profile, conflict: null, activated: false };
    const activeProfile = await profileRepository(unit.tenant(context.tenantId)).findActive(profile.group);
    if (activeProfile !== null && activeProfile.id !== profile.id)
      return {
        profile,
        conflict: { id: activeProfile.id, name: activeProfile.name },
        activated: false,
      };
    return {
      profile: (await publishUnderLock(unit, context, profile)).profile,
      conflict: null,
      activated: true,
    };
  }

  /**
   * The one place where a version goes live. The locks of the group and of the profile's row are held.
   * @throws ServiceError `approval_required`, VersionLost
   */
  async function publishUnderLock(
    unit: UnitOfWork,
    context: ProfileContext,
    current: StoredProfile,
    { requireReconsent, note, showsVariants = isLive(current) }: Publishing = {},
    permit: PublicationPermit | null = null,
  ): Promise<Published> {
    const scope = unit.tenant(context.tenantId);
    const permitted = await requirePermit(scope, permit);
    // A person who approves has seen no variants.
    const mayVary = showsVariants && permit?.kind !== 'approved';
    const profile = mayVary ? current : await withoutVariants(unit, context, current);
    const requests = publicationRequestRepository(scope);
    const request = await requests.lockOf(current.id);
    if (permit?.kind === 'approved') await requests.removeOf(current.id);
    else if (request?.version === current.version)
      await dropRequest(unit, context, current, request, 'published');
    const repository = profileRepository(scope);
    const group = profile.group as string; // callers have checked that there is one
    const replaced = await repository.deactivateOthers(group, profile.id);
    const published = profile.publishedVersion ?? 0;
    const reconsentVersions = decideReconsent(profile, requireReconsent);
    if (requireReconsent !== undefined)
      await profileVersionRepository(scope).decideReconsent(profile.id, {
        published,
        version: profile.version,
        requireReconsent,
      });
    const publishNote = note?.trim() || null;
    const activatedAt = await publicationPeriodRepository(scope).start(
      {
        group,
        profileId: profile.id,
        version: profile.version,
        by: toPerson(context.actor.userId, context.actor.userEmail),
        note: publishNote,
      },
      clock.now(),
    );
    await repository.setActive({ ...profile, reconsentVersions }, activatedAt);
    await snapshots.seal(unit, toVersionAddress(profile));
    const revision = await repository.nextPublication(group);
    await files.publish(unit, { ...toVersionAddress(profile), group, revision });
    if (replaced !== null)
      record(unit, context, 'deactivated', replaced, { complianceGroup: group, replacedBy: profile.id });
    // Read again: only now its row is locked.
    const left = replaced === null ? null : await repository.find(replaced.id);
    if (left !== null) await endExperiment(unit, context, left);
    const publishedVersion = { before: profile.publishedVersion, after: profile.version };
    record(unit, context, 'activated', profile, {
      complianceGroup: group,
      publishedVersion,
      ...(requireReconsent !== undefined && { requireReconsent }),
      ...(publishNote !== null && { note: publishNote }),
      ...permitted,
    });
    return {
      replaced: getReplaced(profile, replaced),
      profile: {
        ...profile,
        isActive: true,
        publishedVersion: profile.version,
        publishedVersions: withCurrentVersion(profile),
        publishedJson: profile.profileJson,
        reconsentVersions,
        activatedAt,
      },
    };
  }

  /** Removes a request on which nobody has decided, and records why. */
  async function dropRequest(
    unit: UnitOfWork,
    context: ProfileContext,
    profile: StoredProfile,
    request: StoredRequest,
    reason: 'published' | 'deleted',
  ): Promise<void> {
    await publicationRequestRepository(unit.tenant(context.tenantId)).removeOf(profile.id);
    recordRequest(unit, context, 'approvalWithdrawn', profile, request, reason);
  }

  /** Leaves a profile that is no longer live a current version that can be published again. */
  async function endExperiment(
    unit: UnitOfWork,
    context: ProfileContext,
    profile: StoredProfile,
  ): Promise<StoredProfile> {
    try {
      return await withoutVariants(unit, context, profile);
    } catch (error) {
      unlessLost(error);
      return profile;
    }
  }

  async function withdrawIfActive(
    unit: UnitOfWork,
    context: ProfileContext,
    profile: StoredProfile,
  ): Promise<void> {
    const { group } = profile;
    if (!profile.isActive || group === null) return;
    const scope = unit.tenant(context.tenantId);
    await profileRepository(scope).setInactive(profile.id);
    await publicationPeriodRepository(scope).end(group, clock.now());
    await files.withdraw(unit, { tenantId: context.tenantId, group });
    record(unit, context, 'deactivated', profile, { complianceGroup: group });
  }

  return { activate, deactivate, remove, activateIfGroupIsFree, publishUnderLock };
}

/** Creates the 412 of an operator who names a version that is no longer the current one. */
export function versionConflict({ version }: Pick<StoredProfile, 'version'>): ServiceError {
  return new ServiceError('version_conflict', { body: { version }, headers: { ETag: `"${version}"` } });
}

/**
 * Returns the marked versions after a publication. What is decided at publishing replaces the marks of
 * versions that visitors have not seen; a published mark stays, since visitors were asked because of it.
 */
function decideReconsent(
  { reconsentVersions, publishedVersion, version }: StoredProfile,
  requireReconsent: boolean | undefined,
): readonly number[] {
  if (requireReconsent === undefined) return reconsentVersions;
  const seen = reconsentVersions.filter((marked) => marked <= (publishedVersion ?? 0));
  return requireReconsent ? [...new Set([...seen, version])] : seen;
}

/** Returns whether visitors get the current version. */
const isLive = ({ isActive, publishedVersion, version }: StoredProfile) =>
  isActive && publishedVersion === version;

/** Returns what the group served before: another profile, or another version of this one. */
function getReplaced(before: StoredProfile, other: StoredProfile | null): Replaced | null {
  const served = other ?? (before.isActive && before.publishedVersion !== before.version ? before : null);
  if (served === null || served.publishedVersion === null) return null;
  return { id: served.id, name: served.name, version: served.publishedVersion };
}

function unlessLost(error: unknown): void {
  if (!(error instanceof VersionLost)) throw error;
}
