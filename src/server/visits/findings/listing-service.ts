import {
  type CookieToList,
  findCategoryFault,
  type ProfileContext,
  type ProfileService,
  type StoredProfile,
} from '#banners/profiles/index';
import { matchCatalogue } from '#content/cookie-catalogue/index';
import type { Database } from '#platform/database/database';
import { ServiceError, validationFailed } from '#platform/kernel/errors';
import { toFixedDomain } from '#standards/domain';
import type { StoredFinding } from './finding';
import { findingRepository } from './finding-repository';
import type { FindingListing } from './finding-schemas';
import type { FindingService } from './finding-service';
import { requireOwnName } from './general-name';
import { sortFindings } from './unlisted';

export interface ListingServiceOptions {
  readonly database: Database;
  readonly profiles: Pick<ProfileService, 'get' | 'listActive' | 'listCookies'>;
  readonly findings: Pick<FindingService, 'getAll'>;
}

export type ListingService = ReturnType<typeof createListingService>;

type Item = FindingListing['items'][number];

/** Creates what operators do about cookies, entries and hosts that no active profile lists. */
export function createListingService({ database, profiles, findings }: ListingServiceOptions) {
  return {
    /** Returns what open findings show and no active profile lists. */
    async unlisted(tenantId: string) {
      const [active, open] = await Promise.all([
        profiles.listActive(tenantId),
        database.read((connection) => findingRepository(connection.tenant(tenantId)).open()),
      ]);
      return { ...sortFindings(open, active), banners: active };
    },

    /**
     * Lists what was found in the next version of each profile, which is not published. A profile that lists it already
     * stays as it is, so that the same request can be sent again, also after a failure in the middle.
     * @throws ServiceError `finding_not_found`, `profile_not_found`, `profile_invalid`, `validation_failed`
     */
    async list(context: ProfileContext, { items, profileIds }: FindingListing) {
      const { tenantId } = context;
      const found = await findings.getAll(
        tenantId,
        items.map(({ findingId }) => findingId),
      );
      const byId = new Map(found.map((finding) => [finding.id, finding]));
      const cookies = items.map((item, index) => toCookie(byId.get(item.findingId), item, index));
      const targets: StoredProfile[] = [];
      for (const id of new Set(profileIds)) targets.push(await profiles.get(tenantId, id));
      for (const profile of targets)
        cookies.forEach((cookie, index) => {
          const fault = findCategoryFault(profile.profileJson, cookie);
          const where = `${fault} ("${profile.name}")`;
          if (fault !== null) throw validationFailed({ path: `items.${index}.category`, message: where });
        });
      const banners = [];
      for (const profile of targets) {
        const { id, name } = profile;
        banners.push({ profileId: id, name, ...(await profiles.listCookies(context, profile, cookies)) });
      }
      return { banners };
    },
  };
}

/** @throws ServiceError `finding_not_found`, and `validation_failed` for a name that also stands for things of others */
function toCookie(
  finding: StoredFinding | undefined,
  { category, description }: Item,
  index: number,
): CookieToList {
  if (finding === undefined) throw new ServiceError('finding_not_found');
  requireOwnName(finding, `items.${index}.findingId`);
  const { kind, name } = finding;
  const { entry = null, provider } = matchCatalogue(finding) ?? {};
  const chosen = { category, description, provider, ...(entry && { catalogueId: entry.id }) };
  if (kind === 'host') {
    const domain = toFixedDomain(name);
    return { ...chosen, name: domain, kind: 'other', domains: [domain] };
  }
  return { ...chosen, name, kind };
}
