import { readFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { visitorIdPattern } from '#platform/kernel/ids';
import { defineCommand } from '../command';
import { serviceOptions } from '../open-service';
import type { Input } from '../read-password';
import { requireSigningHash } from '../require-secret';
import { UsageError } from '../usage-error';

const isVisitorId = new RegExp(visitorIdPattern);

/** A line of the list. */
interface Line {
  /** Null: not named. */
  readonly tenantId: string | null;
  readonly visitorId: string;
  readonly erasedAt: number | null;
}

export const erase = defineCommand({
  name: 'erase',
  summary: 'Erase again the visitors of a list, after a backup was restored',
  options: {
    ...serviceOptions,
    from: {
      type: 'string',
      value: 'FILE',
      description: 'List of erased visitors (required); - reads standard input',
    },
    tenant: {
      type: 'string',
      value: 'ID',
      description: 'Tenant of lines that name none (default: default)',
    },
  },
  notes: [
    'A line is a visitor id, or the JSON of a consent.erased event or webhook message. With its time, a visitor who has decided again since is kept.',
    'Lines are checked before anything is erased. Running the command again changes nothing. Each erasure has an audit entry and a certificate; plugins and webhooks are told.',
  ],
  async run({ options: { from, tenant = 'default' }, open, print, stdin, withProgress }) {
    if (from === undefined) throw new UsageError('--from is required: the list of erased visitors');
    const lines = await readList(from, stdin);
    const { service, config } = await open();
    if (config.compliance?.dataSigningHash === undefined)
      throw new UsageError(
        'compliance.dataSigningHash is not set: without it nobody can find the audit entries of these erasures',
      );
    await requireSigningHash({ service }, 'erasures');
    // Tenants of the lines need no check: one of them may have been created after the backup.
    if (lines.some(({ tenantId }) => tenantId === null)) await service.operations.requireTenant(tenant);
    await service.operations.initializePlugins();
    const counts = { erased: 0, missing: 0, newer: 0 };
    await withProgress('Erasing', async (report) => {
      for (const [index, { tenantId, ...line }] of lines.entries()) {
        counts[await service.operations.eraseAgain({ ...line, tenantId: tenantId ?? tenant })] += 1;
        report(index + 1, lines.length);
      }
    });
    print(
      `${lines.length} lines read: ${counts.erased} visitors erased, ${counts.missing} not stored, ${counts.newer} kept because they have decided again since.`,
    );
    return 0;
  },
});

/** @throws UsageError naming the line that is not valid */
async function readList(file: string, stdin: Input): Promise<Line[]> {
  const whole = await (file === '-' ? text(stdin) : readFile(file, 'utf8')).catch(
    (error: NodeJS.ErrnoException) => {
      throw new UsageError(`${file} cannot be read: ${error.code}`);
    },
  );
  return whole.split('\n').flatMap((written, index) => {
    // Also removes the byte order mark that some editors write.
    const trimmed = written.trim();
    if (trimmed === '') return [];
    const line = readLine(trimmed);
    if (line === null)
      throw new UsageError(
        `Line ${index + 1} of the list is neither a visitor id nor the JSON of a consent.erased event; nothing was erased`,
      );
    return [line];
  });
}

/** Returns null when the line is not valid. */
function readLine(line: string): Line | null {
  if (!line.startsWith('{'))
    return isVisitorId.test(line) ? { tenantId: null, visitorId: line, erasedAt: null } : null;
  const { type = 'consent.erased', data } = parse(line);
  const { visitorId, tenantId = null, occurredAt } = data;
  const erasedAt = occurredAt === undefined ? null : Date.parse(String(occurredAt));
  const isValid =
    type === 'consent.erased' &&
    typeof visitorId === 'string' &&
    isVisitorId.test(visitorId) &&
    (tenantId === null || typeof tenantId === 'string') &&
    !Number.isNaN(erasedAt);
  return isValid ? { tenantId, visitorId, erasedAt } : null;
}

type Fields = Readonly<Record<string, unknown>>;

/** Returns the type and data of a message, or an event as the data; both are empty when it is not JSON. */
function parse(json: string): { readonly type?: unknown; readonly data: Fields } {
  try {
    const value = JSON.parse(json) as Fields;
    return typeof value.data === 'object' && value.data !== null
      ? { type: value.type, data: value.data as Fields }
      : { data: value };
  } catch {
    return { data: {} };
  }
}
