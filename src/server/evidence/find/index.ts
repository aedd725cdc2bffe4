export { createFind } from './create-find';
