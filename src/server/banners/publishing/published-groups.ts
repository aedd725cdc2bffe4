import { createSemaphore } from '#platform/kernel/concurrency/semaphore';
import { sha256Hex } from '#platform/kernel/crypto';
import type { Logger } from '#platform/kernel/logger';
import type { StorageAdapter } from '#platform/storage/storage-adapter';
import { isTransactional } from '#platform/storage/storage-within';
import {
  defaultFile,
  type GroupAddress,
  groupPrefix,
  type Publication,
  type PublishedPointer,
  parseManifest,
  revisionName,
  snapshotKey,
  snapshotManifestName,
} from './layout';
import { readPointer } from './publication';

const tenantPattern = /^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/;
const groupPattern = /^[a-z][a-z0-9-]{0,63}$/;
const profilePattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Number of tenants whose directories are listed in parallel. */
const maxParallelLists = 8;

/** Returns every group of any tenant that has files in storage, even if the database does not list it. */
export async function storedGroups(storage: StorageAdapter): Promise<GroupAddress[]> {
  const limited = createSemaphore(maxParallelLists);
  const tenants = (await storage.listDirectories()).filter((name) => tenantPattern.test(name));
  const ofTenant = async (tenantId: string) =>
    (await storage.listDirectories(tenantId))
      .filter((group) => groupPattern.test(group) && !profilePattern.test(group))
      .map((group) => ({ tenantId, group }));
  return (await Promise.all(tenants.map((tenantId) => limited(() => ofTenant(tenantId))))).flat();
}

/**
 * Returns whether everything is in place that `publish` would write. It only reads, so the caller needs no lock. Files that
 * are committed with their rows can be lost, but have no other bytes.
 * @param hashes SHA-256 of each file of the version, including `default`
 */
export async function isPublished(
  storage: StorageAdapter,
  publication: Publication,
  hashes: ReadonlyMap<string, string>,
  logger: Logger,
): Promise<boolean> {
  const pointer = await readPointer(storage, publication, logger);
  if (pointer === null || revisionName(pointer) !== revisionName(publication)) return false;
  const marker = await storage.read(snapshotKey(publication, snapshotManifestName));
  const manifest = marker === null ? null : parseManifest(marker.body);
  const namesOf = ({ defaultLocale, locales }: Pick<PublishedPointer, 'defaultLocale' | 'locales'>) =>
    [defaultLocale, ...locales].join();
  if (manifest === null || namesOf(manifest) !== namesOf(pointer)) return false;

  const names = [...manifest.locales, defaultFile];
  const hasFiles = (directory: string) =>
    isTransactional(storage)
      ? listsFiles(storage, directory, names)
      : hasBytes(storage, directory, names, hashes);
  const directories = [snapshotKey(publication, '').slice(0, -1), directoryOf(publication, pointer)];
  return (await Promise.all(directories.map(hasFiles))).every(Boolean);
}

/** Returns whether storage lists every file that a pointer names, without reading them. */
export function hasEveryFile(
  storage: StorageAdapter,
  address: GroupAddress,
  pointer: PublishedPointer,
): Promise<boolean> {
  return listsFiles(storage, directoryOf(address, pointer), [...pointer.locales, defaultFile]);
}

async function listsFiles(
  storage: StorageAdapter,
  directory: string,
  names: readonly string[],
): Promise<boolean> {
  const keys = new Set((await storage.list(directory)).map(({ key }) => key));
  return names.every((name) => keys.has(`${directory}/${name}.json`));
}

async function hasBytes(
  storage: StorageAdapter,
  directory: string,
  names: readonly string[],
  hashes: ReadonlyMap<string, string>,
): Promise<boolean> {
  const isSame = async (name: string) => {
    const stored = await storage.read(`${directory}/${name}.json`);
    return stored !== null && sha256Hex(stored.body) === hashes.get(name);
  };
  return (await Promise.all(names.map(isSame))).every(Boolean);
}

/**
 * Returns the files that a pointer names, as locale and SHA-256; a missing file has null instead of a hash.
 */
export async function publishedFiles(
  storage: StorageAdapter,
  address: GroupAddress,
  pointer: PublishedPointer,
): Promise<Map<string, string | null>> {
  const directory = directoryOf(address, pointer);
  const readHash = async (name: string) => {
    const stored = await storage.read(`${directory}/${name}.json`);
    return [name, stored === null ? null : sha256Hex(stored.body)] as const;
  };
  return new Map(await Promise.all([...pointer.locales, defaultFile].map(readHash)));
}

const directoryOf = (address: GroupAddress, pointer: PublishedPointer) =>
  `${groupPrefix(address)}/${revisionName(pointer)}`;
