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
}

const copiedAtOnce = 8;

/**
 * Copies every file of a storage into another one and reads each back. Run again, it continues where it was
 * cut off. The target then belongs to the database; its next service start checks that nothing is missing.
 * Both are connected.
 * @throws SetupError when either belongs to another database, when the target is in other use, or does not
 * keep what is written
 */
export async function copyStorage(
  {
    source,
    target,
    owner,
  }: { readonly source: StorageAdapter; readonly target: StorageAdapter; readonly owner: StorageOwner },
  report: (done: number, total: number) => void,
): Promise<CopiedFiles> {
  await bindingState(source, owner);
  if ((await bindingState(target, owner)) === 'unbound') {
    if ((await target.listDirectories()).length > 0) {
      throw new SetupError(
        `The storage ${describeStorage(target)} is not empty and does not belong to this database. Copy into an empty one.`,
      );
    }
    await bindStorage(target, owner);
  }
  const keys = await keysInOrder(source);
  let copied = 0;
  let done = 0;
  report(done, keys.length);
  for (let start = 0; start < keys.length; start += copiedAtOnce) {
    const results = await Promise.all(
      keys.slice(start, start + copiedAtOnce).map((key) => copyFile(source, target, key)),
    );
    copied += results.filter(Boolean).length;
    done += results.length;
    report(done, keys.length);
  }
  return { copied, unchanged: done - copied };
}

/** What points to files follows them: manifests, then the pointers of groups. */
async function keysInOrder(source: StorageAdapter): Promise<string[]> {
  const directories = (await source.listDirectories()).filter((name) => name !== bindingDirectory);
  const keys: string[] = [];
  for (const directory of directories) for (const { key } of await source.list(directory)) keys.push(key);
  const rank = (key: string) =>
    key.endsWith('/published.json') ? 2 : key.endsWith('/_manifest.json') ? 1 : 0;
  return keys.sort((a, b) => rank(a) - rank(b));
}

/** Returns whether there was anything to write. */
async function copyFile(source: StorageAdapter, target: StorageAdapter, key: string): Promise<boolean> {
  const stored = await source.read(key);
  if (stored === null || (await target.read(key))?.body.equals(stored.body)) return false;
  await target.write(key, stored.body);
  if ((await target.read(key))?.body.equals(stored.body)) return true;
  throw new SetupError(`The storage ${describeStorage(target)} does not return what was written to ${key}.`);
}
