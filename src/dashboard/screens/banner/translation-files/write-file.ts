import { byteOrderMark, csvLines, type Delimiter } from '#platform/csv/csv-writer';
import type { FileRow } from './file-rows';

/** Columns of a file, in their order. */
const columns = [
  'language',
  'key',
  'place',
  'source',
  'translation',
  'state',
] as const satisfies readonly (keyof FileRow)[];

/** Returns the rows as CSV for a spreadsheet, which runs no text as a formula. */
export const toCsv = (rows: readonly FileRow[], delimiter: Delimiter): string =>
  byteOrderMark + csvLines([columns, ...rows.map((row) => columns.map((column) => row[column]))], delimiter);

/** Returns the rows as JSON. */
export const toJson = (banner: string, sourceLanguage: string, rows: readonly FileRow[]): string =>
  `${JSON.stringify({ banner, sourceLanguage, texts: rows }, null, 2)}\n`;

/** Returns the sign that spreadsheets of a region expect between cells: a semicolon where decimals have a comma. */
export const delimiterOf = (region: string): Delimiter =>
  new Intl.NumberFormat(region).format(0.5).includes(',') ? ';' : ',';
