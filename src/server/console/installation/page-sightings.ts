import type { Database } from '#platform/database/database';
import type { Clock } from '#platform/kernel/clock';
import type { Background } from '#platform/kernel/concurrency/background';
import { createLateWrites } from '#platform/kernel/concurrency/late-writes';
import { runEach } from '#platform/kernel/concurrency/run-each';
import { describeError, type Logger } from '#platform/kernel/logger';
import { type PageSighting, pageOriginRepository } from './page-origin-repository';

/** A page that has asked for its banner. */
export interface SeenPage extends Omit<PageSighting, 'lastSeenAt' | 'listed'> {
  readonly tenantId: string;
}

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

/** Origins that wait to be written, for all tenants: strangers can send any. */
const maxPending = 1000;

/** Shortest time between two writes (ms). */
const writeEveryMs = 60_000;

export function createPageSightings({
  background,
  database,
  clock,
  logger,
  isListed,
}: PageSightingsOptions): PageSightings {
  let noted = new Map<string, SeenPage & { readonly lastSeenAt: number }>();
  let closed = false;

  async function write(): Promise<void> {
    const pages = [...noted.values()];
    noted = new Map();
    await runEach(new Set(pages.map((page) => page.tenantId)), async (tenantId) => {
      const sightings = await Promise.all(
        pages
          .filter((page) => page.tenantId === tenantId)
          .map(async (page) => ({ ...page, listed: await isListed(tenantId, page.origin) })),
      );
      await database.transaction(async (connection) => {
        const repository = pageOriginRepository(connection.tenant(tenantId));
        await repository.save(sightings);
        await repository.removeSurplus();
      });
    });
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
    note(page) {
      const key = `${page.tenantId} ${page.origin}`;
      if (closed || (noted.size >= maxPending && !noted.has(key))) return;
      noted.set(key, { ...page, lastSeenAt: clock.now() });
      writes.schedule();
    },
    pending: (tenantId) => [...noted.values()].filter((page) => page.tenantId === tenantId),
    flush: writes.flush,
    close() {
      closed = true;
      return writes.close();
    },
  };
}
