import { hmacSha256Hex } from '#platform/kernel/crypto';
import type { Keyring } from '#platform/kernel/keyring';

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

export const createAuditedVisitor = (keys: Keyring): AuditedVisitor => createNames(keys, []);

/** Returns the same for the host's id of a user; it differs from the name of a visitor with that id. */
export const createAuditedSubject = (keys: Keyring): AuditedVisitor => createNames(keys, ['subject']);

function createNames([current, ...previous]: Keyring, kind: readonly string[]): AuditedVisitor {
  return (tenantId, id) => {
    const name = ({ key }: Keyring[number]) => hmacSha256Hex(key, JSON.stringify([tenantId, id, ...kind]));
    return [name(current), ...previous.map(name)];
  };
}
