export type { AuditedVisitor } from './audited-visitor';
export { choiceOf } from './consent-decision';
export {
  type ConsentChange,
  type ConsentFacts,
  factsOf,
  type RecordChanges,
  toFactColumns,
} from './consent-facts';
export type { ConsentSelection } from './consent-reader';
export { type ConsentJson, ConsentRecord, HistoryEntry, TenantQuery, VisitorParam } from './consent-schemas';
export { type ToRecord, toHistoryEntry } from './consent-views';
export { countDecisionAs, otherName } from './counted-as';
export { type ConsentRecords, createConsents } from './create-consents';
export { ownershipErrors } from './own-record';
export type { ParentalState } from './parental-repository';
export type { StoredConsent, StoredHistoryEntry } from './stored-consent';
export { ownershipCookieName } from './visitor-cookies';
