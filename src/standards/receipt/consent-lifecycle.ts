import { isAcknowledgement } from '../compliance';
import type { PastDecision } from './receipt-facts';
import type { ChoiceState, EventState } from './receipt-types';

/** Where the consent to each category stands. */
export type ConsentStates = ReadonlyMap<string, EventState>;

/** What one decision changed. */
export interface LifecycleStep {
  /** Of the decision as a whole: withdrawn as soon as one category is. */
  readonly state: EventState;
  /** Choices that differ from those before; null: no longer named. */
  readonly choices: Readonly<Record<string, ChoiceState | null>>;
  /** Of the categories in `choices` that need consent. */
  readonly states: Readonly<Record<string, EventState>>;
}

/**
 * Follows consent through a record's decisions (ISO/IEC TS 27560, Annex B): who grants gives or renews
 * consent, who no longer grants withdraws it, who never granted refuses it.
 * @param decisions oldest first
 * @param before the last decision before them; null when there was none
 * @param mandatory categories that need no consent
 */
export function consentLifecycle(
  decisions: readonly PastDecision[],
  before: PastDecision | null,
  mandatory: ReadonlySet<string>,
): { readonly steps: LifecycleStep[]; readonly current: ConsentStates } {
  let states =
    before === null ? new Map<string, EventState>() : statesAfter(new Map(), before, null, mandatory);
  let previous = before;
  const steps = decisions.map((decision, index) => {
    const next = statesAfter(states, decision, previous, mandatory);
    // Without the choices before, a reader could not tell what the first event left as it was.
    const choices = changes(index === 0 ? {} : (previous?.choices ?? {}), decision.choices);
    const changed = Object.keys(choices).flatMap((category) => {
      const state = next.get(category);
      return state === undefined ? [] : [[category, state] as const];
    });
    const step = {
      state: stateOf(decision, previous, states, next),
      choices,
      states: Object.fromEntries(changed),
    };
    states = next;
    previous = decision;
    return step;
  });
  return { steps, current: states };
}

const isGiven = (state: EventState | undefined) =>
  state === 'dpv:ConsentGiven' || state === 'dpv:RenewedConsentGiven';

const choiceIn = (choices: PastDecision['choices'], category: string) =>
  Object.hasOwn(choices, category) ? choices[category] : undefined;

function statesAfter(
  states: ConsentStates,
  { profileId, complianceGroup, choices, anyGranted }: PastDecision,
  previous: PastDecision | null,
  mandatory: ReadonlySet<string>,
): Map<string, EventState> {
  // A notice that was read decides nothing.
  if (isAcknowledgement(complianceGroup, choices)) return new Map(states);
  const next = new Map<string, EventState>();
  for (const category of new Set([...states.keys(), ...Object.keys(choices)])) {
    const [choice, state] = [choiceIn(choices, category), states.get(category)];
    // Where nothing optional was granted, what is granted is mandatory, also when its notice is gone.
    if (mandatory.has(category) || (choice === 'granted' && !anyGranted)) continue;
    // Another notice may not ask about the category at all.
    if (choice === undefined && previous?.profileId !== profileId) continue;
    if (choice === 'granted')
      next.set(category, isGiven(state) ? 'dpv:RenewedConsentGiven' : 'dpv:ConsentGiven');
    else
      next.set(
        category,
        isGiven(state) || state === 'dpv:ConsentWithdrawn' ? 'dpv:ConsentWithdrawn' : 'dpv:ConsentRefused',
      );
  }
  return next;
}

function stateOf(
  { complianceGroup, choices, anyGranted }: PastDecision,
  previous: PastDecision | null,
  before: ConsentStates,
  after: ConsentStates,
): EventState {
  if (isAcknowledgement(complianceGroup, choices)) return 'dpv:ConsentUnknown';
  const withdraws = [...after].some(
    ([category, state]) => state === 'dpv:ConsentWithdrawn' && isGiven(before.get(category)),
  );
  if (withdraws) return 'dpv:ConsentWithdrawn';
  if (anyGranted) return previous?.anyGranted ? 'dpv:RenewedConsentGiven' : 'dpv:ConsentGiven';
  return previous?.anyGranted ? 'dpv:ConsentWithdrawn' : 'dpv:ConsentRefused';
}

function changes(
  before: PastDecision['choices'],
  after: PastDecision['choices'],
): Record<string, ChoiceState | null> {
  const categories = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  const differing = categories.filter((category) => choiceIn(before, category) !== choiceIn(after, category));
  return Object.fromEntries(differing.map((category) => [category, choiceIn(after, category) ?? null]));
}
