import { createSemaphore } from '#platform/kernel/concurrency/semaphore';
import { listKeys } from '#platform/storage/copy-storage';
import type { StorageAdapter } from '#platform/storage/storage-adapter';
import { bindStorage } from '#platform/storage/storage-binding';
import type { SyncedStorage, SyncedStorageOptions } from '#platform/storage/synced/synced-storage';
import { silentLogger } from './published-files';
import { until } from './webhook-receiver';

/** Looks and tries again at once; takes over what other processes left within a moment. */
export const quickly: SyncedStorageOptions = {
  pollMs: 20,
  retryMs: 10,
  adoptAfterMs: 100,
  logger: silentLogger,
};

export const owner = { id: 'a-database', description: 'the database of the test' };

/** Binds a storage to the test's database, as a service does at start. */
export async function bind(storage: StorageAdapter): Promise<void> {
  await storage.connect();
  await bindStorage(storage, owner);
  await storage.disconnect();
}

/** Returns the files of a connected storage by their keys. */
export async function readAll(storage: StorageAdapter): Promise<Record<string, string>> {
  const keys = (await listKeys(storage)).sort();
  const read = createSemaphore(8);
  const objects = await Promise.all(keys.map((key) => read(() => storage.read(key))));
  const files: Record<string, string> = {};
  for (const [index, key] of keys.entries()) {
    const body = objects[index]?.body;
    if (body !== undefined) files[key] = body.toString('base64');
  }
  return files;
}

/**
 * Waits until the mirror has the files of the primary storage, and nothing is queued. Both are connected.
 * @param storage asked first: it knows its queue without a list
 */
export async function untilEqual(
  primary: StorageAdapter,
  mirror: StorageAdapter,
  storage?: SyncedStorage,
): Promise<void> {
  const isEmpty = async () =>
    (storage?.mirrorState().pending ?? 0) === 0 && !(await primary.listDirectories()).includes('_mirror');
  await until(isEmpty, 'an empty queue', 60_000);
  expect(await readAll(mirror)).toEqual(await readAll(primary));
}
