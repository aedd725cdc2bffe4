import type { Keyring, SecretRing } from './keyring';

// Why: docs/adr/0034-one-key-per-purpose.md, docs/adr/0072-keyrings.md

/**
 * Derives the keys for everything that `compliance.dataSigningHash` is used for. Each purpose has its own
 * key, so a value made for one purpose can neither be used nor recognised for another. Renaming a purpose
 * invalidates every value made with its key.
 * @param secrets `compliance.dataSigningHash`, or a random value when it is not set
 */
export function deriveSigningKeys(secrets: SecretRing) {
  return {
    ownershipProofs: secrets.keys('visitor-ownership/1'),
    auditedVisitorIds: secrets.keys('audited-visitor-id/1'),
    /** Hashes of addresses are only written. */
    ipHashes: currentKey(secrets.keys('ip-hash/1')),
    importedVisitorIds: secrets.keys('imported-visitor-id/1'),
    rateLimitClients: currentKey(secrets.keys('rate-limit-client/1')),
    erasureCertificates: secrets.keys('erasure-certificate/1'),
    cursors: secrets.keys('list-cursor/1'),
    submissionIds: secrets.keys('submission-id/1'),
    /** Ids of submissions by forms are only made. */
    forms: currentKey(secrets.keys('form/1')),
    parentalTokens: secrets.keys('parental-consent-token/1'),
    webhooks: secrets.keys('webhook/1'),
    webhookVisitors: secrets.keys('webhook-visitor/1'),
  };
}

const currentKey = ([current]: Keyring): Buffer => current.key;

export type SigningKeys = Readonly<ReturnType<typeof deriveSigningKeys>>;
