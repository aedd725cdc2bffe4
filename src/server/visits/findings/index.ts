export { createFindings } from './create-findings';
export type { SeenInScan } from './judge-reports';
