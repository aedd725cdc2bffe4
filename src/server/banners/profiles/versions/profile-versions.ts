import type { Database } from '#platform/database/database';
import { toIso, toIsoOrNull } from '#platform/kernel/clock';
import { ServiceError } from '#platform/kernel/errors';
import { experimentRepository, type NamedVariant } from '../experiments/experiment-repository';
import { toTextsView } from '../profile-replies';
import { profileRepository, type StoredProfile } from '../profile-repository';
import { publicationPeriodRepository, type ServedPeriod } from '../publishing/publication-period-repository';
import type { ProfileSnapshots } from './profile-snapshots';
import {
  type ListedVersion,
  profileVersionRepository,
  toVersionAddress,
  type VersionRecord,
} from './profile-version-repository';
import { diffVersions, type VersionDiff } from './version-diff';
import type { Person } from './version-facts';

/** Versions of existing profiles and of deleted (archived) ones. */

export interface VersionSummary extends Omit<ListedVersion, 'createdAt'> {
  readonly createdAt: string;
  /** The variants that visitors of this version see, A first; empty unless it is an experiment. */
  readonly variants: readonly NamedVariant[];
  /** Whether this version is being served to visitors. */
  readonly published: boolean;
  /** Start of the latest time that visitors got this version; null: never. */
  readonly liveFrom: string | null;
  /** Its end; null while visitors get this version, and when they never did. */
  readonly liveTo: string | null;
  readonly publishedBy: Person | null;
  readonly publishNote: string | null;
  /** Every time that visitors got this version, the latest first. */
  readonly livePeriods: readonly LivePeriod[];
}

/** A time during which visitors got a version. */
export interface LivePeriod {
  readonly from: string;
  /** Null while visitors get the version. */
  readonly to: string | null;
  readonly by: Person | null;
  readonly note: string | null;
}

export interface ArchivedProfile {
  readonly id: string;
  readonly versionCount: number;
  /** When the newest version was written. */
  readonly lastModified: string;
}

const toLivePeriod = ({ startedAt, endedAt, by, note }: ServedPeriod): LivePeriod => ({
  from: toIso(startedAt),
  to: toIsoOrNull(endedAt),
  by,
  note,
});

const versionPattern = /^[1-9]\d{0,8}$/;

export type ProfileVersions = ReturnType<typeof createProfileVersions>;

export function createProfileVersions(database: Database, snapshots: ProfileSnapshots) {
  async function record(tenantId: string, profileId: string, version: string): Promise<VersionRecord> {
    const found = versionPattern.test(version)
      ? await snapshots.find({ tenantId, profileId, version: Number(version) })
      : null;
    if (found === null) throw new ServiceError('version_not_found');
    return found;
  }

  return {
    record,

    /** Returns the texts that each locale of the current version has itself, and the outdated ones. @throws VersionLost */
    async ownTexts(profile: StoredProfile) {
      return toTextsView(await snapshots.record(toVersionAddress(profile)));
    },

    async list(tenantId: string, profileId: string): Promise<VersionSummary[]> {
      const { profile, versions, periods, variantsOf } = await database.read(async (connection) => {
        const scope = connection.tenant(tenantId);
        return {
          profile: await profileRepository(scope).find(profileId),
          versions: await profileVersionRepository(scope).list(profileId),
          periods: await publicationPeriodRepository(scope).ofProfile(profileId),
          variantsOf: await experimentRepository(scope).variantsOf([profileId]),
        };
      });
      if (versions.length === 0) throw new ServiceError('profile_not_found');
      return versions.map((entry) => {
        const livePeriods = (periods.get(entry.version) ?? []).map(toLivePeriod);
        const [latest] = livePeriods;
        return {
          ...entry,
          createdAt: toIso(entry.createdAt),
          variants: variantsOf({ profileId, version: entry.version }),
          published: profile?.isActive === true && profile.publishedVersion === entry.version,
          liveFrom: latest?.from ?? null,
          liveTo: latest?.to ?? null,
          publishedBy: latest?.by ?? null,
          publishNote: latest?.note ?? null,
          livePeriods,
        };
      });
    },

    /** Returns one locale's file as it was published; `default` for the default locale. */
    async localeFile(tenantId: string, profileId: string, version: string, locale: string): Promise<unknown> {
      await record(tenantId, profileId, version);
      const file = await snapshots.localeFile({ tenantId, profileId, version: Number(version) }, locale);
      if (file === null) throw new ServiceError('locale_file_not_found');
      return file;
    },

    async diff(tenantId: string, profileId: string, from: string, to: string): Promise<VersionDiff> {
      return diffVersions(await record(tenantId, profileId, from), await record(tenantId, profileId, to));
    },

    /** Lists profiles without a row, the last saved first. */
    async archived(tenantId: string): Promise<ArchivedProfile[]> {
      const archived = await database.read((connection) =>
        profileVersionRepository(connection.tenant(tenantId)).archived(),
      );
      return archived.map(({ profileId, versionCount, lastSavedAt }) => ({
        id: profileId,
        versionCount,
        lastModified: toIso(lastSavedAt),
      }));
    },
  };
}
