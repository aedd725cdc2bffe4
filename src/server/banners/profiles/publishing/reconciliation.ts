import { setTimeout } from 'node:timers/promises';
import type { Background } from '#platform/kernel/concurrency/background';
import { describeError, type Logger } from '#platform/kernel/logger';
import type { GroupAddress } from '../../publishing';

// Why: docs/adr/0062-publications-with-an-unknown-outcome.md

/** Pause before the first attempt in the background, doubled after each failure (ms). */
const firstPauseMs = 250;
const longestPauseMs = 30_000;

/** About ten minutes. After that, the upkeep and the readiness probe compare every group with the database. */
const maxTries = 26;

export interface Reconciliation {
  /**
   * Makes the published files of a group match the database. When that fails, it is tried again in the
   * background, or by the upkeep. Never rejects.
   */
  ensure(address: GroupAddress): Promise<void>;
  close(): Promise<void>;
}

export interface ReconciliationOptions {
  readonly background: Background;
  readonly reconcile: (address: GroupAddress) => Promise<void>;
  readonly logger: Logger;
}

export function createReconciliation({
  background,
  reconcile,
  logger,
}: ReconciliationOptions): Reconciliation {
  const pending = new Map<string, GroupAddress>();
  const closing = new AbortController();
  let tries = 0;
  let working: Promise<void> | undefined;

  async function attempt(address: GroupAddress): Promise<boolean> {
    const key = `${address.tenantId}/${address.group}`;
    // Before the attempt: a further failure of the same group during it must not be forgotten.
    pending.delete(key);
    try {
      await reconcile(address);
      return true;
    } catch (error) {
      pending.set(key, address);
      logger.warn(
        { ...address, error: describeError(error) },
        'The published files of this compliance group could not be compared with the database yet',
      );
      return false;
    }
  }

  async function retryPending(): Promise<void> {
    for (; pending.size > 0 && tries < maxTries && !closing.signal.aborted; tries += 1) {
      const pause = Math.min(firstPauseMs * 2 ** tries, longestPauseMs);
      await setTimeout(pause, undefined, { signal: closing.signal, ref: false }).catch(() => {});
      for (const address of [...pending.values()]) if (!closing.signal.aborted) await attempt(address);
    }
    working = undefined;
  }

  return {
    async ensure(address) {
      if (await attempt(address)) return;
      tries = 0;
      if (background.isOn) working ??= background.run(retryPending);
    },
    /** The next start reconciles the groups that are pending then. */
    async close() {
      closing.abort();
      await working;
    },
  };
}
