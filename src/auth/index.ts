export { createAuth } from './create-auth';
