import type { Database } from '#platform/database/database';
import { publicationPeriodRepository } from '../publishing/publication-period-repository';
import type { VersionAddress } from '../versions/profile-version-repository';

/**
 * Returns a function that tells whether visitors may read a version: where the tenant requires approval, only one that
 * was published.
 * @param requiresApproval returns the tenant's rule, from a cache
 */
export const createPublicVersionCheck =
  (database: Database, requiresApproval: (tenantId: string) => Promise<boolean>) =>
  async ({ tenantId, profileId, version }: VersionAddress): Promise<boolean> =>
    !(await requiresApproval(tenantId)) ||
    database.read((connection) =>
      publicationPeriodRepository(connection.tenant(tenantId)).wasServed(profileId, version),
    );
