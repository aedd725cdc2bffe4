import type { DecisionFacts } from './receipt-facts';
import type { EventState, EventType, ReceiptEvent } from './receipt-types';

/**
 * The decisions of a record as events of ISO/IEC TS 27560, clause 6.3.7.
 * @param decisions oldest first
 * @param grantedBefore whether the state before the first of them granted anything; null when there was none
 */
export function consentEvents(decisions: readonly DecisionFacts[], visitorId: string, grantedBefore: boolean | null): ReceiptEvent[] {
  let before = grantedBefore;
  return decisions.map((decision) => {
    const state = eventState(decision.anyGranted, before);
    before = decision.anyGranted;
    return {
      event_time: decision.decidedAt,
      validity_duration: decision.expiryDays === null ? null : `P${decision.expiryDays}D`,
      entity_id: visitorId,
      event_type: eventType(decision.complianceGroup),
      event_state: state,
      profileId: decision.profileId,
      profileVersion: decision.profileVersion,
      locale: decision.locale,
      choices: decision.choices,
      gpcDetected: decision.gpcDetected,
      source: decision.source,
      ownershipProven: decision.ownershipProven,
    };
  });
}

/** Annex B, the lifecycle of consent: a refusal after a grant is a withdrawal, a grant after a grant a renewal. */
function eventState(granted: boolean, grantedBefore: boolean | null): EventState {
  if (granted) return grantedBefore === true ? 'dpv:RenewedConsentGiven' : 'dpv:ConsentGiven';
  return grantedBefore === true ? 'dpv:ConsentWithdrawn' : 'dpv:ConsentRefused';
}

/** What a notice only tells of is consented to by going on; everything else takes a click, in the strictest group one for each purpose. */
function eventType(group: string | null): EventType {
  if (group === 'opt-in-explicit') return 'dpv:ExplicitlyExpressedConsent';
  return group === 'notice-only' || group === 'unregulated' ? 'dpv:ImpliedConsent' : 'dpv:ExpressedConsent';
}
