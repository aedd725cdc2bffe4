import { randomBytes } from 'node:crypto';
import type { Database } from '../database/database';
import { keptValue } from '../database/secrets';
import { deriveAuthKey } from './access-tokens';

/**
 * Gives a key of 32 bytes; the first call may read the database, and must not be made inside a transaction.
 */
export type LoadKey = () => Promise<Buffer>;

/**
 * A key that every process on one database shares: derived from the master secret, else a random one that the
 * database keeps.
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

/** A random key that the database keeps under this name, made when it is first asked for. */
export function createKeptKey(database: Database, name: string): LoadKey {
  let key: Promise<Buffer> | undefined;

  const load = async () =>
    Buffer.from(await keptValue(database, name, () => randomBytes(32).toString('hex')), 'hex');

  return () => {
    key ??= load().catch((error) => {
      key = undefined;
      throw error;
    });
    return key;
  };
}
