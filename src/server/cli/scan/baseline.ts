import { readFile } from 'node:fs/promises';
import { UsageError } from '../usage-error';
import type { Finding } from './finding';

/** Reads the fingerprints of a JSON report. @throws UsageError */
export async function readBaseline(file: string): Promise<ReadonlySet<string>> {
  let findings: unknown;
  try {
    findings = (JSON.parse(await readFile(file, 'utf8')) as { findings?: unknown } | null)?.findings;
  } catch (error) {
    throw new UsageError(
      `${file} cannot be used: ${(error as NodeJS.ErrnoException).code ?? 'not valid JSON'}`,
    );
  }
  if (!Array.isArray(findings)) throw new UsageError(`${file} is not a report of \`scan --format json\``);
  return new Set(findings.map((finding: Partial<Finding> | null) => `${finding?.fingerprint}`));
}
