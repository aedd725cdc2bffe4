import type { Database } from '#platform/database/database';
import { toNumber } from '#platform/database/rows';
import type { Clock } from '#platform/kernel/clock';
import { yieldToEventLoop } from '#platform/kernel/concurrency/yield-to-event-loop';
import { toFacts } from '../consent';
import { countRecords, endOfStep, readStep, tenantsWithSums } from './rebuild-repository';
import { type Folding, foldRows } from './statistics-folding';
import { createFoldingLease, type FoldingLease } from './statistics-lease';
import { statisticsSums } from './sums-repository';
import { createTally, type Tally } from './tally';

/**
 * Rebuilds the sums while consents are being written. The rebuild holds the folding lease, so it sees every
 * change before the sums do. It reads the records in order of id and counts in memory. Each step reads the
 * journal and the next records in one statement, hence from one snapshot: a change to a record before that
 * point is counted from the journal; a change to a later record is seen when its step comes. The new sums
 * replace the old ones at the end, so an interrupted rebuild leaves valid sums.
 */

/** Number of records in one step: a transaction of about ten milliseconds. */
const usualStep = 1000;

/** Number of states for each record of a step, on average: most have one or two. */
const statesPerRecord = 5;

/** Number of daily sums that one transaction raises. */
const daysPerStep = 1000;

export interface RebuildOptions {
  readonly database: Database;
  readonly folding: Pick<Folding, 'drain'>;
  readonly clock: Clock;
}

/**
 * Receives the number of counted records and the total. If it throws, the rebuild ends and the sums stay
 * unchanged.
 */
export type RebuildReport = (done: number, total: number) => void;

/**
 * Recomputes the sums of current records, and raises daily sums that are lower than the history shows.
 * Returns the number of records. @throws ServiceError `unavailable` while another rebuild is running
 */
export async function rebuildStatistics(
  { database, folding, clock }: RebuildOptions,
  report: RebuildReport,
  recordsPerStep = usualStep,
): Promise<number> {
  const lease = createFoldingLease(database, clock);
  await folding.drain();
  await lease.take();
  try {
    const tallies = new Map<string, Tally>();
    const getTally = (tenantId: string) => {
      const tally = tallies.get(tenantId) ?? createTally();
      tallies.set(tenantId, tally);
      return tally;
    };
    const total = await countRecords(database);
    let done = 0;
    report(done, total);
    const size = { records: recordsPerStep, states: recordsPerStep * statesPerRecord };
    for (let next: string | null = ''; next !== null; ) {
      const behind: string = next;
      const end = await database.read((connection) => endOfStep(connection, behind, size));
      const step = await lease.run(async (connection) => {
        const read = await readStep(connection, behind, end, size.states);
        await foldRows(connection, read.journal);
        return read;
      });
      next = end.upTo;
      for (const { tenantId, changes } of step.journal) {
        for (const change of changes) if (change.consentId <= behind) getTally(tenantId).addChange(change);
      }
      for (const row of step.records) getTally(row.tenant_id).addRecord(toFacts(row));
      for (const row of step.decisions) getTally(row.tenant_id).addDecision(toFacts(row), toNumber(row.at));
      done += step.records.length;
      report(done, Math.max(done, total));
      await yieldToEventLoop();
    }
    await replaceSums(database, lease, tallies);
    return done;
  } finally {
    await lease.release();
    await folding.drain();
  }
}

/**
 * Replaces the sums tenant by tenant. No process folds between the steps, so sums and journal are consistent
 * at any time, even while only some tenants have new sums.
 */
async function replaceSums(
  database: Database,
  lease: FoldingLease,
  tallies: ReadonlyMap<string, Tally>,
): Promise<void> {
  for (const tenantId of new Set([...(await tenantsWithSums(database)), ...tallies.keys()])) {
    const tally = tallies.get(tenantId) ?? createTally();
    await lease.run((connection) =>
      statisticsSums(connection.tenant(tenantId)).replaceCurrent(tally.current()),
    );
    const days = tally.days();
    for (let start = 0; start < days.length; start += daysPerStep) {
      await lease.run((connection) =>
        statisticsSums(connection.tenant(tenantId)).raiseDays(days.slice(start, start + daysPerStep)),
      );
    }
  }
}
