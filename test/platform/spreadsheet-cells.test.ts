import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { csvLines } from '#platform/csv/csv-writer';
import { guardCell, unguardCell } from '#platform/csv/spreadsheet-cells';

const sign = fc.constantFrom(
  '=',
  '+',
  '-',
  '@',
  '\uff1d',
  ';',
  '|',
  ',',
  '\t',
  '\r',
  '\n',
  '"',
  "'",
  ' ',
  'a',
  '1',
);
const cell = fc.array(sign, { maxLength: 12 }).map((signs) => signs.join(''));

/**
 * How spreadsheets of most of the world split a file: they trust quotation marks only where a cell begins.
 */
const split = (text: string, delimiter: string) =>
  parse(text, { delimiter, relax_quotes: true, relax_column_count: true, quote: null }).flat() as string[];

test.each([
  ["x;=cmd|'/C calc'!A0;y", "x;'=cmd|'/C calc'!A0;y"],
  ['=1+1', "'=1+1"],
  ["'=1+1", "''=1+1"],
  ['"=1+1', `'"=1+1`],
  ['line\n=1+1', "line\n'=1+1"],
  ['a|@b', "a|'@b"],
  ['\tx', "'\tx"],
  ['2026-03-29T12:00:00.000Z', '2026-03-29T12:00:00.000Z'],
  ['a=b, c-d', 'a=b, c-d'],
])('%j is written as %j', (plain, guarded) => {
  expect(guardCell(plain)).toBe(guarded);
  expect(unguardCell(guarded)).toBe(plain);
});

test('a guarded cell is read back as it was', () => {
  fc.assert(fc.property(cell, (text) => expect(unguardCell(guardCell(text))).toBe(text)));
});

test.each([';', '\t', '|'])(
  'no cell begins with a formula when a reader splits the file at %j',
  (delimiter) => {
    fc.assert(
      fc.property(fc.array(cell, { minLength: 1, maxLength: 3 }), (row) => {
        for (const part of split(csvLines([['first', ...row]]), delimiter))
          expect(part).not.toMatch(/^[" ]*[=+\-@\uff1d]/);
      }),
    );
  },
);
