export { createEvidence } from './create-evidence';
