export type { ConfirmOwner } from './account-changes';
export { lastLinkEnd, removeLink } from './account-link-repository';
export { findUsableLink, type LinkTokens } from './account-links';
export { accountPassword, type OwnerProof, OwnName, OwnPassword, ownerProof, User } from './account-schemas';
export { ensureBuiltInRoles } from './built-in-roles';
export { createAccounts } from './create-accounts';
export { ensureFirstAdmin } from './first-admin';
export {
  createPasswordHasher,
  getTurnOf,
  type PasswordHasher,
  type PasswordHasherOptions,
  passwordHashing,
} from './password-hasher';
export {
  type KeyHolder,
  loadKeyHolder,
  loadPrincipal,
  reloadPrincipal,
  withoutLostRights,
} from './principal-repository';
export type { RolesRead } from './provider-role-notes';
export type { ClaimedNames, ProviderUser } from './provider-user';
export { createProviderUsers, type ProviderRefusal, type ProviderUsers } from './provider-users';
export { findRole } from './role-repository';
export {
  deleteEndedSessions,
  extendSession,
  findSession,
  insertSession,
  listSessions,
  lockCaller,
  lockOwnSession,
  recordProof,
  revokeSession,
  revokeUserSession,
  revokeUserSessions,
} from './session-repository';
export {
  disableTotp,
  dropPendingTotp,
  enableTotp,
  findTotp,
  listSealedTotp,
  replaceSealedTotp,
  spendTotpStep,
  storePendingTotp,
  type TotpState,
} from './totp-repository';
export { refuseWeakPassword } from './user-draft';
export {
  type Credentials,
  findCredentials,
  findUser,
  type Identity,
  normalizeEmail,
  recordLogin,
  replacePassword,
  updateUser,
} from './user-repository';
export type { RevokeKeysOf } from './user-service';
