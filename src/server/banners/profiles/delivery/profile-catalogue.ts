import type { Connection, Database, TenantScope } from '#platform/database/database';
import type { RevisionWatcher } from '#platform/database/revisions';
import { createRevisionCache } from '#platform/database/revisions';
import { createGrowingCache } from '#platform/kernel/growing-cache';
import { isPossibleId } from '#platform/kernel/ids';
import { originAllowed } from '#platform/kernel/origins';
import { requiresApproval } from '#sites/settings/index';
import { isStricterGroup } from '#standards/compliance/index';
import { type ComplianceConfig, safeComplianceConfig } from '../compliance-config';
import { defaultExpiryDays } from '../locale-file';
import { acrossTenants, profileRepository, type StoredProfile } from '../profile-repository';
import {
  type FileHashes,
  profileVersionRepository,
  type VersionAddress,
} from '../versions/profile-version-repository';
import { toVersionFacts, type VersionFacts } from './choice-facts';

// Why: docs/adr/0009-origins-take-effect-on-save.md

/** Facts about a profile that recording and checking a consent require, as visitors see it now. */
export interface ProfileFacts extends VersionFacts {
  readonly id: string;
  readonly tenantId: string;
  readonly name: string;
  /** Places that the profile names (`FR`, `US-CA`). Empty: those of its group. */
  readonly countries: readonly string[];
  readonly isActive: boolean;
  /**
   * Whether visitors may see the profile at all. Only a profile without an approved version, where the tenant requires
   * approval, is not public.
   */
  readonly isPublic: boolean;
  /**
   * The version that visitors see: the published one while active, else the current one. Where the tenant requires
   * approval, the version published last.
   */
  readonly shownVersion: number;
  /** Whether `shownVersion` was ever published. */
  readonly isPublished: boolean;
  /** Versions that a visitor can have been shown: those ever published, and `shownVersion`. */
  readonly seenVersions: ReadonlySet<number>;
  /** The highest number that a version has, or that a lost state of the database may have used. */
  readonly highestVersion: number;
  readonly defaultLocale: string;
  readonly locales: readonly string[];
  /**
   * The profile's own allowlist, in effect as soon as it is saved, or published where the tenant requires approval. Empty:
   * the tenant's allowlist applies.
   */
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
  /** Ids of its variants; empty: it shows none. */
  readonly variants: readonly string[];
  readonly defaultLocale: string;
  /** SHA-256 of the file of each locale as it was saved, in hex. */
  readonly files: FileHashes;
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
  /**
   * Returns the longest `expiryDays` that a profile of the tenant was published with last, whether it is active or not;
   * 0: none was published.
   */
  longestExpiryDays(tenantId: string): Promise<number>;
  /** Whether any profile of the tenant lists the origin itself. */
  anyLists(tenantId: string, origin: string): Promise<boolean>;
}

/**
 * Returns the facts of the version that a visitor was shown: those of the profile while they are still shown; null when
 * the version is not stored.
 */
export const findShownVersion = async (
  catalogue: Pick<ProfileCatalogue, 'version'>,
  profile: ProfileFacts,
  version: number,
) =>
  version === profile.shownVersion
    ? profile
    : catalogue.version({ tenantId: profile.tenantId, profileId: profile.id, version });

/**
 * Returns whether a profile asks those again who decided on an earlier version: a later one demands it, or visitors decided in
 * a less strict group than the one that the profile has now. A profile that moves to a less strict group asks nobody again.
 * @param decided the version that the visitor was shown, and the group that it had
 */
export const asksAgain = (
  { group, reconsentBelow }: Pick<ProfileFacts, 'group' | 'reconsentBelow'>,
  decided: { readonly version: number; readonly group: string | null },
): boolean => decided.version < reconsentBelow || isStricterGroup(group, decided.group);

/**
 * Returns the variant of the version that a visitor was shown; null for one that the version does not have, which
 * strangers can send.
 */
export async function findShownVariant(
  catalogue: Pick<ProfileCatalogue, 'version'>,
  { tenantId, id, shownVersion }: Pick<ProfileFacts, 'tenantId' | 'id' | 'shownVersion'>,
  {
    version = shownVersion,
    variant,
  }: { readonly version?: number | undefined; readonly variant?: string | undefined },
): Promise<string | null> {
  if (variant === undefined) return null;
  const facts = await catalogue.version({ tenantId, profileId: id, version });
  return facts?.variants.includes(variant) ? variant : null;
}

/**
 * Keeps profile facts in memory until any process changes a profile. Ids that do not exist are cached too, so
 * that repeated requests for them do not reach the database; texts that cannot be ids are not.
 */
export function createProfileCatalogue(
  database: Database,
  watcher: RevisionWatcher,
  tenantExists: (id: string) => Promise<boolean>,
): ProfileCatalogue {
  const readProfile = createRevisionCache<ProfileFacts | null>({
    database,
    watcher,
    // Any tenant can get the profile that is missing.
    isOutdated: (_id, profile, concerns) => profile === null || concerns(profile.tenantId),
  });
  const readActive = createRevisionCache<readonly ProfileFacts[]>({ database, watcher });
  // Versions never change, so nothing needs to be dropped.
  const versions = createGrowingCache<NamedVersionFacts>(maxKeptVersions);
  const readOrigins = createRevisionCache<readonly string[]>({ database, watcher });
  const readLongestExpiry = createRevisionCache<number>({ database, watcher });

  return {
    async byId(id) {
      if (!isPossibleId(id)) return null;
      return readProfile(id, async (connection) => {
        const profile = await acrossTenants.findProfile(connection, id);
        // In single-tenant mode, rows of other tenants can exist but are not in use.
        if (profile === null || !(await tenantExists(profile.tenantId))) return null;
        return toFacts(profile, await followsApproval(connection.tenant(profile.tenantId), [profile]));
      });
    },
    active: (tenantId) =>
      readActive(tenantId, async (connection) => {
        const scope = connection.tenant(tenantId);
        const profiles = await profileRepository(scope).listActive();
        const approvalRequired = await followsApproval(scope, profiles);
        return profiles.map((profile) => toFacts(profile, approvalRequired));
      }),
    async version({ tenantId, profileId, version }, connection) {
      const key = JSON.stringify([tenantId, profileId, version]);
      const known = versions.get(key);
      if (known !== undefined) return known;
      const read = (from: Connection) =>
        profileVersionRepository(from.tenant(tenantId)).find(profileId, version);
      const found = await (connection === undefined ? database.read(read) : read(connection));
      if (found === null) return null;
      const { name, profileJson, variants, defaultLocale } = found.record;
      const facts = {
        name,
        defaultLocale,
        files: found.files,
        variants: variants === undefined ? [] : ['A', ...variants.map(({ id }) => id)],
        ...toVersionFacts(profileJson),
      };
      versions.set(key, facts);
      return facts;
    },
    longestExpiryDays: (tenantId) =>
      readLongestExpiry(tenantId, async (connection) => {
        const published = await profileRepository(connection.tenant(tenantId)).publishedContents();
        return Math.max(0, ...published.map(({ expiryDays = defaultExpiryDays }) => expiryDays));
      }),
    async anyLists(tenantId, origin) {
      const lists = await readOrigins(tenantId, async (connection) => {
        const scope = connection.tenant(tenantId);
        const profiles = await profileRepository(scope).list();
        const approvalRequired = await followsApproval(scope, profiles);
        return profiles.flatMap((profile) => originsOf(profile, approvalRequired));
      });
      return originAllowed(lists, origin);
    },
  };
}

const maxKeptVersions = 1000;

const originsOf = (
  { profileJson, publishedJson }: StoredProfile,
  approvalRequired: boolean,
): readonly string[] => (approvalRequired ? publishedJson : profileJson)?.allowedOrigins ?? [];

/**
 * Returns whether approval decides what visitors get of one of these profiles. The rule is read only where it matters: a live
 * profile shows what was published in any case, except for its origins.
 */
const followsApproval = async (scope: TenantScope, profiles: readonly StoredProfile[]): Promise<boolean> =>
  profiles.some(
    (profile) => !profile.isActive || String(originsOf(profile, true)) !== String(originsOf(profile, false)),
  ) && requiresApproval(scope);

function toFacts(profile: StoredProfile, approvalRequired: boolean): ProfileFacts {
  const onlyApproved = !profile.isActive && approvalRequired;
  const showsPublished = profile.isActive || onlyApproved;
  const shown =
    showsPublished && profile.publishedJson !== null ? profile.publishedJson : profile.profileJson;
  const shownVersion =
    showsPublished && profile.publishedVersion !== null ? profile.publishedVersion : profile.version;
  return {
    id: profile.id,
    tenantId: profile.tenantId,
    name: profile.name,
    countries: shown.countries ?? [],
    isActive: profile.isActive,
    isPublic: !onlyApproved || profile.publishedVersion !== null,
    shownVersion,
    isPublished: profile.publishedVersions.includes(shownVersion),
    seenVersions: new Set([...profile.publishedVersions, shownVersion]),
    highestVersion: Math.max(profile.version, profile.reservedVersion),
    defaultLocale: shown.locales?.[0] ?? profile.defaultLocale,
    locales: shown.locales ?? [profile.defaultLocale],
    allowedOrigins: originsOf(profile, approvalRequired),
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
