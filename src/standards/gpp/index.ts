export { contradictsConsent } from './contradicts-consent';
export { explainSection } from './explain-gpp';
export { defaultSections, usSections } from './gpp-sections';
export { gppStringFaults, readGppString } from './gpp-string';
export { type GppFacts, makeGppString } from './make-gpp-string';
export { type OptOutCategories, optOutCategories } from './opt-out-kinds';
