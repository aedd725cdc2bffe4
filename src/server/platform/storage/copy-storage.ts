import { sha256Hex } from '../kernel/crypto';
import { SetupError } from '../kernel/errors';
import type { StorageAdapter } from './storage-adapter';
import {
  bindingDirectory,
  bindingState,
  bindStorage,
  describeStorage,
  type StorageOwner,
} from './storage-binding';
import { queueDirectory } from './synced/mirror-marks';

export interface CopiedFiles {
  readonly copied: number;
  /** Number of files that the target already had, byte for byte. */
  readonly unchanged: number;
  /** Keys of files that differ from the published ones in the source, and were left out. */
  readonly damaged: readonly string[];
}

export interface StorageCopy {
  readonly source: StorageAdapter;
  readonly target: StorageAdapter;
  readonly owner: StorageOwner;
  /** Returns the SHA-256 hashes that a file can have; null when the database does not know the file. */
  readonly expectedHashes: (key: string) => Promise<ReadonlySet<string> | null>;
}

const concurrency = 8;

/**
 * Copies all files of a storage into another one and reads each one back. A repeated call continues where the
 * last one stopped. Damaged files are left out, with the manifests of their versions. The target then belongs
 * to the database; the next start of a service with it recreates missing files from the database. Both
 * storages must be connected.
 * @throws SetupError when either storage belongs to another database, when the source is empty, or when the
 * target contains other files or does not return the files that were written
 */
export async function copyStorage(
  { source, target, owner, expectedHashes }: StorageCopy,
  report: (done: number, total: number) => void,
): Promise<CopiedFiles> {
  const isSourceBound = (await bindingState(source, owner)) !== 'unbound';
  const keys = await listKeys(source);
  if (!isSourceBound && keys.length === 0)
    throw new SetupError(`The storage ${describeStorage(source)} has no published files to copy.`);
  if ((await bindingState(target, owner)) === 'unbound') {
    if ((await target.listDirectories()).length > 0) {
      throw new SetupError(
        `The storage ${describeStorage(target)} is not empty and does not belong to this database. ` +
          'Copy into an empty one.',
      );
    }
    await bindStorage(target, owner);
  }
  const counts = { copied: 0, unchanged: 0 };
  const damaged: string[] = [];
  const isLeftOut = (key: string) =>
    key.endsWith(manifestEnding) && damaged.some((other) => getFolder(other) === getFolder(key));

  async function copyKey(key: string): Promise<void> {
    const stored = isLeftOut(key) ? null : await source.read(key);
    if (stored === null) return;
    const expected = await expectedHashes(key);
    if (expected !== null && !expected.has(sha256Hex(stored.body))) damaged.push(key);
    else counts[await writeFile(target, key, stored.body)] += 1;
  }

  let done = 0;
  report(0, keys.length);
  // All files of a version are copied before its manifest, which is left out when one of them is damaged.
  for (const rank of ranks) {
    const ranked = keys.filter((key) => getRank(key) === rank);
    for (let start = 0; start < ranked.length; start += concurrency) {
      const batch = ranked.slice(start, start + concurrency);
      await Promise.all(batch.map(copyKey));
      done += batch.length;
      report(done, keys.length);
    }
  }
  return { ...counts, damaged };
}

const manifestEnding = '/_manifest.json';
const getFolder = (key: string) => key.slice(0, key.lastIndexOf('/'));

/** Directories that say something about the storage itself. */
const ownDirectories: readonly string[] = [bindingDirectory, queueDirectory];

/** Lists the keys of all files. */
export async function listKeys(source: StorageAdapter): Promise<string[]> {
  const directories = (await source.listDirectories()).filter((name) => !ownDirectories.includes(name));
  const keys: string[] = [];
  for (const directory of directories) for (const { key } of await source.list(directory)) keys.push(key);
  return keys;
}

/** The values of `getRank`, in the order of copying. */
export const ranks = [0, 1, 2] as const;

/**
 * Returns the order in which a file is copied: files first, then the manifests and the group pointers that
 * name them.
 */
export function getRank(key: string): (typeof ranks)[number] {
  if (key.endsWith('/published.json')) return 2;
  return key.endsWith(manifestEnding) ? 1 : 0;
}

async function writeFile(target: StorageAdapter, key: string, body: Buffer): Promise<'copied' | 'unchanged'> {
  if ((await target.read(key))?.body.equals(body)) return 'unchanged';
  await target.write(key, body);
  if ((await target.read(key))?.body.equals(body)) return 'copied';
  throw new SetupError(
    `The storage ${describeStorage(target)} does not return the content that was written to ${key}.`,
  );
}
