import {
  type ProfileCatalogue,
  type ProfileContext,
  type ProfileService,
  type PublicationReader,
  prepareListing,
} from '#banners/profiles/index';
import type { Database } from '#platform/database/database';
import type { RunUnitOfWork } from '#platform/database/unit-of-work';
import { type Clock, millisecondsPerDay, toDay } from '#platform/kernel/clock';
import { ServiceError } from '#platform/kernel/errors';
import type { IsOwnCookie } from '../guard';
import { findingId } from './finding';
import { sightingRepository } from './sighting-repository';
import { maxGapDays } from './sightings';
import { findUnseen, type WatchedProfile } from './unseen';

export interface UnseenServiceOptions {
  readonly database: Database;
  readonly clock: Clock;
  readonly runUnit: RunUnitOfWork;
  readonly catalogue: Pick<ProfileCatalogue, 'active' | 'version'>;
  readonly profiles: Pick<ProfileService, 'listActive'>;
  readonly publications: PublicationReader;
  readonly isOwnCookie: IsOwnCookie;
}

export type UnseenService = ReturnType<typeof createUnseenService>;

/** How long a listed cookie was not seen before it is called unseen (days). */
export const unseenDays = 90;

/** Stands for what an operator says about a listed cookie, in the audit log. */
const keptFinding = {
  source: 'guard',
  code: 'cookie_never_seen',
  kind: 'cookie',
  directive: null,
  page: '',
  category: null,
} as const;

/** Most groups of a tenant whose publications are read. */
const maxGroups = 1000;

/** Creates what operators learn and say about listed cookies that no visit shows. */
export function createUnseenService(options: UnseenServiceOptions) {
  const { database, clock, runUnit, catalogue, profiles, publications, isOwnCookie } = options;

  /** Returns the live profiles, each with what it listed at a time. */
  async function watched(tenantId: string, time: number): Promise<WatchedProfile[]> {
    const [active, { items }] = await Promise.all([
      catalogue.active(tenantId),
      publications(tenantId, { range: { from: time, to: time } }, { after: null, limit: maxGroups }),
    ]);
    const versions = new Map(items.map(({ profileId, version }) => [profileId, version]));
    return Promise.all(
      active.map(async (facts) => {
        const version = versions.get(facts.id);
        const address = { tenantId, profileId: facts.id, version: version ?? 0 };
        return { facts, earlier: version === undefined ? null : await catalogue.version(address) };
      }),
    );
  }

  return {
    /** Lists the cookies of published profiles that no visit has shown for `unseenDays`. */
    async list(tenantId: string) {
      const now = clock.now();
      const begin = now - unseenDays * millisecondsPerDay;
      const [live, active, sightings] = await Promise.all([
        watched(tenantId, begin),
        profiles.listActive(tenantId),
        database.read((connection) => sightingRepository(connection.tenant(tenantId)).list()),
      ]);
      const listings = new Map(active.map(({ id, profileJson }) => [id, prepareListing(profileJson)]));
      const days = { begin: toDay(begin), recent: toDay(now - maxGapDays * millisecondsPerDay) };
      return findUnseen(live, sightings, days, isOwnCookie).map(({ profileIds, ...unseen }) => ({
        ...unseen,
        banners: active
          .filter(({ id }) => profileIds.includes(id))
          .map(({ id, name, version }) => ({
            profileId: id,
            name,
            version,
            isRemoved: listings.get(id)?.({ name: unseen.name, kind: 'cookie' }) !== true,
          })),
      }));
    },

    /**
     * Records that listed cookies are in use although no visit shows them, which is true for `unseenDays`.
     * @throws ServiceError `finding_not_found` for a name that no published profile lists
     */
    async keep({ tenantId, actor }: ProfileContext, names: readonly string[]): Promise<void> {
      const wanted = [...new Set(names)];
      const listed = new Set(
        (await catalogue.active(tenantId)).flatMap(({ listed }) =>
          [...listed.values()].flatMap(({ isCookie, name }) => (isCookie ? [name] : [])),
        ),
      );
      if (!wanted.every((name) => listed.has(name))) throw new ServiceError('finding_not_found');
      const today = toDay(clock.now());
      await runUnit(async (unit) => {
        await sightingRepository(unit.tenant(tenantId)).add(
          wanted.map((name) => ({ source: 'operator', name })),
          { today, gapBegins: today },
        );
        for (const name of wanted)
          unit.audit({
            tenantId,
            action: 'finding:kept',
            resourceType: 'finding',
            resourceId: findingId({ ...keptFinding, tenantId, name }),
            resourceName: name,
            actor,
            changes: { code: 'cookie_never_seen', kind: 'cookie' },
          });
      });
    },
  };
}
