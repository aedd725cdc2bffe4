import { randomBytes } from 'node:crypto';
import { sha256Hex } from '../../kernel/crypto';

/**
 * `svck_<prefix>_<secret>`: the prefix finds the row, the secret is 256 random bits. That many cannot be
 * guessed, so a plain SHA-256 keeps them: a slow hash protects passwords that people think of.
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

/** Null for what was never a key of ours. */
export function readApiKeyText(key: string): ApiKeyText | null {
  const [, prefix] = form.exec(key) ?? [];
  return prefix === undefined ? null : { key, prefix, keyHash: sha256Hex(key) };
}
