export { createConsentRoutes } from './create-consent-routes';
