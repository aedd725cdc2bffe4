import type { Connection, Row, TenantScope } from '#platform/database/database';
import { fromJson, toNumber, toNumberOrNull } from '#platform/database/rows';
import { toIso } from '#platform/kernel/clock';
import type { UiPresentation } from '../../templates';
import type { StoredVariant } from '../experiments/variant';
import type { StoredProfile } from '../profile-repository';
import type { LocaleContent, ProfileJson } from '../profile-schemas';
import type { OutdatedTexts } from './outdated-texts';
import type { UncheckedTexts } from './text-origins';
import { type Person, toPerson, type VersionSummaryFacts } from './version-facts';

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
  /** Translations that are older than the text that they translate. */
  readonly outdatedTexts: OutdatedTexts;
  /** Texts that no person has checked. */
  readonly uncheckedTexts: UncheckedTexts;
  /** The UI template's presentation as of this version. */
  readonly ui: UiPresentation | null;
  /** The other variants of an experiment; absent: the version shows none. */
  readonly variants?: readonly StoredVariant[] | undefined;
}

/** The origin of a version. */
export interface VersionOrigin {
  readonly createdBy: Person | null;
  /** Whether an API key saved it for that person, or changed the look of its UI template. */
  readonly savedWithKey?: boolean;
  /** Who wrote the look that it took over from its UI template. */
  readonly templateAuthors?: readonly Person[];
  /** The version whose content it has, if not that of the version before. */
  readonly restoredFrom?: number | undefined;
  readonly note: string | null;
  readonly requireReconsent: boolean;
  readonly summary: VersionSummaryFacts;
}

/** Who wrote the part of a version that visitors were never served. */
export interface VersionAuthors {
  /** Who saved the version; null: the service itself. */
  readonly savedBy: Person | null;
  /** Each person once, the last to save first. */
  readonly authors: readonly Person[];
  /** Whether an API key wrote part of it. Anyone who knows the key may have written that part. */
  readonly savedWithKey: boolean;
}

/** An entry of the list of versions. Times are Unix times (ms). */
export interface ListedVersion extends Pick<VersionOrigin, 'createdBy' | 'note' | 'requireReconsent'> {
  readonly version: number;
  readonly createdAt: number;
  readonly locales: readonly string[];
}

/** SHA-256 of each locale's file, in hex. */
export type FileHashes = Readonly<Record<string, string>>;

export interface StoredVersion {
  readonly record: VersionRecord;
  readonly files: FileHashes;
  /** Number of warnings that the save returned. */
  readonly warnings: number;
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

/** The parts of a version in its column of JSON. */
type VersionContent = Pick<
  VersionRecord,
  'profileJson' | 'localeContent' | 'outdatedTexts' | 'uncheckedTexts' | 'ui' | 'variants'
>;

function fromRow(row: Row): StoredVersion {
  return {
    files: fromJson(row.files),
    warnings: fromJson<VersionSummaryFacts>(row.summary).findings.warnings,
    record: {
      profileId: row.profile_id,
      version: toNumber(row.version),
      name: row.name,
      createdAt: toIso(toNumber(row.created_at)),
      defaultLocale: row.default_locale,
      ...fromJson<VersionContent>(row.content),
    },
  };
}

export interface ReconsentDecision {
  /** The version published before; 0 for none. */
  readonly published: number;
  readonly version: number;
  readonly requireReconsent: boolean;
}

/** Reads and writes versions of profiles, including deleted profiles. */
export function profileVersionRepository(scope: TenantScope) {
  const ofProfile = (profileId: string) => scope.from('profile_versions').where({ profile_id: profileId });

  return {
    async insert(
      {
        profileId,
        version,
        name,
        createdAt,
        defaultLocale,
        profileJson,
        localeContent,
        outdatedTexts,
        uncheckedTexts,
        ui,
        variants,
      }: VersionRecord,
      files: FileHashes,
      {
        createdBy,
        savedWithKey = false,
        templateAuthors = [],
        restoredFrom,
        note,
        requireReconsent,
        summary,
      }: VersionOrigin,
    ): Promise<void> {
      await scope.insert('profile_versions', {
        profile_id: profileId,
        version,
        name,
        default_locale: defaultLocale,
        content: JSON.stringify({
          profileJson,
          localeContent,
          outdatedTexts,
          uncheckedTexts,
          ui,
          variants,
        } satisfies VersionContent),
        files: JSON.stringify(files),
        summary: JSON.stringify(summary),
        created_by: createdBy?.id ?? null,
        created_by_email: createdBy?.email ?? null,
        saved_with_key: savedWithKey,
        template_authors: templateAuthors.length > 0 ? JSON.stringify(templateAuthors) : null,
        restored_from: restoredFrom ?? null,
        note,
        require_reconsent: requireReconsent,
        created_at: Date.parse(createdAt),
      });
    },

    async find(profileId: string, version: number): Promise<StoredVersion | null> {
      const row = await ofProfile(profileId).where({ version }).first();
      return row === undefined ? null : fromRow(row);
    },

    /** Returns the hashes of a version's files and its default locale; null: the version is unknown. */
    async findHashes(
      profileId: string,
      version: number,
    ): Promise<{ readonly files: FileHashes; readonly defaultLocale: string } | null> {
      const row = await ofProfile(profileId).where({ version }).first('files', 'default_locale');
      return row === undefined ? null : { files: fromJson(row.files), defaultLocale: row.default_locale };
    },

    /**
     * Returns who wrote the content of a version: who saved it, and the versions from which it was made, back to the
     * last one that visitors were served, and who wrote the look that these took over from UI templates.
     */
    async findAuthors(
      profileId: string,
      version: number,
      wasServed: (version: number) => boolean,
    ): Promise<VersionAuthors> {
      const rows: Row[] = await ofProfile(profileId)
        .where('version', '<=', version)
        .select(
          'version',
          'restored_from',
          'saved_with_key',
          'template_authors',
          'created_by',
          'created_by_email',
        );
      const saves = new Map(rows.map((row) => [toNumber(row.version), row]));
      const authors = new Map<string, Person>();
      let savedWithKey = false;
      for (let at = version; at > 0 && (at === version || !wasServed(at)); ) {
        const row = saves.get(at);
        const author = row === undefined ? null : toPerson(row.created_by, row.created_by_email);
        const ofTemplate: Person[] = row?.template_authors ? fromJson(row.template_authors) : [];
        for (const each of author === null ? ofTemplate : [author, ...ofTemplate])
          if (!authors.has(each.id)) authors.set(each.id, each);
        savedWithKey ||= Boolean(row?.saved_with_key);
        at = wasServed(at) ? 0 : (toNumberOrNull(row?.restored_from) ?? at - 1);
      }
      const last = saves.get(version);
      return {
        savedBy: last === undefined ? null : toPerson(last.created_by, last.created_by_email),
        authors: [...authors.values()],
        savedWithKey,
      };
    },

    /** Returns whether the profile exists or existed: versions outlive it. */
    async hasAny(profileId: string): Promise<boolean> {
      return (await ofProfile(profileId).first('version')) !== undefined;
    },

    /** Lists versions, newest first. */
    async list(profileId: string): Promise<ListedVersion[]> {
      const rows = await ofProfile(profileId)
        .orderBy('version', 'desc')
        .select(
          'version',
          'created_at',
          'files',
          'created_by',
          'created_by_email',
          'note',
          'require_reconsent',
        );
      return rows.map((row) => ({
        version: toNumber(row.version),
        createdAt: toNumber(row.created_at),
        locales: Object.keys(fromJson<FileHashes>(row.files)).sort(),
        createdBy: toPerson(row.created_by, row.created_by_email),
        note: row.note,
        requireReconsent: Boolean(row.require_reconsent),
      }));
    },

    /**
     * Replaces the marks of the versions after `published` up to `version`, which is being published: only it
     * keeps or gets one.
     */
    async decideReconsent(
      profileId: string,
      { published, version, requireReconsent }: ReconsentDecision,
    ): Promise<void> {
      await ofProfile(profileId)
        .where('version', '>', published)
        .where('version', '<=', version)
        .update({ require_reconsent: false });
      if (requireReconsent) await ofProfile(profileId).where({ version }).update({ require_reconsent: true });
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
