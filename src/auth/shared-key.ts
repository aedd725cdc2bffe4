import { randomBytes } from 'node:crypto';
import type { Database } from '../database/database';
import { loadSecret } from '../database/secrets';
import { deriveAuthKey } from './access-tokens';

/**
 * Returns a key of 32 bytes. The first call can read the database, so it must not be made inside a
 * transaction.
 */
export type LoadKey = () => Promise<Buffer>;

/**
 * Creates a key that all processes with the same database share: derived from the master secret, or else a
 * random key that is stored in the database.
 */
export function createSharedKey(
  database: Database,
  masterSecret: string | undefined,
  purpose: string,
): LoadKey {
  if (masterSecret === undefined) return createKeptKey(database, purpose);
  const key = deriveAuthKey(masterSecret, purpose);
  return () => Promise.resolve(key);
}

/** Creates a random key when it is first used, and stores it in the database under this name. */
export function createKeptKey(database: Database, name: string): LoadKey {
  let key: Promise<Buffer> | undefined;

  const load = async () =>
    Buffer.from(await loadSecret(database, name, () => randomBytes(32).toString('hex')), 'hex');

  return () => {
    key ??= load().catch((error) => {
      key = undefined;
      throw error;
    });
    return key;
  };
}
