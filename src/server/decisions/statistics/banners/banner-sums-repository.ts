import type { Connection, Row, TenantScope } from '#platform/database/database';
import { inBatches } from '#platform/database/database';
import { toNumber } from '#platform/database/rows';
import { groupBy } from '#platform/kernel/group-by';
import { type BannerSum, bannerCounts, mergeSums, withoutDetails } from './banner-sums';

const cellColumns = ['group_id', 'profile_id', 'version', 'country', 'locale', 'site', 'device', 'variant'];
const key = ['tenant_id', 'span', 'period', ...cellColumns];

/** Most rows of a tenant for one hour. Later banners of the hour are counted without country, language and site. */
const maxRowsPerHour = 2000;

export function bannerSumsRepository(scope: TenantScope) {
  const incoming = scope.dialect === 'mysql' ? 'values(??)' : 'excluded.??';
  const added = Object.fromEntries(
    bannerCounts.map((count) => [
      count,
      scope.raw(`?? + ${incoming}`, [`${scope.tableName('banner_sums')}.${count}`, count]),
    ]),
  );

  async function merge(rows: readonly Row[]): Promise<void> {
    for (const batch of inBatches(rows))
      await scope.insert('banner_sums', batch).onConflict(key).merge(added);
  }

  async function countRows(hours: readonly string[]): Promise<ReadonlyMap<string, number>> {
    const rows: Row[] = await scope
      .from('banner_sums')
      .where({ span: 'hour' })
      .whereIn('period', hours)
      .groupBy('period')
      .select('period')
      .count({ count: '*' });
    return new Map(rows.map((row) => [row.period, toNumber(row.count)]));
  }

  return {
    /** Adds to the sums of their hours. */
    async add(sums: readonly BannerSum[]): Promise<void> {
      const byHour = groupBy(mergeSums(sums), (sum) => sum.hour);
      const stored = await countRows([...byHour.keys()]);
      const bounded = [...byHour].flatMap(([hour, own]) => {
        const isFull = (stored.get(hour) ?? 0) + own.length > maxRowsPerHour;
        return isFull ? own.map((sum) => ({ ...sum, ...withoutDetails(sum) })) : own;
      });
      await merge(mergeSums(bounded).map(toRow));
    },

    /** Adds the hours of a day up to sums of the day, in place of them. The caller holds the lease's lock. */
    async rollUp(day: string): Promise<void> {
      const hours = () =>
        scope
          .from('banner_sums')
          .where({ span: 'hour' })
          .whereBetween('period', [`${day}T00`, `${day}T23`]);
      const query = hours().groupBy(cellColumns).select(cellColumns);
      for (const count of bannerCounts) query.sum({ [count]: count });
      const rows: Row[] = await query;
      const counts = (row: Row) =>
        Object.fromEntries(bannerCounts.map((name) => [name, toNumber(row[name])]));
      await merge(rows.map((row) => ({ ...row, ...counts(row), span: 'day', period: day })));
      await hours().delete();
    },
  };
}

/** A day of a tenant. */
export interface TenantDay {
  readonly tenantId: string;
  readonly day: string;
}

/** Returns the oldest day that still has sums of hours before a day; null when there is none. */
export async function oldestHours(connection: Connection, before: string): Promise<TenantDay | null> {
  const row = await connection
    .acrossTenants('banner_sums', 'upkeep over all tenants')
    .where({ span: 'hour' })
    .where('period', '<', before)
    .orderBy('period')
    .first('tenant_id', 'period');
  return row === undefined ? null : { tenantId: row.tenant_id, day: String(row.period).slice(0, 10) };
}

/** Removes the sums of all days before a day. */
export async function removeDaysBefore(connection: Connection, day: string): Promise<void> {
  await connection
    .acrossTenants('banner_sums', 'upkeep over all tenants')
    .where({ span: 'day' })
    .where('period', '<', day)
    .delete();
}

const toRow = (sum: BannerSum): Row => ({
  span: 'hour',
  period: sum.hour,
  group_id: sum.group,
  profile_id: sum.profileId,
  version: sum.version,
  country: sum.country,
  locale: sum.locale,
  site: sum.site,
  device: sum.device,
  variant: sum.variant,
  ...Object.fromEntries(bannerCounts.map((count) => [count, sum[count]])),
});
