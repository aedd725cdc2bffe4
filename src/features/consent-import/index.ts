export { type ConsentImport, createConsentImport } from './consent-import';
