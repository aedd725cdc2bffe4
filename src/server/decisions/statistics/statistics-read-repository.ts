import type { Connection, Query, Row, TenantScope } from '#platform/database/database';
import { toNumber } from '#platform/database/rows';
import { toDay } from '#platform/kernel/clock';
import type { ConsentChange } from '../consent';
import { readChanges } from './journal-repository';
import { createTally, type DaySum, type Dimension, type Tally } from './tally';

/**
 * Reads sums and journal in one statement, for which every database uses one snapshot: a change that a fold
 * moves at the same time is counted exactly once.
 */

/** Opens a query restricted to the tenants that a read can see. */
type OpenTable = (table: 'daily_sums' | 'statistics_changes') => Query;

interface Read {
  readonly sums: Row[];
  readonly changes: ConsentChange[];
}

/** @param columns names of the columns that `sums` selects, in that order */
async function withJournal(
  scope: Pick<TenantScope, 'raw'>,
  sums: Query,
  columns: readonly string[],
  journal: Query,
): Promise<Read> {
  const nothing = scope.raw('null');
  // The journal comes first, because Knex applies the first query's GROUP BY to the whole union.
  const ofJournal = journal.select({
    ...Object.fromEntries(columns.map((column) => [column, nothing])),
    changes: 'changes',
  });
  const rows: Row[] = await ofJournal.unionAll([sums.select({ changes: nothing })]);
  return {
    sums: rows.filter((row) => row.changes === null),
    changes: rows.filter((row) => row.changes !== null).flatMap((row) => readChanges(row.changes)),
  };
}

async function readSums(
  scope: TenantScope,
  sums: Query,
): Promise<{ tally: Tally; stored: ReadonlySet<string> }> {
  const read = await withJournal(
    scope,
    sums,
    ['dimension', 'value', 'amount'],
    scope.from('statistics_changes'),
  );
  const tally = createTally();
  for (const { dimension, value, amount } of read.sums)
    tally.addSum({ dimension, value, amount: toNumber(amount) });
  for (const change of read.changes) tally.addChange(change);
  return { tally, stored: new Set(read.sums.map(({ value }) => value)) };
}

/** Returns the sums of the tenant's current records. */
export async function readCurrent(scope: TenantScope, dimensions: readonly Dimension[]): Promise<Tally> {
  const sums = scope
    .from('current_sums')
    .whereIn('dimension', dimensions)
    .select('dimension', 'value', 'amount') as Query;
  return (await readSums(scope, sums)).tally;
}

export interface CategorySum {
  readonly category: string;
  readonly granted: number;
  readonly denied: number;
  readonly objected: number;
}

/**
 * Returns the categories that most current records answer. Their ids come from visitors' browsers, so their
 * number is unbounded.
 */
export async function readCategories(scope: TenantScope, limit: number): Promise<CategorySum[]> {
  const largestFirst = ['amount', 'value'].map((column) => ({ column, order: 'desc' }));
  const top = scope
    .from('current_sums')
    .where({ dimension: 'category' })
    .orderBy(largestFirst)
    .limit(limit)
    .select('value');
  const sums = scope
    .from('current_sums', 'sums')
    .join(top.as('top'), 'top.value', 'sums.value')
    .whereIn('sums.dimension', ['category', 'granted', 'denied', 'objected'])
    .select('sums.dimension', 'sums.value', 'sums.amount') as Query;
  const { tally, stored } = await readSums(scope, sums);
  const answered = [...tally.amounts('category')];
  // For a category beyond the limit only the journal's part is known, so it is left out until it is folded.
  const complete = stored.size < limit ? answered : answered.filter(([category]) => stored.has(category));
  const [granted, denied, objected] = (['granted', 'denied', 'objected'] as const).map((state) =>
    tally.amounts(state),
  ) as [Amounts, Amounts, Amounts];
  return (
    complete
      // Ties are cut off in index order, so that the result does not depend on how much of the journal is
      // folded.
      .sort(([a, first], [b, second]) => second - first || (a > b ? -1 : 1))
      .slice(0, limit)
      .sort(([a, first], [b, second]) => second - first || (a < b ? -1 : 1))
      .map(([category]) => ({
        category,
        granted: granted.get(category) ?? 0,
        denied: denied.get(category) ?? 0,
        objected: objected.get(category) ?? 0,
      }))
  );
}

type Amounts = ReadonlyMap<string, number>;

export interface DecisionFilter {
  /** First and last day, both included. */
  readonly from?: string;
  readonly to?: string;
  readonly profileId?: string;
  /** Compliance group; empty: no group. */
  readonly group?: string;
  readonly locale?: string;
}

/** Returns the tenant's decisions by day, oldest first. */
export function readDecisionsByDay(scope: TenantScope, filter: DecisionFilter): Promise<DaySum[]> {
  return readDecisions(scope, (table) => scope.from(table), filter, null);
}

/** Returns the tenant's decisions by day and profile, in that order. */
export function readDecisionsByDayAndProfile(scope: TenantScope, filter: DecisionFilter): Promise<DaySum[]> {
  return readDecisions(scope, (table) => scope.from(table), filter, 'profile');
}

/** Returns the decisions of several tenants by day and locale, in that order. */
export function readDecisionsByDayAndLocale(
  connection: Connection,
  tenantIds: readonly string[],
  filter: DecisionFilter,
): Promise<DaySum[]> {
  const open: OpenTable = (table) =>
    connection
      .acrossTenants(table, 'opt-in rates of all tenants that the caller can see')
      .whereIn('tenant_id', tenantIds);
  return readDecisions(connection, open, filter, 'locale');
}

async function readDecisions(
  scope: Pick<TenantScope, 'raw'>,
  open: OpenTable,
  { from, to, profileId, group, locale }: DecisionFilter,
  within: 'locale' | 'profile' | null,
): Promise<DaySum[]> {
  const query = open('daily_sums');
  if (from !== undefined) query.where('day', '>=', from);
  if (to !== undefined) query.where('day', '<=', to);
  if (profileId !== undefined) query.where({ profile_id: profileId });
  if (group !== undefined) query.where({ group_id: group });
  if (locale !== undefined) query.where({ locale });
  const keys = ['day', ...(within === null ? [] : [within === 'locale' ? 'locale' : 'profile_id'])];
  const counted = ['opted_in', 'opted_out', 'partial'];
  query.groupBy(keys).select(keys);
  for (const column of counted) query.sum({ [column]: column });

  const { sums, changes } = await withJournal(
    scope,
    query,
    [...keys, ...counted],
    open('statistics_changes'),
  );
  const tally = createTally();
  for (const row of sums) {
    const cell = { day: row.day, profileId: row.profile_id ?? '', group: '', locale: row.locale ?? '' };
    tally.addDay({
      ...cell,
      optedIn: toNumber(row.opted_in),
      optedOut: toNumber(row.opted_out),
      partial: toNumber(row.partial),
    });
  }
  for (const { after, at, isDecision = true } of changes) {
    if (after === null || !isDecision) continue;
    const day = toDay(at);
    if ((from !== undefined && day < from) || (to !== undefined && day > to)) continue;
    const groupThen = after.group ?? '';
    const counted = after.countedAs?.locale ?? after.locale;
    if (
      (profileId ?? after.profileId) !== after.profileId ||
      (group ?? groupThen) !== groupThen ||
      (locale ?? counted) !== counted
    )
      continue;
    tally.addDecision(
      {
        ...after,
        countedAs: null,
        group: null,
        profileId: within === 'profile' ? after.profileId : '',
        locale: within === 'locale' ? counted : '',
      },
      at,
    );
  }
  return tally
    .days()
    .sort(
      (a, b) => compare(a.day, b.day) || compare(a.locale, b.locale) || compare(a.profileId, b.profileId),
    );
}

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
