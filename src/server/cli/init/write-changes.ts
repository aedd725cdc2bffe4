import { chmod, mkdir, readFile, realpath, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { UsageError } from '../usage-error';

export interface Change {
  /** Path from the project's folder. */
  readonly file: string;
  /** Content that the plan was made from; null: there was no such file. */
  readonly before: string | null;
  readonly after: string;
  /** Whether only the owner may read a new file. */
  readonly isSecret?: boolean;
}

/** Returns the content of a file; null when there is none. @throws UsageError when it cannot be read */
export async function readText(file: string): Promise<string | null> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return null;
    throw new UsageError(`${file} cannot be read: ${code}`);
  }
}

/**
 * Writes each file aside and renames it, so that a file is old or new and never a part. Nothing is written when a file
 * is no longer what the plan was made from. @throws UsageError
 */
export async function writeChanges(directory: string, changes: readonly Change[]): Promise<void> {
  for (const { file, before } of changes)
    if ((await readText(join(directory, file))) !== before)
      throw new UsageError(`${file} has changed in the meantime; nothing was written. Run the command again`);
  for (const change of changes) await writeChange(directory, change);
}

async function writeChange(directory: string, { file, before, after, isSecret = false }: Change) {
  const path = join(directory, file);
  // A file behind a symbolic link is replaced where it is.
  const place = before === null ? path : await realpath(path);
  const aside = `${place}.${process.pid}.part`;
  try {
    await mkdir(dirname(place), { recursive: true });
    await writeFile(aside, after, { flag: 'wx', mode: isSecret ? 0o600 : 0o666, flush: true });
    if (before !== null) await chmod(aside, (await stat(place)).mode & 0o7777);
    await rename(aside, place);
  } catch (error) {
    await rm(aside, { force: true });
    throw new UsageError(`${file} cannot be written: ${(error as NodeJS.ErrnoException).code}`);
  }
}
