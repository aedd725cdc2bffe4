export { hashEntry } from './audit-chain';
export type { AuditReader } from './audit-reader';
export { auditRepository } from './audit-repository';
export { AuditLogEntry } from './audit-schemas';
export { writeAudit } from './audit-writer';
export { createAudit } from './create-audit';
export type { ChainProgress, ChainVerdict } from './verify-chain';
