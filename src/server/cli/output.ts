import { createWriteStream } from 'node:fs';
import { open, realpath, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { UsageError } from './usage-error';

type Pieces = AsyncIterable<string | Uint8Array>;

/**
 * Writes a temporary file in the same directory and renames it once it is complete and on disk, so that a
 * partial file is never mistaken for a complete one. By default only its owner can read it, since it contains
 * personal data. @throws UsageError when it cannot be written
 */
export async function writeFileAside(file: string, pieces: Pieces, mode = 0o600): Promise<void> {
  const existing = await stat(file).catch(() => null);
  // Moving a file over a device such as /dev/stdout would take the device's place.
  if (existing !== null && !existing.isFile())
    throw new UsageError(`${file} exists and is not a regular file`);
  const aside = `${file}.${process.pid}.part`;
  try {
    await pipeline(Readable.from(pieces), createWriteStream(aside, { flags: 'w', mode, flush: true }));
    await rename(aside, file);
  } catch (error) {
    await rm(aside, { force: true });
    throw isOfFiles(error) ? new UsageError(`${file} cannot be written: ${error.code}`) : error;
  }
}

/** A file that a command reads or works on. */
export interface FileInUse {
  readonly file: string;
  /** The command's use of the file: `the database`. */
  readonly use: string;
}

/** First bytes of every SQLite file. Source: https://sqlite.org/fileformat.html#the_database_header */
export const sqliteHeader = 'SQLite format 3\0';

/** Files with variables such as secrets, by the names that tools read: `.env`, `.env.production`. */
const isVariables = (file: string) => /^\.env(\.|$)/.test(basename(file));

/** @throws UsageError when the output would replace a file in use, one with variables, or any SQLite database */
export async function requireSafeOutput(output: string, inUse: readonly FileInUse[]): Promise<void> {
  const place = await realPlace(output);
  const existing = await stat(place).catch(() => null);
  for (const { file, use } of inUse) {
    const other = await realPlace(file);
    const otherThere = await stat(other).catch(() => null);
    const isSameFile =
      existing !== null && existing.ino === otherThere?.ino && existing.dev === otherThere.dev;
    if (place === other || isSameFile)
      throw new UsageError(`${output} is ${use}; name another file for the output`);
  }
  if (isVariables(output) || isVariables(place))
    throw new UsageError(`${output} is a file with variables; name another file for the output`);
  if (existing?.isFile() && (await isSqlite(place)))
    throw new UsageError(`${output} is a SQLite database; name another file for the output`);
}

/** Returns the path without symbolic links, also of a file that does not exist yet. */
async function realPlace(file: string): Promise<string> {
  const path = resolve(file);
  const realFolder = () => realpath(dirname(path)).catch(() => dirname(path));
  return realpath(path).catch(async () => join(await realFolder(), basename(path)));
}

async function isSqlite(file: string): Promise<boolean> {
  const handle = await open(file).catch(() => null);
  if (handle === null) return false;
  try {
    const { buffer, bytesRead } = await handle.read(
      Buffer.alloc(sqliteHeader.length),
      0,
      sqliteHeader.length,
    );
    return bytesRead === sqliteHeader.length && buffer.toString('latin1') === sqliteHeader;
  } finally {
    await handle.close();
  }
}

/** @throws UsageError when the reader has closed the stream */
export async function writeTo(stream: NodeJS.WritableStream, pieces: Pieces): Promise<void> {
  await pipeline(Readable.from(pieces), stream, { end: false }).catch((error) => {
    throw isOfFiles(error) ? new UsageError(`The output cannot be written: ${error.code}`) : error;
  });
}

/** Returns whether an error comes from the operating system, whose messages contain no visitor data. */
function isOfFiles(error: unknown): error is NodeJS.ErrnoException {
  return (error as NodeJS.ErrnoException | null)?.syscall !== undefined;
}
