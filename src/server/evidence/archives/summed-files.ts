import { createHash } from 'node:crypto';
import { jsonPieces } from './json-pieces';
import type { ZipEntry } from './zip';

/** A file of an archive, and one sentence about its content. */
export interface ArchivedFile extends ZipEntry {
  readonly about: string;
}

/** A packed file as the manifest lists it. */
export interface SummedFile {
  readonly name: string;
  readonly bytes: number;
  readonly sha256: string;
  readonly about: string;
}

/**
 * Yields the files of an archive, followed by a manifest and a list of SHA-256 sums of all of them.
 * @param toManifest called after the last file was packed
 */
export async function* withSums(
  content: Iterable<ArchivedFile> | AsyncIterable<ArchivedFile>,
  toManifest: (files: readonly SummedFile[]) => object,
): AsyncGenerator<ZipEntry, void, undefined> {
  const files: SummedFile[] = [];
  for await (const { name, pieces, about } of content) {
    const sum = createHash('sha256');
    let bytes = 0;
    const counted = function* () {
      for (const piece of pieces) {
        sum.update(piece);
        bytes += piece.length;
        yield piece;
      }
    };
    // The entry has been packed when the next one is requested.
    yield { name, pieces: counted() };
    files.push({ name, bytes, sha256: sum.digest('hex'), about });
  }
  yield { name: 'manifest.json', pieces: toJsonFile(toManifest(files)) };
  yield {
    name: 'SHA256SUMS',
    pieces: [Buffer.from(files.map(({ name, sha256 }) => `${sha256}  ${name}\n`).join(''))],
  };
}

/** Yields a value as an indented JSON file. */
export function* toJsonFile(value: object): Generator<Uint8Array, void, undefined> {
  for (const piece of jsonPieces(value, '  ')) yield Buffer.from(piece);
  yield Buffer.from('\n');
}

export const changedReason =
  'The file in storage does not have the hash that was recorded when it was saved.';

/**
 * A file that is not the one that was saved: it is packed beside the notices, so that none of them passes for what visitors
 * were served.
 */
export const changedFile = (notice: Parameters<typeof noticeFile>[0], bytes: Uint8Array): ArchivedFile => ({
  name: `changed/${noticeFile(notice)}`,
  pieces: [bytes],
  about: 'The file in storage in place of the notice: not what was saved',
});

/**
 * Returns a safe file name. Its parts come from the service itself (UUID, number) except for the locale,
 * which an import may have written.
 */
export function noticeFile({
  profileId,
  profileVersion,
  locale,
}: {
  readonly profileId: string;
  readonly profileVersion: number;
  readonly locale: string;
}): string {
  return `notices/${[profileId, profileVersion, locale].map((part) => String(part).replace(/[^A-Za-z0-9-]/g, '_')).join('/')}.json`;
}
