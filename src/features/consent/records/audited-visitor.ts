import { hmacSha256Hex } from '../../../kernel/crypto';

/**
 * Returns the name of a visitor in the audit log: an HMAC-SHA-256 over tenant and visitor id. The log
 * outlives an erasure, so it must not contain the id, nor a plain hash from which a short id such as
 * `user-42` can be guessed. Those who have the id and `compliance.dataSigningHash` can still find the
 * entries.
 */
export type AuditedVisitor = (tenantId: string, visitorId: string) => string;

export function createAuditedVisitor(key: Buffer): AuditedVisitor {
  return (tenantId, visitorId) => hmacSha256Hex(key, JSON.stringify([tenantId, visitorId]));
}
