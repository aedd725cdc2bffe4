export { checkTcString, type TcStringRefusal, tcStringRefusals } from './check-tc-string';
export { type CmpStanding, cmpStanding, readCmpList } from './cmp-list';
export { translationFor } from './list-languages';
export { readTcString, type TcStringFacts } from './tc-string';
export type { TcStringExpectations } from './tc-string-rule';
export {
  inLanguage,
  readVendorList,
  readVendorListTexts,
  supersedes,
  VendorList,
  VendorListTexts,
} from './vendor-list';
