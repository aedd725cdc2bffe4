import { readFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import type { Operations } from '#service/consent-service';
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
    'The exit code is 1 when a log is broken. Store the output in a place that nobody with access to the database can change, and pass it to the next run with --since. Only this comparison reveals that the last entries were removed together with the end of the chain, or that a log was written again from the start.',
  ],
  async run({ options, open, print, stdin, withProgress }) {
    const earlier = options.since === undefined ? [] : await readEnds(options.since, stdin);
    const { audit } = (await open()).service.operations;
    const all = await audit.tenants();
    if (options.tenant !== undefined && !all.includes(options.tenant))
      throw new UsageError(`There is no audit log for the tenant ${options.tenant}`);
    let code: ExitCode = 0;
    for (const tenantId of options.tenant === undefined ? all : [options.tenant]) {
      const verdict = await withProgress(tenantId, (report) => audit.verify(tenantId, report));
      print(`${tenantId}: ${describe(verdict)}`);
      if (!verdict.valid) code = 1;
    }
    for (const { tenantId, ...entry } of earlier) {
      if (options.tenant !== undefined && options.tenant !== tenantId) continue;
      if (await audit.hasEntry(tenantId, entry)) continue;
      print(`${tenantId}: BROKEN: entry ${entry.sequence} with hash ${entry.hash} is missing`);
      code = 1;
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

type Verdict = Awaited<ReturnType<Operations['audit']['verify']>>;

function describe({ valid, firstBroken, unrecorded, end }: Verdict): string {
  const lastEntry = end.sequence === 0 ? '' : `, up to entry ${end.sequence} with hash ${end.hash}`;
  if (valid) return end.sequence === 0 ? 'valid, without entries' : `valid${lastEntry}`;
  if (unrecorded !== null)
    return `BROKEN: the entries about the ${unrecorded.type} with id ${unrecorded.id} are missing${lastEntry}`;
  if (firstBroken !== null) return `BROKEN at the entry with id ${firstBroken}${lastEntry}`;
  return `BROKEN at the end: entries are missing${lastEntry}`;
}

/** The last entry of a tenant's log, as an earlier run printed it. */
interface PrintedEnd {
  readonly tenantId: string;
  readonly sequence: number;
  readonly hash: string;
}

/** A line about a log, which has no last entry while it is empty. */
const printedLine = /^\S+: (valid|BROKEN)\b/m;
const printedEnd = /^(\S+): .*up to entry (\d+) with hash ([0-9a-f]{64})$/gm;

/** @throws UsageError for a file that is not the output of an earlier run */
async function readEnds(file: string, stdin: Input): Promise<PrintedEnd[]> {
  const output = await (file === '-' ? text(stdin) : readFile(file, 'utf8')).catch(
    (error: NodeJS.ErrnoException) => {
      throw new UsageError(`${file} cannot be read: ${error.code}`);
    },
  );
  if (!printedLine.test(output))
    throw new UsageError(`${file} is not the output of an earlier run of verify-audit`);
  return [...output.replaceAll('\r', '').matchAll(printedEnd)].map(
    ([, tenantId = '', sequence, hash = '']) => ({ tenantId, sequence: Number(sequence), hash }),
  );
}
