export { createPurging } from './create-purging';
