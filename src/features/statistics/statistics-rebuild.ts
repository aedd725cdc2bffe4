import type { Connection, Database, Query, Row } from '../../database/database';
import { toNumber } from '../../database/rows';
import type { Clock } from '../../kernel/clock';
import { yieldToEventLoop } from '../../kernel/concurrency/yield-to-event-loop';
import { factsOf } from '../consent';
import { type Folding, foldRows } from './statistics-folding';
import { type JournalRow, readChanges } from './statistics-journal';
import { createFoldingLease, type FoldingLease } from './statistics-lease';
import { statisticsSums } from './statistics-sums';
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

/** Number of daily sums that one transaction raises. */
const daysPerStep = 1000;

const reason = 'a rebuild counts all tenants';

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
    const total = toNumber(
      (await database.acrossTenants('consents', reason).count({ count: '*' }).first())?.count,
    );
    let done = 0;
    report(done, total);
    for (let next: string | null = ''; next !== null; ) {
      const behind: string = next;
      const upTo = await database.read((connection) => endOfStep(connection, behind, recordsPerStep));
      const step = await lease.run(async (connection) => {
        const read = await readStep(connection, behind, upTo);
        await foldRows(connection, read.journal);
        return read;
      });
      next = upTo;
      for (const { tenantId, changes } of step.journal) {
        for (const change of changes) if (change.consentId <= behind) getTally(tenantId).addChange(change);
      }
      for (const row of step.records) getTally(row.tenant_id).addRecord(factsOf(row));
      for (const row of step.decisions) getTally(row.tenant_id).addDecision(factsOf(row), toNumber(row.at));
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

/** Returns the id at which a step ends; null for the last step. */
async function endOfStep(
  connection: Connection,
  behind: string,
  recordsPerStep: number,
): Promise<string | null> {
  const row = await connection
    .acrossTenants('consents', reason)
    .where('id', '>', behind)
    .orderBy('id')
    .offset(recordsPerStep - 1)
    .first('id');
  return row?.id ?? null;
}

interface Step {
  readonly records: Row[];
  /** Decisions in the history of these records. */
  readonly decisions: Row[];
  readonly journal: JournalRow[];
}

/**
 * Reads the records of a step and the whole journal in one statement, for which every database uses one
 * snapshot.
 */
async function readStep(connection: Connection, behind: string, upTo: string | null): Promise<Step> {
  const facts = [
    'tenant_id',
    'profile_id',
    'group_id',
    'locale',
    'consent_json',
    'counted_as',
    'choice',
    'gpc_detected',
    'source',
    'country',
  ];
  const within = (query: Query, id: string) => {
    query.where(id, '>', behind);
    if (upTo !== null) query.where(id, '<=', upTo);
    return query;
  };
  const nothing = connection.raw('null');
  const kind = (name: 'record' | 'decision' | 'journal') => ({ kind: connection.raw(`'${name}'`) });
  const records = within(connection.acrossTenants('consents', reason), 'id').select(
    { ...kind('record'), at: 'updated_at' },
    ...facts,
  );
  const decisions = within(connection.acrossTenants('consent_history', reason), 'consent_id')
    .where('is_decision', true)
    .select({ ...kind('decision'), at: 'created_at' }, ...facts);
  const withoutFacts = Object.fromEntries(facts.map((fact) => [fact, nothing]));
  const journal = connection.acrossTenants('statistics_changes', reason).select({
    ...kind('journal'),
    at: 'id',
    ...withoutFacts,
    tenant_id: 'tenant_id',
    consent_json: 'changes',
  });
  const rows: Row[] = await records.unionAll([decisions, journal]);
  return {
    records: rows.filter((row) => row.kind === 'record'),
    decisions: rows.filter((row) => row.kind === 'decision'),
    journal: rows
      .filter((row) => row.kind === 'journal')
      .map((row) => ({
        id: toNumber(row.at),
        tenantId: row.tenant_id,
        changes: readChanges(row.consent_json),
      })),
  };
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
  const stored: string[] = await database
    .acrossTenants('current_sums', reason)
    .distinct('tenant_id')
    .pluck('tenant_id');
  for (const tenantId of new Set([...stored, ...tallies.keys()])) {
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
