import type { UnitOfWork } from '#platform/database/unit-of-work';
import type { Clock } from '#platform/kernel/clock';
import { experimentRepository } from '../experiments/experiment-repository';
import { profileRepository, type StoredProfile } from '../profile-repository';
import { type ProfileSnapshots, VersionLost } from '../versions/profile-snapshots';
import { profileVersionRepository, toVersionAddress } from '../versions/profile-version-repository';
import { toPerson } from '../versions/version-facts';
import type { ProfileContext, ProfileTransaction } from './profile-transaction';

// Why: docs/adr/0150-ended-experiments-do-not-come-back.md

export interface WithoutVariantsOptions {
  readonly snapshots: ProfileSnapshots;
  readonly clock: Clock;
  readonly record: ProfileTransaction['record'];
}

/** Creates the function that turns the version of an experiment into one that shows the same to all visitors. */
export function createWithoutVariants({ snapshots, clock, record }: WithoutVariantsOptions) {
  /**
   * Writes the content of a current version that shows variants again, without them, as the next version. Returns the
   * profile as it is then. The lock of its row is held.
   * @throws VersionLost
   */
  return async function withoutVariants(
    unit: UnitOfWork,
    context: ProfileContext,
    profile: StoredProfile,
  ): Promise<StoredProfile> {
    const scope = unit.tenant(context.tenantId);
    if ((await experimentRepository(scope).find(profile.id, profile.version)) === null) return profile;
    const from = toVersionAddress(profile);
    const stored = await profileVersionRepository(scope).find(profile.id, profile.version);
    if (stored === null) throw new VersionLost(from);
    const { defaultLocale, localeContent, outdatedTexts, uncheckedTexts, ui } = stored.record;
    const version = await snapshots.nextNumber(profile);
    const next: StoredProfile = { ...profile, version, updatedAt: clock.now() };
    await profileRepository(scope).saveVersion(next);
    const address = toVersionAddress(next);
    const saved = {
      name: next.name,
      createdAt: next.updatedAt,
      createdBy: toPerson(context.actor.userId, context.actor.userEmail),
      note: null,
      requireReconsent: false,
      warnings: stored.warnings,
      outdatedTexts,
      uncheckedTexts,
    };
    // The row names only templates that still exist.
    const content = { defaultLocale, profileJson: next.profileJson, localeContent, links: { ui } };
    const fileHashes = await snapshots.write(unit, address, saved, content);
    await snapshots.seal(unit, address);
    record(unit, context, 'updated', next, {
      version: { before: profile.version, after: version },
      endedExperiment: profile.version,
      fileHashes,
    });
    return next;
  };
}
