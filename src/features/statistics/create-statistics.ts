import type { Database } from '../../database/database';
import type { Reads } from '../../database/reads';
import type { Principal } from '../../kernel/caller';
import type { Clock } from '../../kernel/clock';
import type { Logger } from '../../kernel/logger';
import type { RecordChanges } from '../consent';
import type { Feature } from '../feature';
import { appendToJournal } from './journal-repository';
import { createFolding } from './statistics-folding';
import { createMending } from './statistics-mending';
import { type RebuildReport, rebuildStatistics } from './statistics-rebuild';
import { statisticsRoutes } from './statistics-routes';
import { createStatisticsService, type StatisticsService } from './statistics-service';

export interface StatisticsOptions {
  readonly database: Database;
  readonly reads: Reads;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Returns the number of active profiles of a tenant. */
  readonly activeProfiles: (tenantId: string) => Promise<number>;
  /** Returns the ids of the tenants that a signed-in user can see. */
  readonly visibleTenants: (caller: Principal) => Promise<readonly string[]>;
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
  /** Adds all recorded changes to the sums, and rebuilds the sums if records are missing from them. */
  maintain(): Promise<void>;
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
  const folding = createFolding(options);
  const rebuild: StatisticsFeature['rebuild'] = (report, recordsPerStep) =>
    rebuildStatistics({ ...options, folding }, report, recordsPerStep);
  const mending = createMending({ ...options, rebuild });
  const service = createStatisticsService({ ...options, folding, onNothingCounted: mending.look });
  return {
    adminRoutes: statisticsRoutes({ ...options, service }),
    total: service.total,
    decisions: service.byProfile,
    async recordChanges(unit, tenantId, changes) {
      await appendToJournal(unit.tenant(tenantId), changes);
      unit.afterCommit(folding.soon);
    },
    // Folds changes that another process left behind.
    start: folding.soon,
    async maintain() {
      await folding.drain();
      await mending.run();
    },
    async close() {
      await mending.close();
      await folding.close();
    },
    rebuild,
  };
}
