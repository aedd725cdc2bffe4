import type { ResolvedConfig } from '#platform/config/config-schema';
import type { Database } from '#platform/database/database';
import type { AuditEntry, RunUnitOfWork } from '#platform/database/unit-of-work';
import { systemActor } from '#platform/kernel/caller';
import { type Clock, toIso } from '#platform/kernel/clock';
import type { HookRunner } from '#platform/plugins/plugin-registry';
import { addMonths } from '#standards/calendar';
import type { RecordChanges } from '../records/consent-facts';
import { consentRepository } from '../records/consent-repository';
import {
  type HistoryPart,
  type HistoryPlace,
  retentionRepository,
  tenantsWithVisitors,
} from './retention-repository';

export interface RetentionOptions {
  readonly retention: ResolvedConfig['retention'];
  readonly database: Database;
  readonly runUnit: RunUnitOfWork;
  readonly hooks: HookRunner;
  readonly recordChanges: RecordChanges;
  readonly clock: Clock;
}

/** Batch size, small enough that visitors' own writes never wait for long. */
const visitorsPerBatch = 50;
const statesPerBatch = 500;

/** Time after which a run ends and the next one continues (ms). */
const longestRunMs = 60_000;

const dayMs = 86_400_000;

/**
 * Creates the task that removes data after its retention period (GDPR art. 5(1)(e), storage limitation). It audits the
 * removals in the same transaction, as counts, and never removes audit entries. Several processes can run it at once,
 * and an interrupted run leaves nothing half done.
 * @returns the task; it asks `isOver` between batches and stops early when told so
 */
export function createRetention({
  retention,
  database,
  runUnit,
  hooks,
  recordChanges,
  clock,
}: RetentionOptions): (isOver: () => boolean) => Promise<void> {
  const { historyMonths, inactiveVisitorsMonths } = retention;
  /**
   * Position up to which the history has been searched today. The entries that remain before it are decisions in effect
   * and changes since then, which need no second look.
   */
  let historyDoneBefore = 0;

  /**
   * Erases those of the visitors who have not come back meanwhile, as if they had asked for it, and returns their
   * number.
   */
  async function eraseVisitors(
    tenantId: string,
    visitorIds: readonly string[],
    cutoff: number,
  ): Promise<number> {
    for (const visitorId of visitorIds) await hooks.notify('beforeConsentErase', { tenantId, visitorId });
    const erased = await runUnit(async (unit) => {
      const scope = unit.tenant(tenantId);
      const gone: string[] = [];
      for (const visitorId of visitorIds) {
        const retained = retentionRepository(scope);
        const lastWritten = await retained.lockWritten(visitorId);
        if (lastWritten === null) {
          if (!(await retained.removeParents(visitorId, cutoff))) continue;
        } else {
          if (lastWritten >= cutoff) continue;
          const record = (await consentRepository(scope).erase(visitorId, clock.now()))?.record ?? null;
          if (record !== null)
            await recordChanges(unit, tenantId, [
              { consentId: record.id, before: record, after: null, at: clock.now() },
            ]);
        }
        gone.push(visitorId);
        unit.emit('consent.erased', { tenantId, visitorId, occurredAt: toIso(clock.now()) });
      }
      if (gone.length > 0)
        unit.audit(entry(tenantId, { visitorsErased: gone.length, inactiveSince: toIso(cutoff) }));
      return gone;
    });
    for (const visitorId of erased) await hooks.notify('afterConsentErase', { tenantId, visitorId });
    return erased.length;
  }

  async function eraseInactive(tenantId: string, cutoff: number, isOver: () => boolean): Promise<void> {
    for (const find of ['inactiveVisitors', 'parentsOnly'] as const) {
      while (!isOver()) {
        const visitorIds = await database.read((connection) =>
          retentionRepository(connection.tenant(tenantId))[find](cutoff, visitorsPerBatch),
        );
        // None erased: another process has them, and the next run will see.
        if (visitorIds.length === 0 || (await eraseVisitors(tenantId, visitorIds, cutoff)) === 0) break;
      }
    }
    while (!isOver()) {
      const removed = await runUnit(async (unit) => {
        const accounts = await retentionRepository(unit.tenant(tenantId)).removeEmptyAccounts(
          cutoff,
          statesPerBatch,
        );
        if (accounts > 0)
          unit.audit(entry(tenantId, { accountsRemoved: accounts, inactiveSince: toIso(cutoff) }));
        return accounts;
      });
      if (removed === 0) break;
    }
  }

  async function trimHistory(tenantId: string, cutoff: number, isOver: () => boolean): Promise<void> {
    let after: HistoryPlace | null = null;
    while (!isOver()) {
      const place: HistoryPlace | null = after;
      const part: HistoryPart = await database.read((connection) =>
        retentionRepository(connection.tenant(tenantId)).supersededStates(cutoff, place, statesPerBatch),
      );
      if (part.ids.length > 0) {
        await runUnit(async (unit) => {
          const removed = await retentionRepository(unit.tenant(tenantId)).removeStates(part.ids);
          if (removed > 0)
            unit.audit(entry(tenantId, { historyEntriesRemoved: removed, supersededBefore: toIso(cutoff) }));
        });
      }
      if (part.end === null) return;
      after = part.end;
    }
  }

  return async (isOver) => {
    if (historyMonths === undefined && inactiveVisitorsMonths === undefined) return;
    const now = clock.now();
    const today = now - (now % dayMs);
    const endsAt = performance.now() + longestRunMs;
    const isOverOrLate = () => isOver() || performance.now() > endsAt;
    const tenantIds = await database.read(tenantsWithVisitors);
    if (inactiveVisitorsMonths !== undefined) {
      for (const tenantId of tenantIds)
        await eraseInactive(tenantId, addMonths(today, -inactiveVisitorsMonths), isOverOrLate);
    }
    if (historyMonths === undefined) return;
    const cutoff = addMonths(today, -historyMonths);
    if (cutoff === historyDoneBefore) return;
    for (const tenantId of tenantIds) await trimHistory(tenantId, cutoff, isOverOrLate);
    if (!isOverOrLate()) historyDoneBefore = cutoff;
  };
}

const entry = (tenantId: string, changes: Readonly<Record<string, unknown>>): AuditEntry => ({
  tenantId,
  action: 'retention:applied',
  resourceType: 'consent',
  resourceId: null,
  actor: systemActor,
  changes,
});
