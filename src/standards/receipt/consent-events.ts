import { isAcknowledgement } from '../consent-state';
import type { LifecycleStep } from './consent-lifecycle';
import type { DecisionFacts } from './receipt-facts';
import type { EventType, ReceiptEvent } from './receipt-types';

/**
 * Returns the decisions of a record as events of ISO/IEC TS 27560, clause 6.3.7.
 * @param decisions oldest first
 * @param steps the changes of each decision
 */
export function consentEvents(
  decisions: readonly DecisionFacts[],
  steps: readonly LifecycleStep[],
  visitorId: string,
): ReceiptEvent[] {
  return decisions.flatMap((decision, index) => {
    const step = steps[index];
    return step === undefined ? [] : toEvent(decision, step, visitorId);
  });
}

function toEvent(
  decision: DecisionFacts,
  { state, choices, states, objections }: LifecycleStep,
  visitorId: string,
): ReceiptEvent {
  return {
    event_time: decision.decidedAt,
    validity_duration: decision.validity,
    entity_id: visitorId,
    event_type: isAcknowledgement(decision.complianceGroup, decision.choices)
      ? 'dpv:NoticeCommunicated'
      : eventType(decision.complianceGroup),
    event_state: state,
    profileId: decision.profileId,
    profileVersion: decision.profileVersion,
    variant: decision.variant,
    locale: decision.locale,
    choices,
    ...(decision.services && { services: decision.services }),
    states,
    objections,
    gpcDetected: decision.gpcDetected,
    source: decision.source,
    method: decision.method,
    layer: decision.layer,
    by: decision.by,
    apiKeyId: decision.apiKeyId,
    device: decision.device,
    ownershipProven: decision.ownershipProven,
  };
}

/**
 * Returns how the visitor expressed a decision. Where a notice only informs, continuing to use the site is
 * consent; all other groups require a click, and the strictest group one for each purpose.
 */
function eventType(group: string | null): EventType {
  if (group === 'opt-in-explicit') return 'dpv:ExplicitlyExpressedConsent';
  return group === 'notice-only' || group === 'unregulated' ? 'dpv:ImpliedConsent' : 'dpv:ExpressedConsent';
}
