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

export interface CopiedFiles {
  readonly copied: number;
  /** Those that the target had already, byte for byte. */
  readonly unchanged: number;
  /** Keys of files that the source does not have as they were published, and that were left out. */
  readonly damaged: readonly string[];
}

export interface StorageCopy {
  readonly source: StorageAdapter;
  readonly target: StorageAdapter;
  readonly owner: StorageOwner;
  /** Returns the SHA-256 that a file may have; null when the database does not know the file. */
  readonly expectedHashes: (key: string) => Promise<ReadonlySet<string> | null>;
}

const copiedAtOnce = 8;

/**
 * Copies every file of a storage into another one and reads each back. Run again, it continues where it was
 * cut off. Damaged files are left out, with the manifests of their versions. The target then belongs to the
 * database; the next start of a service on it makes from the database what is missing. Both are connected.
 * @throws SetupError when either belongs to another database, when the source is empty, when the target is in
 * other use, or does not keep what is written
 */
export async function copyStorage(
  { source, target, owner, expectedHashes }: StorageCopy,
  report: (done: number, total: number) => void,
): Promise<CopiedFiles> {
  const isSourceBound = (await bindingState(source, owner)) !== 'unbound';
  const keys = await keysOf(source);
  if (!isSourceBound && keys.length === 0)
    throw new SetupError(`The storage ${describeStorage(source)} has no published files to copy.`);
  if ((await bindingState(target, owner)) === 'unbound') {
    if ((await target.listDirectories()).length > 0) {
      throw new SetupError(
        `The storage ${describeStorage(target)} is not empty and does not belong to this database. Copy into an empty one.`,
      );
    }
    await bindStorage(target, owner);
  }
  const counts = { copied: 0, unchanged: 0 };
  const damaged: string[] = [];
  const isLeftOut = (key: string) =>
    key.endsWith(manifestEnding) && damaged.some((other) => folderOf(other) === folderOf(key));

  async function copyKey(key: string): Promise<void> {
    const stored = isLeftOut(key) ? null : await source.read(key);
    if (stored === null) return;
    const expected = await expectedHashes(key);
    if (expected !== null && !expected.has(sha256Hex(stored.body))) damaged.push(key);
    else counts[await writeFile(target, key, stored.body)] += 1;
  }

  let done = 0;
  report(0, keys.length);
  // All files of a version before its manifest: whether that is copied depends on them.
  for (const rank of [0, 1, 2]) {
    const ranked = keys.filter((key) => rankOf(key) === rank);
    for (let start = 0; start < ranked.length; start += copiedAtOnce) {
      const batch = ranked.slice(start, start + copiedAtOnce);
      await Promise.all(batch.map(copyKey));
      done += batch.length;
      report(done, keys.length);
    }
  }
  return { ...counts, damaged };
}

const manifestEnding = '/_manifest.json';
const folderOf = (key: string) => key.slice(0, key.lastIndexOf('/'));

async function keysOf(source: StorageAdapter): Promise<string[]> {
  const directories = (await source.listDirectories()).filter((name) => name !== bindingDirectory);
  const keys: string[] = [];
  for (const directory of directories) for (const { key } of await source.list(directory)) keys.push(key);
  return keys;
}

/** What points to files follows them: manifests, then the pointers of groups. */
function rankOf(key: string): number {
  if (key.endsWith('/published.json')) return 2;
  return key.endsWith(manifestEnding) ? 1 : 0;
}

async function writeFile(target: StorageAdapter, key: string, body: Buffer): Promise<'copied' | 'unchanged'> {
  if ((await target.read(key))?.body.equals(body)) return 'unchanged';
  await target.write(key, body);
  if ((await target.read(key))?.body.equals(body)) return 'copied';
  throw new SetupError(`The storage ${describeStorage(target)} does not return what was written to ${key}.`);
}
