import { randomUUID } from 'node:crypto';
import { mkdir, open, readdir, realpath, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { errorCode, isMissing } from './disk-errors';

/**
 * Directory of temporary files. Keys cannot contain `~`, so these files can never be mistaken for objects.
 */
const temporaryDirectory = '~tmp';

/** Age after which a temporary file is a leftover (ms): far longer than any write of a running process. */
const leftoverAgeMs = 3_600_000;

/** Maximum number of attempts of a write whose empty directory `remove` has removed. */
const maxAttempts = 10;

/**
 * Writes or replaces the file `target`: all bytes are on disk in a temporary file before a rename makes them
 * visible.
 */
export async function replaceFile(root: string, target: string, body: Buffer): Promise<void> {
  const directory = dirname(target);
  for (let attempt = 1; ; attempt += 1) {
    const temporary = newTemporary(root);
    try {
      await writeSynced(temporary, body);
      await mkdir(directory, { recursive: true });
      if ((await realpath(directory)) !== directory)
        throw new Error('A storage directory must not be a symbolic link');
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
 * Returns the path of a new temporary file. It is on the same file system as the objects, which `rename`
 * requires.
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
 * Syncs a directory and its parents up to the root: a file name is durable only when all of them are, and
 * another process may just have created them.
 */
export async function syncDirectories(root: string, directory: string): Promise<void> {
  // Windows neither requires nor allows it.
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
    // The directory has been removed, or the file system cannot sync directories.
    if (!isMissing(error) && errorCode(error) !== 'EINVAL') throw error;
  }
}

/**
 * Creates the directory of temporary files, which also marks the storage directory. When it is missing, the
 * storage directory is lost (an unmounted disk, a deleted directory), and files that seem to be missing may
 * exist.
 */
export async function markPlace(root: string): Promise<void> {
  await mkdir(join(root, temporaryDirectory), { recursive: true });
}

/** Checks that the storage directory is not lost. @throws Error */
export async function requirePlace(root: string): Promise<void> {
  await stat(join(root, temporaryDirectory));
}

/**
 * Removes temporary files of killed processes. Recent files stay, because another process may be writing
 * them.
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
