import { consentEvents } from './consent-events';
import type { ControllerFacts, DecisionFacts, NoticeCategory, ReceiptFacts } from './receipt-facts';
import type { ChoiceState, ConsentReceipt, ReceiptParty, ReceiptPurpose } from './receipt-types';

/** The standard that receipts follow; `schema_version` of each. */
export const receiptSchemaVersion = 'ISO/IEC TS 27560:2023';

/**
 * Makes a receipt after ISO/IEC TS 27560:2023, clause 6.4, from the facts of one record. Clauses of single fields stand at
 * their types. What the service cannot know (storage locations, clause 6.3.4.11) is left out rather than made up.
 */
export function buildReceipt(facts: ReceiptFacts): ConsentReceipt {
  const current = facts.decisions.at(-1) ?? facts.decisions[0];
  const purposes = categoriesOf(facts, current).map((category) => purposeOf(category, current, facts));
  return {
    schema_version: receiptSchemaVersion,
    receipt_id: facts.receiptId,
    record_id: facts.recordId,
    pii_principal_id: facts.visitorId,
    privacy_notice: facts.noticeUrl,
    language: facts.notice?.language ?? current.locale,
    purposes,
    party_identification: partiesOf(facts.controller, purposes),
    events: consentEvents(facts.decisions, facts.visitorId, facts.grantedBefore),
    earlierEvents: facts.earlierDecisions,
    issuedAt: facts.issuedAt,
    locale: current.locale,
    profileId: current.profileId,
    profileVersion: current.profileVersion,
    noticeSha256: facts.notice?.sha256 ?? null,
    complianceGroup: current.complianceGroup,
    law: facts.law,
    choices: current.choices,
    gpcDetected: current.gpcDetected,
    tcString: facts.tcString,
    gppString: facts.gppString,
    withdrawalUrl: facts.controller.withdrawalUrl,
    decidedAt: current.decidedAt,
    firstDecidedAt: facts.firstDecidedAt,
    validity: facts.validity,
  };
}

/** The notice's categories, then those that only the decision names: a page may have been a version ahead or behind. */
function categoriesOf({ notice }: ReceiptFacts, { choices }: DecisionFacts): NoticeCategory[] {
  const shown = notice?.categories ?? [];
  const others = Object.keys(choices).filter((id) => !shown.some((category) => category.id === id));
  return [...shown, ...others.map((id) => ({ id, heading: id, description: null, legalBasis: null, parameters: [] }))];
}

function purposeOf(category: NoticeCategory, { choices }: DecisionFacts, { controller, jurisdiction, effectiveChoices }: ReceiptFacts): ReceiptPurpose {
  const { id, heading, description, legalBasis, parameters } = category;
  return {
    purpose: heading,
    purpose_type: listed(parameters.map(({ purpose }) => purpose)),
    lawful_basis: legalBasis,
    pii_information: parameters.map((parameter) => ({
      pii_type: parameter.name,
      pii_attribute_id: parameter.id,
      pii_optional: legalBasis !== 'mandatory',
    })),
    pii_controllers: controller.name === null ? [] : [controller.name],
    retention_period: listed(parameters.map(({ duration }) => duration)),
    jurisdiction,
    recipient_third_parties: distinct(parameters.map(({ provider }) => provider)),
    withdrawal_method: controller.withdrawalUrl ?? 'The privacy settings of the site',
    categoryId: id,
    choice: stateIn(choices, id),
    effectiveChoice: effectiveChoices === null ? null : stateIn(effectiveChoices, id),
    description,
    parameters,
  };
}

function stateIn(choices: Readonly<Record<string, ChoiceState>>, id: string): ChoiceState | null {
  return Object.hasOwn(choices, id) ? (choices[id] ?? null) : null;
}

function partiesOf({ name, contact }: ControllerFacts, purposes: readonly ReceiptPurpose[]): ReceiptParty[] {
  const recipients = distinct(purposes.flatMap(({ recipient_third_parties }) => recipient_third_parties)).filter((recipient) => recipient !== name);
  return [
    ...(name === null ? [] : [{ party_id: name, party_name: name, party_role: 'PII controller' as const, party_contact: contact }]),
    ...recipients.map((recipient) => ({ party_id: recipient, party_name: recipient, party_role: 'Third party' as const, party_contact: null })),
  ];
}

function distinct(values: readonly (string | null)[]): string[] {
  return [...new Set(values.filter((value): value is string => value !== null && value !== ''))];
}

function listed(values: readonly (string | null)[]): string | null {
  const found = distinct(values);
  return found.length === 0 ? null : found.join(', ');
}
