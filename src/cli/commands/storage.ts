import { extname, resolve } from 'node:path';
import { databaseStorage, diskStorage, type StorageAdapter } from '../../index';
import { defineCommand } from '../command';
import { loadModule, type OpenService, serviceOptions } from '../open-service';
import { UsageError } from '../usage-error';

const { config, database } = serviceOptions;

export const storage = defineCommand({
  name: 'storage',
  summary: 'Copy published files and versions into another storage',
  positionals: ['copy'],
  options: {
    config,
    database,
    from: {
      type: 'string',
      value: 'PLACE',
      description: 'Default: the storage of the configuration, which is the database unless it names another',
    },
    to: { type: 'string', value: 'PLACE', description: 'Empty, or a copy that was cut off' },
  },
  notes: [
    'A PLACE is `database`, a directory, or a .js, .mjs or .cjs module that exports a storage adapter.',
    'Every file is compared after it was written. Called again, it continues where it was cut off. Stop the service meanwhile, or call it again before you',
    'change the configuration.',
  ],
  async run({ options, positionals: [what], open, print, withProgress }) {
    if (what !== 'copy') throw new UsageError('Name copy after the command');
    if (options.to === undefined) throw new UsageError('Name the storage to copy into with --to');
    const opened = await open();
    const source = await storageAt(options.from, opened);
    const target = await storageAt(options.to, opened);
    const { copied, unchanged } = await withProgress('Copying', (report) =>
      opened.service.operations.copyStorage(source, target, report),
    );
    print(`Copied ${copied} files; ${unchanged} were there already.`);
    return 0;
  },
});

async function storageAt(
  place: string | undefined,
  { config: service, knex }: OpenService,
): Promise<StorageAdapter> {
  const tablePrefix = service.database?.tablePrefix;
  const inDatabase = () => databaseStorage(knex, tablePrefix === undefined ? {} : { tablePrefix });
  if (place === undefined) return service.storage ?? inDatabase();
  if (place === 'database') return inDatabase();
  if (!['.js', '.mjs', '.cjs'].includes(extname(place))) return diskStorage({ directory: place });
  const adapter = (await loadModule(resolve(place))) as Partial<StorageAdapter> | null;
  if (typeof adapter?.list !== 'function') throw new UsageError(`${place} exports no storage adapter`);
  return adapter as StorageAdapter;
}
