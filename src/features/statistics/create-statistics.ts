import type { Database } from '../../database/database';
import type { Principal } from '../../kernel/caller';
import type { Clock } from '../../kernel/clock';
import type { Logger } from '../../kernel/logger';
import type { RecordChanges } from '../consent';
import type { Feature } from '../feature';
import { createFolding } from './statistics-folding';
import { appendToJournal } from './statistics-journal';
import { createMending } from './statistics-mending';
import { type RebuildReport, rebuildStatistics } from './statistics-rebuild';
import { statisticsRoutes } from './statistics-routes';
import { createStatisticsService } from './statistics-service';

export interface StatisticsOptions {
  readonly database: Database;
  readonly clock: Clock;
  readonly logger: Logger;
  /** How many profiles of a tenant are served now. */
  readonly activeProfiles: (tenantId: string) => Promise<number>;
  /** Ids of the tenants that a signed-in user may see. */
  readonly visibleTenants: (caller: Principal) => Promise<readonly string[]>;
}

export interface StatisticsFeature extends Feature {
  /** How many current records a tenant has, and as many visitors; with `profileId`, of that profile. */
  total(tenantId: string, profileId?: string): Promise<number>;
  /** To be called in the transaction of every write of a record. */
  readonly recordChanges: RecordChanges;
  /** Adds all recorded changes to the sums, and makes the sums of records that have none. */
  maintain(): Promise<void>;
  /**
   * Counts the sums anew, also while consents are being written. @throws ServiceError `unavailable` while
   * another one does
   */
  rebuild(report: RebuildReport, recordsPerStep?: number): Promise<number>;
}

/**
 * Figures over consents, kept as sums beside the records, so that asking costs the same however many there
 * are.
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
    async recordChanges(unit, tenantId, changes) {
      await appendToJournal(unit.tenant(tenantId), changes);
      unit.afterCommit(folding.soon);
    },
    // Takes up what another process left behind.
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
