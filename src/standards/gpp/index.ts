export { allowsTcfPurposes } from './allows-tcf-purposes';
export { contradictsConsent, omitsOptOut } from './contradicts-consent';
export { describeGppString, toSupportedApis } from './describe-gpp';
export { explainSection } from './explain-gpp';
export { defaultSections, sectionId, usSections } from './gpp-sections';
export { gppStringFaults, readGppString } from './gpp-string';
export { type GppFacts, gppSectionFor, makeGppString } from './make-gpp-string';
export {
  filterOptOutCategories,
  mergeOptOutCategories,
  type OptOutCategories,
  optOutCategories,
  optOutKinds,
} from './opt-out-kinds';
