import { constants } from 'node:fs';
import { lstat, open, readdir, realpath, rmdir, unlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type StoredEntry, type StoredObject, storageKeyPattern } from '../storage-adapter';
import { isMissing } from './disk-errors';
import { syncDirectories } from './durable-files';

/**
 * Whether the path is what it says: no symbolic link on the way, and the letter case of the key (a
 * case-insensitive file system would find `A` under `a`).
 */
async function isPlain(path: string): Promise<boolean> {
  return (await realpath(path)) === path;
}

export async function readObject(path: string): Promise<StoredObject | null> {
  try {
    if (!(await isPlain(path))) return null;
    // O_NOFOLLOW is missing on Windows.
    const file = await open(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0));
    try {
      const facts = await file.stat();
      return facts.isFile() ? { body: await file.readFile(), modifiedAt: Math.floor(facts.mtimeMs) } : null;
    } finally {
      await file.close();
    }
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}

/** @returns whether there was an object to remove. */
export async function removeObject(root: string, path: string): Promise<boolean> {
  try {
    if (!(await isPlain(path)) || !(await lstat(path)).isFile()) return false;
    await unlink(path);
  } catch (error) {
    if (isMissing(error)) return false;
    throw error;
  }
  await syncDirectories(root, dirname(path));
  await removeEmptyDirectories(root, dirname(path));
  return true;
}

async function removeEmptyDirectories(root: string, directory: string): Promise<void> {
  try {
    for (let current = directory; current !== root; current = dirname(current)) await rmdir(current);
  } catch {
    // Not empty, or another process was faster. An empty directory that stays does no harm.
  }
}

/** What could be part of a key, by kind. Symbolic links are neither. */
async function entriesOf(path: string): Promise<{ files: string[]; directories: string[] }> {
  try {
    const entries = (await isPlain(path)) ? await readdir(path, { withFileTypes: true }) : [];
    const fitting = entries.filter((entry) => storageKeyPattern.test(entry.name));
    return {
      files: fitting.filter((entry) => entry.isFile()).map((entry) => entry.name),
      directories: fitting.filter((entry) => entry.isDirectory()).map((entry) => entry.name),
    };
  } catch (error) {
    if (isMissing(error)) return { files: [], directories: [] };
    throw error;
  }
}

export async function listObjects(path: string, prefix: string): Promise<StoredEntry[]> {
  const { files, directories } = await entriesOf(path);
  const own = await Promise.all(files.map((name) => entryOf(join(path, name), `${prefix}/${name}`)));
  const below = await Promise.all(
    directories.map((name) => listObjects(join(path, name), `${prefix}/${name}`)),
  );
  return [...own.filter((entry) => entry !== null), ...below.flat()];
}

export async function listFilledDirectories(path: string): Promise<string[]> {
  const { directories } = await entriesOf(path);
  const filled = await Promise.all(directories.map((name) => holdsObjects(join(path, name))));
  return directories.filter((_name, index) => filled[index]);
}

async function entryOf(path: string, key: string): Promise<StoredEntry | null> {
  try {
    return { key, modifiedAt: Math.floor((await lstat(path)).mtimeMs) };
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}

/**
 * A crash between removing the last file and its directory leaves an empty one, which is none to our callers.
 */
async function holdsObjects(path: string): Promise<boolean> {
  const { files, directories } = await entriesOf(path);
  if (files.length > 0) return true;
  for (const name of directories) if (await holdsObjects(join(path, name))) return true;
  return false;
}
