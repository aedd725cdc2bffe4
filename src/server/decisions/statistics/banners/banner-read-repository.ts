import type { Query, Row, TenantScope } from '#platform/database/database';
import { toNumber } from '#platform/database/rows';
import { readChanges } from '../journal-repository';
import {
  addCounts,
  type BannerCounts,
  type BannerSum,
  bannerCounts,
  noCounts,
  toBannerSum,
} from './banner-sums';

/** The columns by which sums are grouped, in addition to the day. */
const dimensions = ['profileId', 'country', 'locale', 'site', 'device', 'variant'] as const;
type BannerDimension = (typeof dimensions)[number];

export interface BannerFilter {
  /** First and last hour, both included, such as `2026-03-29T14`. A day that has only its sum counts whole. */
  readonly from: string;
  readonly to: string;
  /** Compliance group; empty: none. */
  readonly group?: string | undefined;
  readonly profileId?: string | undefined;
  readonly version?: number | undefined;
  readonly country?: string | undefined;
  readonly locale?: string | undefined;
  readonly site?: string | undefined;
  readonly device?: string | undefined;
  /** Of an experiment. */
  readonly variant?: string | undefined;
}

/** Sums by value. */
export type BannerGroups = ReadonlyMap<string, BannerCounts>;

export interface BannerTable {
  readonly total: BannerCounts;
  readonly days: BannerGroups;
  readonly by: Readonly<Record<BannerDimension, BannerGroups>>;
}

const columns = {
  group: 'group_id',
  profileId: 'profile_id',
  version: 'version',
  country: 'country',
  locale: 'locale',
  site: 'site',
  device: 'device',
  variant: 'variant',
} as const;
const filters = Object.keys(columns) as (keyof typeof columns)[];
const cellColumns = dimensions.map((dimension) => columns[dimension]);

/**
 * Returns the sums of a period: in total, by day and by each dimension. Sums and journal are read in one statement, for
 * which every database uses one snapshot, so that a decision that is folded at the same time counts exactly once.
 */
export async function readBannerSums(scope: TenantScope, filter: BannerFilter): Promise<BannerTable> {
  const text = (value: string) => scope.raw(`'${value}'`);
  const number = scope.raw('0');
  const noCell = Object.fromEntries(cellColumns.map((column) => [column, text('')]));
  const selectSums = (selected: object, groups: readonly (string | ReturnType<typeof scope.raw>)[]) => {
    const query = openSums(scope, filter).select(selected);
    if (groups.length > 0) query.groupBy(groups);
    for (const count of bannerCounts) query.sum({ [count]: count });
    // Its type comes from the journal, the first part of the union.
    return query.select({ changes: scope.raw('null') });
  };
  const day = scope.raw('substr(??, 1, 10)', ['period']);
  const byDay = selectSums({ day, ...noCell }, [day]);
  const byCell = selectSums(
    { day: text(''), ...Object.fromEntries(cellColumns.map((column) => [column, column])) },
    cellColumns,
  );
  const journal = scope.from('statistics_changes').select({
    day: text(''),
    ...noCell,
    ...Object.fromEntries(bannerCounts.map((count) => [count, number])),
    changes: 'changes',
  });
  const rows: Row[] = await journal.unionAll([byDay, byCell]);

  const days = new Map<string, BannerCounts>();
  const by = Object.fromEntries(dimensions.map((dimension) => [dimension, new Map()])) as Record<
    BannerDimension,
    Map<string, BannerCounts>
  >;
  for (const row of rows) {
    if (row.changes !== null) {
      for (const change of readChanges(row.changes)) {
        const sum = toBannerSum(change);
        if (sum === null || !isSelected(sum, filter)) continue;
        addTo(days, sum.hour.slice(0, 10), sum);
        for (const dimension of dimensions) addTo(by[dimension], sum[dimension], sum);
      }
    } else if (row.day !== '') addTo(days, row.day, toCounts(row));
    else {
      const counts = toCounts(row);
      for (const dimension of dimensions) addTo(by[dimension], row[columns[dimension]], counts);
    }
  }
  return { total: [...days.values()].reduce(addCounts, noCounts), days, by };
}

function addTo(groups: Map<string, BannerCounts>, value: string, counts: BannerCounts): void {
  groups.set(value, addCounts(groups.get(value) ?? noCounts, counts));
}

function openSums(scope: TenantScope, { from, to, ...equals }: BannerFilter): Query {
  const query = scope
    .from('banner_sums')
    .where((either) =>
      either
        .where((hours) => hours.where({ span: 'hour' }).whereBetween('period', [from, to]))
        .orWhere((days) =>
          days.where({ span: 'day' }).whereBetween('period', [from.slice(0, 10), to.slice(0, 10)]),
        ),
    ) as Query;
  for (const field of filters) {
    const value = equals[field];
    if (value !== undefined) query.where({ [columns[field]]: value });
  }
  return query;
}

const toCounts = (row: Row): BannerCounts =>
  Object.fromEntries(bannerCounts.map((count) => [count, toNumber(row[count])])) as Record<
    keyof BannerCounts,
    number
  >;

function isSelected(sum: BannerSum, { from, to, ...equals }: BannerFilter): boolean {
  return (
    sum.hour >= from &&
    sum.hour <= to &&
    filters.every((field) => equals[field] === undefined || equals[field] === sum[field])
  );
}
