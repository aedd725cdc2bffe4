import { isAcknowledgement, readState } from '../consent-state';
import type { PastDecision } from './receipt-facts';
import type { ChoiceState, EventState } from './receipt-types';

/** State of the consent to each category. */
export type ConsentStates = ReadonlyMap<string, EventState>;

/** Legal basis of each category that a decision was asked about; null when that is no longer known. */
export type LegalBases = ReadonlyMap<string, string> | null;

/** The changes of one decision. */
export interface LifecycleStep {
  /** State of the decision as a whole: withdrawn as soon as one category is. */
  readonly state: EventState;
  /** Choices that differ from the previous ones; null: no longer named. */
  readonly choices: Readonly<Record<string, ChoiceState | null>>;
  /** States of the categories that need consent, of those in `choices` and those that gained or lost it by a service. */
  readonly states: Readonly<Record<string, EventState>>;
  /** Categories of legitimate interest to which the visitor objects by this decision. */
  readonly objections: readonly string[];
}

/**
 * Follows consent through a record's decisions (ISO/IEC TS 27560, Annex B): a grant gives or renews consent,
 * a refusal after a grant withdraws it, any other refusal refuses it; a category is granted as long as one of its services is. Each decision is read by the legal
 * bases of its own version: only a category that rests on consent has consent to give or withdraw.
 * @param decisions oldest first
 * @param before the last decision before them; null when there was none
 * @param getBases returns the legal bases under which a decision was made
 */
export function consentLifecycle(
  decisions: readonly PastDecision[],
  before: PastDecision | null,
  getBases: (decision: PastDecision) => LegalBases,
): { readonly steps: LifecycleStep[]; readonly current: ConsentStates } {
  let states =
    before === null ? new Map<string, EventState>() : statesAfter(new Map(), before, null, getBases(before));
  let previous = before;
  const steps = decisions.map((decision, index) => {
    const bases = getBases(decision);
    const next = statesAfter(states, decision, previous, bases);
    // Without the previous choices, a reader could not see what the first event left unchanged.
    const choices = changes(index === 0 ? {} : (previous?.choices ?? {}), decision.choices);
    const previousStates = states;
    const changed = [...next].filter(
      ([category, state]) =>
        Object.hasOwn(choices, category) || isGiven(state) !== isGiven(previousStates.get(category)),
    );
    const step = {
      state: getState(decision, states, next),
      choices,
      states: Object.fromEntries(changed),
      objections: Object.keys(choices).filter(
        (category) =>
          bases?.get(category) === 'legitimate-interest' &&
          ['denied', 'objected'].includes(choices[category] ?? ''),
      ),
    };
    states = next;
    previous = decision;
    return step;
  });
  return { steps, current: states };
}

const isGiven = (state: EventState | undefined) =>
  state === 'dpv:ConsentGiven' || state === 'dpv:RenewedConsentGiven';

function statesAfter(
  states: ConsentStates,
  { profileId, complianceGroup, choices, servedCategories, anyGranted }: PastDecision,
  previous: PastDecision | null,
  bases: LegalBases,
): Map<string, EventState> {
  // Reading a notice decides nothing.
  if (isAcknowledgement(complianceGroup, choices)) return new Map(states);
  const next = new Map<string, EventState>();
  for (const category of new Set([...states.keys(), ...Object.keys(choices), ...servedCategories])) {
    const [choice, state] = [readState(choices, category), states.get(category)];
    if ((bases?.get(category) ?? 'consent') !== 'consent') continue;
    // Where nothing optional was granted, every granted category is mandatory, also when its version is gone.
    if (choice === 'granted' && !anyGranted) continue;
    // Another notice, or another version of it, may not ask about the category.
    const isAsked = bases === null ? previous?.profileId === profileId : bases.has(category);
    if (choice === undefined && !isAsked) continue;
    // A visitor who allows one service of a category consents to that.
    if (choice === 'granted' || servedCategories.has(category))
      next.set(category, isGiven(state) ? 'dpv:RenewedConsentGiven' : 'dpv:ConsentGiven');
    else
      next.set(
        category,
        isGiven(state) || state === 'dpv:ConsentWithdrawn' ? 'dpv:ConsentWithdrawn' : 'dpv:ConsentRefused',
      );
  }
  return next;
}

function getState(
  { complianceGroup, choices }: PastDecision,
  before: ConsentStates,
  after: ConsentStates,
): EventState {
  if (isAcknowledgement(complianceGroup, choices)) return 'dpv:ConsentUnknown';
  const withdraws = [...after].some(
    ([category, state]) => state === 'dpv:ConsentWithdrawn' && isGiven(before.get(category)),
  );
  if (withdraws) return 'dpv:ConsentWithdrawn';
  const hadConsent = [...before.values()].some(isGiven);
  if ([...after.values()].some(isGiven)) return hadConsent ? 'dpv:RenewedConsentGiven' : 'dpv:ConsentGiven';
  // No category that rests on consent was decided: only mandatory ones, an objection, or none at all.
  if (after.size === 0) return 'dpv:ConsentUnknown';
  return hadConsent ? 'dpv:ConsentWithdrawn' : 'dpv:ConsentRefused';
}

function changes(
  before: PastDecision['choices'],
  after: PastDecision['choices'],
): Record<string, ChoiceState | null> {
  const categories = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  const differing = categories.filter(
    (category) => readState(before, category) !== readState(after, category),
  );
  return Object.fromEntries(differing.map((category) => [category, readState(after, category) ?? null]));
}
