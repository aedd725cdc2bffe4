import type { Database } from '#platform/database/database';
import { type Clock, millisecondsPerDay, toDay } from '#platform/kernel/clock';
import type { Background } from '#platform/kernel/concurrency/background';
import { createLateWrites } from '#platform/kernel/concurrency/late-writes';
import { groupBy } from '#platform/kernel/group-by';
import { describeError, type Logger } from '#platform/kernel/logger';
import type { SeenCookies } from '../guard';
import { type Sighting, sightingRepository } from './sighting-repository';

// Why: docs/adr/0129-listed-and-not-seen.md

export interface SightingsOptions {
  readonly background: Background;
  readonly database: Database;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** Notes in memory which listed cookies visits show, and writes each at most once a day. */
export interface Sightings {
  /** The guard's way to note them. */
  readonly seenCookies: SeenCookies;
  /** @param names names or patterns of a published list, so that a stranger cannot add any */
  note(tenantId: string, source: Sighting['source'], names: readonly string[]): void;
  /** Writes what was noted. */
  flush(): Promise<void>;
  close(): Promise<void>;
}

/** Days without visits, or without the cookie, after which a series of sightings has ended. */
export const maxGapDays = 14;

/** How often the guard looks at a visit of one tenant (ms). */
const lookEveryMs = 1000;

/** As wide as the column. */
const maxNameLength = 300;

type Noted = Pick<Sighting, 'source' | 'name'> & { readonly tenantId: string };

export function createSightings({ background, database, clock, logger }: SightingsOptions): Sightings {
  /** Those of `day`, as far as this process has noted them. */
  let noted = new Set<string>();
  let day = '';
  let pending: Noted[] = [];
  const lookedAt = new Map<string, number>();

  async function write(): Promise<void> {
    const seen = pending;
    pending = [];
    const now = clock.now();
    const days = { today: toDay(now), gapBegins: toDay(now - maxGapDays * millisecondsPerDay) };
    try {
      for (const [tenantId, own] of groupBy(seen, (each) => each.tenantId))
        await database.transaction((connection) =>
          sightingRepository(connection.tenant(tenantId)).add(own, days),
        );
    } catch (error) {
      // The next visit notes them again.
      noted.clear();
      throw error;
    }
  }

  const writes = createLateWrites({
    background,
    clock,
    write,
    onFailure: (error) =>
      logger.warn({ error: describeError(error) }, 'Could not record which listed cookies visits showed'),
  });

  function note(tenantId: string, source: Sighting['source'], names: readonly string[]): void {
    const today = toDay(clock.now());
    if (today !== day) {
      day = today;
      noted = new Set();
      lookedAt.clear();
    }
    for (const name of names) {
      const key = `${tenantId} ${source} ${name}`;
      if (noted.has(key) || name.length > maxNameLength) continue;
      noted.add(key);
      pending.push({ tenantId, source, name });
      writes.schedule();
    }
  }

  return {
    seenCookies: {
      isDue(tenantId) {
        const now = clock.elapsed();
        if (now - (lookedAt.get(tenantId) ?? Number.NEGATIVE_INFINITY) < lookEveryMs) return false;
        lookedAt.set(tenantId, now);
        return true;
      },
      note: (tenantId, names) => note(tenantId, 'guard', names),
    },
    note,
    flush: writes.flush,
    close: writes.close,
  };
}
