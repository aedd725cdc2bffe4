import type { Clock } from '#platform/kernel/clock';
import { withDeadline } from '#platform/kernel/concurrency/deadline';
import type { VendorList } from '#standards/tcf/index';

/** Number of vendor lists to keep: pages that are open while a list is published still name the one before. */
const maxKept = 4;

/** Shortest time between two looks for a list that another process may have fetched (ms): anybody can name any version. */
const lookEveryMs = 1000;

/** Longest time that a visitor waits for such a look (ms). */
const visitorWaitMs = 2000;

/** Vendor lists by their version, as far as this process has seen them. */
export interface ListVersions {
  newest(): VendorList | null;
  find(version: number): VendorList | null;
  /**
   * Like `find`, and looks first for what another process has fetched if the version is newer than all that are known. Never
   * rejects.
   */
  look(version: number): Promise<VendorList | null>;
}

/** @param readAgain reads the newest list that any process has fetched, for `newest`; never rejects */
export function createListVersions(
  newest: () => VendorList | null,
  readAgain: () => Promise<unknown>,
  clock: Pick<Clock, 'elapsed'>,
): ListVersions {
  const kept = new Map<number, VendorList>();
  let lookedAt = Number.NEGATIVE_INFINITY;
  let looking: Promise<unknown> = Promise.resolve();

  function keepNewest(): VendorList | null {
    const list = newest();
    if (list === null || kept.get(list.vendorListVersion) === list) return list;
    kept.set(list.vendorListVersion, list);
    const [oldest] = [...kept.keys()].sort((one, other) => one - other);
    if (kept.size > maxKept && oldest !== undefined) kept.delete(oldest);
    return list;
  }

  function find(version: number): VendorList | null {
    // An outage of the registry must not end pages that are open.
    keepNewest();
    return kept.get(version) ?? null;
  }

  return {
    newest: keepNewest,
    find,
    async look(version) {
      if (version <= (keepNewest()?.vendorListVersion ?? 0)) return find(version);
      const now = clock.elapsed();
      if (now - lookedAt >= lookEveryMs) {
        lookedAt = now;
        looking = readAgain();
      }
      await withDeadline(visitorWaitMs, looking, () => undefined);
      return find(version);
    },
  };
}
