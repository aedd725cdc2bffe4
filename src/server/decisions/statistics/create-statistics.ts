import type { FindExperiment, PublicationReader } from '#banners/profiles/index';
import type { Database } from '#platform/database/database';
import type { Reads } from '#platform/database/reads';
import type { Feature } from '#platform/feature';
import type { Principal } from '#platform/kernel/caller';
import type { Clock } from '#platform/kernel/clock';
import type { Background } from '#platform/kernel/concurrency/background';
import { runEach } from '#platform/kernel/concurrency/run-each';
import type { Logger } from '#platform/kernel/logger';
import type { Telemetry } from '#platform/kernel/telemetry/telemetry';
import type { RecordChanges, ShownBanner } from '../consent';
import { bannerRoutes } from './banners/banner-routes';
import { createBannerService } from './banners/banner-service';
import { tidyBannerSums } from './banners/banner-upkeep';
import { experimentRoutes } from './banners/experiment-routes';
import { createImpressions } from './banners/impressions';
import { countJournal } from './journal-repository';
import { createFolding } from './statistics-folding';
import { createMending } from './statistics-mending';
import { type RebuildReport, rebuildStatistics } from './statistics-rebuild';
import { statisticsRoutes } from './statistics-routes';
import { createStatisticsService, type StatisticsService } from './statistics-service';

export interface StatisticsOptions {
  readonly background: Background;
  readonly database: Database;
  readonly reads: Reads;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Returns the number of active profiles of a tenant. */
  readonly activeProfiles: (tenantId: string) => Promise<number>;
  /** Returns the ids of the tenants that a signed-in user can see. */
  readonly visibleTenants: (caller: Principal) => Promise<readonly string[]>;
  /** Returns of how many banners of a tenant one is counted; 0: none. */
  readonly impressionSample: (tenantId: string) => Promise<number>;
  readonly publications: PublicationReader;
  readonly telemetry: Telemetry;
  readonly findExperiment: FindExperiment;
}

export interface StatisticsFeature extends Feature {
  /**
   * Returns the number of current records of a tenant, which equals its number of visitors; with `profileId`,
   * of that profile.
   */
  total(tenantId: string, profileId?: string): Promise<number>;
  /** Returns the decisions of days and profiles, oldest first. Days are in UTC, such as `2026-03-29`. */
  decisions: StatisticsService['byProfile'];
  /** Call in the transaction of every write of a record. */
  readonly recordChanges: RecordChanges;
  /** Counts a banner that a visitor has seen. Costs the request no query. */
  noteShown(tenantId: string, shown: ShownBanner): void;
  /** Adds all recorded changes to the sums, and rebuilds the sums if records are missing from them. */
  maintain(isOver?: () => boolean): Promise<void>;
  /**
   * Rebuilds the sums, also while consents are being written. @throws ServiceError `unavailable` while
   * another rebuild is running
   */
  rebuild(report: RebuildReport, recordsPerStep?: number): Promise<number>;
}

/**
 * Creates statistics about consents, stored as sums in addition to the records, so that a query costs the
 * same for any number of records.
 */
export function createStatistics(options: StatisticsOptions): StatisticsFeature {
  const { database, telemetry } = options;
  const folding = createFolding(options);
  telemetry.watch('queue.length', async () => [
    { labels: { queue: 'statistics' }, value: await database.read(countJournal) },
  ]);
  const rebuild: StatisticsFeature['rebuild'] = (report, recordsPerStep) =>
    rebuildStatistics({ ...options, folding }, report, recordsPerStep);
  const mending = createMending({ ...options, rebuild });
  const service = createStatisticsService({ ...options, folding, onNothingCounted: mending.look });
  const impressions = createImpressions(options);
  const banners = createBannerService({ ...options, impressions, keepShort: folding.keepShort });
  return {
    adminRoutes: [
      ...statisticsRoutes({ ...options, service }),
      ...bannerRoutes({ ...options, service: banners, decisions: service }),
      ...experimentRoutes({ ...options, service: banners }),
    ],
    noteShown: impressions.note,
    total: service.total,
    decisions: service.byProfile,
    recordChanges: folding.recordChanges,
    // Folds changes that another process left behind.
    start: folding.soon,
    async maintain(isOver = () => false) {
      const tidy = () => tidyBannerSums(options.database, options.clock, isOver);
      await runEach([impressions.flush, folding.drain, mending.run, tidy], (task) => task());
    },
    flush: impressions.flush,
    async close() {
      await impressions.close();
      await mending.close();
      await folding.close();
    },
    rebuild,
  };
}
