import type { CellObject, DenseWorkSheet } from 'xlsx';
import type { Cell } from '#platform/csv/csv-writer';
import { truncate } from '#platform/kernel/truncate';

// Why: docs/adr/0015-spreadsheets-as-an-optional-peer.md

/** The part of the optional package that is used here. */
export type SpreadsheetPackage = Pick<typeof import('xlsx'), 'utils' | 'write'>;

/**
 * Greatest number of rows in a sheet below its header: a sheet has 1,048,576 (ECMA-376; "Excel specifications
 * and limits").
 */
const maxRowsOfSheet = 1_048_575;

/**
 * Longest text of a cell (UTF-16 units; "Excel specifications and limits"). The package refuses to write a
 * longer one.
 */
const maxCellText = 32_767;

/**
 * Matches text that a spreadsheet would read as a character's code (ECMA-376 part 1, 22.9.2.19, ST_Xstring),
 * which visitors can put in an id.
 */
const escapeLike = /_(?=x[\da-f]{4}_)/gi;

export interface Book {
  add(rows: readonly (readonly Cell[])[]): void;
  write(): Uint8Array<ArrayBuffer>;
}

/**
 * Creates a workbook with one table on as many sheets as needed, each with the header. Texts are written as
 * texts, so that none runs as a formula and no guard is needed.
 */
export function createBook(
  { utils, write }: SpreadsheetPackage,
  header: readonly string[],
  name: string,
  rowsOfSheet = maxRowsOfSheet,
): Book {
  const sheets: CellObject[][][] = [];
  const begin = () => {
    const rows = [header.map(toCell)] as CellObject[][];
    sheets.push(rows);
    return rows;
  };
  let current = begin();
  return {
    add(rows) {
      for (const row of rows) {
        if (current.length > rowsOfSheet) current = begin();
        current.push(row.map(toCell) as CellObject[]);
      }
    },
    write() {
      const book = utils.book_new();
      for (const [index, rows] of sheets.entries()) {
        const range = { s: { r: 0, c: 0 }, e: { r: rows.length - 1, c: header.length - 1 } };
        const sheet: DenseWorkSheet = { '!type': 'sheet', '!data': rows, '!ref': utils.encode_range(range) };
        utils.book_append_sheet(book, sheet, index === 0 ? name : `${name} ${index + 1}`);
      }
      return new Uint8Array(write(book, { type: 'array', bookType: 'xlsx', compression: true }));
    },
  };
}

/** Returns a cell; undefined for an empty one, which takes no space. */
function toCell(value: Cell): CellObject | undefined {
  if (value === null) return undefined;
  if (typeof value === 'number') return { t: 'n', v: value };
  return typeof value === 'boolean' ? { t: 'b', v: value } : { t: 's', v: cellText(value) };
}

/**
 * Returns the text as a cell can contain it. A longer text is cut, because one visitor's record must not
 * prevent the export.
 */
function cellText(value: string): string {
  const text = value.replace(escapeLike, '_x005F_');
  return truncate(text, maxCellText, '…');
}
