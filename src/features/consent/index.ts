export {
  type ConsentJson,
  type ConsentRecord,
  decisionLayers,
  decisionMethods,
  maxCategories,
  maxCategoryLength,
  OperatorHistoryEntry,
  OperatorRecord,
  TenantQuery,
  VisitorParam,
} from './consent-schemas';
export type { ToRecord } from './consent-views';
export { type ConsentRecords, createConsents } from './create-consents';
export { ownershipErrors } from './ownership/own-record';
export { ownershipCookieName } from './ownership/visitor-cookies';
export type { ParentalState } from './parental/parental-repository';
export type { AuditedVisitor } from './records/audited-visitor';
export { getChoice } from './records/consent-decision';
export {
  type ConsentChange,
  type ConsentFacts,
  pickFacts,
  type RecordChanges,
  toFactColumns,
  toFacts,
} from './records/consent-facts';
export type { ConsentReader, ConsentSelection } from './records/consent-reader';
export { firstState } from './records/consent-repository';
export { countDecisionAs, otherName } from './records/counted-as';
export type { StoredConsent, StoredHistoryEntry } from './records/stored-consent';
