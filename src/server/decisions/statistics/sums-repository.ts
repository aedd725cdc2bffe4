import type { Row, TenantScope } from '#platform/database/database';
import { inBatches } from '#platform/database/database';
import type { CurrentSum, DaySum, Tally } from './tally';

const dayKey = ['tenant_id', 'day', 'profile_id', 'group_id', 'locale'];
const decisionColumns = ['opted_in', 'opted_out', 'partial'];

/** Returns the expression that merges an inserted row into an existing one. */
type Merge = (column: string) => ReturnType<TenantScope['raw']>;

/** Writes the sums. Only one process at a time may do so: see `statistics-folding.ts`. */
export function statisticsSums(scope: TenantScope) {
  const incoming = scope.dialect === 'mysql' ? 'values(??)' : 'excluded.??';
  const merging =
    (table: 'current_sums' | 'daily_sums', expression: string): Merge =>
    (column) =>
      scope.raw(expression, [`${scope.tableName(table)}.${column}`, column]);

  async function mergeDays(sums: readonly DaySum[], merge: Merge): Promise<void> {
    const columns = Object.fromEntries(decisionColumns.map((column) => [column, merge(column)]));
    for (const batch of inBatches(sums.map(toDayRow)))
      await scope.insert('daily_sums', batch).onConflict(dayKey).merge(columns);
  }

  return {
    /** Adds a tally to the sums. */
    async add(tally: Tally): Promise<void> {
      const current = tally.current();
      const amount = merging('current_sums', `?? + ${incoming}`)('amount');
      for (const batch of inBatches(current))
        await scope
          .insert('current_sums', batch)
          .onConflict(['tenant_id', 'dimension', 'value'])
          .merge({ amount });
      const lowered = [...new Set(current.filter((sum) => sum.amount < 0).map(({ dimension }) => dimension))];
      if (lowered.length > 0)
        await scope.from('current_sums').whereIn('dimension', lowered).where({ amount: 0 }).delete();
      await mergeDays(tally.days(), merging('daily_sums', `?? + ${incoming}`));
    },

    /** Replaces the sums of current records. */
    async replaceCurrent(sums: readonly CurrentSum[]): Promise<void> {
      await scope.from('current_sums').delete();
      await scope.insertAll('current_sums', sums as readonly Row[]);
    },

    /** Raises daily sums that are lower than these; never lowers one. */
    async raiseDays(sums: readonly DaySum[]): Promise<void> {
      const larger = scope.dialect === 'sqlite' ? 'max' : 'greatest';
      await mergeDays(sums, merging('daily_sums', `${larger}(??, ${incoming})`));
    },
  };
}

function toDayRow({ day, profileId, group, locale, optedIn, optedOut, partial }: DaySum): Row {
  return {
    day,
    profile_id: profileId,
    group_id: group,
    locale,
    opted_in: optedIn,
    opted_out: optedOut,
    partial,
  };
}
