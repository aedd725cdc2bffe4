export { accountRoutes } from './account-routes';
export { User } from './account-schemas';
export { ensureBuiltInRoles } from './built-in-roles';
export { ensureFirstAdmin } from './first-admin';
export { createPasswordHasher, type PasswordHasher, type PasswordHasherOptions, passwordHashing } from './password-hasher';
export { loadPrincipal } from './principal';
export { deleteEndedSessions, extendSession, findSessionEnd, insertSession, revokeSession } from './session-repository';
export { activeSuperadminExists, type Credentials, findCredentials, findUser, normalizeEmail, recordLogin } from './user-repository';
