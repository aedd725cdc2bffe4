import { createWriteStream } from 'node:fs';
import { rename, rm, stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { UsageError } from './usage-error';

type Pieces = AsyncIterable<string | Uint8Array>;

/**
 * Writes a file beside its place and moves it there once it is whole and on the disk, so that nobody takes a
 * part for the whole. Personal data: for its owner alone. @throws UsageError when it cannot be written
 */
export async function writeFileAside(file: string, pieces: Pieces): Promise<void> {
  const there = await stat(file).catch(() => null);
  // Moving a file over a device such as /dev/stdout would take the device's place.
  if (there !== null && !there.isFile()) throw new UsageError(`${file} exists and is not a regular file`);
  const aside = `${file}.${process.pid}.part`;
  try {
    await pipeline(Readable.from(pieces), createWriteStream(aside, { flags: 'w', mode: 0o600, flush: true }));
    await rename(aside, file);
  } catch (error) {
    await rm(aside, { force: true });
    throw isOfFiles(error) ? new UsageError(`${file} cannot be written: ${error.code}`) : error;
  }
}

/** @throws UsageError when nobody reads any more */
export async function writeTo(stream: NodeJS.WritableStream, pieces: Pieces): Promise<void> {
  await pipeline(Readable.from(pieces), stream, { end: false }).catch((error) => {
    throw isOfFiles(error) ? new UsageError(`The output cannot be written: ${error.code}`) : error;
  });
}

/** Of the operating system, which names no visitor. */
function isOfFiles(error: unknown): error is NodeJS.ErrnoException {
  return (error as NodeJS.ErrnoException | null)?.syscall !== undefined;
}
