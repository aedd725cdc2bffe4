import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestApp } from './create-test-app';

type Run = TestApp['service']['operations']['consentImport']['run'];
export type ImportOptions = Partial<Parameters<Run>[1]> & { readonly tenantId?: string };

/** A file's bytes, in pieces of this size, so that lines and characters are cut anywhere. */
async function* inPieces(
  file: string | Uint8Array,
  size = 65_536,
): AsyncGenerator<Uint8Array, void, undefined> {
  const bytes = Buffer.from(file as string);
  for (let start = 0; start < bytes.length; start += size) yield bytes.subarray(start, start + size);
}

export const plainMapping = {
  visitorId: 'visitor',
  updatedAt: 'decided',
  decision: { in: 'columns' },
  categories: { analytics: 'analytics', ads: 'marketing' },
  country: 'country',
};

/** Imports a file into the app; gives the summary and what was refused, as `line: reason`. */
export async function importFile(
  app: TestApp,
  profileId: string,
  file: string | Uint8Array,
  options: ImportOptions & { readonly pieces?: number } = {},
) {
  const { pieces, tenantId = 'default', ...request } = options;
  const refused: string[] = [];
  const summary = await app.service.operations.consentImport.run(
    { tenantId, actor: { userId: null, userEmail: null, requestId: null } },
    {
      bytes: inPieces(file, pieces),
      fileName: 'consents.csv',
      profileId,
      ...(request.preset === undefined && request.mapping === undefined ? { mapping: plainMapping } : {}),
      onRefused: (line, reason) => refused.push(`${line}: ${reason}`),
      ...request,
    },
  );
  const { read, written, older, unchanged, completed } = summary;
  return { counts: { read, written, older, unchanged, refused: summary.refused }, completed, refused };
}

/** Records and history without the values that differ in every run, to compare two databases. */
export async function importedTables(app: TestApp) {
  const [consents, history] = [
    await app.knex('svc_consents').where({ tenant_id: 'default' }).orderBy('visitor_id'),
    await app.knex('svc_consent_history').where({ tenant_id: 'default' }).orderBy(['visitor_id', 'revision']),
  ];
  const without = (rows: readonly Record<string, unknown>[]) =>
    rows.map(({ id, consent_id, profile_id, received_at, first_received_at, ...row }) => row);
  return { consents: without(consents), history: without(history) };
}

/** A sample of another product's export, as its documentation describes it. */
export const sample = (name: string) => readFileSync(join(__dirname, 'import-samples', name));
