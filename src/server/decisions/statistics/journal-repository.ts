import { countSome } from '#platform/database/count-some';
import type { Connection, Row, TenantScope } from '#platform/database/database';
import { fromJson, toNumber } from '#platform/database/rows';
import { type ConsentChange, pickFacts } from '../consent';

// Why: docs/adr/0030-statistics-from-a-journal.md

/**
 * The journal contains the writes of records that the sums do not include yet. A write adds a row in its own
 * transaction without waiting for locks; folding soon moves rows into the sums. Readers always combine sums
 * and journal.
 */

export interface JournalRow {
  readonly id: number;
  readonly tenantId: string;
  readonly changes: readonly ConsentChange[];
}

/** Maximum number of changes in one row: enough to make bulk writes cheap, few enough to fold row by row. */
const changesPerRow = 50;

export async function appendToJournal(scope: TenantScope, changes: readonly ConsentChange[]): Promise<void> {
  const rows: Row[] = [];
  for (let start = 0; start < changes.length; start += changesPerRow) {
    rows.push({ changes: JSON.stringify(changes.slice(start, start + changesPerRow).map(withoutIdentity)) });
  }
  await scope.insertAll('statistics_changes', rows);
}

/**
 * Keeps only the counted fields: callers pass whole records too, and the journal must not contain visitor
 * ids.
 */
function withoutIdentity({
  consentId,
  before,
  after,
  at,
  on,
  isDecision = true,
  takesBack = false,
}: ConsentChange): ConsentChange {
  return {
    consentId,
    before: before && pickFacts(before),
    after: after && pickFacts(after),
    at,
    ...(isDecision ? {} : { isDecision }),
    ...(takesBack ? { takesBack } : {}),
    ...(on === undefined ? {} : { on }),
  };
}

export const readChanges = (json: unknown) => fromJson<readonly ConsentChange[]>(json);

/** Returns the oldest rows. */
export async function oldestRows(connection: Connection, limit: number): Promise<JournalRow[]> {
  const rows = await connection
    .acrossTenants('statistics_changes', 'folding is upkeep over all tenants')
    .orderBy('id')
    .limit(limit);
  return rows.map((row) => ({
    id: toNumber(row.id),
    tenantId: row.tenant_id,
    changes: readChanges(row.changes),
  }));
}

export async function removeRows(connection: Connection, rows: readonly JournalRow[]): Promise<void> {
  const ids = rows.map(({ id }) => id);
  await connection
    .acrossTenants('statistics_changes', 'folding is upkeep over all tenants')
    .whereIn('id', ids)
    .delete();
}

/** Returns the number of rows, at most 10,000. */
export function countJournal(connection: Connection): Promise<number> {
  const rows = connection.acrossTenants('statistics_changes', 'the journal of all tenants is measured');
  return countSome(connection, rows.select('id'));
}

/** Returns whether the journal has more than `length` rows. */
export async function isLongerThan(connection: Connection, length: number): Promise<boolean> {
  const row = await connection
    .acrossTenants('statistics_changes', 'folding is upkeep over all tenants')
    .orderBy('id')
    .offset(length)
    .first('id');
  return row !== undefined;
}
