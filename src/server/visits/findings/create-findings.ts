import type { ProfileCatalogue, ProfileService } from '#banners/profiles/index';
import type { Feature } from '#platform/feature';
import { millisecondsPerDay, toDay } from '#platform/kernel/clock';
import { runEach } from '#platform/kernel/concurrency/run-each';
import {
  createProfileRules,
  type Leak,
  type NecessaryCookies,
  type ProfileRules,
  type SeenCookies,
} from '../guard';
import type { VisitorChoice } from '../widget';
import { removeFindingsBefore } from './finding-repository';
import { type FindingRoutesOptions, findingRoutes } from './finding-routes';
import { createFindingService, type FindingServiceOptions } from './finding-service';
import { createFindingTally, type FindingTallyOptions } from './finding-tally';
import { judgeReport, judgeSeen, type SeenInScan } from './judge-reports';
import { createListingService } from './listing-service';
import { createNecessaryCookies } from './necessary-cookies';
import type { VisitReport } from './read-reports';
import { type ReportRoutesOptions, reportRoutes } from './report-routes';
import { removeSightingsBefore } from './sighting-repository';
import { createSightings } from './sightings';
import { createUnseenService, type UnseenServiceOptions } from './unseen-service';

// Why: docs/adr/0095-findings-from-real-visits.md

export interface FindingsOptions
  extends FindingTallyOptions,
    FindingServiceOptions,
    Pick<FindingRoutesOptions, 'paging'>,
    Pick<UnseenServiceOptions, 'publications' | 'isOwnCookie'>,
    Pick<ReportRoutesOptions, 'readChoice'> {
  readonly catalogue: Pick<ProfileCatalogue, 'active' | 'version'>;
  readonly profiles: Pick<ProfileService, 'get' | 'listActive' | 'listCookies'>;
}

export interface FindingsFeature extends Feature {
  /** Call for each cookie that the guard finds. Costs an answer no query. */
  noteLeak(leak: Leak): void;
  /** Notes for the guard which listed cookies visits show. Costs an answer no query. */
  readonly seenCookies: SeenCookies;
  /** Records what a scan saw and no active profile lists. */
  noteScan(tenantId: string, seen: readonly SeenInScan[]): Promise<void>;
  /** Returns the cookies of a tenant that operators have called necessary, from memory. */
  necessaryCookies(tenantId: string): Promise<NecessaryCookies>;
}

/** How long an open finding is kept that is not seen any more (ms). */
const keptMs = 90 * millisecondsPerDay;

/** How long it is known when a listed cookie was last seen (ms). */
const sightingsKeptMs = 400 * millisecondsPerDay;

/** Creates the list of what real visits show against the banner. */
export function createFindings({ catalogue, readChoice, ...options }: FindingsOptions): FindingsFeature {
  const { database, clock, isOwnCookie } = options;
  const tally = createFindingTally(options);
  const necessaryCookies = createNecessaryCookies(options);
  const sightings = createSightings(options);
  const unseen = createUnseenService({ ...options, catalogue });
  const findings = createFindingService(options);
  const listings = createListingService({ ...options, findings });
  /** The catalogue returns the same list until something changes. */
  const rulesOf = new WeakMap<object, readonly ProfileRules[]>();

  async function activeRules(tenantId: string): Promise<readonly ProfileRules[]> {
    const profiles = await catalogue.active(tenantId);
    const known = rulesOf.get(profiles) ?? profiles.map((profile) => createProfileRules(profile));
    rulesOf.set(profiles, known);
    return known;
  }

  async function noteReports(tenantId: string, reports: readonly VisitReport[], choice: VisitorChoice) {
    if (reports.length === 0) return;
    const [rules, necessary] = await Promise.all([activeRules(tenantId), necessaryCookies(tenantId)]);
    for (const report of reports) {
      const { cookie } = report;
      if (cookie !== undefined)
        for (const { listedAs } of rules) sightings.note(tenantId, 'browser', listedAs(cookie));
      const judged = judgeReport(report, { profiles: rules, necessary, isOwnCookie, choice });
      if (judged !== null) tally.count({ ...judged, tenantId, source: 'browser' });
    }
  }

  return {
    noteLeak: ({ tenantId, code, cookie, path, category }) =>
      tally.count({
        tenantId,
        source: 'guard',
        code,
        kind: 'cookie',
        name: cookie.slice(0, 300),
        directive: null,
        page: path.slice(0, 300),
        category,
      }),
    async noteScan(tenantId, seen) {
      const [profiles, necessary] = await Promise.all([activeRules(tenantId), necessaryCookies(tenantId)]);
      for (const item of seen) {
        const judged = judgeSeen(item, { profiles, necessary, isOwnCookie });
        if (judged !== null) tally.count({ ...judged, tenantId, source: 'scan' });
      }
      await tally.flush();
    },
    necessaryCookies,
    seenCookies: sightings.seenCookies,
    publicRoutes: reportRoutes({ noteReports, readChoice }),
    adminRoutes: findingRoutes({ ...options, findings, listings, unseen }),
    async maintain() {
      const removeOld = () =>
        database.transaction(async (connection) => {
          await removeFindingsBefore(connection, clock.now() - keptMs);
          await removeSightingsBefore(connection, toDay(clock.now() - sightingsKeptMs));
        });
      await runEach([tally.flush, sightings.flush, removeOld], (task) => task());
    },
    flush: () => runEach([tally.flush, sightings.flush], (task) => task()),
    async close() {
      await tally.close();
      await sightings.close();
    },
  };
}
