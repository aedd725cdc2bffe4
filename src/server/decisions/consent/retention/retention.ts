import type { ResolvedConfig } from '#platform/config/config-schema';
import type { Database } from '#platform/database/database';
import type { AuditEntry, RunUnitOfWork, UnitOfWork } from '#platform/database/unit-of-work';
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

/** Removes those of the visitors who have not come back since `cutoff`, and returns their ids. */
type RemoveVisitors = (
  unit: UnitOfWork,
  tenantId: string,
  visitorIds: readonly string[],
  cutoff: number,
) => Promise<string[]>;

/** Batch sizes, small enough that visitors' own writes never wait for long. */
const visitorsPerBatch = 250;
const statesPerBatch = 500;

/** Time after which a run ends and the next one continues (ms). */
const longestRunMs = 60_000;

const dayMs = 86_400_000;

/**
 * Creates the task that removes data after its retention period (GDPR art. 5(1)(e), storage limitation). It audits the
 * removals in the same transaction, as counts, and never removes audit entries. Several processes can run it at once,
 * and an interrupted run leaves nothing half done.
 * @returns the task; it asks `isOver` between batches and stops early when told so; returns whether it has finished
 */
export function createRetention({
  retention,
  database,
  runUnit,
  hooks,
  recordChanges,
  clock,
}: RetentionOptions): (isOver: () => boolean) => Promise<boolean> {
  const { historyMonths, inactiveVisitorsMonths } = retention;
  /**
   * Position up to which the history has been searched today. The entries that remain before it are decisions in effect
   * and changes since then, which need no second look.
   */
  let historyDoneBefore = 0;

  const removeRecords: RemoveVisitors = async (unit, tenantId, visitorIds, cutoff) => {
    const now = clock.now();
    const records = await consentRepository(unit.tenant(tenantId)).eraseInactive(visitorIds, cutoff, now);
    await recordChanges(
      unit,
      tenantId,
      records.map((record) => ({ consentId: record.id, before: record, after: null, at: now })),
    );
    return records.map(({ visitorId }) => visitorId);
  };

  const removeParents: RemoveVisitors = async (unit, tenantId, visitorIds, cutoff) => {
    const gone: string[] = [];
    for (const visitorId of visitorIds)
      if (await retentionRepository(unit.tenant(tenantId)).removeParents(visitorId, cutoff))
        gone.push(visitorId);
    return gone;
  };

  /**
   * Erases those of the visitors who have not come back meanwhile, as if they had asked for it, and returns their
   * number.
   */
  async function eraseVisitors(
    tenantId: string,
    visitorIds: readonly string[],
    cutoff: number,
    remove: RemoveVisitors,
  ): Promise<number> {
    for (const visitorId of visitorIds) await hooks.notify('beforeConsentErase', { tenantId, visitorId });
    const erased = await runUnit(async (unit) => {
      const gone = await remove(unit, tenantId, visitorIds, cutoff);
      for (const visitorId of gone)
        unit.emit('consent.erased', { tenantId, visitorId, occurredAt: toIso(clock.now()) });
      if (gone.length > 0)
        unit.audit(entry(tenantId, { visitorsErased: gone.length, inactiveSince: toIso(cutoff) }));
      return gone;
    });
    for (const visitorId of erased) await hooks.notify('afterConsentErase', { tenantId, visitorId });
    return erased.length;
  }

  async function eraseInactive(tenantId: string, cutoff: number, isOver: () => boolean): Promise<void> {
    for (const [find, remove] of [
      ['inactiveVisitors', removeRecords],
      ['parentsOnly', removeParents],
    ] as const) {
      while (!isOver()) {
        const visitorIds = await database.read((connection) =>
          retentionRepository(connection.tenant(tenantId))[find](cutoff, visitorsPerBatch),
        );
        // None erased: another process has them, and the next run will see.
        if (visitorIds.length === 0 || (await eraseVisitors(tenantId, visitorIds, cutoff, remove)) === 0)
          break;
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
    if (historyMonths === undefined && inactiveVisitorsMonths === undefined) return true;
    const now = clock.now();
    const today = now - (now % dayMs);
    const endsAt = clock.elapsed() + longestRunMs;
    const isOverOrLate = () => isOver() || clock.elapsed() > endsAt;
    const tenantIds = await database.read(tenantsWithVisitors);
    if (inactiveVisitorsMonths !== undefined) {
      for (const tenantId of tenantIds)
        await eraseInactive(tenantId, addMonths(today, -inactiveVisitorsMonths), isOverOrLate);
    }
    if (historyMonths === undefined) return !isOverOrLate();
    const cutoff = addMonths(today, -historyMonths);
    if (cutoff === historyDoneBefore) return !isOverOrLate();
    for (const tenantId of tenantIds) await trimHistory(tenantId, cutoff, isOverOrLate);
    if (isOverOrLate()) return false;
    historyDoneBefore = cutoff;
    return true;
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
