import { type Clock, toIso } from '../../kernel/clock';
import { ServiceError } from '../../kernel/errors';
import { describeError, type Logger } from '../../kernel/logger';
import type { StorageAdapter } from '../../storage/storage-adapter';
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

/** Files of the snapshot are not in storage, or not whole. */
export class SnapshotMissing extends ServiceError {
  constructor() {
    super('unavailable', {
      message: 'The files of this profile are missing from storage.',
      headers: { 'Retry-After': '5' },
    });
  }
}

export interface PublishingContext {
  readonly logger: Logger;
  readonly clock: Clock;
}

/**
 * Makes the group serve a snapshot: copies its files beside what is served now, then switches the pointer in
 * one atomic write. Killed at any point, the group serves wholly the old or wholly the new files, and the
 * same call again completes the work; when all is in place already, it writes nothing.
 *
 * The caller holds the lock of the group's row in the database, which is the truth of what is active.
 * @throws SnapshotMissing, or ServiceError `unavailable` when storage fails; what was served is then still
 * served.
 */
export async function publish(
  storage: StorageAdapter,
  publication: Publication,
  { logger, clock }: PublishingContext,
): Promise<void> {
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
  if (changed) await storage.write(pointerKey(publication), Buffer.from(JSON.stringify(pointer)));

  // Readers in other processes may be half-way through what the pointer named before.
  const kept = new Set([revisionName(publication), ...(before === null ? [] : [revisionName(before)])]);
  await tidy(logger, async () => {
    const directories = await storage.listDirectories(groupPrefix(publication));
    const outdated = directories.filter((name) => !kept.has(name));
    await Promise.all(outdated.map((name) => removeAll(storage, `${groupPrefix(publication)}/${name}`)));
  });
}

/**
 * Makes the group serve nothing: first the pointer goes, then the files. Snapshots stay.
 * The caller holds the lock of the group's row in the database.
 * @throws ServiceError `unavailable` when storage fails.
 */
export async function withdraw(
  storage: StorageAdapter,
  address: GroupAddress,
  { logger }: Pick<PublishingContext, 'logger'>,
): Promise<void> {
  await storage.remove(pointerKey(address));
  await tidy(logger, () => removeAll(storage, groupPrefix(address)));
}

/**
 * What the group serves; null when nothing. A pointer that cannot be understood counts as none and is logged.
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
    logger.warn({ key: pointerKey(address) }, 'A publication pointer is corrupt and counts as none');
  return pointer;
}

/** @returns whether there was anything to write. */
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

/** What counts has happened: files that nothing points to any more may wait for the next publication. */
async function tidy(logger: Logger, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    logger.warn({ error: describeError(error) }, 'Files that are no longer served could not be removed');
  }
}
