import type { DataOf } from '../../api/use-resource';

type Decision = NonNullable<DataOf<'listImportPresets'>[number]['mapping']['decision']>;

/** The first rows of a file: enough to see its columns and categories. */
export interface Sample {
  readonly columns: readonly string[];
  readonly rows: readonly Readonly<Record<string, unknown>>[];
}

/** Length of the part of a file that is read (characters). */
const sampleLength = 262_144;

/** Reads the first rows of CSV or of JSON lines. The service reads the whole file, and says what is wrong with it. */
export function readSample(text: string): Sample {
  const start = text
    .slice(0, sampleLength)
    .replace(/^\uFEFF/, '')
    .replace(/\r\n?/g, '\n');
  if (/^\s*[[{]/.test(start)) return readJsonLines(start);
  const [header = [], ...lines] = readCsv(start);
  const rows = lines
    .filter((cells) => cells.length === header.length)
    .map((cells) => Object.fromEntries(header.map((column, index) => [column, cells[index]])));
  return { columns: header, rows };
}

function readJsonLines(text: string): Sample {
  const rows = text.split('\n').flatMap((line) => {
    // A list can have one record a line.
    const row = parse(line.trim().replace(/,$/, ''));
    return isObject(row) ? [row] : [];
  });
  return { columns: [...new Set(rows.flatMap((row) => Object.keys(row)))], rows };
}

function readCsv(text: string): string[][] {
  const [firstLine = ''] = text.split('\n', 1);
  const separator = [',', ';', '\t'].reduce((best, candidate) =>
    firstLine.split(candidate).length > firstLine.split(best).length ? candidate : best,
  );
  const rows: string[][] = [[]];
  // A cell, with or without quotation marks (two of which stand for one inside), and the sign that ends it.
  for (const [, quoted, plain = '', end] of text.matchAll(
    new RegExp(`(?:"((?:[^"]|"")*)"|([^${separator}\\n]*))(${separator}|\\n|$)`, 'g'),
  )) {
    rows.at(-1)?.push(quoted?.replaceAll('""', '"') ?? plain);
    if (end === '') break;
    if (end !== separator) rows.push([]);
  }
  return rows;
}

/** Returns the categories in the first rows. */
export function findCategories({ columns, rows }: Sample, decision: Decision): readonly string[] {
  return [...new Set(find())].filter((category) => category !== '');

  function find(): string[] {
    switch (decision.in) {
      case 'columns': {
        const { prefix } = decision;
        if (prefix === undefined) return [];
        return columns.filter((name) => name.startsWith(prefix)).map((name) => name.slice(prefix.length));
      }
      case 'object':
        return rows.flatMap((row) => Object.keys(toObject(valueAt(row, decision.field))));
      case 'list':
        return rows.flatMap((row) => toList(valueAt(row, decision.field)).map(String));
      case 'entries':
        return rows.flatMap((row) =>
          toList(valueAt(row, decision.field)).flatMap((entry) =>
            isObject(entry) ? String(entry[decision.category] ?? '') : [],
          ),
        );
      case 'rows':
        return rows.map((row) => String(valueAt(row, decision.category) ?? ''));
    }
  }
}

function valueAt(row: Readonly<Record<string, unknown>>, path: string): unknown {
  if (Object.hasOwn(row, path)) return row[path];
  return path
    .split('.')
    .reduce<unknown>(
      (value, key) => (isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined),
      row,
    );
}

/** In CSV, lists and objects are JSON. */
const toValue = (value: unknown) => (typeof value === 'string' ? parse(value) : value);

const toObject = (value: unknown) => {
  const read = toValue(value);
  return isObject(read) ? read : {};
};

/** c15t wraps lists in an object with the key `json`. */
const toList = (value: unknown): readonly unknown[] => {
  const read = toValue(value);
  const list = isObject(read) ? read.json : read;
  return Array.isArray(list) ? list : [];
};

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
