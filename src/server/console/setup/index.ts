export { createSetup } from './create-setup';
export type { Readiness } from './setup-schemas';
export type { StarterTexts } from './starter-texts';
