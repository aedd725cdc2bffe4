export type { ConsentImport } from './consent-import';
export { createConsentImports } from './create-consent-imports';
