import { isContention } from '#platform/database/dialect';
import { probeWriting } from '#platform/database/leases';
import { pendingMigrations, requireTables } from '#platform/database/migrate';
import { checkHealth, type Health } from '#platform/http/health-routes';
import { createSingleFlight } from '#platform/kernel/concurrency/single-flight';
import { ServiceError } from '#platform/kernel/errors';
import type { Platform } from './platform';

/**
 * Creates the health check. A probe starts the service, as a request would. Parallel callers share one check.
 */
export function createHealth(
  { database, hooks, lifecycle, reads, storage }: Platform,
  profiles: { checkPublications(): Promise<void> },
  /** Time limit for each check (ms). */
  timeoutMs: number,
): () => Promise<Health> {
  async function requireMigrations(): Promise<void> {
    // A start that is under way migrates.
    await lifecycle.ready()?.catch(() => {});
    if ((await pendingMigrations(database)).length > 0) throw new Error('migrations are pending');
    await database.read(requireTables);
  }

  /** Throws when the database is read-only: it then refuses even an update that matches no row. */
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
    await database.transactionOnce(probeWriting).catch((error) => {
      // Another writer is at work, so the database can be written.
      if (!isContention(error.cause)) throw error;
    });
  }

  const check = () =>
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
      timeoutMs,
      { replica: reads.check, disabledPlugins: hooks.disabled() },
    );
  const flights = createSingleFlight<Health>();
  return () => flights.run('health', check, () => {});
}
