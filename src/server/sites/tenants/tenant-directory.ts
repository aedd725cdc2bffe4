import type { Database } from '#platform/database/database';
import type { RevisionWatcher } from '#platform/database/revisions';
import { createRevisionCache } from '#platform/database/revisions';
import { defaultTenantId, isPossibleId } from '#platform/kernel/ids';
import { findTenant, listTenants, type StoredTenant } from './tenant-repository';

/** Cached list of the tenants, used by every request. At most half a second behind any process. */
export interface TenantDirectory {
  /** Whether there can be tenants other than `default`. */
  readonly several: boolean;
  exists(id: string): Promise<boolean>;
  idOfSlug(slug: string): Promise<string | null>;
  /** Returns the ids of all tenants by their names: ids and slugs, of which an id comes first. */
  idsByName(): Promise<ReadonlyMap<string, string>>;
}

export interface TenantDirectoryOptions {
  readonly database: Database;
  readonly watcher: RevisionWatcher;
  readonly several: boolean;
}

export function createTenantDirectory({
  database,
  watcher,
  several,
}: TenantDirectoryOptions): TenantDirectory {
  // Changes of tenants themselves can concern all of them.
  const caching = { database, watcher, isOutdated: () => false };
  // Names without a tenant are cached too, so that repeated requests for them do not reach the database.
  const find = createRevisionCache<StoredTenant | null>(caching);
  const readAll = createRevisionCache<ReadonlyMap<string, string>>(caching);

  return {
    several,
    async exists(id) {
      if (id === defaultTenantId) return true;
      return (
        several &&
        isPossibleId(id) &&
        (await find(`id ${id}`, (connection) => findTenant(connection, { id }))) !== null
      );
    },
    async idOfSlug(slug) {
      // A slug has the form of an id.
      if (!several || !isPossibleId(slug)) return null;
      return (await find(`slug ${slug}`, (connection) => findTenant(connection, { slug })))?.id ?? null;
    },
    idsByName: () =>
      readAll('all', async (connection) => {
        const tenants = await listTenants(connection);
        const names = (key: 'id' | 'slug') => tenants.map((tenant) => [tenant[key], tenant.id] as const);
        return new Map([...names('slug'), ...names('id'), [defaultTenantId, defaultTenantId]]);
      }),
  };
}
