export type { Authenticator } from './authenticator';
export { type AuthOptions, createAuth } from './create-auth';
