import type { Database } from '#platform/database/database';
import { findKey, type NamedKey, type SecretRing } from '#platform/kernel/keyring';
import { keyIdOf, openText, sealText } from '#platform/kernel/sealed-text';
import { authKeys } from './auth-keys';
import { createStoredKey } from './shared-key';

// Why: docs/adr/0072-keyrings.md

/**
 * Encrypts small secrets, each bound to its owner. The id of the key is part of the result. Must not be used inside a
 * transaction.
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
  const named = (owner: string) => `${purpose}/${owner}`;
  return {
    seal: async (secret, owner) => sealText(await keys.current(), secret, named(owner)),
    async open(sealed, owner) {
      const key = await keys.find(keyIdOf(sealed));
      return key === null ? null : openText(key, sealed, named(owner));
    },
    isCurrent: (sealed) => keyIdOf(sealed) === currentId,
  };
}
