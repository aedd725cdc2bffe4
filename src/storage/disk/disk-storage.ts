import { mkdir, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { SetupError } from '../../kernel/errors';
import type { StorageAdapter } from '../storage-adapter';
import { assertStorageKey } from '../storage-key';
import { diskUnavailable } from './disk-errors';
import { listFilledDirectories, listObjects, readObject, removeObject } from './disk-objects';
import { markPlace, newTemporary, removeLeftovers, replaceFile, requirePlace } from './durable-files';

export interface DiskStorageOptions {
  /** Made when it is not there. Relative paths start at the process's working directory. */
  readonly directory: string;
}

/**
 * Keeps objects as files below one directory, which several processes may share. Writes survive a kill and a
 * power cut. Symbolic links below the directory are not followed; the directory itself may be one.
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
  const wanted = resolve(directory);
  let root: string | null = null;

  function rootPath(): string {
    if (root === null) throw diskUnavailable(new Error('connect() has not been called'));
    return root;
  }

  function pathOf(key: string): string {
    assertStorageKey(key);
    return join(rootPath(), ...key.split('/'));
  }

  /** "Nothing there" is only believed while the place itself is there. */
  async function unlessLost<T>(looking: Promise<T>, isNothing: (found: T) => boolean): Promise<T> {
    const found = await looking;
    if (isNothing(found)) await requirePlace(rootPath());
    return found;
  }

  return {
    name: 'disk',
    location: wanted,

    async connect() {
      await orUnavailable(async () => {
        await mkdir(wanted, { recursive: true });
        const real = await realpath(wanted);
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
      const path = pathOf(key);
      return orUnavailable(() => unlessLost(readObject(path), (object) => object === null));
    },

    async write(key, body) {
      const path = pathOf(key);
      await orUnavailable(() => replaceFile(rootPath(), path, body));
    },

    async remove(key) {
      const path = pathOf(key);
      await orUnavailable(() => unlessLost(removeObject(rootPath(), path), (removed) => !removed));
    },

    async list(prefix) {
      const path = pathOf(prefix);
      return orUnavailable(() => unlessLost(listObjects(path, prefix), (entries) => entries.length === 0));
    },

    async listDirectories(prefix) {
      const path = prefix === undefined ? rootPath() : pathOf(prefix);
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
      throw new Error('The storage does not return what was written');
  } finally {
    await rm(path, { force: true });
  }
}
