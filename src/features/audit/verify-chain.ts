import type { Database } from '../../database/database';
import { yieldToEventLoop } from '../../kernel/concurrency/yield-to-event-loop';
import { type ChainEnd, chainStart, continues } from './audit-chain';
import { auditRepository } from './audit-repository';

export interface ChainVerdict {
  readonly valid: boolean;
  /** How many entries were looked at. */
  readonly checked: number;
  /**
   * Id of the first entry that does not fit; null when all do, and when it is the last ones that are missing.
   */
  readonly firstBroken: string | null;
  /** The last entry that fits: what an auditor notes down elsewhere. */
  readonly end: ChainEnd;
}

/** How far a verification is. */
export type ChainProgress = (checked: number, total: number) => void;

/** A page is read and hashed in a few milliseconds, so that requests are served between two. */
const pageSize = 500;

/**
 * Walks a tenant's chain from its first entry to where it ended when the walk began; entries appended
 * meanwhile are left to the next walk. Stops at the first entry that does not fit.
 */
export async function verifyChain(
  database: Database,
  tenantId: string,
  progress: ChainProgress = () => {},
): Promise<ChainVerdict> {
  const read = <T>(work: (log: ReturnType<typeof auditRepository>) => Promise<T>) =>
    database.read((connection) => work(auditRepository(connection.tenant(tenantId))));
  const { head, last, beforeFirst } = await read((log) => log.chainState());
  // Entries beyond the head were not written by the service; the first of them is found by walking up to it.
  const end = Math.min(last, head.sequence + 1);
  let known: ChainEnd = chainStart;
  let lastId: string | null = null;
  let checked = 0;
  const verdict = (valid: boolean, firstBroken: string | null): ChainVerdict => {
    const { sequence, hash } = known;
    return { valid, checked, firstBroken, end: { sequence, hash } };
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
  const valid = isWhole && known.hash === head.hash;
  return verdict(valid, isWhole && !valid ? lastId : null);
}
