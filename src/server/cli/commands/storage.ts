import { readdir } from 'node:fs/promises';
import { extname, resolve } from 'node:path';
import { databaseStorage, diskStorage, type StorageAdapter } from '../../../index';
import { defineCommand } from '../command';
import { loadModule, type OpenService, serviceOptions } from '../open-service';
import { UsageError } from '../usage-error';

export const storage = defineCommand({
  name: 'storage',
  summary: 'Copy published files and versions to another storage',
  positionals: ['copy'],
  options: {
    ...serviceOptions,
    from: {
      type: 'string',
      value: 'PLACE',
      description: 'Source (default: the configured storage, which is the database by default)',
    },
    to: {
      type: 'string',
      value: 'PLACE',
      description: 'Target: an empty storage, or one with an interrupted copy',
    },
  },
  notes: [
    'A PLACE is `database`, a directory, or a .js, .mjs or .cjs module that exports a storage adapter.',
    'Every file is verified after it is written. If the command is interrupted, run it again to continue. Stop the service during the copy, or run the command again just before you change the configuration.',
  ],
  async run({ options, positionals: [what], open, print, notify, withProgress }) {
    if (what !== 'copy')
      throw new UsageError('The storage command needs an action: express-consent storage copy');
    if (options.to === undefined) throw new UsageError('Specify the target storage with --to');
    const opened = await open();
    if (isDirectory(options.from)) await requireSource(options.from);
    if (isDirectory(options.to)) await requireTarget(options.to);
    const source = await storageAt(options.from, opened);
    const target = await storageAt(options.to, opened);
    const { copied, unchanged, damaged } = await withProgress('Copying', (report) =>
      opened.service.operations.copyStorage(source, target, report),
    );
    print(`Copied ${copied} files; ${unchanged} were already in the target.`);
    if (damaged.length > 0) {
      for (const key of damaged.slice(0, maxDamagedListed)) notify(`Damaged, not copied: ${key}`);
      notify(
        `${damaged.length} files were damaged and not copied. The service creates them again from the database when it starts on the new storage.`,
      );
    }
    return 0;
  },
});

/** Maximum number of damaged files listed. */
const maxDamagedListed = 25;

const isDirectory = (place: string | undefined): place is string =>
  place !== undefined && place !== 'database' && !['.js', '.mjs', '.cjs'].includes(extname(place));

/** @throws UsageError when there is no such directory, which a mistyped name would create */
async function requireSource(place: string): Promise<void> {
  if ((await listEntries(place)) === null) throw new UsageError(`There is no directory ${place}`);
}

/** Returns whether a directory entry says nothing about the use of the directory. */
const isNeutral = (name: string) => name.startsWith('.') || name === '~tmp' || name === 'lost+found';

/** @throws UsageError when the directory has files but no `_binding`, which names the storage's database */
async function requireTarget(place: string): Promise<void> {
  const entries = (await listEntries(place)) ?? [];
  if (!entries.includes('_binding') && !entries.every(isNeutral))
    throw new UsageError(`The directory ${place} is not empty and does not belong to this database`);
}

/** Returns null when there is no such directory. @throws UsageError when it cannot be read */
async function listEntries(place: string): Promise<string[] | null> {
  try {
    return await readdir(place);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return null;
    throw new UsageError(
      code === 'ENOTDIR' ? `${place} is not a directory` : `The directory ${place} cannot be read: ${code}`,
    );
  }
}

async function storageAt(
  place: string | undefined,
  { config: service, knex }: OpenService,
): Promise<StorageAdapter> {
  const tablePrefix = service.database?.tablePrefix;
  const inDatabase = () => databaseStorage(knex, tablePrefix === undefined ? {} : { tablePrefix });
  if (place === undefined) return service.storage ?? inDatabase();
  if (place === 'database') return inDatabase();
  if (isDirectory(place)) return diskStorage({ directory: place });
  const adapter = (await loadModule(resolve(place))) as Partial<StorageAdapter> | null;
  if (typeof adapter?.list !== 'function') throw new UsageError(`${place} does not export a storage adapter`);
  return adapter as StorageAdapter;
}
