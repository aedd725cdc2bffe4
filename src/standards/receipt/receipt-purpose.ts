import { foldName, leavesSite } from '../compliance';
import { readState } from '../consent-state';
import type { ConsentStates } from './consent-lifecycle';
import { durationText } from './duration-text';
import type { ReceiptLabels } from './labels/receipt-label-types';
import type { DecisionFacts, NoticeCategory, ReceiptFacts } from './receipt-facts';
import type { LawfulBasis, NecessaryBasis, ReceiptParameter, ReceiptPurpose } from './receipt-types';

export interface PurposeContext {
  readonly facts: ReceiptFacts;
  readonly current: DecisionFacts;
  readonly states: ConsentStates;
  /** Labels in the record's language. */
  readonly labels: ReceiptLabels;
}

/**
 * Kinds of data that a cookie of each purpose contains, unless its parameter states others.
 * Source: W3C Data Privacy Vocabulary 2.3, extension PD (2026-02).
 */
const dataTypes: Readonly<Record<string, readonly string[]>> = {
  necessary: ['pd:Identifier'],
  functional: ['pd:Identifier', 'pd:Preference'],
  preferences: ['pd:Identifier', 'pd:Preference'],
  analytics: ['pd:Identifier', 'pd:BrowsingBehaviour'],
  marketing: ['pd:Identifier', 'pd:BrowsingBehaviour', 'pd:Interest'],
};

/** Returns one category of the notice as a purpose, with the decision about it. */
export function toPurpose(
  category: NoticeCategory,
  { facts, current, states, labels }: PurposeContext,
): ReceiptPurpose {
  const { controller, effectiveChoices, limits } = facts;
  const { id, heading, description, legalBasis, exception } = category;
  const foldedController = foldName(controller.name);
  const isKnown = facts.notice?.categories.includes(category) ?? false;
  const duration = (text: string) => durationText(text, labels.locale, labels.cookies.session);
  const parameters = category.parameters.map((parameter) => ({
    ...parameter,
    duration: parameter.duration === null ? null : duration(parameter.duration),
  }));
  return {
    purpose: heading,
    purpose_type: listed(parameters.map(({ purpose }) => purpose)),
    lawful_basis: lawfulBasis(legalBasis, controller.necessaryBasis),
    pii_information: parameters.map((parameter) => ({
      pii_type: listDataTypes(parameter).join(', '),
      pii_attribute_id: parameter.name,
      pii_optional: legalBasis !== 'mandatory',
    })),
    pii_controllers: controller.name === null ? [] : [controller.name],
    storage_locations: controller.storageLocations,
    retention_period:
      listed(parameters.map((parameter) => parameter.duration)) ??
      (isKnown && controller.retentionPeriod !== null ? duration(controller.retentionPeriod) : null),
    jurisdiction: facts.place ?? controller.jurisdiction,
    recipient_third_parties: distinct(
      parameters.map((parameter) => (leavesSite(parameter, foldedController) ? parameter.provider : null)),
    ),
    withdrawal_method: controller.withdrawalUrl ?? labels.withdrawal,
    categoryId: id,
    legalBasis,
    ...(exception === undefined ? {} : { exception }),
    consentState: legalBasis === 'consent' ? (states.get(id) ?? null) : null,
    choice: readState(current.choices, id) ?? null,
    effectiveChoice: effectiveChoices === null ? null : (readState(effectiveChoices, id) ?? null),
    limitedBy: readState(limits.categories, id) ?? null,
    description,
    parameters,
    ...(category.services && {
      services: category.services.map((service) => ({
        ...service,
        allowed: legalBasis === 'mandatory' || (readState(current.services ?? {}, service.key) ?? null),
        effective:
          legalBasis === 'mandatory' || (readState(facts.effectiveServices ?? {}, service.key) ?? null),
        limitedBy: readState(limits.services, service.key) ?? null,
      })),
    }),
  };
}

function lawfulBasis(legalBasis: string | null, necessary: NecessaryBasis): LawfulBasis | null {
  if (legalBasis === 'consent') return 'dpv:Consent';
  if (legalBasis === 'legitimate-interest') return 'dpv:LegitimateInterest';
  return legalBasis === 'mandatory' ? necessary : null;
}

function listDataTypes({ dataTypes: own, purpose }: ReceiptParameter): readonly string[] {
  if (own.length > 0) return own;
  return (Object.hasOwn(dataTypes, purpose) ? dataTypes[purpose] : undefined) ?? ['pd:Identifier'];
}

export function distinct(values: readonly (string | null)[]): string[] {
  return [...new Set(values.filter((value): value is string => value !== null && value !== ''))];
}

function listed(values: readonly (string | null)[]): string | null {
  const found = distinct(values);
  return found.length === 0 ? null : found.join(', ');
}
