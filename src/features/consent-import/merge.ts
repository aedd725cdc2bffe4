import type { ImportedDecision } from './imported-decision';

// Why: docs/adr/0032-imports-merge-by-time.md

/** What is stored of a visitor's record, as far as an import looks at it. */
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
}

/** What becomes of the decisions of one visitor, each list in the order of their times. */
export interface Merge {
  /** Stored already, word for word. */
  readonly unchanged: readonly ImportedDecision[];
  /** Before the state that is stored: history alone. */
  readonly older: readonly ImportedDecision[];
  /** After it, or the first that there are: the last of them is what counts now. */
  readonly newer: readonly ImportedDecision[];
}

const isSame = (decision: ImportedDecision, at: number, json: string) =>
  decision.at === at && decision.json === json;

/**
 * Orders decisions of one moment, whatever order they come in: the fewer they grant the later, so that a
 * refusal is the one that counts.
 */
function compareAtOneTime(a: string, b: string): number {
  if (a === b) return 0;
  return countGrants(b) - countGrants(a) || (a < b ? -1 : 1);
}

function countGrants(json: string): number {
  const states = Object.values(JSON.parse(json) as Readonly<Record<string, string>>);
  return states.filter((state) => state === 'granted').length;
}

/** In the order of their times, at one time refusals last; the same twice is there once. */
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
 * Whether what is stored of the history must be looked at: something is not after the record, nor the record
 * itself.
 */
export function needsHistory(stored: StoredRecord, decisions: readonly ImportedDecision[]): boolean {
  return decisions.some(
    (decision) => decision.at <= stored.updatedAt && !isSame(decision, stored.updatedAt, stored.json),
  );
}

/**
 * Sorts a visitor's decisions into what is stored. Never does an imported one replace a later one, nor a
 * visitor's own of the same moment; whatever order files and rows come in, the same states end up in the same
 * order.
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
  /** States that move, the highest first: each moves to a place that is free by then. */
  readonly moved: readonly { readonly id: string; readonly revision: number }[];
  readonly placed: readonly { readonly decision: ImportedDecision; readonly revision: number }[];
}

/**
 * Puts older decisions into a history by their times, at one time refusals last: before the first state that
 * is later, and behind those that are not.
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
    // The current state is a visitor's own of that very moment, or comes after all of them.
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
  // Left only where the current state's own entry is missing.
  for (; waiting < older.length; waiting += 1) {
    const decision = older[waiting];
    if (decision !== undefined) placed.push({ decision, revision: current + waiting });
  }
  return { moved: moved.reverse(), placed };
}
