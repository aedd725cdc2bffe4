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
 * Counts the sums anew while consents are being written. The one that rebuilds has the folding to itself, so
 * no change reaches the sums without its knowing. It walks through the records in the order of their ids and
 * counts in memory. Each step reads the journal and the next records in one statement, hence from one moment:
 * a change of a record behind that point is counted from the journal, one of a record ahead will be seen when
 * the walk gets there. The new sums replace the old ones at the end, so whatever ends a rebuild early leaves
 * sums that hold.
 */

/** Records of one step: a transaction of some ten milliseconds. */
const usualStep = 1000;

/** Sums of days that one transaction lifts. */
const daysPerStep = 1000;

const reason = 'a rebuild counts all tenants';

export interface RebuildOptions {
  readonly database: Database;
  readonly folding: Pick<Folding, 'drain'>;
  readonly clock: Clock;
}

/**
 * How many records are counted, of how many. A report that throws ends the rebuild and leaves the sums as
 * they were.
 */
export type RebuildReport = (done: number, total: number) => void;

/**
 * Makes the sums of current records what the records come to, and lifts sums of days that are lower than the
 * history shows. Gives the number of records. @throws ServiceError `unavailable` while another rebuild is
 * under way
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
    const tallyOf = (tenantId: string) => {
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
        for (const change of changes) if (change.consentId <= behind) tallyOf(tenantId).addChange(change);
      }
      for (const row of step.records) tallyOf(row.tenant_id).addRecord(factsOf(row));
      for (const row of step.decisions) tallyOf(row.tenant_id).addDecision(factsOf(row), toNumber(row.at));
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

/** The id at which a step ends; null: no more records than that are left. */
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
  /** The history of these records. */
  readonly decisions: Row[];
  readonly journal: JournalRow[];
}

/**
 * The records of a step and the whole journal, in one statement: every database answers it from one moment.
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
 * Between steps nobody folds, so sums and journal hold at every moment, also when only some tenants have
 * their new sums.
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
