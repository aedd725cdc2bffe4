import { canonicalJson } from '#platform/kernel/json';
import type { ImportedDecision } from './imported-decision';

// Why: docs/adr/0032-imports-merge-by-time.md

/** The stored fields of a visitor's record that an import reads. */
export interface StoredRecord {
  readonly id: string;
  readonly revision: number;
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly json: string;
  readonly isImported: boolean;
}

/** A state of a stored record. */
export interface StoredState {
  readonly id: string;
  readonly revision: number;
  readonly createdAt: number;
  readonly json: string;
  /** False: a change that was not a decision, such as another language. */
  readonly isDecision: boolean;
}

/** The merged decisions of one visitor, each list in order of time. */
export interface Merge {
  /** Already stored, identically. */
  readonly unchanged: readonly ImportedDecision[];
  /** Earlier than the stored state: they belong to the history only. */
  readonly older: readonly ImportedDecision[];
  /** Later than the stored state, or the first ones: the last of them becomes current. */
  readonly newer: readonly ImportedDecision[];
}

const isSame = (decision: ImportedDecision, at: number, json: string) =>
  decision.at === at && isSameDecision(decision.json, json);

/** Compares decisions; browsers send categories in any order. */
const isSameDecision = (a: string, b: string) =>
  a === b || (a.length === b.length && canonicalJson(JSON.parse(a)) === canonicalJson(JSON.parse(b)));

/**
 * Compares decisions of the same time, independently of their order in the file: the fewer they grant, the
 * later they come, so that a refusal becomes current.
 */
export function compareAtOneTime(a: string, b: string): number {
  if (a === b) return 0;
  return countGrants(b) - countGrants(a) || (a < b ? -1 : 1);
}

function countGrants(json: string): number {
  const states = Object.values(JSON.parse(json) as Readonly<Record<string, string>>);
  return states.filter((state) => state === 'granted').length;
}

/** Sorts decisions by time, refusals last at the same time, and separates duplicates. */
function inOrder(decisions: readonly ImportedDecision[]): {
  readonly kept: ImportedDecision[];
  readonly again: ImportedDecision[];
} {
  const sorted = [...decisions].sort((a, b) => a.at - b.at || compareAtOneTime(a.json, b.json));
  const seen = new Set<string>();
  const [kept, again]: [ImportedDecision[], ImportedDecision[]] = [[], []];
  for (const decision of sorted) {
    const key = `${decision.at} ${decision.json}`;
    (seen.has(key) ? again : kept).push(decision);
    seen.add(key);
  }
  return { kept, again };
}

/**
 * Returns whether the stored history must be read: a decision is not later than the record, nor identical to
 * it.
 */
export function needsHistory(stored: StoredRecord, decisions: readonly ImportedDecision[]): boolean {
  return decisions.some(
    (decision) => decision.at <= stored.updatedAt && !isSame(decision, stored.updatedAt, stored.json),
  );
}

/**
 * Merges a visitor's decisions with the stored ones. An imported decision never replaces a later one, nor a
 * visitor's own of the same time. The result does not depend on the order of files and rows.
 */
export function merge(
  stored: StoredRecord | undefined,
  history: readonly StoredState[],
  decisions: readonly ImportedDecision[],
): Merge {
  const { kept, again } = inOrder(decisions);
  if (stored === undefined) return { unchanged: again, older: [], newer: kept };
  const states = [{ createdAt: stored.updatedAt, json: stored.json }, ...history];
  const isStored = (decision: ImportedDecision) =>
    states.some(({ createdAt, json }) => isSame(decision, createdAt, json));
  const isNewer = ({ at, json }: ImportedDecision) =>
    at > stored.updatedAt ||
    (at === stored.updatedAt && stored.isImported && compareAtOneTime(json, stored.json) > 0);
  const fresh = kept.filter((decision) => !isStored(decision));
  return {
    unchanged: [...again, ...kept.filter(isStored)],
    older: fresh.filter((decision) => !isNewer(decision)),
    newer: fresh.filter(isNewer),
  };
}

export interface PlacedStates {
  /** States that move, the highest revision first: each moves to a position that is then free. */
  readonly moved: readonly { readonly id: string; readonly revision: number }[];
  readonly placed: readonly { readonly decision: ImportedDecision; readonly revision: number }[];
}

/**
 * Inserts older decisions into a history by time, refusals last at the same time: before the first state that
 * is later, and after all others.
 */
export function placeStates(
  history: readonly StoredState[],
  current: number,
  older: readonly ImportedDecision[],
): PlacedStates {
  const states = [...history].sort((a, b) => a.revision - b.revision);
  const moved: { id: string; revision: number }[] = [];
  const placed: { decision: ImportedDecision; revision: number }[] = [];
  let waiting = 0;
  for (const state of states) {
    // The current state is a visitor's own of that very time, or comes after all of them.
    const comesBefore = ({ at, json }: ImportedDecision) =>
      state.revision === current ||
      at < state.createdAt ||
      (at === state.createdAt && compareAtOneTime(json, state.json) < 0);
    for (let next = older[waiting]; next !== undefined && comesBefore(next); next = older[waiting]) {
      placed.push({ decision: next, revision: state.revision + waiting });
      waiting += 1;
    }
    if (waiting > 0) moved.push({ id: state.id, revision: state.revision + waiting });
  }
  // Some are left only where the current state's own entry is missing.
  for (; waiting < older.length; waiting += 1) {
    const decision = older[waiting];
    if (decision !== undefined) placed.push({ decision, revision: current + waiting });
  }
  return { moved: moved.reverse(), placed };
}
