import { randomBytes } from 'node:crypto';
import { millisecondsPerDay } from '../../kernel/clock';
import { readDay } from '../../kernel/time-range';
import { defineCommand } from '../command';
import { serviceOptions } from '../open-service';
import { wholeNumber } from '../options';
import { UsageError } from '../usage-error';

export const demoData = defineCommand({
  name: 'demo-data',
  summary: 'Fill a database with made-up visitors, for demonstrations and measurements',
  options: {
    ...serviceOptions,
    consents: { type: 'string', value: 'N', description: 'How many visitors (default: 10000)' },
    days: { type: 'string', value: 'N', description: 'In how many days they came (default: 90)' },
    until: {
      type: 'string',
      value: 'DATE',
      description: 'The last of these days (default: today, up to now)',
    },
    seed: {
      type: 'string',
      value: 'TEXT',
      description: 'The same seed, numbers and last day make the same visitors (default: others each time)',
    },
    tenant: { type: 'string', value: 'ID', description: 'Default: default' },
    force: {
      type: 'boolean',
      description: 'Also where there are consents, which made-up ones would mix with for good',
    },
  },
  notes: [
    'Compliance groups without an active profile get a starter profile. Run it again with the same --seed and --until to continue an interrupted run.',
  ],
  async run({ options, open, print, withProgress }) {
    const consents = wholeNumber(options.consents ?? '10000', '--consents', 1, 100_000_000);
    const days = wholeNumber(options.days ?? '90', '--days', 1, 3650);
    const until = options.until === undefined ? {} : { until: endOf(options.until, days) };
    const { tenant: tenantId = 'default', seed = randomBytes(8).toString('hex') } = options;
    const { service } = await open({ mayCreate: true, mayLackMigrations: true });
    await service.start();
    const { demoData: demo } = service.operations;
    if (!options.force && (await demo.hasConsents(tenantId))) {
      throw new UsageError(
        'This database already contains consents, and demo records cannot be told apart later. Use --force to add them anyway',
      );
    }
    const made = await withProgress('Making visitors', (report) =>
      demo.make({ tenantId, consents, days, seed, ...until }, report),
    );
    print(`Made ${made} visitors with the seed ${seed}.`);
    return 0;
  },
});

/** Neither ids nor statistics know days before 1970. */
function endOf(date: string, days: number): number {
  const midnight = readDay(date);
  if (midnight === null) throw new UsageError('--until must be a date such as 2026-03-29');
  const end = midnight + millisecondsPerDay;
  if (end < days * millisecondsPerDay)
    throw new UsageError(`--until must be so late that the ${days} days before it are after 1969`);
  return end;
}
