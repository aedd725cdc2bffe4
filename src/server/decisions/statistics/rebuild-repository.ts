import type { Connection, Query, Row } from '#platform/database/database';
import { toNumber } from '#platform/database/rows';
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

/** Returns the id at which a step ends; null for the last step. */
export async function endOfStep(
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

export interface Step {
  readonly records: Row[];
  /** All decisions of these records. */
  readonly decisions: Row[];
  readonly journal: JournalRow[];
}

/**
 * Reads the records of a step and the whole journal in one statement, for which every database uses one
 * snapshot.
 */
export async function readStep(connection: Connection, behind: string, upTo: string | null): Promise<Step> {
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
  const rows: Row[] = await recordRows.unionAll([decisionRows, journalRows]);
  const records = rows.filter((row) => row.kind === 'record');
  return {
    records,
    // A record that has never changed is its only decision.
    decisions: [
      ...rows.filter((row) => row.kind === 'decision'),
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
