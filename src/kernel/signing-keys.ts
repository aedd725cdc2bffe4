import { deriveKey } from './crypto';

// Why: docs/adr/0034-one-key-per-purpose.md

/**
 * Derives the keys for everything that `compliance.dataSigningHash` is used for. Each purpose has its own
 * key, so a value made for one purpose can neither be used nor recognised for another. Renaming a purpose
 * invalidates every value made with its key.
 * @param secret `compliance.dataSigningHash`, or a random value when it is not set
 */
export function deriveSigningKeys(secret: string) {
  return {
    ownershipProofs: deriveKey(secret, 'visitor-ownership/1'),
    auditedVisitorIds: deriveKey(secret, 'audited-visitor-id/1'),
    ipHashes: deriveKey(secret, 'ip-hash/1'),
    importedVisitorIds: deriveKey(secret, 'imported-visitor-id/1'),
    rateLimitClients: deriveKey(secret, 'rate-limit-client/1'),
    cursors: deriveKey(secret, 'list-cursor/1'),
    submissionIds: deriveKey(secret, 'submission-id/1'),
    parentalTokens: deriveKey(secret, 'parental-consent-token/1'),
  };
}

export type SigningKeys = Readonly<ReturnType<typeof deriveSigningKeys>>;
