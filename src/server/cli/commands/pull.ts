import { defineCommand } from '../command';
import {
  type FolderFile,
  readFolder,
  readKinds,
  removeFile,
  toFile,
  toSchemaFiles,
  writeFiles,
} from '../configuration/folder';
import { serviceOptions } from '../open-service';
import { UsageError } from '../usage-error';

/** Options of both commands. */
export const folderOptions = {
  dir: {
    type: 'string',
    value: 'FOLDER',
    description: 'Folder of the files (default: consent)',
  },
  only: {
    type: 'string',
    value: 'KINDS',
    description: 'Of profiles, templates and settings, only these, separated by commas',
  },
  tenant: { type: 'string', value: 'ID', description: 'Tenant (default: default)' },
} as const;

interface Named {
  readonly kind: string;
  readonly key: string;
}
const isSame =
  ({ kind, key }: Named) =>
  (other: Named): boolean =>
    other.kind === kind && other.key === key;

export const pull = defineCommand({
  name: 'pull',
  summary: 'Write profiles, templates and settings as files, for version control',
  options: {
    ...serviceOptions,
    ...folderOptions,
    prune: {
      type: 'boolean',
      description: 'Remove files of profiles and templates that the server does not have',
    },
    force: { type: 'boolean', description: 'Replace files that were edited and not pushed' },
  },
  notes: ['Files contain no secrets, ids or times, and change only where the configuration does.'],
  async run({ options, open, print, notify }) {
    const { dir = 'consent', tenant = 'default', prune = false, force = false } = options;
    const kinds = readKinds(options.only);
    const { service } = await open();
    const { configuration, requireTenant } = service.operations;
    await requireTenant(tenant);
    const existing = await readFolder(dir, kinds, configuration);
    const resources = (await configuration.pull(tenant)).filter(({ kind }) => kinds.includes(kind));

    const isPulled = ({ content }: FolderFile) => resources.some(isSame(content));
    if (!force) {
      const unpushed = await listUnpushed();
      if (unpushed.length > 0)
        throw new UsageError(
          `Nothing was written. These files were edited and not pushed; push them, or replace them with --force:\n${unpushed.join('\n')}`,
        );
    }
    const files = resources.map((resource) => toFile(resource, existing));
    for (const path of await writeFiles(dir, [...toSchemaFiles(configuration.schemas), ...files]))
      print(`Wrote ${path}`);
    for (const file of existing.filter((each) => !isPulled(each)))
      if (prune) {
        await removeFile(dir, file);
        print(`Removed ${file.path}`);
      } else notify(`${file.path} is not on the server; --prune removes it.`);
    return 0;

    /** Returns the paths of files whose edits this pull would lose. */
    async function listUnpushed(): Promise<string[]> {
      const edited = existing.filter((file) => (isPulled(file) || prune) && wasEdited(file));
      if (edited.length === 0) return [];
      const contents = existing.map(({ content }) => content);
      // A plan, because the server can have stored an edit in another form: it sanitises HTML.
      async function listDiffering(publish: boolean) {
        const how = { kinds, publish, prune: false, force: true };
        const { changes, problems } = await configuration.plan(tenant, contents, how);
        return [...changes.filter(({ isLookOnly }) => !isLookOnly), ...problems];
      }
      const [asDraft, asPublished] = [await listDiffering(false), await listDiffering(true)];
      return edited
        .filter(
          ({ content }) =>
            // A draft that was pushed and not published stays on the server.
            (content.body.published === undefined ? asDraft : asPublished).some(isSame(content)) ||
            isUnpublished(content),
        )
        .map(({ path }) => path);
    }
    /** Whether only `active` or `published` was edited, and visitors do not get what the file says. */
    function isUnpublished(content: FolderFile['content']): boolean {
      const { base } = content;
      const { content: hash, published = null } = configuration.hash(content);
      const others = [base, resources.find(isSame(content))?.base];
      return hash === base?.content && others.every((other) => (other?.published ?? null) !== published);
    }
    function wasEdited({ content }: FolderFile): boolean {
      const { content: hash, published = null } = configuration.hash(content);
      return hash !== content.base?.content || published !== (content.base.published ?? null);
    }
  },
});
