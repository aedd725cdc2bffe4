import { LRUCache } from 'lru-cache';
import { parseFileKey } from '../../publishing';
import { type ProfileSnapshots, VersionLost } from './profile-snapshots';

/** Files of one version follow each other when a storage is copied. */
const maxVersionsKept = 100;

type VersionHashes = Awaited<ReturnType<ProfileSnapshots['hashes']>>;

/**
 * Creates a function that returns the expected SHA-256 of a file in storage; null for keys other than locale
 * files of a version in the database.
 */
export function createExpectedHashes({ hashes }: Pick<ProfileSnapshots, 'hashes'>) {
  const kept = new LRUCache<string, Promise<VersionHashes | null>>({ max: maxVersionsKept });

  return async function expectedHashes(key: string): Promise<ReadonlySet<string> | null> {
    const found = parseFileKey(key);
    if (found === null) return null;
    const { file, ...address } = found;
    const name = `${address.tenantId}/${address.profileId}/${address.version}`;
    const known = kept.get(name) ?? hashes(address).catch(unlessLost);
    kept.set(name, known);
    return (await known)?.get(file) ?? null;
  };
}

function unlessLost(error: unknown): null {
  if (error instanceof VersionLost) return null;
  throw error;
}
