export { effectiveConsent, hasGpcSignal } from './consent-after-signal';
export { gpcResourcePath, gpcSupport } from './gpc-support';
