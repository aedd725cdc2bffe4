import { defineCommand, type ExitCode } from '../command';
import { serviceOptions } from '../open-service';
import { UsageError } from '../usage-error';

export const verifyAudit = defineCommand({
  name: 'verify-audit',
  summary: 'Check that nobody has changed, removed or inserted entries of the audit log',
  options: {
    ...serviceOptions,
    tenant: { type: 'string', value: 'ID', description: 'Only this tenant’s log (default: every tenant’s)' },
  },
  notes: [
    'The exit code is 1 when a log is broken. Keep the position and hash that it prints where nobody who can change the database can reach them: only they reveal a log that was cut off and given a new end.',
  ],
  async run({ options, open, print, withProgress }) {
    const { audit } = (await open()).service.operations;
    const all = await audit.tenants();
    if (options.tenant !== undefined && !all.includes(options.tenant))
      throw new UsageError(`There is no audit log of a tenant ${options.tenant}`);
    let code: ExitCode = 0;
    for (const tenantId of options.tenant === undefined ? all : [options.tenant]) {
      const { valid, firstBroken, end } = await withProgress(tenantId, (report) =>
        audit.verify(tenantId, report),
      );
      const known = end.sequence === 0 ? '' : `, up to entry ${end.sequence} with hash ${end.hash}`;
      if (valid) print(`${tenantId}: valid${known}`);
      else
        print(
          `${tenantId}: BROKEN ${firstBroken === null ? 'at its end: entries are missing' : `at the entry with id ${firstBroken}`}${known}`,
        );
      if (!valid) code = 1;
    }
    if (all.length === 0) print('There is no audit log yet.');
    return code;
  },
});
