import type { Database } from '#platform/database/database';
import type { Clock } from '#platform/kernel/clock';
import type { Background } from '#platform/kernel/concurrency/background';
import { createLateWrites } from '#platform/kernel/concurrency/late-writes';
import { runEach } from '#platform/kernel/concurrency/run-each';
import { describeError, type Logger } from '#platform/kernel/logger';
import { holdTenantIfThere } from '#sites/tenants/index';
import { type PageSighting, pageOriginRepository } from './page-origin-repository';

/** A page that has asked for its banner. */
export interface SeenPage extends Omit<PageSighting, 'lastSeenAt' | 'listed'> {
  readonly tenantId: string;
}

type Noted = SeenPage & { readonly lastSeenAt: number };

export interface PageSightingsOptions {
  readonly background: Background;
  readonly database: Database;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Returns whether the tenant or one of its profiles lists the origin. */
  readonly isListed: (tenantId: string, origin: string) => Promise<boolean>;
}

export interface PageSightings {
  /** Notes a page in memory. Costs a request nothing. */
  note(page: SeenPage): void;
  /** Returns what this process has not written yet. */
  pending(tenantId: string): readonly Omit<PageSighting, 'listed'>[];
  /** Writes what was noted. */
  flush(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Most origins of one tenant that wait to be written: strangers can send any, and must hide neither those of other tenants
 * nor those that are on a list. A list can have a wildcard, so its origins have a limit too.
 */
const maxPending = { any: 200, listed: 1000 } as const;

/** Shortest time between two writes (ms). */
const writeEveryMs = 60_000;

export function createPageSightings({
  background,
  database,
  clock,
  logger,
  isListed,
}: PageSightingsOptions): PageSightings {
  /** By tenant and origin. */
  let noted = new Map<string, Map<string, Noted>>();
  let closed = false;

  async function write(): Promise<void> {
    const all = noted;
    noted = new Map();
    await runEach(all, async ([tenantId, pages]) => {
      const sightings = await Promise.all(
        [...pages.values()].map(async (page) => ({ ...page, listed: await isListed(tenantId, page.origin) })),
      );
      await database.transaction(async (connection) => {
        // What was seen just before a deletion would never be removed.
        if (!(await holdTenantIfThere(connection, tenantId))) return;
        const repository = pageOriginRepository(connection.tenant(tenantId));
        await repository.save(sightings);
        await repository.removeSurplus();
      });
    });
  }

  /** Notes a page if fewer wait, or if it waits already. Returns whether it was noted. */
  function add(page: Noted, most: number): boolean {
    const pages = noted.get(page.tenantId) ?? new Map<string, Noted>();
    if (closed || (pages.size >= most && !pages.has(page.origin))) return false;
    noted.set(page.tenantId, pages.set(page.origin, page));
    writes.schedule();
    return true;
  }

  async function addListed(page: Noted): Promise<void> {
    if (await isListed(page.tenantId, page.origin)) add(page, maxPending.listed);
  }

  const writes = createLateWrites({
    background,
    clock,
    write,
    everyMs: writeEveryMs,
    onFailure: (error) =>
      logger.warn({ error: describeError(error) }, 'Could not record which pages asked for a banner'),
  });

  return {
    note(seen) {
      const page = { ...seen, lastSeenAt: clock.now() };
      // Lists that cannot be read now can be when the next page asks.
      if (!add(page, maxPending.any)) void addListed(page).catch(() => {});
    },
    pending: (tenantId) => [...(noted.get(tenantId)?.values() ?? [])],
    flush: writes.flush,
    close() {
      closed = true;
      return writes.close();
    },
  };
}
