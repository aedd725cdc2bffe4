import type { Database } from '../../../database/database';
import { createRevisionCache } from '../../../database/revision-cache';
import type { RevisionWatcher } from '../../../database/revisions';
import { originAllowed } from '../../../kernel/origins';
import type { GpcMode } from '../../../standards/compliance';
import { type OptOutCategories, optOutCategories } from '../../../standards/gpp';
import { type ComplianceConfig, safeComplianceConfig } from '../compliance-config';
import { defaultExpiryDays, gpcModeOf } from '../locale-file';
import { acrossTenants, profileRepository, type StoredProfile } from '../profile-repository';

/** Facts about a profile that recording and checking a consent require. */
export interface ProfileFacts {
  readonly id: string;
  readonly tenantId: string;
  readonly name: string;
  readonly group: string | null;
  readonly isActive: boolean;
  /** The version that visitors see: the published one while active, else the current one. */
  readonly shownVersion: number;
  readonly defaultLocale: string;
  readonly locales: readonly string[];
  readonly expiryDays: number;
  readonly gpcMode: GpcMode;
  /** The profile's own allowlist, in effect as soon as it is saved. Empty: the tenant's allowlist applies. */
  readonly allowedOrigins: readonly string[];
  readonly allowReceipt: boolean;
  readonly complianceConfig: ComplianceConfig;
  /** Records of earlier versions than this verify as `reconsent_required`; 0: none do. */
  readonly reconsentBelow: number;
  /** Category ids and locales of this and earlier versions. */
  readonly knownNames: { readonly categories: ReadonlySet<string>; readonly locales: ReadonlySet<string> };
  /** Categories whose legal basis is `mandatory`. */
  readonly mandatoryCategories: readonly string[];
  /** Categories whose legal basis is not `mandatory`. */
  readonly optionalCategories: readonly string[];
  /** Optional categories that contain a parameter with `listenGpc`. */
  readonly gpcCategories: readonly string[];
  /** Optional categories whose refusal is an opt-out. */
  readonly optOutCategories: OptOutCategories;
}

export interface ProfileCatalogue {
  byId(id: string): Promise<ProfileFacts | null>;
  /** Active profiles of a tenant, the latest activated first. */
  active(tenantId: string): Promise<readonly ProfileFacts[]>;
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
  const readOrigins = createRevisionCache<readonly string[]>({ database, watcher });

  return {
    async byId(id) {
      const facts = await readProfile(id, async (connection) => {
        const profile = await acrossTenants.findProfile(connection, id);
        return profile === null ? null : factsOf(profile);
      });
      // In single-tenant mode, rows of other tenants can exist but are not in use.
      return facts !== null && (await tenantExists(facts.tenantId)) ? facts : null;
    },
    active: (tenantId) =>
      readActive(tenantId, async (connection) =>
        (await profileRepository(connection.tenant(tenantId)).listActive()).map(factsOf),
      ),
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

function factsOf(profile: StoredProfile): ProfileFacts {
  const shown =
    profile.isActive && profile.publishedJson !== null ? profile.publishedJson : profile.profileJson;
  const categories = Object.entries(shown.preferenceModal?.categories ?? {});
  const optional = categories.filter(([, category]) => category.legalBasis !== 'mandatory');
  const listens = (parameter: string) =>
    shown.cookies !== undefined &&
    Object.hasOwn(shown.cookies, parameter) &&
    shown.cookies[parameter]?.listenGpc;
  const shownVersion =
    profile.isActive && profile.publishedVersion !== null ? profile.publishedVersion : profile.version;
  return {
    id: profile.id,
    tenantId: profile.tenantId,
    name: profile.name,
    group: profile.group,
    isActive: profile.isActive,
    shownVersion,
    defaultLocale: shown.locales?.[0] ?? profile.defaultLocale,
    locales: shown.locales ?? [profile.defaultLocale],
    expiryDays: shown.expiryDays ?? defaultExpiryDays,
    gpcMode: gpcModeOf(shown),
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
    mandatoryCategories: categories
      .filter(([, category]) => category.legalBasis === 'mandatory')
      .map(([id]) => id),
    optionalCategories: optional.map(([id]) => id),
    gpcCategories: optional.filter(([, { cookies = [] }]) => cookies.some(listens)).map(([id]) => id),
    optOutCategories: optOutCategories(shown.cookies ?? {}, Object.fromEntries(optional)),
  };
}
