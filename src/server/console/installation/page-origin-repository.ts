import type { TenantScope } from '#platform/database/database';
import { inBatches } from '#platform/database/database';
import { toNumber } from '#platform/database/rows';

/** The last time that a page of an origin asked for its banner. */
export interface PageSighting {
  readonly origin: string;
  /** Unix time (ms). */
  readonly lastSeenAt: number;
  readonly complianceGroup: string;
  readonly locale: string;
  /** Whether a list of allowed origins contained the origin. */
  readonly listed: boolean;
}

/** Strangers can send any origin, so only so many are kept that no list contains. */
const maxRows = { listed: 200, unlisted: 20 } as const;

export function pageOriginRepository(scope: TenantScope) {
  const newestFirst = () =>
    scope.from('page_origins').orderBy([
      { column: 'last_seen_at', order: 'desc' },
      { column: 'origin', order: 'asc' },
    ]);

  return {
    async save(sightings: readonly PageSighting[]): Promise<void> {
      const rows = sightings.map(({ origin, lastSeenAt, complianceGroup, locale, listed }) => ({
        origin,
        last_seen_at: lastSeenAt,
        group_id: complianceGroup,
        locale,
        listed,
      }));
      // In one order, so that processes that save at the same time wait for each other instead of blocking.
      rows.sort((a, b) => (a.origin < b.origin ? -1 : 1));
      for (const batch of inBatches(rows))
        await scope.insert('page_origins', batch).onConflict(['tenant_id', 'origin']).merge();
    },

    /** Removes the origins that were seen longest ago, beyond the number that is kept. */
    async removeSurplus(): Promise<void> {
      for (const listed of [true, false]) {
        const surplus: string[] = await newestFirst()
          .where({ listed })
          .offset(listed ? maxRows.listed : maxRows.unlisted)
          .limit(1000)
          .pluck('origin');
        for (const origins of inBatches(surplus))
          await scope.from('page_origins').whereIn('origin', origins).delete();
      }
    },

    /** Lists the origins, the last seen first. */
    async list(): Promise<PageSighting[]> {
      const rows = await newestFirst();
      return rows.map((row) => ({
        origin: row.origin,
        lastSeenAt: toNumber(row.last_seen_at),
        complianceGroup: row.group_id,
        locale: row.locale,
        listed: Boolean(row.listed),
      }));
    },
  };
}
