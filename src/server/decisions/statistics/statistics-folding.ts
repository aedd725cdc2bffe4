import type { Connection, Database } from '#platform/database/database';
import type { Clock } from '#platform/kernel/clock';
import type { Background } from '#platform/kernel/concurrency/background';
import { yieldToEventLoop } from '#platform/kernel/concurrency/yield-to-event-loop';
import { groupBy } from '#platform/kernel/group-by';
import { describeError, type Logger } from '#platform/kernel/logger';
import type { Telemetry } from '#platform/kernel/telemetry/telemetry';
import type { RecordChanges } from '../consent';
import { toBannerSum } from './banners/banner-sums';
import { bannerSumsRepository } from './banners/banner-sums-repository';
import { countDecisions } from './count-decisions';
import { appendToJournal, isLongerThan, type JournalRow, oldestRows, removeRows } from './journal-repository';
import { mayFold } from './statistics-lease';
import { statisticsSums } from './sums-repository';
import { createTally, type Tally } from './tally';

/** Time from a write to the fold that includes it (ms). */
const foldAfterMs = 500;

/** Time between two looks for changes of processes that do not fold them themselves (ms). */
const pollMs = 10_000;

/**
 * Limits on the journal rows of one fold and on the sums that they touch: a few milliseconds of work each.
 */
const rowsPerFold = 250;
const sumsPerFold = 2000;

/** Number of rows above which a reader folds first, so that reading stays as fast as reading the sums. */
const longJournal = 1000;

export interface Folding {
  /** Adds changes to the journal, in their transaction, and folds them shortly after it. */
  readonly recordChanges: RecordChanges;
  /** Folds shortly. */
  soon(): void;
  /** Folds until nothing is left, or until another process holds the lease. */
  drain(): Promise<void>;
  /** Folds first if the journal has grown long. */
  keepShort(): Promise<void>;
  close(): Promise<void>;
}

export interface FoldingOptions {
  readonly background: Background;
  readonly database: Database;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly telemetry: Telemetry;
}

export function createFolding({ background, database, clock, logger, telemetry }: FoldingOptions): Folding {
  let isSoon = false;
  let draining: Promise<void> | undefined;
  let closed = false;

  const timer = background.timer(async () => {
    isSoon = false;
    await folding
      .drain()
      .catch((error) => logger.warn({ error: describeError(error) }, 'Statistics could not be folded'));
    if (!closed && !isSoon) timer.set(pollMs);
  });

  async function drain(): Promise<void> {
    while (!closed && (await database.read((connection) => isLongerThan(connection, 0)))) {
      if (!(await database.transaction((connection) => foldOnce(connection, clock.now())))) return;
      await yieldToEventLoop();
    }
  }

  const folding: Folding = {
    async recordChanges(unit, tenantId, changes) {
      await appendToJournal(unit.tenant(tenantId), changes);
      unit.afterCommit(folding.soon);
      if (telemetry.isOn) unit.afterCommit(() => countDecisions(telemetry, changes));
    },
    soon() {
      if (closed || isSoon) return;
      isSoon = true;
      timer.set(foldAfterMs);
    },
    drain() {
      draining ??= drain().finally(() => {
        draining = undefined;
      });
      return draining;
    },
    async keepShort() {
      if (await database.read((connection) => isLongerThan(connection, longJournal))) await folding.drain();
    },
    async close() {
      closed = true;
      timer.clear();
      await draining?.catch(() => {});
    },
  };
  return folding;
}

/** Folds once under the lease's lock; returns false when another process holds the lease. */
async function foldOnce(connection: Connection, now: number): Promise<boolean> {
  if (!(await mayFold(connection, now))) return false;
  await foldRows(connection, await oldestRows(connection, rowsPerFold), sumsPerFold);
  return true;
}

/**
 * Moves rows from the journal into the sums until they touch `maxSums`. The caller holds the lease's lock.
 */
export async function foldRows(
  connection: Connection,
  rows: readonly JournalRow[],
  maxSums = Number.POSITIVE_INFINITY,
): Promise<void> {
  const tallies = new Map<string, Tally>();
  const folded: JournalRow[] = [];
  let touched = 0;
  for (const row of rows) {
    if (touched > maxSums) break;
    const tally = tallies.get(row.tenantId) ?? createTally();
    tallies.set(row.tenantId, tally);
    touched -= tally.size;
    for (const change of row.changes) tally.addChange(change);
    touched += tally.size;
    folded.push(row);
  }
  for (const [tenantId, tally] of tallies) await statisticsSums(connection.tenant(tenantId)).add(tally);
  for (const [tenantId, own] of groupBy(folded, (row) => row.tenantId)) {
    const sums = own.flatMap(({ changes }) => changes.map(toBannerSum)).filter((sum) => sum !== null);
    if (sums.length > 0) await bannerSumsRepository(connection.tenant(tenantId)).add(sums);
  }
  await removeRows(connection, folded);
}
