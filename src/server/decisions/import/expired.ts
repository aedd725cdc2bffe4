import type { RetentionCutoffs } from '../consent';
import type { ImportedDecision } from './imported-decision';
import { compareAtOneTime, type Merge, type StoredState } from './merge';

// Why: docs/adr/0032-imports-merge-by-time.md

/** Merged decisions, without those that retention would remove at once. */
export interface KeptMerge extends Merge {
  readonly expired: readonly ImportedDecision[];
}

/**
 * Leaves decisions out that retention would remove at once: they may be ones that it has removed already, and would be counted
 * once more.
 * @param decided the stored decisions of the visitor
 */
export function leaveExpired(
  { unchanged, older, newer }: Merge,
  decided: readonly Pick<StoredState, 'createdAt' | 'json'>[],
  { superseded, inactive }: RetentionCutoffs,
): KeptMerge {
  if (superseded === null && inactive === null) return { unchanged, older, newer, expired: [] };
  const all = [...decided.map(({ createdAt: at, json }) => ({ at, json })), ...older, ...newer];
  all.sort((a, b) => a.at - b.at || compareAtOneTime(a.json, b.json));
  const expired = new Set<unknown>(
    all.filter((decision, index) => {
      const next = all[index + 1];
      const isSuperseded = superseded !== null && next !== undefined && next.at < superseded;
      return isSuperseded || (inactive !== null && decision.at < inactive);
    }),
  );
  const isKept = (decision: ImportedDecision) => !expired.has(decision);
  return {
    unchanged,
    older: older.filter(isKept),
    newer: newer.filter(isKept),
    expired: [...older, ...newer].filter((decision) => expired.has(decision)),
  };
}
