import { type Connection, inBatches, type TenantScope } from '#platform/database/database';

/** Who knows that a listed cookie is in use: the guard, a browser that reported it, or an operator who says so. */
export type SightingSource = 'guard' | 'browser' | 'operator';

/** The days on which a listed cookie was seen. Days are those of UTC, such as `2026-11-27`. */
export interface Sighting {
  readonly source: SightingSource;
  /** Name or pattern as a published profile lists it. */
  readonly name: string;
  /** First of the days without a gap longer than `maxGapDays`. */
  readonly since: string;
  readonly seenOn: string;
}

export function sightingRepository(scope: TenantScope) {
  const list = async (): Promise<Sighting[]> => {
    const rows = await scope.from('cookie_sightings').select('source', 'name', 'since', 'seen_on');
    return rows.map(({ source, name, since, seen_on: seenOn }) => ({ source, name, since, seenOn }));
  };
  return {
    list,

    /**
     * Records that cookies were seen today. What another process has already recorded today is not written again.
     * @param gapBegins sightings before this day do not continue today's
     */
    async add(
      seen: readonly Pick<Sighting, 'source' | 'name'>[],
      { today, gapBegins }: { readonly today: string; readonly gapBegins: string },
    ): Promise<void> {
      const known = new Map((await list()).map((each) => [keyOf(each), each]));
      // In one order, so that processes that save at the same time wait for each other instead of blocking.
      const rows = seen
        .flatMap(({ source, name }) => {
          const before = known.get(keyOf({ source, name }));
          if (before?.seenOn === today) return [];
          const since = before !== undefined && before.seenOn >= gapBegins ? before.since : today;
          return [{ source, name, since, seen_on: today }];
        })
        .sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
      for (const batch of inBatches(rows))
        await scope
          .insert('cookie_sightings', batch)
          .onConflict(['tenant_id', 'source', 'name'])
          .merge(['since', 'seen_on']);
    },
  };
}

const keyOf = ({ source, name }: Pick<Sighting, 'source' | 'name'>) => `${source} ${name}`;

/** Removes what no visit has shown since a day. */
export async function removeSightingsBefore(connection: Connection, day: string): Promise<void> {
  await connection
    .acrossTenants('cookie_sightings', 'old sightings of every tenant are removed together')
    .where('seen_on', '<', day)
    .delete();
}
