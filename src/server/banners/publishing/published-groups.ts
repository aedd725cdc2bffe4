import { sha256Hex } from '#platform/kernel/crypto';
import type { StorageAdapter } from '#platform/storage/storage-adapter';
import { defaultFile, type GroupAddress, groupPrefix, type PublishedPointer, revisionName } from './layout';

const tenantPattern = /^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/;
const groupPattern = /^[a-z][a-z0-9-]{0,63}$/;
const profilePattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Returns every group of any tenant that has files in storage, even if the database does not list it. */
export async function storedGroups(storage: StorageAdapter): Promise<GroupAddress[]> {
  const groups: GroupAddress[] = [];
  for (const tenantId of (await storage.listDirectories()).filter((name) => tenantPattern.test(name))) {
    for (const group of await storage.listDirectories(tenantId)) {
      if (groupPattern.test(group) && !profilePattern.test(group)) groups.push({ tenantId, group });
    }
  }
  return groups;
}

/** Returns whether storage lists every file that a pointer names, without reading them. */
export async function hasEveryFile(
  storage: StorageAdapter,
  address: GroupAddress,
  pointer: PublishedPointer,
): Promise<boolean> {
  const directory = `${groupPrefix(address)}/${revisionName(pointer)}`;
  const keys = new Set((await storage.list(directory)).map(({ key }) => key));
  return [...pointer.locales, defaultFile].every((name) => keys.has(`${directory}/${name}.json`));
}

/**
 * Returns the files that a pointer names, as locale and SHA-256; a missing file has null instead of a hash.
 */
export async function publishedFiles(
  storage: StorageAdapter,
  address: GroupAddress,
  pointer: PublishedPointer,
): Promise<Map<string, string | null>> {
  const files = new Map<string, string | null>();
  for (const name of [...pointer.locales, defaultFile]) {
    const stored = await storage.read(`${groupPrefix(address)}/${revisionName(pointer)}/${name}.json`);
    files.set(name, stored === null ? null : sha256Hex(stored.body));
  }
  return files;
}
