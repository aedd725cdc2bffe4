import { mkdir, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { SetupError } from '../../kernel/errors';
import type { StorageAdapter } from '../storage-adapter';
import { assertStorageKey } from '../storage-key';
import { diskUnavailable } from './disk-errors';
import { listFilledDirectories, listObjects, readObject, removeObject } from './disk-objects';
import { markPlace, newTemporary, removeLeftovers, replaceFile, requirePlace } from './durable-files';

export interface DiskStorageOptions {
  /** Created if it does not exist. Relative paths start at the working directory of the process. */
  readonly directory: string;
}

/**
 * Creates a storage that keeps objects as files below one directory, which several processes can share.
 * Writes survive a killed process and a power failure. Symbolic links below the directory are not followed;
 * the directory itself can be one.
 *
 * @example
 * createConsentService({ knex, storage: diskStorage({ directory: './consent-data' }) });
 */
export function diskStorage(options: DiskStorageOptions): StorageAdapter {
  const directory: unknown = options?.directory;
  if (typeof directory !== 'string' || directory === '')
    throw new SetupError(
      "diskStorage() needs the path of a directory: diskStorage({ directory: './consent-data' })",
    );
  const location = resolve(directory);
  let root: string | null = null;

  function rootPath(): string {
    if (root === null) throw diskUnavailable(new Error('connect() has not been called'));
    return root;
  }

  function toPath(key: string): string {
    assertStorageKey(key);
    return join(rootPath(), ...key.split('/'));
  }

  /** Returns a result. Accepts an empty one only while the storage directory itself exists. */
  async function unlessLost<T>(reading: Promise<T>, isEmpty: (result: T) => boolean): Promise<T> {
    const result = await reading;
    if (isEmpty(result)) await requirePlace(rootPath());
    return result;
  }

  return {
    name: 'disk',
    location,

    async connect() {
      await orUnavailable(async () => {
        await mkdir(location, { recursive: true });
        const real = await realpath(location);
        await markPlace(real);
        await probe(real);
        await removeLeftovers(real, Date.now());
        root = real;
      });
    },

    async disconnect() {
      root = null;
    },

    async check() {
      await orUnavailable(() => probe(rootPath()));
    },

    async read(key) {
      const path = toPath(key);
      return orUnavailable(() => unlessLost(readObject(path), (object) => object === null));
    },

    async write(key, body) {
      const path = toPath(key);
      await orUnavailable(() => replaceFile(rootPath(), path, body));
    },

    async remove(key) {
      const path = toPath(key);
      await orUnavailable(() => unlessLost(removeObject(rootPath(), path), (removed) => !removed));
    },

    async list(prefix) {
      const path = toPath(prefix);
      return orUnavailable(() => unlessLost(listObjects(path, prefix), (entries) => entries.length === 0));
    },

    async listDirectories(prefix) {
      const path = prefix === undefined ? rootPath() : toPath(prefix);
      return orUnavailable(() => unlessLost(listFilledDirectories(path), (names) => names.length === 0));
    },
  };
}

async function orUnavailable<T>(action: () => Promise<T>): Promise<T> {
  try {
    return await action();
  } catch (error) {
    throw diskUnavailable(error);
  }
}

/** Writes, reads and removes a file. */
async function probe(root: string): Promise<void> {
  const path = newTemporary(root);
  try {
    await writeFile(path, 'probe', { flag: 'wx' });
    if ((await readFile(path, 'utf8')) !== 'probe')
      throw new Error('The storage does not return the content that was written');
  } finally {
    await rm(path, { force: true });
  }
}
