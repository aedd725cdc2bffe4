import { consentEvents } from './consent-events';
import { consentLifecycle } from './consent-lifecycle';
import { receiptLabels } from './labels/receipt-labels';
import type { DecisionFacts, NoticeCategory, PastDecision, ReceiptFacts } from './receipt-facts';
import { missingFields, toParties } from './receipt-parties';
import { toPurpose } from './receipt-purpose';
import type { ConsentReceipt } from './receipt-types';

/** The standard that receipts follow; also the `schema_version` of each. */
const receiptSchemaVersion = 'ISO/IEC TS 27560:2023';

/**
 * Greatest number of purposes outside the notice: a page can send any category ids, and `choices` lists them
 * all.
 */
const maxUnknownPurposes = 50;

/**
 * Makes a receipt after ISO/IEC TS 27560:2023, clause 6.4, from the facts of one record. The types of its
 * fields cite their clauses. A mandatory field that is not configured is null or empty, and `missingFields`
 * lists it.
 */
export function buildReceipt(facts: ReceiptFacts): ConsentReceipt {
  const { decisions, controller } = facts;
  const current = decisions.at(-1) ?? decisions[0];
  const named = facts.notice?.categories ?? [];
  const { steps, current: states } = consentLifecycle(decisions, facts.before, (decision) =>
    decision.legalBases !== undefined || facts.notice === null || !isSameVersion(decision, current)
      ? (decision.legalBases ?? null)
      : new Map(named.map(({ id, legalBasis }) => [id, legalBasis ?? 'consent'])),
  );
  const labels = receiptLabels(current.locale);
  const purposes = [...named, ...unknownCategories(named, current)].map((category) =>
    toPurpose(category, { facts, current, states, labels }),
  );
  const parties = toParties(facts, purposes);
  return {
    schema_version: receiptSchemaVersion,
    receipt_id: facts.receiptId,
    record_id: facts.recordId,
    pii_principal_id: facts.visitorId,
    privacy_notice: facts.noticeUrl,
    language: facts.notice?.language ?? current.locale,
    purposes,
    party_identification: parties,
    events: consentEvents(decisions, steps, facts.visitorId),
    missingFields: missingFields(controller, parties, purposes.slice(0, named.length)),
    earlierEvents: facts.earlierDecisions,
    issuedAt: facts.issuedAt,
    locale: current.locale,
    profileId: current.profileId,
    profileVersion: current.profileVersion,
    variant: current.variant,
    noticeStatus: facts.noticeStatus,
    noticeSha256: facts.noticeSha256,
    complianceGroup: current.complianceGroup,
    place: facts.place,
    law: facts.law,
    choices: current.choices,
    gpcDetected: current.gpcDetected,
    parentalConsent: facts.parentalConsent,
    parentalDenied: facts.parentalDenied,
    tcString: facts.tcString,
    gppString: facts.gppString,
    withdrawalUrl: controller.withdrawalUrl,
    decidedAt: current.decidedAt,
    firstDecidedAt: facts.firstDecidedAt,
    validity: facts.validity,
  };
}

const isSameVersion = (a: PastDecision, b: PastDecision) =>
  a.profileId === b.profileId && a.profileVersion === b.profileVersion;

/** Returns the categories that only the decision names: a page may have been a version ahead or behind. */
function unknownCategories(named: readonly NoticeCategory[], { choices }: DecisionFacts): NoticeCategory[] {
  const known = new Set(named.map(({ id }) => id));
  const unknown = Object.keys(choices).filter((id) => !known.has(id));
  return unknown
    .slice(0, maxUnknownPurposes)
    .map((id) => ({ id, heading: id, description: null, legalBasis: null, parameters: [] }));
}
