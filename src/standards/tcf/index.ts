export { allowsAnything } from './allows-anything';
export { checkTcString, type TcStringRefusal, tcStringRefusals } from './check-tc-string';
export { type CmpList, type CmpStanding, cmpStanding, readCmpList } from './cmp-list';
export { consentOnlyPurposes } from './consent-only-purposes';
export { isCurrent } from './is-current';
export { translationFor } from './list-languages';
export { makeTcString } from './make-tc-string';
export { offeredChoices, type TcfChoices } from './offered-choices';
export { type DisclosedVendor, selectVendors, type TcfSelection } from './tailor-vendor-list';
export { readTcString, restrictionTypes, type TcStringFacts } from './tc-string';
export type { TcStringExpectations } from './tc-string-rule';
export {
  inLanguage,
  readVendorList,
  readVendorListTexts,
  supersedes,
  VendorList,
  VendorListTexts,
} from './vendor-list';
