export { accountRoutes } from './account-routes';
export { User } from './account-schemas';
export { ensureBuiltInRoles } from './built-in-roles';
export { ensureFirstAdmin } from './first-admin';
export { createPasswordHasher, type PasswordHasher, type PasswordHasherOptions, passwordHashing } from './password-hasher';
export { loadPrincipal } from './principal';
export type { ProviderUser } from './provider-user';
export { createProviderUsers, type ProviderRefusal, type ProviderUsers } from './provider-users';
export { deleteEndedSessions, extendSession, findSessionEnd, insertSession, revokeSession } from './session-repository';
export {
  disableTotp,
  dropPendingTotp,
  enableTotp,
  findTotp,
  spendTotpStep,
  storePendingTotp,
  type TotpState,
} from './totp-repository';
export { activeSuperadminExists, type Credentials, findCredentials, findUser, normalizeEmail, recordLogin } from './user-repository';
