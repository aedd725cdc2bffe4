import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { NamedKey } from './keyring';

// Why: docs/adr/0072-keyrings.md

const ivBytes = 12;
const tagBytes = 16;

/**
 * Encrypts a text (AES-256-GCM, NIST SP 800-38D) for one owner: it opens for nobody else.
 * @returns the id of the key, a dot, and in base64url: the initialisation vector, the tag and the encrypted text
 */
export function sealText({ id, key }: NamedKey, text: string, owner: string): string {
  const iv = randomBytes(ivBytes);
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(owner));
  const encrypted = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return `${id}.${Buffer.concat([iv, cipher.getAuthTag(), encrypted]).toString('base64url')}`;
}

/** Returns the id of the key that sealed a text. */
export const keyIdOf = (sealed: string): string => sealed.split('.', 1)[0] ?? '';

/** Decrypts a text. Returns null when it was sealed with another key or for another owner, or has been changed. */
export function openText(key: Buffer, sealed: string, owner: string): string | null {
  const bytes = Buffer.from(sealed.split('.', 2)[1] ?? '', 'base64url');
  if (bytes.length < ivBytes + tagBytes) return null;
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, ivBytes), {
    authTagLength: tagBytes,
  })
    .setAAD(Buffer.from(owner))
    .setAuthTag(bytes.subarray(ivBytes, ivBytes + tagBytes));
  try {
    return Buffer.concat([decipher.update(bytes.subarray(ivBytes + tagBytes)), decipher.final()]).toString(
      'utf8',
    );
  } catch {
    // This only throws when the tag does not match.
    return null;
  }
}
