import type { ProfileCatalogue } from '#banners/profiles/index';
import type { ResolvedConfig } from '#platform/config/config-schema';
import type { Database } from '#platform/database/database';
import type { AuditEntry, RunUnitOfWork, UnitOfWork } from '#platform/database/unit-of-work';
import { systemActor } from '#platform/kernel/caller';
import { type Clock, millisecondsPerDay, toIso } from '#platform/kernel/clock';
import { runEach } from '#platform/kernel/concurrency/run-each';
import type { HookRunner } from '#platform/plugins/plugin-registry';
import { addMonths } from '#standards/calendar';
import type { RecordChanges } from '../records/consent-facts';
import { consentRepository } from '../records/consent-repository';
import { getRetentionCutoffs } from './cutoffs';
import { limitRun } from './limit-run';
import {
  type Batch,
  type HistoryPart,
  type HistoryPlace,
  type ParentCutoffs,
  retentionRepository,
  tablesOfVisitors,
  tenantsWithRows,
} from './retention-repository';

export interface RetentionOptions {
  readonly retention: ResolvedConfig['retention'];
  readonly database: Database;
  readonly runUnit: RunUnitOfWork;
  readonly hooks: HookRunner;
  readonly recordChanges: RecordChanges;
  readonly catalogue: Pick<ProfileCatalogue, 'longestExpiryDays'>;
  readonly clock: Clock;
}

/** Visitors whose data has expired. */
interface Expired {
  /** The audited cutoff (epoch ms). */
  readonly since: number;
  find(repository: ReturnType<typeof retentionRepository>, limit: number): Promise<string[]>;
  /** Removes those of the visitors who have not come back meanwhile, and returns their ids. */
  remove(unit: UnitOfWork, tenantId: string, visitorIds: readonly string[]): Promise<string[]>;
}

/** Times before which visitors are inactive (epoch ms); null: never. */
interface InactivityCutoffs {
  /** Of the last decision: those that can be in effect are kept for longer than the configured time. */
  readonly decided: number | null;
  /** Of visitors who have not decided. */
  readonly inactiveSince: number | null;
  /** Of requests that no parent has answered. */
  readonly unanswered: number;
}

/** Batch sizes, small enough that visitors' own writes never wait for long. */
const visitorsPerBatch = 250;
const statesPerBatch = 500;

/** Batch size with hooks, which take their time: `close()` waits for those of the visitors whose data is removed already. */
const visitorsPerBatchWithHooks = 20;

/**
 * Calendar months after which a request is removed that no parent has answered for a visitor without a record. No token is
 * valid for longer (`compliance.parentalTokenHours`).
 */
const unansweredMonths = 12;

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
  catalogue,
  clock,
}: RetentionOptions): (isOver: () => boolean) => Promise<boolean> {
  /** Cutoff of the search through the history; a new day has a new one. */
  let historyCutoff = 0;
  /**
   * Place up to which each tenant's history has been searched for this cutoff; null when the search has ended. The entries
   * that remain before it are decisions in effect and changes since then, which need no second look that day.
   */
  const searchedHistory = new Map<string, HistoryPlace | null>();

  function recordsBefore(cutoff: number): Expired {
    // Old records of visitors who still sign in stay, and would be passed over again for each batch.
    let searchedTo = 0;
    return {
      since: cutoff,
      async find(repository, limit) {
        const visitors = await repository.inactiveVisitors(cutoff, searchedTo, limit);
        searchedTo = visitors.at(-1)?.updatedAt ?? searchedTo;
        return visitors.map(({ id }) => id);
      },
      async remove(unit, tenantId, visitorIds) {
        const now = clock.now();
        const records = await consentRepository(unit.tenant(tenantId)).eraseInactive(visitorIds, cutoff, now);
        await recordChanges(
          unit,
          tenantId,
          records.map((record) => ({ consentId: record.id, before: record, after: null, at: now })),
        );
        return records.map(({ visitorId }) => visitorId);
      },
    };
  }

  const parentsBefore = (cutoffs: ParentCutoffs, kind: keyof ParentCutoffs): Expired => ({
    since: cutoffs[kind],
    find: (repository, limit) => repository.parentsOnly(cutoffs, kind, limit),
    async remove(unit, tenantId, visitorIds) {
      const gone: string[] = [];
      for (const visitorId of visitorIds)
        if (await retentionRepository(unit.tenant(tenantId)).removeParents(visitorId, cutoffs))
          gone.push(visitorId);
      return gone;
    },
  });

  /**
   * Erases those of the visitors who have not come back meanwhile, as if they had asked for it, and returns their
   * number. Leaves out those whose hooks have not run when it is over.
   */
  async function eraseVisitors(
    tenantId: string,
    visitorIds: readonly string[],
    { remove, since }: Expired,
    isOver: () => boolean,
  ): Promise<number> {
    const announced: string[] = [];
    for (const visitorId of visitorIds) {
      await hooks.notify('beforeConsentErase', { tenantId, visitorId });
      announced.push(visitorId);
      if (isOver()) break;
    }
    const erased = await runUnit(async (unit) => {
      const gone = await remove(unit, tenantId, announced);
      for (const visitorId of gone)
        unit.emit('consent.erased', { tenantId, visitorId, occurredAt: toIso(clock.now()) });
      if (gone.length > 0)
        unit.audit(entry(tenantId, { visitorsErased: gone.length, inactiveSince: toIso(since) }));
      return gone;
    });
    for (const visitorId of erased) await hooks.notify('afterConsentErase', { tenantId, visitorId });
    return erased.length;
  }

  async function eraseBatch(tenantId: string, expired: Expired, isOver: () => boolean): Promise<Batch> {
    const limit = hooks.has('beforeConsentErase', 'afterConsentErase')
      ? visitorsPerBatchWithHooks
      : visitorsPerBatch;
    const visitorIds = await database.read((connection) =>
      expired.find(retentionRepository(connection.tenant(tenantId)), limit),
    );
    if (visitorIds.length === 0) return { found: 0, removed: 0 };
    return {
      found: visitorIds.length,
      removed: await eraseVisitors(tenantId, visitorIds, expired, isOver),
    };
  }

  /** Returns whether it has finished: not when another process is erasing the same visitors. */
  async function eraseExpired(
    tenantId: string,
    { decided, inactiveSince, unanswered }: InactivityCutoffs,
    isOver: () => boolean,
  ): Promise<boolean> {
    const cutoffs: ParentCutoffs = { answered: inactiveSince ?? 0, unanswered };
    const eraseAll = (expired: Expired) => repeat(isOver, () => eraseBatch(tenantId, expired, isOver));
    const results = [await eraseAll(parentsBefore(cutoffs, 'unanswered'))];
    if (decided !== null) results.push(await eraseAll(recordsBefore(decided)));
    if (inactiveSince !== null)
      results.push(
        await eraseAll(parentsBefore(cutoffs, 'answered')),
        await repeat(isOver, () => removeEmptyAccounts(tenantId, inactiveSince)),
      );
    return !results.includes(false);
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
    const now = clock.now();
    const today = now - (now % millisecondsPerDay);
    const isOverOrLate = limitRun(isOver, clock);
    const { superseded, inactive: inactiveSince } = getRetentionCutoffs(retention, now, 0);
    const unanswered = Math.max(addMonths(today, -unansweredMonths), inactiveSince ?? 0);
    const isLimited = inactiveSince !== null || superseded !== null;
    /** Returns since when visitors with a decision are inactive; null also when none can be. */
    async function decidedBefore(tenantId: string): Promise<number | null> {
      if (inactiveSince === null) return null;
      const isAnyOld = await database.read((connection) =>
        retentionRepository(connection.tenant(tenantId)).hasDecidedBefore(inactiveSince),
      );
      if (!isAnyOld) return null;
      return getRetentionCutoffs(retention, now, await catalogue.longestExpiryDays(tenantId)).inactive;
    }
    const tenantIds = await database.read((connection) =>
      tenantsWithRows(connection, isLimited ? tablesOfVisitors : ['parental_consents']),
    );
    let isFinished = true;
    async function eraseAll(): Promise<void> {
      await runEach(tenantIds, async (tenantId) => {
        const cutoffs = { decided: await decidedBefore(tenantId), inactiveSince, unanswered };
        if (!(await eraseExpired(tenantId, cutoffs, isOverOrLate))) isFinished = false;
      });
    }
    async function trimAll(): Promise<void> {
      if (superseded === null) return;
      if (superseded !== historyCutoff) searchedHistory.clear();
      historyCutoff = superseded;
      await runEach(tenantIds, (tenantId) => trimHistory(tenantId, superseded, isOverOrLate));
    }
    await runEach([eraseAll, trimAll], (task) => task());
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
