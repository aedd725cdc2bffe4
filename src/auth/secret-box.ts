import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { Database } from '../database/database';
import { findKey, type NamedKey, type SecretRing } from '../kernel/keyring';
import { authKeys } from './auth-keys';
import { createStoredKey } from './shared-key';

// Why: docs/adr/0072-keyrings.md

/**
 * Encrypts small secrets (AES-256-GCM, NIST SP 800-38D), each bound to its owner. The id of the key is part of
 * the result. Must not be used inside a transaction.
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

/** Id of the key that is stored in the database. */
export const storedKeyId = 'kept';

const ivBytes = 12;
const tagBytes = 16;

/**
 * Creates a box for values that leave the service, such as the state of a sign-in: only the master secret
 * opens them, so that nobody who can read the database can forge one.
 */
export function createTokenBox(master: SecretRing, purpose: string): SecretBox {
  const keys = authKeys(master, purpose);
  return createBox(purpose, keys[0].id, {
    current: async () => keys[0],
    find: async (id) => findKey(keys, id),
  });
}

/**
 * Creates a box for values in the database. Without a master secret it uses a random key that is stored there
 * too, because a key that is lost with the process would lock out all users. What was sealed with that key
 * stays readable after a master secret has been set, but nothing is sealed with it any more.
 */
export function createStorageBox(database: Database, master: SecretRing, purpose: string): SecretBox {
  const stored = createStoredKey(database, purpose);
  const keys = master.isLasting ? authKeys(master, purpose) : null;
  return createBox(purpose, keys === null ? storedKeyId : keys[0].id, {
    current: async () => (keys === null ? { id: storedKeyId, key: await stored.load() } : keys[0]),
    find: async (id) => (id === storedKeyId ? stored.find() : keys && findKey(keys, id)),
  });
}

interface BoxKeys {
  readonly current: () => Promise<NamedKey>;
  readonly find: (id: string) => Promise<Buffer | null>;
}

function createBox(purpose: string, currentId: string, keys: BoxKeys): SecretBox {
  return {
    async seal(secret, owner) {
      const { id, key } = await keys.current();
      const iv = randomBytes(ivBytes);
      const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(`${purpose}/${owner}`));
      const text = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
      return `${id}.${Buffer.concat([iv, cipher.getAuthTag(), text]).toString('base64url')}`;
    },

    async open(sealed, owner) {
      const [id = '', data = ''] = sealed.split('.', 2);
      const bytes = Buffer.from(data, 'base64url');
      const key = bytes.length < ivBytes + tagBytes ? null : await keys.find(id);
      if (key === null) return null;
      const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, ivBytes), {
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

    isCurrent: (sealed) => sealed.startsWith(`${currentId}.`),
  };
}
