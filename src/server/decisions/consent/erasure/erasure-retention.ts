import type { Database } from '#platform/database/database';
import type { RunUnitOfWork } from '#platform/database/unit-of-work';
import { systemActor } from '#platform/kernel/caller';
import { type Clock, toIso } from '#platform/kernel/clock';
import { runEach } from '#platform/kernel/concurrency/run-each';
import { addMonths } from '#standards/calendar';
import { limitRun } from '../retention/limit-run';
import { erasureRepository, tenantsWithErasures } from './erasure-repository';

export interface ErasureRetentionOptions {
  readonly database: Database;
  readonly runUnit: RunUnitOfWork;
  readonly clock: Clock;
  readonly retention: { readonly erasureMonths: number };
}

const erasuresPerBatch = 100;
const dayMs = 86_400_000;

/**
 * Creates the task that removes the facts of erasures after `retention.erasureMonths`, and audits the removal. The entries
 * of the erasures themselves stay in the audit log, which still confirms a certificate that somebody has saved.
 * @returns the task; it asks `isOver` between batches and stops early when told so; returns whether it has finished
 */
export function createErasureRetention({ database, runUnit, clock, retention }: ErasureRetentionOptions) {
  const removeSome = (tenantId: string, cutoff: number): Promise<number> =>
    runUnit(async (unit) => {
      const removed = await erasureRepository(unit.tenant(tenantId)).remove(cutoff, erasuresPerBatch);
      if (removed > 0)
        unit.audit({
          tenantId,
          action: 'retention:applied',
          resourceType: 'consent',
          resourceId: null,
          actor: systemActor,
          changes: { certificatesRemoved: removed, erasedBefore: toIso(cutoff) },
        });
      return removed;
    });
  return async (isOver: () => boolean): Promise<boolean> => {
    const now = clock.now();
    const isOverOrLate = limitRun(isOver, clock);
    const cutoff = addMonths(now - (now % dayMs), -retention.erasureMonths);
    const hasOld = (tenantId: string) =>
      database.read((connection) => erasureRepository(connection.tenant(tenantId)).hasBefore(cutoff));
    await runEach(await database.read(tenantsWithErasures), async (tenantId) => {
      while (!isOverOrLate() && (await hasOld(tenantId)) && (await removeSome(tenantId, cutoff)) > 0);
    });
    return !isOverOrLate();
  };
}
