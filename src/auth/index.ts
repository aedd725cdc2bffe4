export { createRefusalAudit } from './audit-refusals';
export { createAuth } from './create-auth';
