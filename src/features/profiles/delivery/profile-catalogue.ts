import { LRUCache } from 'lru-cache';
import type { Connection, Database } from '../../../database/database';
import { createRevisionCache } from '../../../database/revision-cache';
import type { RevisionWatcher } from '../../../database/revisions';
import { originAllowed } from '../../../kernel/origins';
import { type ComplianceConfig, safeComplianceConfig } from '../compliance-config';
import { defaultExpiryDays } from '../locale-file';
import { acrossTenants, profileRepository, type StoredProfile } from '../profile-repository';
import { profileVersionRepository, type VersionAddress } from '../versions/profile-version-repository';
import { toVersionFacts, type VersionFacts } from './version-facts';

// Why: docs/adr/0009-origins-take-effect-on-save.md

/** Facts about a profile that recording and checking a consent require, as visitors see it now. */
export interface ProfileFacts extends VersionFacts {
  readonly id: string;
  readonly tenantId: string;
  readonly name: string;
  readonly group: string | null;
  readonly isActive: boolean;
  /** The version that visitors see: the published one while active, else the current one. */
  readonly shownVersion: number;
  /** Versions that a visitor can have been shown: those ever published, and `shownVersion`. */
  readonly seenVersions: ReadonlySet<number>;
  readonly defaultLocale: string;
  readonly locales: readonly string[];
  readonly expiryDays: number;
  /** The profile's own allowlist, in effect as soon as it is saved. Empty: the tenant's allowlist applies. */
  readonly allowedOrigins: readonly string[];
  readonly allowReceipt: boolean;
  readonly complianceConfig: ComplianceConfig;
  /** Records of earlier versions than this verify as `reconsent_required`; 0: none do. */
  readonly reconsentBelow: number;
  /** Category ids and locales of this and earlier versions. */
  readonly knownNames: { readonly categories: ReadonlySet<string>; readonly locales: ReadonlySet<string> };
}

/** Facts of a version, with the name that the profile had then. */
export interface NamedVersionFacts extends VersionFacts {
  readonly name: string;
}

export interface ProfileCatalogue {
  byId(id: string): Promise<ProfileFacts | null>;
  /** Active profiles of a tenant, the latest activated first. */
  active(tenantId: string): Promise<readonly ProfileFacts[]>;
  /**
   * Returns the facts of one version, also of a deleted profile; null when the version is not stored.
   * @param connection of the transaction that asks; without it, one is opened where needed
   */
  version(address: VersionAddress, connection?: Connection): Promise<NamedVersionFacts | null>;
  /** Whether any profile of the tenant lists the origin itself. */
  anyLists(tenantId: string, origin: string): Promise<boolean>;
}

/**
 * Keeps profile facts in memory until any process changes a profile. Ids that do not exist are cached too, so
 * that repeated requests for them do not reach the database.
 */
export function createProfileCatalogue(
  database: Database,
  watcher: RevisionWatcher,
  tenantExists: (id: string) => Promise<boolean>,
): ProfileCatalogue {
  const readProfile = createRevisionCache<ProfileFacts | null>({ database, watcher });
  const readActive = createRevisionCache<readonly ProfileFacts[]>({ database, watcher });
  // Versions never change, so nothing needs to be dropped.
  const versions = new LRUCache<string, NamedVersionFacts>({ max: maxKeptVersions });
  const readOrigins = createRevisionCache<readonly string[]>({ database, watcher });

  return {
    async byId(id) {
      const facts = await readProfile(id, async (connection) => {
        const profile = await acrossTenants.findProfile(connection, id);
        return profile === null ? null : toFacts(profile);
      });
      // In single-tenant mode, rows of other tenants can exist but are not in use.
      return facts !== null && (await tenantExists(facts.tenantId)) ? facts : null;
    },
    active: (tenantId) =>
      readActive(tenantId, async (connection) =>
        (await profileRepository(connection.tenant(tenantId)).listActive()).map(toFacts),
      ),
    async version({ tenantId, profileId, version }, connection) {
      const key = JSON.stringify([tenantId, profileId, version]);
      const known = versions.get(key);
      if (known !== undefined) return known;
      const read = (from: Connection) =>
        profileVersionRepository(from.tenant(tenantId)).find(profileId, version);
      const found = await (connection === undefined ? database.read(read) : read(connection));
      if (found === null) return null;
      const facts = { name: found.record.name, ...toVersionFacts(found.record.profileJson) };
      versions.set(key, facts);
      return facts;
    },
    async anyLists(tenantId, origin) {
      const lists = await readOrigins(tenantId, async (connection) =>
        (await profileRepository(connection.tenant(tenantId)).list()).flatMap(
          ({ profileJson }) => profileJson.allowedOrigins ?? [],
        ),
      );
      return originAllowed(lists, origin);
    },
  };
}

const maxKeptVersions = 1000;

function toFacts(profile: StoredProfile): ProfileFacts {
  const shown =
    profile.isActive && profile.publishedJson !== null ? profile.publishedJson : profile.profileJson;
  const shownVersion =
    profile.isActive && profile.publishedVersion !== null ? profile.publishedVersion : profile.version;
  return {
    id: profile.id,
    tenantId: profile.tenantId,
    name: profile.name,
    group: profile.group,
    isActive: profile.isActive,
    shownVersion,
    seenVersions: new Set([...profile.publishedVersions, shownVersion]),
    defaultLocale: shown.locales?.[0] ?? profile.defaultLocale,
    locales: shown.locales ?? [profile.defaultLocale],
    expiryDays: shown.expiryDays ?? defaultExpiryDays,
    allowedOrigins: profile.profileJson.allowedOrigins ?? [],
    allowReceipt: shown.allowReceipt ?? false,
    complianceConfig: safeComplianceConfig(shown.complianceConfig),
    reconsentBelow: Math.max(
      0,
      ...profile.reconsentVersions.filter((version) => version <= (profile.publishedVersion ?? 0)),
    ),
    knownNames: {
      categories: new Set(profile.knownNames.categories),
      locales: new Set(profile.knownNames.locales),
    },
    ...toVersionFacts(shown),
  };
}
