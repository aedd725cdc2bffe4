import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { PassThrough } from 'node:stream';
import { csvLines } from '#platform/csv/csv-writer';
import { systemActor } from '#platform/kernel/caller';
import { defineCommand } from '../command';
import { serviceOptions } from '../open-service';
import { wholeNumber } from '../options';
import { requireSafeOutput, writeFileAside } from '../output';
import type { Report } from '../progress';
import { requireSigningHash } from '../require-secret';
import { UsageError } from '../usage-error';

/** Maximum number of reasons listed without --errors, each with the first line that it applies to. */
const maxReasons = 25;

export const importData = defineCommand({
  name: 'import',
  summary: 'Import consents from another product or another installation into the database',
  positionals: ['FILE'],
  options: {
    ...serviceOptions,
    profile: {
      type: 'string',
      value: 'ID',
      description: 'Profile that the consents are recorded for (required)',
    },
    'profile-version': {
      type: 'string',
      value: 'N',
      description: 'Version of the profile (default: the one shown now)',
    },
    preset: {
      type: 'string',
      value: 'NAME',
      description: 'Source: express-consent, onetrust, cookiebot, usercentrics, didomi, c15t or klaro',
    },
    mapping: {
      type: 'string',
      value: 'FILE',
      description: 'JSON that maps columns to fields, instead of a preset or in addition to one',
    },
    'visitor-ids': {
      type: 'string',
      value: 'HOW',
      description: 'keep, or hash with compliance.dataSigningHash (default: from the mapping, else keep)',
    },
    tenant: { type: 'string', value: 'ID', description: 'Tenant (default: default)' },
    errors: {
      type: 'string',
      value: 'FILE',
      description: 'CSV output with the refused lines and the reasons',
    },
    'dry-run': { type: 'boolean', description: 'Check every row and write nothing but an audit entry' },
  },
  notes: [
    'FILE is CSV or JSON lines in UTF-8, optionally compressed with gzip. The service can run at the same time.',
    'Importing a file again changes nothing, and an interrupted import continues where it stopped. The exit code is 1 when rows were refused; all other rows are written.',
  ],
  async run({ options, positionals: [file = ''], open, print, withProgress, interrupted }) {
    const { profile: profileId, preset, tenant: tenantId = 'default', 'dry-run': dryRun = false } = options;
    if (profileId === undefined)
      throw new UsageError('--profile is required: the profile that the consents are recorded for');
    const profileVersion =
      options['profile-version'] === undefined
        ? {}
        : { profileVersion: wholeNumber(options['profile-version'], '--profile-version', 1, 2 ** 31 - 1) };
    const visitorIds = options['visitor-ids'];
    if (visitorIds !== undefined && visitorIds !== 'keep' && visitorIds !== 'hash')
      throw new UsageError('--visitor-ids must be keep or hash');
    const mapping = options.mapping === undefined ? {} : { mapping: await readJson(options.mapping) };
    const size = await readSize(file);

    const { service, filesInUse } = await open();
    const { operations } = service;
    await requireSigningHash({ service }, 'erasures');
    if (options.errors !== undefined)
      await requireSafeOutput(options.errors, [
        { file, use: 'the file to import' },
        ...(options.mapping === undefined ? [] : [{ file: options.mapping, use: 'the mapping' }]),
        ...filesInUse,
      ]);
    let isOver = false;
    void interrupted().then(() => {
      isOver = true;
    });
    const refusals = refusalReport(options.errors);
    const summary = await withProgress(dryRun ? 'Checking, kB' : 'Importing, kB', (report) =>
      operations.consentImport.run(
        { tenantId, actor: systemActor },
        {
          bytes: reading(file, size, report),
          fileName: basename(file),
          profileId,
          ...profileVersion,
          ...(preset === undefined ? {} : { preset }),
          ...mapping,
          ...(visitorIds === undefined ? {} : { visitorIds }),
          dryRun,
          onRefused: refusals.add,
          isOver: async () => isOver,
        },
      ),
    ).finally(refusals.end);

    const { read, written, older, unchanged, completed } = summary;
    print(
      `${read} rows read: ${written} ${dryRun ? 'to write' : 'written'}, ${older} older than the stored state, ${unchanged} already stored, ${summary.refused} refused.`,
    );
    for (const line of refusals.lines()) print(line);
    if (!completed) throw new UsageError('The import was interrupted; run it again to continue');
    return summary.refused === 0 ? 0 : 1;
  },
});

async function readSize(file: string): Promise<number> {
  try {
    return (await stat(file)).size;
  } catch (error) {
    throw new UsageError(`${file} cannot be read: ${(error as NodeJS.ErrnoException).code}`);
  }
}

async function readJson(file: string): Promise<unknown> {
  try {
    // A `TextDecoder` leaves out the byte order mark that some editors write.
    return JSON.parse(new TextDecoder().decode(await readFile(file)));
  } catch (error) {
    throw new UsageError(
      `${file} cannot be used: ${(error as NodeJS.ErrnoException).code ?? 'not valid JSON'}`,
    );
  }
}

async function* reading(
  file: string,
  size: number,
  report: Report,
): AsyncGenerator<Uint8Array, void, undefined> {
  let done = 0;
  const kilobytes = (bytes: number) => Math.ceil(bytes / 1000);
  for await (const piece of createReadStream(file, { highWaterMark: 262_144 })) {
    yield piece;
    done += piece.length;
    report(kilobytes(done), kilobytes(Math.max(done, size)));
  }
}

/**
 * Collects refused lines: all of them in a file, or only a summary of the reasons. Refers to lines by number
 * and never includes their content.
 */
function refusalReport(file: string | undefined) {
  const reasons = new Map<string, { count: number; first: number }>();
  const rows = new PassThrough();
  const written = file === undefined ? Promise.resolve() : writeFileAside(file, rows);
  // `end`, or adding the next line, reports this failure.
  written.catch(() => rows.destroy());
  if (file !== undefined) rows.write(csvLines([['line', 'reason']]));
  return {
    async add(line: number, reason: string): Promise<void> {
      const known = reasons.get(reason);
      if (known === undefined) reasons.set(reason, { count: 1, first: line });
      else known.count += 1;
      if (file === undefined) return;
      if (rows.destroyed) await written;
      if (!rows.write(csvLines([[line, reason]]))) await Promise.race([once(rows, 'drain'), written]);
    },
    async end(): Promise<void> {
      rows.end();
      await written;
    },
    lines: () =>
      [...reasons]
        .slice(0, maxReasons)
        .map(
          ([reason, { count, first }]) =>
            `  ${count === 1 ? `once, in line ${first}` : `${count} times, first in line ${first}`}: ${reason}`,
        ),
  };
}
