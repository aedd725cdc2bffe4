export { type AuditReader, createAuditReader } from './audit-reader';
export { auditRepository, tenantsWithAudit } from './audit-repository';
export { auditRoutes } from './audit-routes';
export { AuditLogEntry } from './audit-schemas';
export { writeAudit } from './audit-writer';
export { type ChainProgress, type ChainVerdict, verifyChain } from './verify-chain';
