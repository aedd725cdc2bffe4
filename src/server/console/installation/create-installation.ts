import type { Database } from '#platform/database/database';
import type { Feature } from '#platform/feature';
import type { Clock } from '#platform/kernel/clock';
import type { Background } from '#platform/kernel/concurrency/background';
import type { Logger } from '#platform/kernel/logger';
import { originAllowed } from '#platform/kernel/origins';
import { type InstalledPage, installationRoutes } from './installation-routes';
import { createPageList } from './list-pages';
import { createPageSightings, type SeenPage } from './page-sightings';

export interface InstallationOptions {
  readonly background: Background;
  readonly database: Database;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Returns the tenant's `allowedOrigins`; empty: no restriction. */
  readonly tenantOrigins: (tenantId: string) => Promise<readonly string[]>;
  /** Returns whether any profile of the tenant lists the origin. */
  readonly anyProfileLists: (tenantId: string, origin: string) => Promise<boolean>;
}

export interface InstallationFeature extends Feature {
  /** Call for each page that asks for its banner. */
  note(page: SeenPage): void;
  /** Lists the sites whose pages asked for a banner, the last seen first. */
  readonly list: (tenantId: string) => Promise<InstalledPage[]>;
}

/** Creates the check on which sites the banner is. */
export function createInstallation({
  tenantOrigins,
  anyProfileLists,
  ...options
}: InstallationOptions): InstallationFeature {
  const sightings = createPageSightings({
    ...options,
    isListed: async (tenantId, origin) =>
      originAllowed(await tenantOrigins(tenantId), origin) || (await anyProfileLists(tenantId, origin)),
  });
  const list = createPageList({
    ...options,
    sightings,
    async isAllowed(tenantId, origin) {
      const origins = await tenantOrigins(tenantId);
      return (
        origins.length === 0 || originAllowed(origins, origin) || (await anyProfileLists(tenantId, origin))
      );
    },
  });
  return {
    note: sightings.note,
    list,
    adminRoutes: installationRoutes(list),
    maintain: sightings.flush,
    flush: sightings.flush,
    close: sightings.close,
  };
}
