export { createPurging, type PurgeTimes } from './create-purging';
