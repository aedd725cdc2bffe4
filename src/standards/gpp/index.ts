export { allowsTcfPurposes } from './allows-tcf-purposes';
export { contradictsConsent } from './contradicts-consent';
export { explainSection } from './explain-gpp';
export { defaultSections, usSections } from './gpp-sections';
export { gppStringFaults, readGppString } from './gpp-string';
export { type GppFacts, makeGppString } from './make-gpp-string';
export {
  filterOptOutCategories,
  mergeOptOutCategories,
  type OptOutCategories,
  optOutCategories,
  optOutKinds,
} from './opt-out-kinds';
