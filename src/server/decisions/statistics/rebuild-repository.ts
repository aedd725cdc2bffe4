import type { Connection, Query, Row } from '#platform/database/database';
import { forUpdate, toBoolean, toNumber } from '#platform/database/rows';
import { type JournalRow, readChanges } from './journal-repository';

/** The queries of a rebuild of the statistics. See `statistics-rebuild.ts`. */

const reason = 'a rebuild counts all tenants';

/** Returns the number of records of all tenants. */
export async function countRecords(connection: Connection): Promise<number> {
  const row = await connection.acrossTenants('consents', reason).count({ count: '*' }).first();
  return toNumber(row?.count);
}

/** Returns the ids of the tenants that have sums of current records. */
export async function tenantsWithSums(connection: Connection): Promise<string[]> {
  return connection.acrossTenants('current_sums', reason).distinct('tenant_id').pluck('tenant_id');
}

/** Greatest size of a step. */
export interface StepSize {
  readonly records: number;
  /** States of all its records; one record can have more. */
  readonly states: number;
}

/** The last record of a step. */
export interface StepEnd {
  /** Null: the step is the last one. */
  readonly upTo: string | null;
  /** Whether the step is one record that has more states than a step may have. */
  readonly isLong: boolean;
}

/** Returns where a step ends that begins behind a record. */
export async function endOfStep(connection: Connection, behind: string, size: StepSize): Promise<StepEnd> {
  const rows: Row[] = await connection
    .acrossTenants('consents', reason)
    .where('id', '>', behind)
    .orderBy('id')
    .limit(size.records)
    .select('id', 'revision');
  let states = 0;
  for (const [index, { id, revision }] of rows.entries()) {
    states += toNumber(revision);
    if (states <= size.states) continue;
    return index === 0 ? { upTo: id, isLong: true } : { upTo: rows[index - 1]?.id, isLong: false };
  }
  return { upTo: rows.length < size.records ? null : rows.at(-1)?.id, isLong: false };
}

export interface Step {
  readonly records: Row[];
  /** All decisions of these records. */
  readonly decisions: Row[];
  readonly journal: JournalRow[];
}

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
  'method',
  'layer',
  'country',
];

/**
 * Reads the records of a step and the whole journal in one statement, for which every database uses one snapshot. The
 * states of a long record follow in pages, while its lock keeps others from adding any.
 */
export async function readStep(
  connection: Connection,
  behind: string,
  { upTo, isLong }: StepEnd,
  statesPerPage: number,
): Promise<Step> {
  if (isLong)
    await forUpdate(
      connection.acrossTenants('consents', reason).where({ id: upTo }),
      connection.dialect,
    ).first('id');
  const within = (query: Query, id: string) => {
    query.where(id, '>', behind);
    if (upTo !== null) query.where(id, '<=', upTo);
    return query;
  };
  const nothing = connection.raw('null');
  const kind = (name: 'record' | 'decision' | 'journal') => ({ kind: connection.raw(`'${name}'`) });
  const recordRows = within(connection.acrossTenants('consents', reason), 'id').select(
    { ...kind('record'), at: 'updated_at' },
    ...facts,
    'revision',
  );
  const decisionRows = within(connection.acrossTenants('consent_history', reason), 'consent_id')
    .where('is_decision', true)
    .select({ ...kind('decision'), at: 'created_at' }, ...facts, 'revision');
  const withoutFacts = Object.fromEntries(facts.map((fact) => [fact, nothing]));
  const journalRows = connection.acrossTenants('statistics_changes', reason).select({
    ...kind('journal'),
    at: 'id',
    ...withoutFacts,
    tenant_id: 'tenant_id',
    consent_json: 'changes',
    revision: nothing,
  });
  const rows: Row[] = await recordRows.unionAll(isLong ? [journalRows] : [decisionRows, journalRows]);
  const records = rows.filter((row) => row.kind === 'record');
  return {
    records,
    // A record that has never changed is its only decision.
    decisions: [
      ...(upTo !== null && isLong
        ? await readDecisions(connection, upTo, statesPerPage)
        : rows.filter((row) => row.kind === 'decision')),
      ...records.filter((row) => toNumber(row.revision) === 1),
    ],
    journal: rows
      .filter((row) => row.kind === 'journal')
      .map((row) => ({
        id: toNumber(row.at),
        tenantId: row.tenant_id,
        changes: readChanges(row.consent_json),
      })),
  };
}

async function readDecisions(connection: Connection, recordId: string, perPage: number): Promise<Row[]> {
  const decisions: Row[] = [];
  for (let after = 0; ; ) {
    const page: Row[] = await connection
      .acrossTenants('consent_history', reason)
      .where({ consent_id: recordId })
      .where('revision', '>', after)
      .orderBy('revision')
      .limit(perPage)
      .select({ at: 'created_at' }, ...facts, 'revision', 'is_decision');
    decisions.push(...page.filter((row) => toBoolean(row.is_decision)));
    if (page.length < perPage) return decisions;
    after = toNumber(page.at(-1)?.revision);
  }
}

/** Returns whether there are records but no sums, for one tenant or (null) for all. */
export async function isUncounted(connection: Connection, tenantId: string | null): Promise<boolean> {
  const has = async (table: 'consents' | 'statistics_changes' | 'current_sums') => {
    const query =
      tenantId === null
        ? connection.acrossTenants(table, 'upkeep over all tenants')
        : connection.tenant(tenantId).from(table);
    return (await query.first('tenant_id')) !== undefined;
  };
  if (await has('current_sums')) return false;
  // The order matters: a record that is visible is then in the journal or already in the sums.
  return (await has('consents')) && !(await has('statistics_changes')) && !(await has('current_sums'));
}
