import { LRUCache } from 'lru-cache';
import type { Connection, Database } from '../../database/database';
import type { RevisionWatcher } from '../../database/revisions';
import { defaultTenantId } from '../../kernel/ids';
import { findTenant, type StoredTenant } from './tenant-repository';

/** Which tenants there are, from memory: every request asks. At most half a second behind any process. */
export interface TenantDirectory {
  /** Whether there can be others beside `default`. */
  readonly several: boolean;
  exists(id: string): Promise<boolean>;
  idOfSlug(slug: string): Promise<string | null>;
}

export interface TenantDirectoryOptions {
  readonly database: Database;
  readonly watcher: RevisionWatcher;
  readonly several: boolean;
}

/**
 * Most tenants kept; names of none are kept too, so that asking for them does not reach the database each
 * time.
 */
const maxKept = 5000;

/** What may be an id or slug at all. */
const possible = /^[A-Za-z0-9._~-]{1,64}$/;

export function createTenantDirectory({
  database,
  watcher,
  several,
}: TenantDirectoryOptions): TenantDirectory {
  const kept = new LRUCache<string, Promise<StoredTenant | null>>({ max: maxKept });
  watcher.onChange(() => kept.clear());

  async function find(
    key: string,
    load: (connection: Connection) => Promise<StoredTenant | null>,
  ): Promise<StoredTenant | null> {
    await watcher.ensureFresh();
    const known = kept.get(key);
    if (known !== undefined) return known;
    // Kept before it is read, so that a change meanwhile drops it and an old answer cannot come back after a
    // new one.
    const reading = database.read(load);
    kept.set(key, reading);
    reading.catch(() => kept.delete(key));
    return reading;
  }

  return {
    several,
    async exists(id) {
      if (id === defaultTenantId) return true;
      return (
        several &&
        possible.test(id) &&
        (await find(`id ${id}`, (connection) => findTenant(connection, { id }))) !== null
      );
    },
    async idOfSlug(slug) {
      if (!several || !possible.test(slug)) return null;
      return (await find(`slug ${slug}`, (connection) => findTenant(connection, { slug })))?.id ?? null;
    },
  };
}
