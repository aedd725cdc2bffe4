import type { Database } from '#platform/database/database';
import { yieldToEventLoop } from '#platform/kernel/concurrency/yield-to-event-loop';
import { type ChainEnd, chainStart, continues } from './audit-chain';
import { auditRepository } from './audit-repository';
import { findUnrecorded, type Unrecorded } from './unrecorded-repository';

export interface ChainVerdict {
  readonly valid: boolean;
  /** Number of entries that were checked. */
  readonly checked: number;
  /** Id of the first entry that does not fit; null when all do, and when entries are missing. */
  readonly firstBroken: string | null;
  /** A stored resource whose entries are missing, in a chain that is whole in itself; null: there is none. */
  readonly unrecorded: Unrecorded | null;
  /** The last entry that fits, for auditors to record elsewhere. */
  readonly end: ChainEnd;
}

/** Progress of a verification. */
export type ChainProgress = (checked: number, total: number) => void;

/**
 * Entries per page, which is read and hashed in a few milliseconds, so that requests are served between two.
 */
const pageSize = 500;

/**
 * Verifies a tenant's chain from its first entry to its end at the start of the verification; entries
 * appended since are left to the next one. Stops at the first entry that does not fit.
 */
export async function verifyChain(
  database: Database,
  tenantId: string,
  progress: ChainProgress = () => {},
): Promise<ChainVerdict> {
  const read = <T>(work: (log: ReturnType<typeof auditRepository>) => Promise<T>) =>
    database.read((connection) => work(auditRepository(connection.tenant(tenantId))));
  const { head, last, beforeFirst } = await read((log) => log.chainState());
  // The service did not write entries beyond the head; walking up to it finds the first of them.
  const end = Math.min(last, head.sequence + 1);
  let known: ChainEnd = chainStart;
  let lastId: string | null = null;
  let checked = 0;
  const verdict = (
    valid: boolean,
    firstBroken: string | null,
    unrecorded: Unrecorded | null = null,
  ): ChainVerdict => {
    const { sequence, hash } = known;
    return { valid, checked, firstBroken, unrecorded, end: { sequence, hash } };
  };

  if (beforeFirst !== null) {
    checked = 1;
    return verdict(false, beforeFirst);
  }
  while (known.sequence < end) {
    const { sequence } = known;
    const found = await read((log) => log.between(sequence, Math.min(sequence + pageSize, end)));
    for (const { id, entry } of found) {
      checked += 1;
      if (entry === null || entry.sequence > head.sequence || !continues(entry, known))
        return verdict(false, id);
      known = entry;
      lastId = id;
    }
    if (known.sequence === sequence) {
      checked += 1;
      return verdict(false, await read((log) => log.idAfter(sequence)));
    }
    progress(checked, end);
    await yieldToEventLoop();
  }
  const isWhole = known.sequence === head.sequence;
  const fits = isWhole && known.hash === head.hash;
  if (!fits) return verdict(false, isWhole ? lastId : null);
  // Without its entries and its head, a chain that was removed looks like one that has just begun.
  const unrecorded = await database.read((connection) => findUnrecorded(connection, tenantId));
  return verdict(unrecorded === null, null, unrecorded);
}
