import { randomBytes } from 'node:crypto';
import type { Database } from '#platform/database/database';
import { findSecret, loadSecret } from '#platform/database/secrets';
import type { SecretRing } from '#platform/kernel/keyring';
import { authKeys } from './auth-keys';

/**
 * Returns a key of 32 bytes. The first call can read the database, so it must not be made inside a
 * transaction.
 */
export type LoadKey = () => Promise<Buffer>;

/** A random key that is stored in the database, for as long as there is no master secret. */
export interface StoredKey {
  /** Returns the key, and creates it if there is none. */
  readonly load: LoadKey;
  /** Returns the key; null when there is none. */
  find(): Promise<Buffer | null>;
}

/**
 * Creates a key that all processes with the same database share: derived from the master secret, or else
 * stored in the database. Anyone who can read the database can use the latter, so it must only hide values
 * from those who cannot: a value that grants something needs `authKeys`.
 */
export function createSharedKey(database: Database, master: SecretRing, purpose: string): LoadKey {
  if (!master.isLasting) return createStoredKey(database, purpose).load;
  const [{ key }] = authKeys(master, purpose);
  return () => Promise.resolve(key);
}

/** Creates a random key when it is first needed, and stores it in the database under this name. */
export function createStoredKey(database: Database, name: string): StoredKey {
  let key: Promise<Buffer> | undefined;

  const create = async () =>
    Buffer.from(await loadSecret(database, name, () => randomBytes(32).toString('hex')), 'hex');

  return {
    load() {
      key ??= create().catch((error) => {
        key = undefined;
        throw error;
      });
      return key;
    },
    async find() {
      if (key !== undefined) return key;
      const stored = await database.read((connection) => findSecret(connection, name));
      return stored === null ? null : Buffer.from(stored, 'hex');
    },
  };
}
