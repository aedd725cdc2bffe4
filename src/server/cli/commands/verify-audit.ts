import { defineCommand, type ExitCode } from '../command';
import { serviceOptions } from '../open-service';
import { UsageError } from '../usage-error';

export const verifyAudit = defineCommand({
  name: 'verify-audit',
  summary: 'Check that no audit log entries were changed, removed or inserted',
  options: {
    ...serviceOptions,
    tenant: { type: 'string', value: 'ID', description: 'Only this tenant’s log (default: all tenants)' },
  },
  notes: [
    'The exit code is 1 when a log is broken. Store the printed entry number and hash in a place that nobody with access to the database can change. Only they reveal that a log was truncated and continued with new entries.',
  ],
  async run({ options, open, print, withProgress }) {
    const { audit } = (await open()).service.operations;
    const all = await audit.tenants();
    if (options.tenant !== undefined && !all.includes(options.tenant))
      throw new UsageError(`There is no audit log for the tenant ${options.tenant}`);
    let code: ExitCode = 0;
    for (const tenantId of options.tenant === undefined ? all : [options.tenant]) {
      const { valid, firstBroken, end } = await withProgress(tenantId, (report) =>
        audit.verify(tenantId, report),
      );
      const lastEntry = end.sequence === 0 ? '' : `, up to entry ${end.sequence} with hash ${end.hash}`;
      if (valid) print(`${tenantId}: valid${lastEntry}`);
      else
        print(
          `${tenantId}: BROKEN ${firstBroken === null ? 'at the end: entries are missing' : `at the entry with id ${firstBroken}`}${lastEntry}`,
        );
      if (!valid) code = 1;
    }
    if (all.length === 0) print('There is no audit log yet.');
    return code;
  },
});
