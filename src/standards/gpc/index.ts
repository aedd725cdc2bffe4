export { effectiveConsent } from './effective-consent';
export { hasGpcSignal } from './gpc-signal';
export { gpcResourcePath, gpcSupport } from './gpc-support';
