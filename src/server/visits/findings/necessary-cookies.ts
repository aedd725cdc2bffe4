import type { Database } from '#platform/database/database';
import type { RevisionWatcher } from '#platform/database/revisions';
import { createRevisionCache } from '#platform/database/revisions';
import type { NecessaryCookies } from '../guard';
import { findingRepository } from './finding-repository';

export interface NecessaryCookiesOptions {
  readonly database: Database;
  readonly watcher: RevisionWatcher;
}

/** For most tenants, so that their rules need not be made again. */
const none: NecessaryCookies = new Set();

/**
 * Creates the function that returns the cookies which operators have called necessary, by the names of their findings.
 * They are in memory until any process changes a decision, a profile or a setting, which is noticed within half a second.
 */
export function createNecessaryCookies(
  options: NecessaryCookiesOptions,
): (tenantId: string) => Promise<NecessaryCookies> {
  const read = createRevisionCache<NecessaryCookies>(options);
  return (tenantId) =>
    read(tenantId, async (connection) => {
      const names = await findingRepository(connection.tenant(tenantId)).necessaryCookies();
      return names.length === 0 ? none : new Set(names);
    });
}
