import { lstat, mkdir, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { jsonTextFault } from '#platform/kernel/json';
import { logText } from '#platform/kernel/log-text';
import type { Operations } from '#service/consent-service';
import { writeFileAside } from '../output';
import { UsageError } from '../usage-error';

/** The folder of `pull` and `push`: one file for each profile and template, one with the settings. */

type Configuration = Operations['configuration'];
export type FileKind = keyof Configuration['schemas'];
type Parsed = ReturnType<Configuration['parse']>;
export type ConfigurationFile = Extract<Parsed, { readonly key: string }>;

/** A file of the folder. */
export interface FolderFile {
  /** Path within the folder, such as `profiles/shop-eu.json`. */
  readonly path: string;
  readonly text: string;
  readonly content: ConfigurationFile;
}

/** Folders of each kind; the settings are one file. */
const folders = {
  profile: 'profiles',
  consentTemplate: 'consent-templates',
  uiTemplate: 'ui-templates',
} as const;
const settingsFile = 'settings.json';
const schemaNames: Readonly<Record<FileKind, string>> = {
  profile: 'profile',
  consentTemplate: 'consent-template',
  uiTemplate: 'ui-template',
  settings: 'settings',
};

/** Values of `--only`, and the kinds of files that each stands for. */
const parts = {
  profiles: ['profile'],
  templates: ['consentTemplate', 'uiTemplate'],
  settings: ['settings'],
} as const satisfies Readonly<Record<string, readonly FileKind[]>>;

/** Reads `--only profiles,templates`. @throws UsageError for other words */
export function readKinds(only: string | undefined): FileKind[] {
  const words = only === undefined ? Object.keys(parts) : only.split(',');
  return words.flatMap((word) => {
    if (!Object.hasOwn(parts, word))
      throw new UsageError(`--only accepts ${Object.keys(parts).join(', ')}, separated by commas`);
    return [...parts[word as keyof typeof parts]];
  });
}

/** Larger than any profile that the service accepts (bytes). */
const maxFileBytes = 16_777_216;
const maxFiles = 2000;
const maxFaults = 10;

/**
 * Reads and checks all files of a folder. @throws UsageError naming each file that cannot be used
 */
export async function readFolder(
  folder: string,
  kinds: readonly FileKind[],
  { parse }: Pick<Configuration, 'parse'>,
): Promise<FolderFile[]> {
  const found = await stat(folder);
  if (found !== null && !found.isDirectory()) throw new UsageError(`${folder} is not a folder`);
  const paths: { kind: FileKind; path: string }[] = [];
  for (const kind of kinds)
    if (kind === 'settings') {
      if ((await stat(join(folder, settingsFile))) !== null) paths.push({ kind, path: settingsFile });
    } else
      for (const name of await listJson(join(folder, folders[kind])))
        paths.push({ kind, path: `${folders[kind]}/${name}` });
  if (paths.length > maxFiles) throw new UsageError(`${folder} has more than ${maxFiles} files`);

  const faults: string[] = [];
  const files: FolderFile[] = [];
  for (const { kind, path } of paths) {
    const read = await readOne(join(folder, path), kind, parse);
    if (Array.isArray(read)) {
      const more = read.length - maxFaults;
      faults.push(...read.slice(0, maxFaults).map((fault) => `${logText(path)}: ${logText(fault, 400)}`));
      if (more > 0) faults.push(`${logText(path)}: ${more} more faults`);
    } else files.push({ path, ...read });
  }
  for (const [index, { path, content }] of files.entries()) {
    const same = files.findIndex(
      (other) => other.content.kind === content.kind && other.content.key === content.key,
    );
    if (same < index)
      faults.push(
        `${logText(path)}: has the key "${content.key}", as ${logText(files[same]?.path ?? '')} does`,
      );
  }
  if (faults.length > 0) throw new UsageError(`Nothing was changed:\n${faults.join('\n')}`);
  return files;
}

/** Returns the faults of a file that cannot be used. */
async function readOne(
  file: string,
  kind: FileKind,
  parse: Configuration['parse'],
): Promise<string[] | Omit<FolderFile, 'path'>> {
  const found = await stat(file);
  // A link could lead to a file that is none of the folder's.
  if (found === null || !found.isFile()) return ['is not a regular file'];
  if (found.size > maxFileBytes) return [`is larger than ${maxFileBytes / 1_048_576} MiB`];
  const bytes = await readFile(file);
  const fault = jsonTextFault(bytes);
  if (fault !== null) return [fault];
  const text = bytes.toString('utf8').replace(/^\uFEFF/, '');
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return [`is not valid JSON: ${(error as Error).message}`];
  }
  const content = parse(kind, value);
  return 'key' in content
    ? { text, content }
    : content.map(({ path, message }) => `${path === '' ? 'the file' : path} ${message}`);
}

const stat = (path: string) =>
  lstat(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw new UsageError(`${path} cannot be read: ${error.code}`);
  });

async function listJson(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw new UsageError(`${folder} cannot be read: ${error.code}`);
  });
  return names.filter((name) => name.endsWith('.json')).sort();
}

/** A file to write: its path within the folder, and its text. */
export interface FileToWrite {
  readonly path: string;
  readonly text: string;
}

type Pulled = Awaited<ReturnType<Configuration['pull']>>[number];

/** Returns the file of a resource: the one that has its key already, else one named after the key. */
export function toFile({ kind, key, body, base }: Pulled, existing: readonly FolderFile[]): FileToWrite {
  const own = existing.find(({ content }) => content.kind === kind && content.key === key);
  const isTop = kind === 'settings';
  const free = (count: number): string => {
    // Keys consist of letters, digits and hyphens, so the path stays in the folder.
    const path = `${isTop ? '' : `${folders[kind]}/`}${key}${count === 1 ? '' : `-${count}`}.json`;
    return existing.some((file) => file.path === path) ? free(count + 1) : path;
  };
  const schema = `${isTop ? './' : '../'}schema/${schemaNames[kind]}.schema.json`;
  return { path: own?.path ?? free(1), text: toText({ $schema: schema, ...body, base }) };
}

/** Returns the files with the JSON Schemas, which editors find by `$schema`. */
export const toSchemaFiles = (schemas: Configuration['schemas']): FileToWrite[] =>
  (Object.keys(schemaNames) as FileKind[]).map((kind) => ({
    path: `schema/${schemaNames[kind]}.schema.json`,
    text: toText({ $schema: 'http://json-schema.org/draft-07/schema#', ...schemas[kind] }),
  }));

/** Writes the files whose text differs. Returns their paths. @throws UsageError when one cannot be written */
export async function writeFiles(folder: string, files: readonly FileToWrite[]): Promise<string[]> {
  const written: string[] = [];
  for (const { path, text } of files) {
    const file = join(folder, path);
    const before = await readFile(file, 'utf8').catch(() => null);
    // Version control can change the ends of lines.
    if (before?.replaceAll('\r\n', '\n') === text) continue;
    await mkdir(join(file, '..'), { recursive: true }).catch((error: NodeJS.ErrnoException) => {
      throw new UsageError(`${file} cannot be written: ${error.code}`);
    });
    await writeFileAside(file, toPieces(text), 0o644);
    written.push(path);
  }
  return written;
}

export const removeFile = (folder: string, { path }: FolderFile): Promise<void> => rm(join(folder, path));

const toText = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`;

async function* toPieces(text: string) {
  yield text;
}
