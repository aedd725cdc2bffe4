import { constants } from 'node:fs';
import { lstat, open, readdir, realpath, rmdir, unlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type StoredEntry, type StoredObject, storageKeyPattern } from '../storage-adapter';
import { isMissing } from './disk-errors';
import { syncDirectories } from './durable-files';

/**
 * Returns whether a path leads directly to its file: without symbolic links, and with the letter case of the
 * key (a case-insensitive file system would find `A` under `a`).
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

/** Removes an object. Returns whether it existed. */
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
    // Not empty, or another process was faster. An empty directory does no harm.
  }
}

/** Lists the files and directories whose names can be part of a key. Symbolic links are neither. */
async function readEntries(path: string): Promise<{ files: string[]; directories: string[] }> {
  try {
    const entries = (await isPlain(path)) ? await readdir(path, { withFileTypes: true }) : [];
    const valid = entries.filter((entry) => storageKeyPattern.test(entry.name));
    return {
      files: valid.filter((entry) => entry.isFile()).map((entry) => entry.name),
      directories: valid.filter((entry) => entry.isDirectory()).map((entry) => entry.name),
    };
  } catch (error) {
    if (isMissing(error)) return { files: [], directories: [] };
    throw error;
  }
}

export async function listObjects(path: string, prefix: string): Promise<StoredEntry[]> {
  const { files, directories } = await readEntries(path);
  const direct = await Promise.all(files.map((name) => readEntry(join(path, name), `${prefix}/${name}`)));
  const below = await Promise.all(
    directories.map((name) => listObjects(join(path, name), `${prefix}/${name}`)),
  );
  return [...direct.filter((entry) => entry !== null), ...below.flat()];
}

export async function listFilledDirectories(path: string): Promise<string[]> {
  const { directories } = await readEntries(path);
  const filled = await Promise.all(directories.map((name) => hasObjects(join(path, name))));
  return directories.filter((_name, index) => filled[index]);
}

async function readEntry(path: string, key: string): Promise<StoredEntry | null> {
  try {
    return { key, modifiedAt: Math.floor((await lstat(path)).mtimeMs) };
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}

/**
 * Returns whether a directory has objects below it. A crash after the removal of the last file leaves an
 * empty directory, which must not be listed.
 */
async function hasObjects(path: string): Promise<boolean> {
  const { files, directories } = await readEntries(path);
  if (files.length > 0) return true;
  for (const name of directories) if (await hasObjects(join(path, name))) return true;
  return false;
}
