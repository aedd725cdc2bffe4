import type { Database } from '#platform/database/database';
import { createGrowingCache } from '#platform/kernel/growing-cache';
import { publicationPeriodRepository } from '../publishing/publication-period-repository';
import type { VersionAddress } from '../versions/profile-version-repository';

/**
 * Returns a function that tells whether visitors may read a version: one that was published, or any while no version of
 * the profile is, unless the tenant requires approval. Otherwise everyone could read the next texts of a live banner,
 * whose address differs from that of the current ones only by the number.
 * @param requiresApproval returns the tenant's rule, from a cache
 */
export function createPublicVersionCheck(
  database: Database,
  requiresApproval: (tenantId: string) => Promise<boolean>,
): (address: VersionAddress) => Promise<boolean> {
  // What was published once stays so.
  const served = createGrowingCache<true>(maxServed);
  return async ({ tenantId, profileId, version }) => {
    const key = `${tenantId}/${profileId}/${version}`;
    if (served.has(key)) return true;
    const { wasServed, isLive } = await database.read((connection) =>
      publicationPeriodRepository(connection.tenant(tenantId)).readServing(profileId, version),
    );
    if (wasServed) served.set(key, true);
    return wasServed || !(isLive || (await requiresApproval(tenantId)));
  };
}

/** Number of published versions that a process remembers. */
const maxServed = 10_000;
