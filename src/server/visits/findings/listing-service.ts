import {
  type CookieToList,
  findCategoryFault,
  type ProfileContext,
  type ProfileService,
  type StoredProfile,
} from '#banners/profiles/index';
import type { Database } from '#platform/database/database';
import { ServiceError, validationFailed } from '#platform/kernel/errors';
import { matchCatalogue } from './catalogue-match';
import type { StoredFinding } from './finding';
import { findingRepository } from './finding-repository';
import type { FindingListing } from './finding-schemas';
import type { FindingService } from './finding-service';
import { sortFindings, toDomain } from './unlisted';

export interface ListingServiceOptions {
  readonly database: Database;
  readonly profiles: Pick<ProfileService, 'get' | 'list' | 'listCookies'>;
  readonly findings: Pick<FindingService, 'getAll'>;
}

export type ListingService = ReturnType<typeof createListingService>;

type Item = FindingListing['items'][number];

/** Fewest characters that a pattern fixes: a shorter one would also name cookies of others. */
const minFixed = 3;

/** Creates what operators do about cookies, entries and hosts that no active profile lists. */
export function createListingService({ database, profiles, findings }: ListingServiceOptions) {
  return {
    /** Returns what open findings show and no active profile lists. */
    async unlisted(tenantId: string) {
      const [all, open] = await Promise.all([
        profiles.list(tenantId),
        database.read((connection) => findingRepository(connection.tenant(tenantId)).open()),
      ]);
      return { ...sortFindings(open, all), banners: all.filter(({ isActive }) => isActive) };
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

/** @throws ServiceError `validation_failed` for a name that would also stand for other cookies */
function toCookie(
  finding: StoredFinding | undefined,
  { category, description }: Item,
  index: number,
): CookieToList {
  if (finding === undefined) throw new ServiceError('finding_not_found');
  const { kind, name } = finding;
  const { entry = null, provider } = matchCatalogue(finding) ?? {};
  const chosen = { category, description, provider, ...(entry && { catalogueId: entry.id }) };
  if (kind === 'host') {
    const domain = toDomain(name);
    return { ...chosen, name: domain, kind: 'other', domains: [domain] };
  }
  if (entry === null && name.includes('*') && name.replaceAll('*', '').length < minFixed)
    throw validationFailed({
      path: `items.${index}.findingId`,
      message: `"${name}" would also stand for other cookies; add it in the banner, under its full name`,
    });
  return { ...chosen, name, kind };
}
