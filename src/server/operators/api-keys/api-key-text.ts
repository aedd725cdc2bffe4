import { randomBytes } from 'node:crypto';
import { sha256Hex } from '#platform/kernel/crypto';

/**
 * `svck_<prefix>_<secret>`: the prefix finds the row, the secret is 256 random bits. They cannot be guessed,
 * so a plain SHA-256 is enough: slow hashes protect passwords that people invent.
 */
const form = /^svck_([0-9a-f]{16})_[A-Za-z0-9_-]{43}$/;

export interface ApiKeyText {
  readonly key: string;
  readonly prefix: string;
  readonly keyHash: string;
}

export function newApiKeyText(): ApiKeyText {
  const prefix = randomBytes(8).toString('hex');
  const key = `svck_${prefix}_${randomBytes(32).toString('base64url')}`;
  return { key, prefix, keyHash: sha256Hex(key) };
}

/** Parses a key; null when it does not have the form of our keys. */
export function readApiKeyText(key: string): ApiKeyText | null {
  const [, prefix] = form.exec(key) ?? [];
  return prefix === undefined ? null : { key, prefix, keyHash: sha256Hex(key) };
}
