import type { Connection, Row, TenantScope } from '#platform/database/database';
import { forUpdate, fromJson, toNumber, toNumberOrNull } from '#platform/database/rows';
import { toIso, toIsoOrNull } from '#platform/kernel/clock';
import type { ProfileJson } from './profile-schemas';
import { type Person, toPerson, type VersionSummaryFacts } from './versions/version-facts';

/** Category ids and locales. */
export interface StoredNames {
  readonly categories: readonly string[];
  readonly locales: readonly string[];
}

/** Maximum number of names of each kind that are kept from a profile's versions. */
const maxKnownNames = 1000;

/** A profile as stored; the only form that leaves this file. Times are Unix times (ms). */
export interface StoredProfile {
  readonly id: string;
  readonly tenantId: string;
  readonly name: string;
  readonly defaultLocale: string;
  readonly version: number;
  readonly publishedVersion: number | null;
  /** Numbers up to this one are not used for new versions: a lost state of the database may have used them. */
  readonly reservedVersion: number;
  readonly group: string | null;
  readonly isActive: boolean;
  /** Default-locale content and shared fields of the current version. Names only templates that exist. */
  readonly profileJson: ProfileJson;
  /** The same fields of the published version; null when never published. */
  readonly publishedJson: ProfileJson | null;
  /** Versions that were ever published. */
  readonly publishedVersions: readonly number[];
  /** Versions that were saved or published with `requireReconsent`. */
  readonly reconsentVersions: readonly number[];
  /** Names from this and earlier versions, the newest first. */
  readonly knownNames: StoredNames;
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly activatedAt: number | null;
}

function fromRow(row: Row): StoredProfile {
  return {
    id: row.id,
    tenantId: row.tenant_id,
    name: row.name,
    defaultLocale: row.default_locale,
    version: toNumber(row.version),
    publishedVersion: toNumberOrNull(row.published_version),
    reservedVersion: toNumber(row.reserved_version),
    group: row.group_id,
    isActive: row.active_group !== null,
    profileJson: {
      ...fromJson<ProfileJson>(row.profile_json),
      ...(row.consent_template_id === null ? {} : { consentTemplateId: row.consent_template_id }),
      ...(row.ui_template_id === null ? {} : { uiTemplateId: row.ui_template_id }),
    },
    publishedJson: row.published_json === null ? null : fromJson(row.published_json),
    publishedVersions: fromJson(row.published_versions),
    reconsentVersions: fromJson(row.reconsent_versions),
    knownNames: fromJson(row.known_names),
    createdAt: toNumber(row.created_at),
    updatedAt: toNumber(row.updated_at),
    activatedAt: toNumberOrNull(row.activated_at),
  };
}

/** An entry of the list of profiles, read without their content. */
export interface ProfileSummaryRow extends VersionSummaryFacts {
  readonly id: string;
  readonly name: string;
  readonly complianceGroup: string | null;
  readonly isActive: boolean;
  readonly version: number;
  readonly publishedVersion: number | null;
  readonly defaultLocale: string;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly activatedAt: string | null;
  /** Who saved the current version; null: the service itself. */
  readonly updatedBy: Person | null;
  readonly consentTemplateName: string | null;
  readonly uiTemplateName: string | null;
}

/** Returns what is known of a version that the database has lost. */
const summariseLostVersion = (row: Row): VersionSummaryFacts => ({
  locales: [row.default_locale],
  textCount: 0,
  missingTexts: {},
  outdatedTexts: {},
  uncheckedTexts: {},
  categories: {},
  findings: { errors: 0, warnings: 0 },
});

/**
 * Splits content into columns. Templates have their own columns, since deleting one removes its id from
 * profiles.
 */
function contentColumns({ consentTemplateId, uiTemplateId, ...content }: ProfileJson): Row {
  return {
    profile_json: JSON.stringify(content),
    consent_template_id: consentTemplateId ?? null,
    ui_template_id: uiTemplateId ?? null,
  };
}

/** The versions that were published, with the current one. */
export function withCurrentVersion({ publishedVersions, version }: StoredProfile): readonly number[] {
  return [...new Set([...publishedVersions, version])];
}

/** Puts the names of the version being saved before those of earlier versions. */
function knownNamesColumn({ profileJson, defaultLocale, knownNames }: StoredProfile): string {
  const merge = (own: readonly string[], earlier: readonly string[]) =>
    [...new Set([...own, ...earlier])].slice(0, maxKnownNames);
  const names: StoredNames = {
    categories: merge(Object.keys(profileJson.preferenceModal?.categories ?? {}), knownNames.categories),
    locales: merge(profileJson.locales ?? [defaultLocale], knownNames.locales),
  };
  return JSON.stringify(names);
}

export function profileRepository(scope: TenantScope) {
  const byId = (id: string) => scope.from('profiles').where({ id });

  /** Adds to the number of a group's latest publication, which locks its row, and returns the sum. */
  async function addPublications(group: string, count: 0 | 1): Promise<number> {
    const sum = scope.raw('?? + ?', [`${scope.tableName('publications')}.revision`, count]);
    await scope
      .insert('publications', { group_id: group, revision: count })
      .onConflict(['tenant_id', 'group_id'])
      .merge({ revision: sum });
    const row = await scope.from('publications').where({ group_id: group }).first('revision');
    return toNumber(row?.revision);
  }

  return {
    async find(id: string): Promise<StoredProfile | null> {
      const row = await byId(id).first();
      return row === undefined ? null : fromRow(row);
    },

    /**
     * Returns the profile with its row locked until the transaction ends. Publication locks are taken before
     * this lock, never after.
     */
    async findLocked(id: string): Promise<StoredProfile | null> {
      const row = await forUpdate(byId(id), scope.dialect).first();
      return row === undefined ? null : fromRow(row);
    },

    async list(): Promise<StoredProfile[]> {
      return (await scope.from('profiles').orderBy([{ column: 'created_at' }, { column: 'id' }])).map(
        fromRow,
      );
    },

    async summaries(): Promise<ProfileSummaryRow[]> {
      const profiles = scope.from('profiles', 'p');
      const withConsent = scope.join(profiles, 'consent_templates', 'ct', 'ct.id', 'p.consent_template_id');
      const withTemplates = scope.join(withConsent, 'ui_templates', 'ut', 'ut.id', 'p.ui_template_id');
      const rows = await scope
        .join(withTemplates, 'profile_versions', 'v', 'v.profile_id', 'p.id', ['v.version', 'p.version'])
        .select({
          id: 'p.id',
          name: 'p.name',
          group_id: 'p.group_id',
          active_group: 'p.active_group',
          version: 'p.version',
          published_version: 'p.published_version',
          default_locale: 'p.default_locale',
          created_at: 'p.created_at',
          updated_at: 'p.updated_at',
          activated_at: 'p.activated_at',
          summary: 'v.summary',
          created_by: 'v.created_by',
          created_by_email: 'v.created_by_email',
          consent_template_name: 'ct.name',
          ui_template_name: 'ut.name',
        })
        .orderBy([{ column: 'p.created_at' }, { column: 'p.id' }]);
      return rows.map((row) => ({
        id: row.id,
        name: row.name,
        complianceGroup: row.group_id,
        isActive: row.active_group !== null,
        version: toNumber(row.version),
        publishedVersion: toNumberOrNull(row.published_version),
        defaultLocale: row.default_locale,
        createdAt: toIso(toNumber(row.created_at)),
        updatedAt: toIso(toNumber(row.updated_at)),
        activatedAt: toIsoOrNull(toNumberOrNull(row.activated_at)),
        ...(row.summary === null ? summariseLostVersion(row) : fromJson<VersionSummaryFacts>(row.summary)),
        updatedBy: toPerson(row.created_by, row.created_by_email),
        consentTemplateName: row.consent_template_name,
        uiTemplateName: row.ui_template_name,
      }));
    },

    async listActive(): Promise<StoredProfile[]> {
      return (await scope.from('profiles').whereNotNull('active_group').orderBy('activated_at', 'desc')).map(
        fromRow,
      );
    },

    /** Returns the shared fields of each profile as it was published last, whether it is active or not. */
    async publishedContents(): Promise<ProfileJson[]> {
      const contents: string[] = await scope
        .from('profiles')
        .whereNotNull('published_json')
        .pluck('published_json');
      return contents.map((content) => fromJson<ProfileJson>(content));
    },

    async findActive(group: string): Promise<StoredProfile | null> {
      const row = await scope.from('profiles').where({ active_group: group }).first();
      return row === undefined ? null : fromRow(row);
    },

    async insert(profile: StoredProfile): Promise<void> {
      await scope.insert('profiles', {
        id: profile.id,
        name: profile.name,
        default_locale: profile.defaultLocale,
        version: profile.version,
        published_version: null,
        group_id: profile.group,
        active_group: null,
        ...contentColumns(profile.profileJson),
        published_json: null,
        published_versions: '[]',
        reconsent_versions: JSON.stringify(profile.reconsentVersions),
        known_names: knownNamesColumn(profile),
        created_at: profile.createdAt,
        updated_at: profile.updatedAt,
        activated_at: null,
      });
    },

    /** Replaces the current version with the next one, of a profile that was read with `findLocked`. */
    async saveVersion(profile: StoredProfile): Promise<void> {
      await byId(profile.id).update({
        name: profile.name,
        default_locale: profile.defaultLocale,
        version: profile.version,
        group_id: profile.group,
        ...contentColumns(profile.profileJson),
        reconsent_versions: JSON.stringify(profile.reconsentVersions),
        known_names: knownNamesColumn(profile),
        updated_at: profile.updatedAt,
      });
    },

    /** Deactivates the group's active profile and returns it; null when there was no other. */
    async deactivateOthers(group: string, exceptId: string): Promise<StoredProfile | null> {
      const other = await scope
        .from('profiles')
        .where({ active_group: group })
        .whereNot({ id: exceptId })
        .first();
      if (other === undefined) return null;
      await byId(other.id).update({ active_group: null });
      return fromRow(other);
    },

    async setActive(profile: StoredProfile, now: number): Promise<void> {
      await byId(profile.id).update({
        active_group: profile.group,
        published_version: profile.version,
        published_versions: JSON.stringify(withCurrentVersion(profile)),
        published_json: JSON.stringify(profile.profileJson),
        reconsent_versions: JSON.stringify(profile.reconsentVersions),
        activated_at: now,
      });
    },

    async remove(id: string): Promise<void> {
      await byId(id).delete();
    },

    async setInactive(id: string): Promise<void> {
      await byId(id).update({ active_group: null });
    },

    /**
     * Takes the group's publication lock until the transaction ends, and returns the number of its latest publication; 0:
     * none. Every change to a group's published files goes through here, so publications happen one after the other across
     * processes.
     */
    lockGroup: (group: string) => addPublications(group, 0),

    /** Returns the number of the publication that follows. The group's lock is held. */
    nextPublication: (group: string) => addPublications(group, 1),
  };
}

/** A compliance group and the version that it serves; null: nothing. */
export interface PublishedGroup {
  readonly tenantId: string;
  readonly group: string;
  /** Number of the newest publication; 0: none. */
  readonly revision: number;
  readonly active: { readonly profileId: string; readonly version: number } | null;
}

/** Reads without a tenant: find the tenant of a public id, and upkeep over all tenants. */
export const acrossTenants = {
  async findProfile(connection: Connection, id: string): Promise<StoredProfile | null> {
    const row = await connection
      .acrossTenants('profiles', 'a public profile id names its tenant')
      .where({ id })
      .first();
    return row === undefined ? null : fromRow(row);
  },

  /**
   * Skips numbers of all versions and publications, so that none is used again that a lost state of the database may have
   * used. Returns the number of profiles. Call in a transaction.
   */
  async skipNumbers(connection: Connection, count: number): Promise<number> {
    const reason = 'the whole database was restored';
    // In the order of a publication, which locks its group before the profile.
    await connection
      .acrossTenants('publications', reason)
      .update({ revision: connection.raw('?? + ?', ['revision', count]) });
    return Number(
      await connection
        .acrossTenants('profiles', reason)
        .update({ reserved_version: connection.raw('?? + ?', ['version', count]) }),
    );
  },

  /** Returns the newest version of every profile; earlier ones were sealed before it was saved. */
  async versions(
    connection: Connection,
  ): Promise<{ tenantId: string; profileId: string; version: number }[]> {
    const rows = await connection
      .acrossTenants('profiles', 'repair at start')
      .select('tenant_id', 'id', 'version');
    return rows.map((row) => ({
      tenantId: row.tenant_id,
      profileId: row.id,
      version: toNumber(row.version),
    }));
  },

  /** Returns the first groups with an active profile, in order. */
  async activeGroups(connection: Connection, limit: number): Promise<{ tenantId: string; group: string }[]> {
    const rows = await connection
      .acrossTenants('profiles', 'the startup log names the published groups')
      .whereNotNull('active_group')
      .select('tenant_id', 'active_group')
      .orderBy(['tenant_id', 'active_group'])
      .limit(limit);
    return rows.map((row) => ({ tenantId: row.tenant_id, group: row.active_group }));
  },

  /** Returns every group that was ever published, with its active publication in the database. */
  async publications(connection: Connection): Promise<PublishedGroup[]> {
    const rows = await connection
      .acrossTenants('publications', 'comparison with the storage', 'g')
      .leftJoin({ p: connection.tableName('profiles') }, (on) => {
        on.on('p.tenant_id', '=', 'g.tenant_id').andOn('p.active_group', '=', 'g.group_id');
      })
      .select('g.tenant_id', 'g.group_id', 'g.revision', { profile_id: 'p.id' }, 'p.published_version');
    return rows.map((row) => ({
      tenantId: row.tenant_id,
      group: row.group_id,
      revision: toNumber(row.revision),
      active:
        row.profile_id === null || row.published_version === null
          ? null
          : { profileId: row.profile_id, version: toNumber(row.published_version) },
    }));
  },

  /** Returns those of the given groups that a profile of any tenant has. */
  async groupsInUse(connection: Connection, groups: readonly string[]): Promise<string[]> {
    return connection
      .acrossTenants('profiles', 'the startup log warns of configured groups without a profile')
      .whereIn('group_id', groups)
      .distinct('group_id')
      .pluck('group_id');
  },
};
