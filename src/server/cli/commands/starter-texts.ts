import { defineCommand } from '../command';
import { readGroups, readLocales } from '../init/choices';
import { serviceOptions } from '../open-service';
import { requireSigningHash } from '../require-secret';
import { UsageError } from '../usage-error';
import { findConfiguration } from '../usual-configuration';

export const starterTexts = defineCommand({
  name: 'starter-texts',
  summary: 'Create drafts with starter texts for compliance groups that have no profile',
  options: {
    ...serviceOptions,
    groups: {
      type: 'string',
      value: 'NAMES',
      description: 'europe, usa, world or ids of compliance groups, separated by commas (default: world)',
    },
    locales: {
      type: 'string',
      value: 'CODES',
      description: 'Languages, the default one first, or all (default: en)',
    },
    controller: {
      type: 'string',
      value: 'NAME',
      description: 'Who is responsible, as the texts say (default: name of the tenant)',
    },
    publish: {
      type: 'boolean',
      description: 'Also publish the newest draft of every group without an active profile',
    },
    tenant: { type: 'string', value: 'ID', description: 'Tenant (default: default)' },
  },
  notes: [
    'Reads .env, and without --config and --database uses consent.mjs or consent.cjs, as `init` writes them.',
    'The texts are a starting point, not legal advice: read them before you publish them.',
  ],
  async run({ options, environment, open, print, notify }) {
    const groups = readGroups(options.groups ?? 'world');
    const locales = readLocales(options.locales ?? 'en');
    const { tenant = 'default', publish = false, controller } = options;
    if (controller !== undefined && !/^(?=.*\S).{1,200}$/.test(controller))
      throw new UsageError('--controller must be a name of at most 200 characters');
    const from = findConfiguration(options, environment);
    const report = (_facts: object, message?: string) => notify(message ?? '');
    const opened = await open({
      mayCreate: true,
      mayLackMigrations: true,
      ...(from && { from }),
      // The app announces its start itself.
      override: () => ({ logger: { warn: report, error: report } }),
    });
    const { service } = opened;
    await requireSigningHash(opened, 'webhooks');
    await service.start();
    await service.operations.requireTenant(tenant);
    const { created, published, present, warnings } = await service.operations.starterTexts(tenant, {
      groups,
      locales,
      publish,
      ...(controller !== undefined && { controllerName: controller.trim() }),
    });
    // Most are the same for every group.
    for (const line of new Set(warnings.map(({ rule, message }) => `Warning: ${message} (${rule})`)))
      notify(line);
    if (created.length > 0) print(`Starter texts created for ${created.join(', ')}.`);
    if (present.length > 0) print(`There is a profile already for ${present.join(', ')}.`);
    if (published.length > 0) print(`Published for ${published.join(', ')}.`);
    return 0;
  },
});
