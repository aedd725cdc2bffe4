import { hmacSha256Hex } from '../../../kernel/crypto';
import type { Keyring } from '../../../kernel/keyring';

/**
 * Returns the names of a visitor in the audit log, that of new entries first: an HMAC-SHA-256 over tenant and visitor id. The log
 * outlives an erasure, so it must not contain the id, nor a plain hash from which a short id such as
 * `user-42` can be guessed. Those who have the id and `compliance.dataSigningHash` can still find the
 * entries, also those from before the secret was changed.
 */
export type AuditedVisitor = (
  tenantId: string,
  visitorId: string,
) => readonly [current: string, ...earlier: string[]];

export function createAuditedVisitor([current, ...previous]: Keyring): AuditedVisitor {
  return (tenantId, visitorId) => {
    const name = ({ key }: Keyring[number]) => hmacSha256Hex(key, JSON.stringify([tenantId, visitorId]));
    return [name(current), ...previous.map(name)];
  };
}
