export { type ConsentFeatureOptions, createConsentRoutes } from './create-consent-routes';
