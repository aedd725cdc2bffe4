import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { Database } from '../database/database';
import { deriveAuthKey } from './access-tokens';
import { createKeptKey, type LoadKey } from './shared-key';

/**
 * Encrypts small secrets for the database (AES-256-GCM, NIST SP 800-38D), each bound to its owner. Must not
 * be used inside a transaction.
 */
export interface SecretBox {
  seal(secret: string, owner: string): Promise<string>;
  /**
   * Returns the secret; null when it was sealed with another key or for another owner, or has been changed.
   */
  open(sealed: string, owner: string): Promise<string | null>;
  /** Returns whether the secret was sealed with the current key. */
  isCurrent(sealed: string): boolean;
}

const ivBytes = 12;
const tagBytes = 16;

/**
 * Creates a secret box whose key is derived from the master secret. Without a master secret it is a random
 * key that is stored in the database, because a key that is lost with the process would lock out all users.
 * Secrets sealed with the random key stay readable after a master secret has been set.
 */
export function createSecretBox(
  database: Database,
  masterSecret: string | undefined,
  purpose: string,
): SecretBox {
  const master = masterSecret === undefined ? null : deriveAuthKey(masterSecret, purpose);
  const kept = createKeptKey(database, purpose);
  const keys: Readonly<Record<string, LoadKey>> = {
    ...(master === null ? {} : { master: async () => master }),
    kept,
  };
  const current = master === null ? 'kept' : 'master';

  return {
    async seal(secret, owner) {
      const iv = randomBytes(ivBytes);
      const cipher = createCipheriv('aes-256-gcm', await (keys[current] ?? kept)(), iv).setAAD(
        Buffer.from(`${purpose}/${owner}`),
      );
      const text = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
      return `${current}.${Buffer.concat([iv, cipher.getAuthTag(), text]).toString('base64url')}`;
    },

    async open(sealed, owner) {
      const [name = '', data = ''] = sealed.split('.', 2);
      const key = Object.hasOwn(keys, name) ? keys[name] : undefined;
      const bytes = Buffer.from(data, 'base64url');
      if (key === undefined || bytes.length < ivBytes + tagBytes) return null;
      const decipher = createDecipheriv('aes-256-gcm', await key(), bytes.subarray(0, ivBytes), {
        authTagLength: tagBytes,
      })
        .setAAD(Buffer.from(`${purpose}/${owner}`))
        .setAuthTag(bytes.subarray(ivBytes, ivBytes + tagBytes));
      try {
        return Buffer.concat([
          decipher.update(bytes.subarray(ivBytes + tagBytes)),
          decipher.final(),
        ]).toString('utf8');
      } catch {
        // This only throws when the tag does not match.
        return null;
      }
    },

    isCurrent: (sealed) => sealed.startsWith(`${current}.`),
  };
}
