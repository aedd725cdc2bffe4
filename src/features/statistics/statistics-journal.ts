import type { Connection, Row, TenantScope } from '../../database/database';
import { fromJson, toNumber } from '../../database/rows';
import type { ConsentChange, ConsentFacts } from '../consent';

// Why: docs/adr/0030-statistics-from-a-journal.md

/**
 * The journal holds the writes of records that the sums do not hold yet. A write adds a row in its own
 * transaction, where nobody waits for anybody; folding moves rows into the sums soon after. What counts is
 * always sums and journal together.
 */

export interface JournalRow {
  readonly id: number;
  readonly tenantId: string;
  readonly changes: readonly ConsentChange[];
}

/** Most changes of one row: enough to make bulk writes cheap, few enough to fold row by row. */
const changesPerRow = 50;

export async function appendToJournal(scope: TenantScope, changes: readonly ConsentChange[]): Promise<void> {
  const rows: Row[] = [];
  for (let start = 0; start < changes.length; start += changesPerRow) {
    rows.push({ changes: JSON.stringify(changes.slice(start, start + changesPerRow).map(anonymous)) });
  }
  if (rows.length > 0) await scope.insert('statistics_changes', rows);
}

/** Only what is counted: whole records come here too, and a visitor's id must not lie in the journal. */
function anonymous({ consentId, before, after, at, isDecision = true }: ConsentChange): ConsentChange {
  return {
    consentId,
    before: before && factsOf(before),
    after: after && factsOf(after),
    at,
    ...(isDecision ? {} : { isDecision }),
  };
}

function factsOf({
  profileId,
  group,
  locale,
  consentJson,
  countedAs,
  choice,
  gpcDetected,
  source,
  country,
}: ConsentFacts): ConsentFacts {
  return { profileId, group, locale, consentJson, countedAs, choice, gpcDetected, source, country };
}

export const readChanges = (json: unknown) => fromJson<readonly ConsentChange[]>(json);

/** The rows that were written first. */
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

/** Whether the journal has more than this many rows. */
export async function isLongerThan(connection: Connection, length: number): Promise<boolean> {
  const row = await connection
    .acrossTenants('statistics_changes', 'folding is upkeep over all tenants')
    .orderBy('id')
    .offset(length)
    .first('id');
  return row !== undefined;
}
