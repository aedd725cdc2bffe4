export { certainties } from './certainties';
export { type FindingCode, findingCodes, findingKinds, isFindingCode } from './finding-codes';
export type { FindingSeverity } from './finding-kind';
