export { createRefusalAudit } from './audit-refusals';
export { createAuth } from './create-auth';
export type { ResealedSecrets } from './totp/reseal-totp';
