import { parse } from 'csv-parse/sync';
import type { Response } from 'supertest';
import { read, utils } from 'xlsx';
import type { TestApp } from './create-test-app';

/** A row of a CSV export, by the names of its columns. */
export type CsvRow = Readonly<Record<string, string>>;

/** Reads CSV as strictly as RFC 4180 puts it, BOM and line ends included. */
export function readCsv(text: string): { header: string[]; rows: CsvRow[] } {
  if (!text.startsWith('\ufeff')) throw new Error('there is no BOM');
  const [header = [], ...lines]: string[][] = parse(text.slice(1), { record_delimiter: '\r\n' });
  return {
    header,
    rows: lines.map((cells) => Object.fromEntries(cells.map((cell, index) => [header[index], cell]))),
  };
}

/** The sheets of a workbook by their names, each as its rows of cells; what is a formula says so. */
export function readWorkbook(file: Buffer): Record<string, unknown[][]> {
  const { Sheets } = read(file, { cellFormula: true });
  return Object.fromEntries(
    Object.entries(Sheets).map(([name, sheet]) => {
      if (Object.values(sheet).some((cell) => typeof cell === 'object' && cell !== null && 'f' in cell))
        throw new Error('there is a formula');
      return [name, utils.sheet_to_json<unknown[]>(sheet, { header: 1, defval: null })];
    }),
  );
}

/** Reads an answer's body as it is. */
export function asBytes(response: unknown, done: (error: Error | null, body: Buffer) => void): void {
  const chunks: Buffer[] = [];
  (response as NodeJS.ReadableStream)
    .on('data', (chunk: Buffer) => chunks.push(chunk))
    .on('end', () => done(null, Buffer.concat(chunks)));
}

/** Exports of the admin API, read whole. */
export function exportCalls(app: TestApp, tenantId = 'default') {
  const get = async (path: string, query: Readonly<Record<string, string>> = {}): Promise<Response> =>
    app.request
      .get(`${app.adminBase}/export${path}`)
      .query(query)
      .set(await app.asAdmin())
      .set('X-Tenant-Id', tenantId)
      .buffer(true);
  const text = async (path: string, query?: Readonly<Record<string, string>>) => {
    const response = await get(path, query);
    if (response.status !== 200) throw new Error(`${path}: ${response.status} ${response.text}`);
    return response.text;
  };
  return {
    get,
    csv: async (path: string, query?: Readonly<Record<string, string>>) => readCsv(await text(path, query)),
    json: async (path: string, query: Readonly<Record<string, string>> = {}) =>
      JSON.parse(await text(path, { ...query, format: 'json' })),
  };
}
