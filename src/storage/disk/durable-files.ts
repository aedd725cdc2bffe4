import { randomUUID } from 'node:crypto';
import { mkdir, open, readdir, realpath, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { errorCode, isMissing } from './disk-errors';

/** `~` is outside the alphabet of keys: nothing in this directory can ever be taken for an object. */
const temporaryDirectory = '~tmp';

/** Far longer than any write takes, so that a file of a living process is never taken for a leftover. */
const leftoverAgeMs = 3_600_000;

/** How often a write starts again because `remove` took an empty directory away under it. */
const maxAttempts = 10;

/**
 * Puts `body` at `target`, in place of what is there: all bytes are safe in a temporary file before a rename
 * makes them visible.
 */
export async function replaceFile(root: string, target: string, body: Buffer): Promise<void> {
  const directory = dirname(target);
  for (let attempt = 1; ; attempt += 1) {
    const temporary = newTemporary(root);
    try {
      await writeSynced(temporary, body);
      await mkdir(directory, { recursive: true });
      if ((await realpath(directory)) !== directory)
        throw new Error('A storage directory leads elsewhere through a symbolic link');
      await rename(temporary, target);
      await syncDirectories(root, directory);
      return;
    } catch (error) {
      if (errorCode(error) !== 'ENOENT' || attempt === maxAttempts) throw error;
    } finally {
      await rm(temporary, { force: true });
    }
  }
}

/**
 * A path for a file that is not part of the storage yet. On the same file system as the objects, because
 * rename needs that.
 */
export function newTemporary(root: string): string {
  return join(root, temporaryDirectory, `${process.pid}-${randomUUID()}`);
}

async function writeSynced(path: string, body: Buffer): Promise<void> {
  const file = await open(path, 'wx');
  try {
    await file.writeFile(body);
    await file.sync();
  } finally {
    await file.close();
  }
}

/**
 * A name is durable when its directory is, and that one's name in turn: another process may have made them a
 * moment ago.
 */
export async function syncDirectories(root: string, directory: string): Promise<void> {
  // Windows neither needs nor allows it.
  if (process.platform === 'win32') return;
  const directories = [root];
  for (let current = directory; current !== root; current = dirname(current)) directories.push(current);
  await Promise.all(directories.map(syncDirectory));
}

async function syncDirectory(path: string): Promise<void> {
  try {
    const handle = await open(path, 'r');
    try {
      await handle.sync();
    } finally {
      await handle.close();
    }
  } catch (error) {
    // Removed meanwhile, with all that was in it; or a file system that cannot sync directories.
    if (!isMissing(error) && errorCode(error) !== 'EINVAL') throw error;
  }
}

/**
 * Makes the directory for files under way. It also marks the place as ours: where it is missing, the place
 * was lost (an unmounted disk, a deleted directory), and what seems not to be there may well be.
 */
export async function markPlace(root: string): Promise<void> {
  await mkdir(join(root, temporaryDirectory), { recursive: true });
}

/** @throws Error when the place was lost */
export async function requirePlace(root: string): Promise<void> {
  await stat(join(root, temporaryDirectory));
}

/**
 * Removes what writes that were killed left behind. Young files stay: another process may be writing them
 * right now.
 */
export async function removeLeftovers(root: string, now: number): Promise<void> {
  const directory = join(root, temporaryDirectory);
  for (const name of await readdir(directory)) {
    const path = join(directory, name);
    try {
      if (now - (await stat(path)).mtimeMs > leftoverAgeMs) await rm(path, { force: true });
    } catch (error) {
      if (!isMissing(error)) throw error;
    }
  }
}
