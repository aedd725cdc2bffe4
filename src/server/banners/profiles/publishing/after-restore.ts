import { randomInt } from 'node:crypto';
import { skipRevisions } from '#platform/database/revisions';
import type { RunUnitOfWork } from '#platform/database/unit-of-work';
import { systemActor } from '#platform/kernel/caller';
import { defaultTenantId } from '#platform/kernel/ids';
import { acrossTenants } from '../profile-repository';
import type { ProfileRepair } from './profile-repair';

// Why: docs/adr/0167-a-database-that-goes-back-in-time.md

/**
 * More versions and publications than any database gets between a backup and its restore. The random part differs between two
 * restores of one backup, which do not know of each other.
 */
const countSkipped = () => randomInt(1000, 10_000);

export interface AfterRestoreOptions {
  readonly runUnit: RunUnitOfWork;
  readonly repair: Pick<ProfileRepair, 'start'>;
}

/**
 * Makes a database safe to use that has gone back in time. New versions skip the numbers that the lost state may have
 * used, and every group is published again under a new number: caches are purged, the mirror gets the files, and
 * processes that knew the lost state drop it. Storage is connected. Returns the number of profiles.
 */
export type AfterRestore = () => Promise<number>;

export function createAfterRestore({ runUnit, repair }: AfterRestoreOptions): AfterRestore {
  return async () => {
    const skippedNumbers = countSkipped();
    const profiles = await runUnit(async (unit) => {
      const count = await acrossTenants.skipNumbers(unit, skippedNumbers);
      await skipRevisions(unit, skippedNumbers);
      unit.audit({
        tenantId: defaultTenantId,
        action: 'database:restored',
        resourceType: 'database',
        resourceId: null,
        actor: systemActor,
        changes: { skippedNumbers },
      });
      return count;
    });
    await repair.start();
    return profiles;
  };
}
