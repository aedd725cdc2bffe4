import { isContention } from '../database/dialect';
import { probeWriting } from '../database/leases';
import { pendingMigrations, requireTables } from '../database/migrate';
import { checkHealth, type Health } from '../http/health-routes';
import { createSingleFlight } from '../kernel/concurrency/single-flight';
import type { Platform } from './platform';

/**
 * Creates the health check. A probe starts the service, as a request would. Parallel callers share one check.
 */
export function createHealth(
  { database, lifecycle, storage }: Platform,
  profiles: { checkPublications(): Promise<void> },
  /** Time limit for each check (ms). */
  timeoutMs: number,
): () => Promise<Health> {
  async function requireMigrations(): Promise<void> {
    if ((await database.read(() => pendingMigrations(database))).length > 0)
      throw new Error('migrations are pending');
    await database.read(requireTables);
  }

  /** Throws when the database is read-only: it then refuses even an update that matches no row. */
  async function requireWritable(): Promise<void> {
    await database.read((connection) => connection.raw('select 1'));
    const isMigrated = await requireMigrations().then(
      () => true,
      () => false,
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
        start: async () => lifecycle.ready(),
        async publications() {
          await lifecycle.ready();
          await profiles.checkPublications();
        },
      },
      timeoutMs,
    );
  const flights = createSingleFlight<Health>();
  return () => flights.run('health', check, () => {});
}
