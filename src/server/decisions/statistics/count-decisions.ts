import type { Telemetry } from '#platform/kernel/telemetry/telemetry';
import type { ConsentChange } from '../consent';

type Result = 'accepted' | 'refused' | 'saved' | 'withdrawn' | 'gpc';

const byChoice = { in: 'accepted', out: 'refused', partial: 'saved', none: null } as const;

/** Counts the decisions among stored changes in the metrics. */
export function countDecisions(telemetry: Telemetry, changes: readonly ConsentChange[]): void {
  for (const change of changes) {
    const result = toResult(change);
    if (result !== null) telemetry.count('decisions', { result, source: change.after?.source ?? '' });
  }
}

/** Returns what a visitor decided; null when the change is not a decision. */
function toResult({ after, isDecision = true, takesBack }: ConsentChange): Result | null {
  // Reading a notice creates a record but is not a decision.
  if (after === null || !isDecision || after.choice === 'none') return null;
  // The choice of an account was counted on the device on which the visitor made it.
  if (after.source === 'account') return null;
  if (after.method === 'gpc') return 'gpc';
  return takesBack ? 'withdrawn' : byChoice[after.choice];
}
