import { pendingMigrations } from '../database/migrate';
import { checkHealth, type Health } from '../http/health-routes';
import type { Platform } from './platform';

/** Creates the health check. A probe starts the service, as a request would. */
export function createHealth(
  { database, lifecycle, storage }: Platform,
  profiles: { checkPublications(): Promise<void> },
): () => Promise<Health> {
  return () =>
    checkHealth({
      database: () => database.read((connection) => connection.raw('select 1')),
      async storage() {
        await lifecycle.ready()?.catch(() => {});
        await storage.check();
      },
      async migrations() {
        if ((await database.read(() => pendingMigrations(database))).length > 0)
          throw new Error('migrations are pending');
      },
      start: async () => lifecycle.ready(),
      async publications() {
        await lifecycle.ready();
        await profiles.checkPublications();
      },
    });
}
