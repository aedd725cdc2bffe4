import { type Clock, toIso } from '#platform/kernel/clock';
import { ServiceError } from '#platform/kernel/errors';
import { describeError, type Logger } from '#platform/kernel/logger';
import type { StorageAdapter } from '#platform/storage/storage-adapter';
import {
  defaultFile,
  type GroupAddress,
  groupPrefix,
  type Publication,
  type PublishedPointer,
  parseManifest,
  parsePointer,
  pointerKey,
  revisionName,
  snapshotKey,
  snapshotManifestName,
} from './layout';

// Why: docs/adr/0003-publication-pointer.md

/** Files of the snapshot are missing from storage or incomplete. */
export class SnapshotMissing extends ServiceError {
  constructor() {
    super('unavailable', {
      message: 'The files of this profile are missing from storage.',
      headers: { 'Retry-After': '5' },
    });
  }
}

/** Result of a publication. */
export interface FileChange {
  /** False: everything was in place already. */
  readonly changed: boolean;
  /** Names of the files that the group serves now or has served until now. */
  readonly files: readonly string[];
}

export interface PublishingContext {
  readonly logger: Logger;
  readonly clock: Clock;
}

/**
 * Makes the group serve a snapshot: copies its files next to the current ones, then switches the pointer in
 * one atomic write. If the process dies at any point, the group serves either all old or all new files, and
 * repeating the call completes the work. When everything is in place, it writes nothing.
 *
 * The caller holds the lock of the group's row in the database, which decides what is active.
 * @throws SnapshotMissing, or ServiceError `unavailable` when storage fails; the group then still serves the
 * old files.
 */
export async function publish(
  storage: StorageAdapter,
  publication: Publication,
  { logger, clock }: PublishingContext,
): Promise<FileChange> {
  const { profileId, version, revision } = publication;
  const marker = await storage.read(snapshotKey(publication, snapshotManifestName));
  const manifest = marker === null ? null : parseManifest(marker.body);
  if (manifest === null) throw new SnapshotMissing();

  const before = await readPointer(storage, publication, logger);
  const { defaultLocale, locales } = manifest;
  const copied = await Promise.all(
    [...locales, defaultFile].map((name) => copyFile(storage, publication, `${name}.json`)),
  );
  const pointer: PublishedPointer = {
    profileId,
    version,
    revision,
    defaultLocale,
    locales,
    publishedAt: toIso(clock.now()),
  };
  const changed =
    copied.some(Boolean) ||
    before === null ||
    JSON.stringify({ ...before, publishedAt: pointer.publishedAt }) !== JSON.stringify(pointer);

  // Readers in other processes may still be reading the previous directory.
  const inUse = new Set([revisionName(publication), ...(before === null ? [] : [revisionName(before)])]);
  await tidy(logger, async () => {
    const directories = await storage.listDirectories(groupPrefix(publication));
    const outdated = directories.filter((name) => !inUse.has(name));
    await Promise.all(outdated.map((name) => removeAll(storage, `${groupPrefix(publication)}/${name}`)));
  });
  // Last, so that visitors do not decide about the new version long before the caller's transaction commits.
  if (changed) await storage.write(pointerKey(publication), Buffer.from(JSON.stringify(pointer)));
  return { changed, files: [...new Set([...(before?.locales ?? []), ...locales, defaultFile])] };
}

/**
 * Makes the group serve nothing: removes the pointer, then the files. Snapshots stay. The caller holds the
 * lock of the group's row in the database.
 * @throws ServiceError `unavailable` when storage fails.
 */
export async function withdraw(
  storage: StorageAdapter,
  address: GroupAddress,
  { logger }: Pick<PublishingContext, 'logger'>,
): Promise<FileChange> {
  const before = await readPointer(storage, address, logger);
  await storage.remove(pointerKey(address));
  await tidy(logger, () => removeAll(storage, groupPrefix(address)));
  return { changed: before !== null, files: [...(before?.locales ?? []), defaultFile] };
}

/**
 * Returns the pointer of the group; null when it serves nothing. A corrupt pointer is logged and treated as
 * missing.
 */
export async function readPointer(
  storage: StorageAdapter,
  address: GroupAddress,
  logger: Logger,
): Promise<PublishedPointer | null> {
  const stored = await storage.read(pointerKey(address));
  if (stored === null) return null;
  const pointer = parsePointer(stored.body);
  if (pointer === null)
    logger.warn({ key: pointerKey(address) }, 'A publication pointer is corrupt and treated as missing');
  return pointer;
}

/** Returns whether there was anything to write. */
async function copyFile(storage: StorageAdapter, publication: Publication, file: string): Promise<boolean> {
  const source = await storage.read(snapshotKey(publication, file));
  if (source === null) throw new SnapshotMissing();
  const target = `${groupPrefix(publication)}/${revisionName(publication)}/${file}`;
  if ((await storage.read(target))?.body.equals(source.body)) return false;
  await storage.write(target, source.body);
  return true;
}

async function removeAll(storage: StorageAdapter, prefix: string): Promise<void> {
  const entries = await storage.list(prefix);
  await Promise.all(entries.map(({ key }) => storage.remove(key)));
}

/** Removes outdated files. A failure is harmless: the next publication removes them. */
async function tidy(logger: Logger, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    logger.warn({ error: describeError(error) }, 'Files that are no longer served could not be removed');
  }
}
