import type { Database } from '../../database/database';
import { toIso } from '../../kernel/clock';
import { ServiceError } from '../../kernel/errors';
import type { StorageAdapter } from '../../storage/storage-adapter';
import { adminFileName } from '../publishing';
import { profileRepository } from './profile-repository';
import type { ProfileSnapshots, VersionRecord } from './profile-snapshots';
import { diffVersions, type VersionDiff } from './version-diff';

/** Versions as they lie in storage, of profiles that have a row and of those that have not (archived). */

export interface VersionSummary {
  readonly version: number;
  readonly createdAt: string;
  readonly locales: readonly string[];
  /** Whether visitors are served this version now. */
  readonly published: boolean;
}

export interface ArchivedProfile {
  readonly id: string;
  readonly versionCount: number;
  /** When the newest version was written. */
  readonly lastModified: string;
}

interface StoredVersion {
  readonly version: number;
  readonly files: readonly string[];
  readonly modifiedAt: number;
}

const profileIdPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const versionPattern = /^[1-9]\d{0,8}$/;

export type ProfileVersions = ReturnType<typeof createProfileVersions>;

export function createProfileVersions(database: Database, storage: StorageAdapter, snapshots: ProfileSnapshots) {
  /** Whole versions, newest first. One without its `_admin.json` was never finished. */
  async function stored(tenantId: string, profileId: string): Promise<StoredVersion[]> {
    const prefix = `${tenantId}/${profileId}`;
    const byVersion = new Map<number, { files: string[]; modifiedAt: number; whole: boolean }>();
    for (const { key, modifiedAt } of await storage.list(prefix)) {
      const [version = '', file = ''] = key.slice(prefix.length + 1).split('/');
      if (!versionPattern.test(version)) continue;
      const entry = byVersion.get(Number(version)) ?? { files: [], modifiedAt: 0, whole: false };
      byVersion.set(Number(version), {
        files: [...entry.files, file],
        modifiedAt: Math.max(entry.modifiedAt, modifiedAt),
        whole: entry.whole || file === adminFileName,
      });
    }
    return [...byVersion]
      .filter(([, { whole }]) => whole)
      .map(([version, { files, modifiedAt }]) => ({ version, files, modifiedAt }))
      .sort((a, b) => b.version - a.version);
  }

  async function record(tenantId: string, profileId: string, version: string): Promise<VersionRecord> {
    if (!profileIdPattern.test(profileId) || !versionPattern.test(version)) throw new ServiceError('version_not_found');
    const address = { tenantId, profileId, version: Number(version) };
    const row = await database.read((connection) => profileRepository(connection.tenant(tenantId)).find(profileId));
    // Beyond the row's version lie at most leftovers of a save that died.
    const found = row === null ? await snapshots.find(address) : address.version <= row.version ? await snapshots.record(address) : null;
    if (found === null) throw new ServiceError('version_not_found');
    return found;
  }

  return {
    record,

    async list(tenantId: string, profileId: string): Promise<VersionSummary[]> {
      const row = await database.read((connection) => profileRepository(connection.tenant(tenantId)).find(profileId));
      if (row !== null) await snapshots.seal({ tenantId, profileId, version: row.version });
      const versions = profileIdPattern.test(profileId) ? await stored(tenantId, profileId) : [];
      if (versions.length === 0) throw new ServiceError('profile_not_found');
      return versions
        .filter(({ version }) => row === null || version <= row.version)
        .map(({ version, files, modifiedAt }) => ({
          version,
          createdAt: toIso(modifiedAt),
          locales: files
            .filter((file) => file.endsWith('.json') && file !== adminFileName && file !== 'default.json')
            .map((file) => file.slice(0, -'.json'.length))
            .sort(),
          published: row?.isActive === true && row.publishedVersion === version,
        }));
    },

    /** One locale's file as it was published; `default` for the default locale. */
    async localeFile(tenantId: string, profileId: string, version: string, locale: string): Promise<unknown> {
      await record(tenantId, profileId, version);
      const file = await snapshots.localeFile({ tenantId, profileId, version: Number(version) }, locale);
      if (file === null) throw new ServiceError('locale_file_not_found');
      return file;
    },

    async diff(tenantId: string, profileId: string, from: string, to: string): Promise<VersionDiff> {
      return diffVersions(await record(tenantId, profileId, from), await record(tenantId, profileId, to));
    },

    /** Profile directories without a row, the last changed first. */
    async archived(tenantId: string): Promise<ArchivedProfile[]> {
      const directories = (await storage.listDirectories(tenantId)).filter((name) => profileIdPattern.test(name));
      // After the listing: a profile made in between has its row before anyone can ask for it.
      const rows = await database.read((connection) => profileRepository(connection.tenant(tenantId)).ids());
      const archived = await Promise.all(
        directories
          .filter((id) => !rows.has(id))
          .map(async (id) => {
            const versions = await stored(tenantId, id);
            return { id, versionCount: versions.length, modifiedAt: versions[0]?.modifiedAt ?? 0 };
          }),
      );
      return archived
        .filter(({ versionCount }) => versionCount > 0)
        .sort((a, b) => b.modifiedAt - a.modifiedAt)
        .map(({ id, versionCount, modifiedAt }) => ({ id, versionCount, lastModified: toIso(modifiedAt) }));
    },
  };
}
