import { readFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { defineCommand, type ExitCode } from '../command';
import { serviceOptions } from '../open-service';
import type { Input } from '../read-password';
import { UsageError } from '../usage-error';

export const verifyAudit = defineCommand({
  name: 'verify-audit',
  summary: 'Check that no audit log entries were changed, removed or inserted',
  options: {
    ...serviceOptions,
    since: {
      type: 'string',
      value: 'FILE',
      description:
        'Output of an earlier run: a log must still have the entry that it names (`-`: standard input)',
    },
    tenant: { type: 'string', value: 'ID', description: 'Only this tenant’s log (default: all tenants)' },
  },
  notes: [
    'The exit code is 1 when a log is broken. Store the output in a place that nobody with access to the database can change, and pass it to the next run with --since. Only that reveals that a log was removed, or written again from the start.',
  ],
  async run({ options, open, print, stdin, withProgress }) {
    const earlier = options.since === undefined ? [] : await readEnds(options.since, stdin);
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
    for (const { tenantId, ...entry } of earlier) {
      if (options.tenant !== undefined && options.tenant !== tenantId) continue;
      if (await audit.hasEntry(tenantId, entry)) continue;
      print(`${tenantId}: BROKEN: entry ${entry.sequence} with hash ${entry.hash} is missing`);
      code = 1;
    }
    if (all.length === 0) {
      const isExpected = await audit.isExpected();
      print(
        isExpected
          ? 'BROKEN: there is no audit log, although there is a superadmin.'
          : 'There is no audit log yet.',
      );
      if (isExpected) code = 1;
    }
    if (await audit.acceptsChanges()) {
      print(
        'Entries can be changed: the triggers of the audit log are missing. Run express-consent migrate.',
      );
      code = 1;
    }
    return code;
  },
});

/** The last entry of a tenant's log, as an earlier run printed it. */
interface PrintedEnd {
  readonly tenantId: string;
  readonly sequence: number;
  readonly hash: string;
}

const printedEnd = /^(\S+): .*up to entry (\d+) with hash ([0-9a-f]{64})$/gm;

/** @throws UsageError when the output names no entry */
async function readEnds(file: string, stdin: Input): Promise<PrintedEnd[]> {
  const output = await (file === '-' ? text(stdin) : readFile(file, 'utf8')).catch(
    (error: NodeJS.ErrnoException) => {
      throw new UsageError(`${file} cannot be read: ${error.code}`);
    },
  );
  const ends = [...output.replaceAll('\r', '').matchAll(printedEnd)].map(
    ([, tenantId = '', sequence, hash = '']) => ({ tenantId, sequence: Number(sequence), hash }),
  );
  if (ends.length === 0) throw new UsageError(`${file} is not the output of an earlier run of verify-audit`);
  return ends;
}
