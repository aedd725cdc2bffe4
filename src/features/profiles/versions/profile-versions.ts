import type { Database } from '../../../database/database';
import { toIso } from '../../../kernel/clock';
import { ServiceError } from '../../../kernel/errors';
import { profileRepository } from '../profile-repository';
import type { ProfileSnapshots } from './profile-snapshots';
import { profileVersionRepository, type VersionRecord } from './profile-version-repository';
import { diffVersions, type VersionDiff } from './version-diff';

/** Versions of existing profiles and of deleted (archived) ones. */

export interface VersionSummary {
  readonly version: number;
  readonly createdAt: string;
  readonly locales: readonly string[];
  /** Whether this version is being served to visitors. */
  readonly published: boolean;
}

export interface ArchivedProfile {
  readonly id: string;
  readonly versionCount: number;
  /** When the newest version was written. */
  readonly lastModified: string;
}

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

    async list(tenantId: string, profileId: string): Promise<VersionSummary[]> {
      const { profile, versions } = await database.read(async (connection) => {
        const scope = connection.tenant(tenantId);
        return {
          profile: await profileRepository(scope).find(profileId),
          versions: await profileVersionRepository(scope).list(profileId),
        };
      });
      if (versions.length === 0) throw new ServiceError('profile_not_found');
      return versions.map(({ version, createdAt, locales }) => ({
        version,
        createdAt: toIso(createdAt),
        locales,
        published: profile?.isActive === true && profile.publishedVersion === version,
      }));
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
