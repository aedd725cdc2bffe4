import { type CsvRecord, createCsvReader } from '#platform/csv/csv-reader';
import { unguardCell } from '#platform/csv/spreadsheet-cells';
import { SetupError } from '#platform/kernel/errors';
import { findUnsafeJson } from '#platform/kernel/json';
import { type Line, readLines } from './lines';
import { type Refusal, RowRefused } from './refusals';

/** A row of the file, or the reason why it cannot be used. */
export type Row =
  | { readonly line: number; readonly values: RowValues }
  | { readonly line: number; readonly refused: Refusal };

/** Cells of CSV, or a JSON object. */
export type RowValues = readonly string[] | Readonly<Record<string, unknown>>;

export interface Access {
  /** Returns the value of a column or, in JSON, at a path such as `user.id`. */
  (name: string): (values: RowValues) => unknown;
  /** Category columns that the mapping does not read. */
  readonly unmapped: readonly string[];
}

/** Columns that a CSV file must have, and optional ones. */
export interface Columns {
  readonly required: readonly string[];
  readonly optional: readonly string[];
  /** Prefix of category columns. */
  readonly prefix: string | null;
}

export interface Rows {
  /**
   * Returns the file's name for each requested column.
   * @throws SetupError naming the columns that the file lacks
   */
  open(columns: Columns): Promise<Access>;
  /** Yields all rows, a few at a time, once the file is open. */
  all(): AsyncGenerator<Row[], void, undefined>;
}

/** Reads a file of CSV, of JSON lines or of a JSON array with a record on each line, packed or not. Its first character shows which one it is. */
export function readRows(bytes: AsyncIterable<Uint8Array>): Rows {
  const lines = readLines(bytes);
  let waiting: Line[] = [];

  async function firstLine(): Promise<string> {
    for (;;) {
      const next = await lines.next();
      if (next.done) throw new SetupError('The file is empty');
      waiting = next.value.slice(next.value.findIndex((line) => line.text !== ''));
      const [first] = next.value.filter((line) => line.text !== '');
      if (first === undefined) continue;
      if (first.text === null)
        throw new SetupError(
          first.fault === 'not_utf8' ? 'The file is not UTF-8' : 'The first line is longer than 1 MiB',
        );
      return first.text;
    }
  }

  async function* blocks(): AsyncGenerator<Line[]> {
    yield waiting;
    yield* lines;
  }

  let rows = (): AsyncGenerator<Row[], void, undefined> => {
    throw new Error('rows are read after the file is opened');
  };
  return {
    all: () => rows(),
    async open(asked) {
      const first = await firstLine();
      if (/^\s*\[/.test(first)) {
        if (first.trim() !== '[') throw notLineByLine();
        rows = () => jsonRows(itemLines(blocks()));
        return jsonAccess;
      }
      if (/^\s*\{/.test(first)) {
        rows = () => jsonRows(blocks());
        return jsonAccess;
      }
      const delimiter = findDelimiter(first);
      const reader = createCsvReader(delimiter);
      // A header can contain line ends in quotation marks, as any record can.
      let records = reader.push(waiting);
      while (records.length === 0) {
        const next = await lines.next();
        records = next.done ? reader.end() : reader.push(next.value);
        if (next.done && records.length === 0) throw new SetupError('The file is empty');
      }
      const [header, ...others] = records;
      if (!header?.cells) throw new SetupError('The header is malformed CSV');
      const columns = header.cells.map((name) => unguardCell(name).trim());
      rows = () => csvRows({ block: waiting, records: others }, reader, lines, columns.length);
      return csvAccess(columns, asked);
    },
  };
}

const notLineByLine = () =>
  new SetupError(
    'The file is one JSON array whose records are not on a line each: put each on its own, for example with `jq -c ".[]"`',
  );

/**
 * Yields the records of a JSON array, as this service exports it: brackets on separate lines, and one record on each
 * line between them.
 * @throws SetupError when the first record is not on one line, or the array has no end
 */
async function* itemLines(blocks: AsyncIterable<Line[]>): AsyncGenerator<Line[]> {
  let part: 'before' | 'first' | 'items' | 'after' = 'before';
  for await (const block of blocks) {
    const items: Line[] = [];
    for (const line of block) {
      const text = line.text?.trim() ?? null;
      if (text === '') continue;
      if (part === 'before') part = 'first';
      else if (part === 'after') throw new SetupError('The file continues after the end of its JSON array');
      else if (text === ']') part = 'after';
      else {
        const item = text === null || line.text === null ? line : { ...line, text: text.replace(/,$/, '') };
        if (part === 'first' && item.text !== null && !isJson(item.text)) throw notLineByLine();
        part = 'items';
        items.push(item);
      }
    }
    yield items;
  }
  if (part !== 'after') throw new SetupError('The JSON array has no end: the file is damaged or truncated');
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function findDelimiter(header: string): string {
  const count = (delimiter: string) => header.split(delimiter).length;
  return [',', ';', '\t'].reduce((best, delimiter) => (count(delimiter) > count(best) ? delimiter : best));
}

/**
 * Returns access to the columns of a CSV file. Missing ones are reported under the names in the mapping: the
 * first line of a file without a header contains visitor data.
 */
function csvAccess(columns: readonly string[], { required, optional, prefix }: Columns): Access {
  const missing = required.filter((name) => !columns.includes(name));
  if (missing.length > 0)
    throw new SetupError(
      `The file has no column ${missing.map((name) => `"${name}"`).join(', ')} in its first line`,
    );
  const twice = [...required, ...optional].filter(
    (name) => columns.indexOf(name) !== columns.lastIndexOf(name),
  );
  if (twice.length > 0) throw new SetupError(`The file has the column "${twice[0]}" twice`);
  const cell = (values: RowValues, index: number) => unguardCell((values as readonly string[])[index] ?? '');
  const read = (name: string) => {
    const index = columns.indexOf(name);
    return (values: RowValues) => (index === -1 ? undefined : cell(values, index));
  };
  const unmapped = columns.filter(
    (name) => prefix !== null && name.startsWith(prefix) && !optional.includes(name),
  );
  return Object.assign(read, { unmapped });
}

function readJson(name: string): (values: RowValues) => unknown {
  const path = name.split('.');
  return (values) => {
    if (Object.hasOwn(values, name)) return (values as Readonly<Record<string, unknown>>)[name];
    let value: unknown = values;
    for (const step of path) {
      if (typeof value !== 'object' || value === null || !Object.hasOwn(value, step)) return undefined;
      value = (value as Readonly<Record<string, unknown>>)[step];
    }
    return value;
  };
}

const jsonAccess: Access = Object.assign(readJson, { unmapped: [] });

async function* csvRows(
  begun: { readonly block: readonly Line[]; readonly records: readonly CsvRecord[] },
  reader: ReturnType<typeof createCsvReader>,
  lines: AsyncGenerator<Line[], void, undefined>,
  columns: number,
): AsyncGenerator<Row[], void, undefined> {
  const toRows = (records: readonly CsvRecord[], block: readonly Line[]): Row[] => {
    // The line has the reason why it cannot be read; the reader only knows that it cannot.
    const faults = new Map(
      block.flatMap((line) => (line.text === null ? [[line.number, line.fault] as const] : [])),
    );
    return records.flatMap(({ line, cells }): Row[] => {
      if (cells === null) return [{ line, refused: faults.get(line) ?? 'malformed_csv' }];
      // Spreadsheets write the delimiters of rows that are empty.
      if (cells.every((cell) => cell.trim() === '')) return [];
      return [cells.length === columns ? { line, values: cells } : { line, refused: 'cell_count' }];
    });
  };
  yield toRows(begun.records, begun.block);
  for await (const block of lines) yield toRows(reader.push(block), block);
  yield toRows(reader.end(), []);
}

async function* jsonRows(blocks: AsyncIterable<Line[]>): AsyncGenerator<Row[], void, undefined> {
  for await (const block of blocks) {
    yield block.flatMap((line): Row[] => {
      if (line.text === null) return [{ line: line.number, refused: line.fault }];
      if (line.text.trim() === '') return [];
      try {
        return [{ line: line.number, values: parseObject(line.text) }];
      } catch (error) {
        return [
          { line: line.number, refused: error instanceof RowRefused ? error.reason : 'malformed_json' },
        ];
      }
    });
  }
}

function parseObject(text: string): Readonly<Record<string, unknown>> {
  const value: unknown = JSON.parse(text);
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new RowRefused('malformed_json');
  if (findUnsafeJson(value) !== null) throw new RowRefused('unsafe_json');
  return value as Readonly<Record<string, unknown>>;
}
