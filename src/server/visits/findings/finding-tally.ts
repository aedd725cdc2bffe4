import type { Database } from '#platform/database/database';
import type { Clock } from '#platform/kernel/clock';
import type { Background } from '#platform/kernel/concurrency/background';
import { createLateWrites } from '#platform/kernel/concurrency/late-writes';
import { runEach } from '#platform/kernel/concurrency/run-each';
import { groupBy } from '#platform/kernel/group-by';
import { describeError, type Logger } from '#platform/kernel/logger';
import { type CountedFinding, type Finding, findingId } from './finding';
import { findingRepository } from './finding-repository';

export interface FindingTallyOptions {
  readonly background: Background;
  readonly database: Database;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** Counts findings in memory and writes the counts now and then, so that no visit costs a write. */
export interface FindingTally {
  count(finding: Finding): void;
  /** Writes what was counted. */
  flush(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Maximum number of findings of one tenant and source that wait to be written, so that a flood of reports about one site
 * does not displace those of others.
 */
const maxPending = 500;

/** Findings by id, of one tenant and source. */
type Pending = Map<string, CountedFinding>;

export function createFindingTally({
  background,
  database,
  clock,
  logger,
}: FindingTallyOptions): FindingTally {
  /** By tenant and source. */
  let pending = new Map<string, Pending>();

  async function flush(): Promise<void> {
    const findings = [...pending.values()].flatMap((waiting) => [...waiting.values()]);
    pending = new Map();
    await runEach(
      groupBy(findings, (finding) => finding.tenantId),
      ([tenantId, own]) =>
        database.transaction(async (connection) => {
          const repository = findingRepository(connection.tenant(tenantId));
          await repository.add(own);
          await repository.removeSurplus();
        }),
    );
  }

  const writes = createLateWrites({
    background,
    clock,
    write: flush,
    onFailure: (error) =>
      logger.warn({ error: describeError(error) }, 'Could not record what pages did against the banner'),
  });

  return {
    count(finding) {
      const key = `${finding.source} ${finding.tenantId}`;
      const waiting: Pending = pending.get(key) ?? new Map();
      pending.set(key, waiting);
      const id = findingId(finding);
      const before = waiting.get(id);
      if (before === undefined && waiting.size >= maxPending) return;
      const now = clock.now();
      waiting.set(
        id,
        before === undefined
          ? { ...finding, id, count: 1, firstSeenAt: now, lastSeenAt: now }
          : { ...before, count: before.count + 1, lastSeenAt: now },
      );
      writes.schedule();
    },
    flush: writes.flush,
    close: writes.close,
  };
}
