import { randomBytes } from 'node:crypto';
import { millisecondsPerDay } from '#platform/kernel/clock';
import { readDay } from '#platform/kernel/time-range';
import { defineCommand } from '../command';
import { serviceOptions } from '../open-service';
import { wholeNumber } from '../options';
import { requireSigningHash } from '../require-secret';
import { UsageError } from '../usage-error';

export const demoData = defineCommand({
  name: 'demo-data',
  summary: 'Fill a database with demo visitors, for demonstrations and measurements',
  options: {
    ...serviceOptions,
    consents: { type: 'string', value: 'N', description: 'Number of visitors (default: 10000)' },
    days: {
      type: 'string',
      value: 'N',
      description: 'Number of days over which their visits are spread (default: 90)',
    },
    until: {
      type: 'string',
      value: 'DATE',
      description: 'Last of these days (default: today, up to the current time)',
    },
    seed: {
      type: 'string',
      value: 'TEXT',
      description: 'Seed; the same seed, numbers and last day create the same visitors (default: random)',
    },
    tenant: { type: 'string', value: 'ID', description: 'Tenant (default: default)' },
    force: {
      type: 'boolean',
      description: 'Add demo visitors although the database has consents; the two cannot be separated later',
    },
  },
  notes: [
    'Compliance groups without an active profile get a starter profile. Run it again with the same --seed and --until to continue an interrupted run.',
  ],
  async run({ options, open, print, withProgress }) {
    const consents = wholeNumber(options.consents ?? '10000', '--consents', 1, 100_000_000);
    const days = wholeNumber(options.days ?? '90', '--days', 1, 3650);
    const until = options.until === undefined ? {} : { until: readEndOfDay(options.until, days) };
    const { tenant: tenantId = 'default', seed = randomBytes(8).toString('hex') } = options;
    const opened = await open({ mayCreate: true, mayLackMigrations: true });
    const { service } = opened;
    await requireSigningHash(opened, 'webhooks');
    await service.start();
    const { demoData: demo } = service.operations;
    if (!options.force && (await demo.hasConsents(tenantId))) {
      throw new UsageError(
        'This database already contains consents. Demo records cannot be separated from them later; use --force to add them anyway',
      );
    }
    const created = await withProgress('Creating visitors', (report) =>
      demo.make({ tenantId, consents, days, seed, ...until }, report),
    );
    print(`Created ${created} visitors with the seed ${seed}.`);
    return 0;
  },
});

/** Returns the end of a day. Ids and statistics do not support days before 1970. */
function readEndOfDay(date: string, days: number): number {
  const midnight = readDay(date);
  if (midnight === null) throw new UsageError('--until must be a date such as 2026-03-29');
  const end = midnight + millisecondsPerDay;
  if (end < days * millisecondsPerDay)
    throw new UsageError(`--until is too early: all ${days} days up to it must be after 1969`);
  return end;
}
