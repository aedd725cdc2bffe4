export { createSetup } from './create-setup';
