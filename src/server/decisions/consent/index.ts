export {
  type ConsentJson,
  type ConsentRecord,
  type Device,
  decisionLayers,
  decisionMethods,
  devices,
  maxCategories,
  maxCategoryLength,
  OperatorHistoryEntry,
  OperatorRecord,
  TenantQuery,
  VisitorParam,
} from './consent-schemas';
export type { ToRecord } from './consent-views';
export { type ConsentRecords, createConsents } from './create-consents';
export { leaveSubject } from './effective/leave-subject';
export type { AuditedVisitor } from './erasure/audited-visitor';
export type { EraseAgain } from './erasure/erase-again';
export { ErasureCertificate } from './erasure/erasure-schemas';
export { ownershipErrors } from './ownership/own-record';
export { ownershipCookieName } from './ownership/visitor-cookies';
export { type ParentalState, parentalRepository, writeAnswer } from './parental/parental-repository';
export { getChoice } from './records/consent-decision';
export {
  type ConsentChange,
  type ConsentFacts,
  countDecisionAs,
  type DecidedOn,
  otherName,
  pickFacts,
  type RecordChanges,
  takesBack,
  toFactColumns,
  toFacts,
} from './records/consent-facts';
export type { ConsentReader, ConsentSelection } from './records/consent-reader';
export { firstState, type HistoryRange } from './records/consent-repository';
export { type DecidedSignal, nextSignal, toSignalColumn } from './records/decided-signal';
export { readDecidedWithSignal, type StoredConsent, type StoredHistoryEntry } from './records/stored-consent';
export { getRetentionCutoffs, type RetentionCutoffs } from './retention/cutoffs';
export type { ShownBanner } from './routes/impression-routes';
