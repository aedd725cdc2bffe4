export { acceptAll, type ConsentPage, refuseAll } from './banner-buttons';
export {
  type ConsentCookies,
  type ConsentCookiesOptions,
  type CypressCookie,
  consentCookies,
  type PlaywrightCookie,
} from './consent-cookies';
export type { StarterProfile } from './publish-profile';
export {
  createTestConsentService,
  type TestConsentService,
  type TestConsentServiceOptions,
} from './test-consent-service';
export type { VisitorProfile } from './visitor-profile';
