import { systemActor } from '#platform/kernel/caller';
import { ServiceError } from '#platform/kernel/errors';
import { readTimeRange } from '#platform/kernel/time-range';
import { defineCommand } from '../command';
import { serviceOptions } from '../open-service';
import { requireSafeOutput, writeFileAside, writeTo } from '../output';
import { UsageError } from '../usage-error';

const formats = ['csv', 'json', 'xlsx'] as const;
type Format = (typeof formats)[number];

export const exportData = defineCommand({
  name: 'export',
  summary: 'Write consent records or the audit log to a file or to standard output',
  positionals: ['consents|audit'],
  options: {
    ...serviceOptions,
    format: {
      type: 'string',
      short: 'f',
      value: 'FORMAT',
      description: 'csv (default), json, or xlsx for consents',
    },
    output: {
      type: 'string',
      short: 'o',
      value: 'FILE',
      description:
        'Output file, readable only by its owner; created when complete (default: standard output)',
    },
    tenant: {
      type: 'string',
      value: 'ID',
      description: 'Tenant, which can be a deleted one (default: default)',
    },
    profile: {
      type: 'string',
      value: 'ID',
      description: 'Only consents that were recorded for this profile',
    },
    from: {
      type: 'string',
      value: 'DATE',
      description: 'Only records created from this ISO 8601 date or time on',
    },
    to: {
      type: 'string',
      value: 'DATE',
      description: 'Only records created up to this date (the whole day) or time',
    },
  },
  notes: [
    'The files are the same as those of the admin API. Each export adds an entry to the audit log. The service can run at the same time.',
  ],
  async run({ options, positionals: [what], open, withProgress, interrupted, stdout, notify }) {
    const { tenant: tenantId = 'default', profile: profileId, output } = options;
    const format = readFormat(options.format ?? 'csv');
    if (what !== 'consents' && what !== 'audit')
      throw new UsageError('Specify what to export: consents or audit');
    if (what === 'audit' && format === 'xlsx')
      throw new UsageError('The audit log can be exported as csv or json only');
    if (what === 'audit' && profileId !== undefined)
      throw new UsageError('--profile applies only to consents, not to the audit log');
    if (profileId === '') throw new UsageError('--profile is empty');
    const range = readRange(options);

    const { service, filesInUse } = await open();
    const { operations } = service;
    if (output !== undefined) await requireSafeOutput(output, filesInUse);
    await operations.requireTenant(tenantId);
    const ending = new AbortController();
    void interrupted().then(() => ending.abort());
    let rows = 0;
    await withProgress('Exporting', async (report) => {
      const context = { tenantId, actor: systemActor };
      const request = {
        range,
        report(done: number, total: number) {
          rows = done;
          report(done, total);
        },
      };
      const { exports } = operations;
      if (format === 'xlsx') await exports.requireWithinXlsxLimit(tenantId, { ...request, profileId });
      const pieces =
        format === 'xlsx'
          ? exports.workbook(context, { ...request, profileId }, ending.signal)
          : what === 'audit'
            ? exports.audit(context, { ...request, format }, ending.signal)
            : exports.consents(context, { ...request, format, profileId }, ending.signal);
      await (output === undefined ? writeTo(stdout, pieces) : writeFileAside(output, pieces)).catch(
        (error) => {
          throw ending.signal.aborted
            ? new UsageError('The export was interrupted; no file was written')
            : error;
        },
      );
    });
    if (rows === 0)
      notify(
        profileId === undefined
          ? 'No matching records.'
          : `No matching records; is ${profileId} the id of a profile?`,
      );
    if (output !== undefined)
      notify(`Wrote ${rows} ${what === 'audit' ? 'entries' : 'records'} to ${output}.`);
    return 0;
  },
});

function readFormat(text: string): Format {
  const format = formats.find((known) => known === text);
  if (format === undefined) throw new UsageError(`--format must be one of ${formats.join(', ')}`);
  return format;
}

function readRange({ from, to }: { readonly from?: string; readonly to?: string }) {
  try {
    return readTimeRange({ from, to });
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    throw new UsageError(
      '--from and --to must be ISO 8601 dates or times such as 2026-03-29, and --from not after --to',
    );
  }
}
