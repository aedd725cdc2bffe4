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
  type Batch,
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
  /** Cutoff of the search through the history; a new day has a new one. */
  let historyCutoff = 0;
  /**
   * Place up to which each tenant's history has been searched for this cutoff; null when the search has ended. The entries
   * that remain before it are decisions in effect and changes since then, which need no second look that day.
   */
  const searchedHistory = new Map<string, HistoryPlace | null>();

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

  /** Returns whether it has finished: not when another process is erasing the same visitors. */
  async function eraseInactive(tenantId: string, cutoff: number, isOver: () => boolean): Promise<boolean> {
    const results = [
      await repeat(isOver, () => eraseBatch(tenantId, 'inactiveVisitors', removeRecords, cutoff)),
      await repeat(isOver, () => eraseBatch(tenantId, 'parentsOnly', removeParents, cutoff)),
      await repeat(isOver, () => removeEmptyAccounts(tenantId, cutoff)),
    ];
    return !results.includes(false);
  }

  async function eraseBatch(
    tenantId: string,
    find: 'inactiveVisitors' | 'parentsOnly',
    remove: RemoveVisitors,
    cutoff: number,
  ): Promise<Batch> {
    const visitorIds = await database.read((connection) =>
      retentionRepository(connection.tenant(tenantId))[find](cutoff, visitorsPerBatch),
    );
    if (visitorIds.length === 0) return { found: 0, removed: 0 };
    return { found: visitorIds.length, removed: await eraseVisitors(tenantId, visitorIds, cutoff, remove) };
  }

  const removeEmptyAccounts = (tenantId: string, cutoff: number): Promise<Batch> =>
    runUnit(async (unit) => {
      const batch = await retentionRepository(unit.tenant(tenantId)).removeEmptyAccounts(
        cutoff,
        statesPerBatch,
      );
      if (batch.removed > 0)
        unit.audit(entry(tenantId, { accountsRemoved: batch.removed, inactiveSince: toIso(cutoff) }));
      return batch;
    });

  /** Continues where the last run for this cutoff ended. */
  async function trimHistory(tenantId: string, cutoff: number, isOver: () => boolean): Promise<void> {
    let after = searchedHistory.get(tenantId);
    while (after !== null && !isOver()) {
      const place: HistoryPlace | null = after ?? null;
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
      after = part.end;
      searchedHistory.set(tenantId, after);
    }
  }

  return async (isOver) => {
    if (historyMonths === undefined && inactiveVisitorsMonths === undefined) return true;
    const now = clock.now();
    const today = now - (now % dayMs);
    const endsAt = clock.elapsed() + longestRunMs;
    const isOverOrLate = () => isOver() || clock.elapsed() > endsAt;
    const tenantIds = await database.read(tenantsWithVisitors);
    let isFinished = true;
    if (inactiveVisitorsMonths !== undefined) {
      const cutoff = addMonths(today, -inactiveVisitorsMonths);
      for (const tenantId of tenantIds)
        isFinished = (await eraseInactive(tenantId, cutoff, isOverOrLate)) && isFinished;
    }
    if (historyMonths !== undefined) {
      const cutoff = addMonths(today, -historyMonths);
      if (cutoff !== historyCutoff) searchedHistory.clear();
      historyCutoff = cutoff;
      for (const tenantId of tenantIds) await trimHistory(tenantId, cutoff, isOverOrLate);
    }
    return isFinished && !isOverOrLate();
  };
}

/** Repeats until a batch is empty; returns false when it stops earlier: late, or because none could be removed. */
async function repeat(isOver: () => boolean, removeBatch: () => Promise<Batch>): Promise<boolean> {
  while (!isOver()) {
    const { found, removed } = await removeBatch();
    if (found === 0) return true;
    if (removed === 0) return false;
  }
  return false;
}

const entry = (tenantId: string, changes: Readonly<Record<string, unknown>>): AuditEntry => ({
  tenantId,
  action: 'retention:applied',
  resourceType: 'consent',
  resourceId: null,
  actor: systemActor,
  changes,
});
