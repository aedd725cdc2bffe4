import { randomBytes } from 'node:crypto';
import type { Database } from '../../database/database';
import { deriveKey } from '../access-tokens';

const secretName = 'login-attempts';

/**
 * The key under which attempts are counted: from the master secret, else a random one that the database keeps, because
 * every process on it must count under the same key.
 */
export function createAttemptKey(database: Database, masterSecret: string | undefined): () => Promise<Buffer> {
  let key: Promise<Buffer> | undefined = masterSecret === undefined ? undefined : Promise.resolve(deriveKey(masterSecret, secretName));

  async function load(): Promise<Buffer> {
    const value = await database.transaction(async (connection) => {
      // An upsert that changes nothing: of several processes at their first start, one value stays.
      await connection
        .global('secrets')
        .insert({ name: secretName, value: randomBytes(32).toString('hex') })
        .onConflict('name')
        .merge({ name: secretName });
      return (await connection.global('secrets').where({ name: secretName }).first('value'))?.value as string;
    });
    return Buffer.from(value, 'hex');
  }

  return () => {
    key ??= load().catch((error) => {
      key = undefined;
      throw error;
    });
    return key;
  };
}
