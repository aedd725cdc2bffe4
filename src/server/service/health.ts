import { isContention } from '#platform/database/dialect';
import { pendingMigrations, requireTables } from '#platform/database/migrate';
import { probeSpace, probeWriting } from '#platform/database/probe-writing';
import { requireRights } from '#platform/database/require-rights';
import { checkHealth, type Health } from '#platform/http/health-routes';
import type { Clock } from '#platform/kernel/clock';
import { createSingleFlight } from '#platform/kernel/concurrency/single-flight';
import { ServiceError } from '#platform/kernel/errors';
import type { Platform } from './platform';

/**
 * Time for which rights and a free disk need no second look (ms). Probes may come every second, and each look writes to the
 * disk and to replicas.
 */
const lookEveryMs = 30_000;

/**
 * Creates the health check. A probe starts the service, as a request would. Parallel callers with the same time limit for
 * each check (ms) share one check.
 */
export function createHealth(
  { clock, database, hooks, lifecycle, reads, storage }: Platform,
  profiles: { checkPublications(): Promise<void> },
  timeoutMs: number,
): (withinMs?: number) => Promise<Health> {
  /** When the last look found rights and space. */
  let lookedAt = Number.NEGATIVE_INFINITY;

  async function requireMigrations(): Promise<void> {
    // A start that is under way migrates.
    await lifecycle.ready()?.catch(() => {});
    if ((await pendingMigrations(database)).length > 0) throw new Error('migrations are pending');
    await database.read(requireTables);
  }

  /** Throws when the database is read-only, which refuses even an update that matches no row, is full, or lacks a right. */
  async function requireWritable(): Promise<void> {
    await database.read((connection) => connection.raw('select 1'));
    const isMigrated = await requireMigrations().then(
      () => true,
      (error) => {
        // A Galera node without the others answers `select 1`, and refuses every table.
        if (error instanceof ServiceError) throw error;
        return false;
      },
    );
    if (!isMigrated) return;
    const now = clock.elapsed();
    const isDue = now - lookedAt >= lookEveryMs;
    if (isDue) await requireRights(database);
    const isWritten = await database.transactionOnce(isDue ? probeSpace : probeWriting).then(
      () => true,
      (error) => {
        // Another writer is at work, so the database can be written.
        if (isContention(error.cause)) return false;
        throw error;
      },
    );
    if (isDue && isWritten) lookedAt = now;
  }

  const check = (withinMs: number) =>
    checkHealth(
      {
        database: requireWritable,
        async storage() {
          await lifecycle.ready()?.catch(() => {});
          await storage.check();
        },
        migrations: requireMigrations,
        async start() {
          if (lifecycle.isDraining) throw new Error('the service is being drained');
          await lifecycle.ready();
        },
        async publications() {
          await lifecycle.ready();
          await profiles.checkPublications();
        },
      },
      withinMs,
      { replica: reads.check, disabledPlugins: hooks.disabled() },
    );
  const flights = createSingleFlight<Health>();
  return (withinMs = timeoutMs) =>
    flights.run(
      String(withinMs),
      () => check(withinMs),
      () => {},
    );
}

/** Time for which the readiness route answers with the result of one check (ms). */
const keptMs = 1000;

/**
 * Creates the check of the readiness route, which anybody can call without a limit: at most one starts in a second, and
 * requests until then share its result.
 */
export function createProbe(
  health: () => Promise<Health>,
  clock: Pick<Clock, 'elapsed'>,
): () => Promise<Health> {
  let latest: { readonly startedAt: number; readonly result: Promise<Health> } | null = null;
  return () => {
    const now = clock.elapsed();
    // A check that takes longer is joined: `health` runs one at a time.
    if (latest === null || now - latest.startedAt >= keptMs) latest = { startedAt: now, result: health() };
    return latest.result;
  };
}
