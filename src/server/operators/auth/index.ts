export { createRefusalAudit } from './audit-refusals';
export { createAuth } from './create-auth';
export type { PasswordReset, PasswordResets, ResetAccount } from './local/reset-password';
export type { ResealedSecrets } from './totp/reseal-totp';
