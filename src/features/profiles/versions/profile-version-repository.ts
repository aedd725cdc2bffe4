import type { Connection, Row, TenantScope } from '../../../database/database';
import { fromJson, toNumber } from '../../../database/rows';
import { toIso } from '../../../kernel/clock';
import type { UiPresentation } from '../../templates';
import type { StoredProfile } from '../profile-repository';
import type { LocaleContent, ProfileJson } from '../profile-schemas';

/**
 * The content saved as one version: the source of its locale files, plus fields that the files must not
 * contain. Immutable.
 */
export interface VersionRecord {
  readonly profileId: string;
  /** Version number, from 1. */
  readonly version: number;
  readonly name: string;
  readonly createdAt: string;
  readonly defaultLocale: string;
  readonly profileJson: ProfileJson;
  /** Each locale's own texts, before missing ones were filled in. */
  readonly localeContent: Readonly<Record<string, LocaleContent>>;
  /** The UI template's presentation as of this version. */
  readonly ui: UiPresentation | null;
}

/** SHA-256 of each locale's file, in hex. */
export type FileHashes = Readonly<Record<string, string>>;

export interface StoredVersion {
  readonly record: VersionRecord;
  readonly files: FileHashes;
}

export interface VersionAddress {
  readonly tenantId: string;
  readonly profileId: string;
  readonly version: number;
}

/** Returns the address of a profile's current version. */
export const toVersionAddress = ({ tenantId, id, version }: StoredProfile): VersionAddress => ({
  tenantId,
  profileId: id,
  version,
});

function fromRow(row: Row): StoredVersion {
  return {
    files: fromJson(row.files),
    record: {
      profileId: row.profile_id,
      version: toNumber(row.version),
      name: row.name,
      createdAt: toIso(toNumber(row.created_at)),
      defaultLocale: row.default_locale,
      ...fromJson<Pick<VersionRecord, 'profileJson' | 'localeContent' | 'ui'>>(row.content),
    },
  };
}

/** Reads and writes versions of profiles, including deleted profiles. */
export function profileVersionRepository(scope: TenantScope) {
  const ofProfile = (profileId: string) => scope.from('profile_versions').where({ profile_id: profileId });

  return {
    async insert(
      { profileId, version, name, createdAt, defaultLocale, profileJson, localeContent, ui }: VersionRecord,
      files: FileHashes,
    ): Promise<void> {
      await scope.insert('profile_versions', {
        profile_id: profileId,
        version,
        name,
        default_locale: defaultLocale,
        content: JSON.stringify({ profileJson, localeContent, ui }),
        files: JSON.stringify(files),
        created_at: Date.parse(createdAt),
      });
    },

    async find(profileId: string, version: number): Promise<StoredVersion | null> {
      const row = await ofProfile(profileId).where({ version }).first();
      return row === undefined ? null : fromRow(row);
    },

    /** Lists versions, newest first. */
    async list(profileId: string): Promise<{ version: number; createdAt: number; locales: string[] }[]> {
      const rows = await ofProfile(profileId)
        .orderBy('version', 'desc')
        .select('version', 'created_at', 'files');
      return rows.map((row) => ({
        version: toNumber(row.version),
        createdAt: toNumber(row.created_at),
        locales: Object.keys(fromJson<FileHashes>(row.files)).sort(),
      }));
    },

    /** Lists deleted profiles that still have versions, the last saved first. */
    async archived(): Promise<{ profileId: string; versionCount: number; lastSavedAt: number }[]> {
      const versions = scope.from('profile_versions', 'v');
      const rows = await scope
        .join(versions, 'profiles', 'p', 'p.id', 'v.profile_id')
        .whereNull('p.id')
        .groupBy('v.profile_id')
        .select({ profile_id: 'v.profile_id' })
        .count({ versions: 'v.version' })
        .max({ last_saved_at: 'v.created_at' })
        .orderBy('last_saved_at', 'desc');
      return rows.map((row) => ({
        profileId: row.profile_id,
        versionCount: toNumber(row.versions),
        lastSavedAt: toNumber(row.last_saved_at),
      }));
    },
  };
}

/** Reads of every tenant's versions, for repair at start. */
export const versionsAcrossTenants = {
  /** Returns the versions that follow `after` in the order of the primary key. */
  async next(connection: Connection, after: VersionAddress | null, limit: number): Promise<VersionAddress[]> {
    const query = connection.acrossTenants('profile_versions', 'repair at start');
    if (after !== null) {
      const { tenantId, profileId, version } = after;
      query.where((either) =>
        either
          .where('tenant_id', '>', tenantId)
          .orWhere((same) => same.where('tenant_id', tenantId).where('profile_id', '>', profileId))
          .orWhere((same) =>
            same.where('tenant_id', tenantId).where('profile_id', profileId).where('version', '>', version),
          ),
      );
    }
    const rows = await query
      .orderBy(['tenant_id', 'profile_id', 'version'])
      .limit(limit)
      .select('tenant_id', 'profile_id', 'version');
    return rows.map((row) => ({
      tenantId: row.tenant_id,
      profileId: row.profile_id,
      version: toNumber(row.version),
    }));
  },
};
