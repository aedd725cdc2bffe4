export type { AuditedVisitor } from './audited-visitor';
export {
  type ConsentChange,
  type ConsentFacts,
  factsOf,
  type RecordChanges,
  toFactColumns,
} from './consent-changes';
export { choiceOf } from './consent-decision';
export { type ConsentJson, ConsentRecord, HistoryEntry, TenantQuery, VisitorParam } from './consent-schemas';
export type { ConsentSelection } from './consent-stretches';
export { type ToRecord, toHistoryEntry } from './consent-views';
export { countDecisionAs, otherName } from './counted-as';
export { type ConsentRecords, createConsentRoutes } from './create-consent-routes';
export { createFrameworkStrings } from './framework-strings';
export { ownershipErrors } from './own-record';
export type { StoredConsent, StoredHistoryEntry } from './stored-consent';
export { ownershipCookieName } from './visitor-cookies';
