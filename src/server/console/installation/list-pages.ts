import type { Database } from '#platform/database/database';
import { toIso } from '#platform/kernel/clock';
import type { InstalledPage } from './installation-routes';
import { pageOriginRepository } from './page-origin-repository';
import type { PageSightings } from './page-sightings';

export interface ListPagesOptions {
  readonly database: Database;
  readonly sightings: PageSightings;
  /** Returns whether decisions from pages of this origin are accepted. */
  readonly isAllowed: (tenantId: string, origin: string) => Promise<boolean>;
}

/** Creates the function that lists the sites whose pages asked for a banner, the last seen first. */
export function createPageList({ database, sightings, isAllowed }: ListPagesOptions) {
  return async (tenantId: string): Promise<InstalledPage[]> => {
    const stored = await database.read((connection) =>
      pageOriginRepository(connection.tenant(tenantId)).list(),
    );
    const byOrigin = new Map([...stored, ...sightings.pending(tenantId)].map((page) => [page.origin, page]));
    const newestFirst = [...byOrigin.values()].sort((a, b) => b.lastSeenAt - a.lastSeenAt);
    return Promise.all(
      newestFirst.map(async ({ origin, lastSeenAt, complianceGroup, locale }) => ({
        origin,
        lastSeenAt: toIso(lastSeenAt),
        complianceGroup,
        locale,
        allowed: await isAllowed(tenantId, origin),
      })),
    );
  };
}
