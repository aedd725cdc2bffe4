import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import { logText } from '#platform/kernel/log-text';
import { defineCommand } from '../command';
import { readFolder, readKinds } from '../configuration/folder';
import { renderPlan, summarise, toTitle } from '../configuration/print-plan';
import { serviceOptions } from '../open-service';
import type { Input } from '../read-password';
import { requireSigningHash } from '../require-secret';
import { UsageError } from '../usage-error';
import { folderOptions } from './pull';

export const push = defineCommand({
  name: 'push',
  summary: 'Change profiles, templates and settings as files say, after showing the differences',
  failure: 1,
  options: {
    ...serviceOptions,
    ...folderOptions,
    'dry-run': { type: 'boolean', description: 'Only show the differences; exit with 2 when there are any' },
    yes: { type: 'boolean', short: 'y', description: 'Do not ask' },
    publish: { type: 'boolean', description: 'Also publish the profiles that are active in the files' },
    'require-reconsent': { type: 'boolean', description: 'With --publish: ask visitors again' },
    note: { type: 'string', value: 'TEXT', description: 'Why, for the versions and the audit log' },
    prune: { type: 'boolean', description: 'Also remove profiles and templates that no file contains' },
    force: { type: 'boolean', description: 'Replace what was changed on the server since the pull' },
  },
  notes: [
    'Exit code 0: done, or nothing to do. 1: refused or failed. 2: --dry-run found differences.',
    'Without --publish, profiles are saved as drafts. Each is saved in a transaction of its own.',
    'Use the configuration of the app: its secrets, compliance rules, plugins and storage apply. Where a tenant has a webhook, only --dry-run works without compliance.dataSigningHash.',
  ],
  async run({ options, open, print, notify, stdin }) {
    const {
      dir = 'consent',
      tenant = 'default',
      publish = false,
      prune = false,
      force = false,
      note,
    } = options;
    if (options['require-reconsent'] && !publish) throw new UsageError('--require-reconsent needs --publish');
    if (note !== undefined && note.length > 1000)
      throw new UsageError('--note must have at most 1000 characters');
    const kinds = readKinds(options.only);
    const opened = await open();
    const { service } = opened;
    const { configuration, requireExistingTenant } = service.operations;
    await requireExistingTenant(tenant);
    const files = await readFolder(dir, kinds, configuration);
    if (files.length === 0)
      throw new UsageError(`${dir} has no files. Write them with \`express-consent pull\` first`);

    const plan = await configuration.plan(
      tenant,
      files.map(({ content }) => content),
      { kinds, publish, prune, force },
    );
    for (const line of renderPlan(plan)) print(line);
    if (plan.problems.length > 0) {
      for (const { message, ...resource } of plan.problems)
        notify(`${toTitle(resource)}: ${logText(message, 400)}`);
      notify('Nothing was changed.');
      return 1;
    }
    if (plan.changes.length === 0) {
      print('No differences.');
      // Keys are kept nevertheless.
      if (!options['dry-run']) await plan.push({});
      return 0;
    }
    print(summarise(plan));
    if (options['dry-run']) return 2;
    await requireSigningHash(opened, 'webhooks');
    if (!options.yes && !(await confirm(stdin))) {
      notify('Nothing was changed.');
      return 1;
    }
    await service.operations.prepareToSave();
    const { done, failed } = await plan.push({
      ...(options['require-reconsent'] && { requireReconsent: true }),
      ...(note !== undefined && { note }),
    });
    print(`Pushed ${done.length} of ${plan.changes.length}.`);
    for (const { change, reasons } of failed)
      for (const reason of reasons) notify(`${toTitle(change)}: ${logText(reason, 400)}`);
    return failed.length > 0 ? 1 : 0;
  },
});

/** Asks on the terminal. @throws UsageError when there is none */
async function confirm(input: Input): Promise<boolean> {
  if (!input.isTTY) throw new UsageError('There is no terminal to ask on: add --yes, or --dry-run');
  const output = new Writable({ write: (_chunk, _encoding, next) => next() });
  const lines = createInterface({ input, output });
  process.stderr.write('Push these changes? Type yes: ');
  try {
    const { value } = await lines[Symbol.asyncIterator]().next();
    return String(value ?? '').trim() === 'yes';
  } finally {
    lines.close();
  }
}
