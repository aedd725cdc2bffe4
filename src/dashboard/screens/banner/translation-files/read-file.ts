import { createCsvReader } from '#platform/csv/csv-reader';
import { unguardCell } from '#platform/csv/spreadsheet-cells';

/** A translation in a file. Other columns than these are for the translator only. */
export interface ReadRow {
  readonly language: string;
  readonly key: string;
  /** The default language's text that the translator saw; null: the file does not say. */
  readonly source: string | null;
  readonly translation: string;
}

/** Why a file cannot be read. */
export type FileFault = 'tooLarge' | 'noColumns' | 'damaged';

/** A file that cannot be read. */
export class UnreadableFile extends Error {
  constructor(
    readonly fault: FileFault,
    /** Line of the fault; null: none in particular. */
    readonly line: number | null = null,
  ) {
    super(fault);
  }
}

/** Largest file (bytes): a banner in forty languages has about a tenth of that. */
const maxBytes = 10_000_000;

/** Reads a file of translations. @throws UnreadableFile */
export async function readTranslations(file: Blob): Promise<readonly ReadRow[]> {
  if (file.size > maxBytes) throw new UnreadableFile('tooLarge');
  const bytes = await file.arrayBuffer().catch(() => {
    // It has changed since it was chosen.
    throw new UnreadableFile('damaged');
  });
  const text = decode(new Uint8Array(bytes));
  return /^\s*[[{]/.test(text) ? readJson(text) : readCsv(text);
}

/** Decodes a text. Spreadsheets also save UTF-16, and the old encoding of Windows. */
function decode(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

function readCsv(text: string): readonly ReadRow[] {
  const lines = [...text.matchAll(/([^\r\n]*)(\r\n|\r|\n|$)/g)].map(([, line = '', end = ''], index) => ({
    number: index + 1,
    text: line,
    end,
  }));
  const header = lines[0]?.text ?? '';
  const delimiter = [',', ';', '\t'].reduce((best, candidate) =>
    header.split(candidate).length > header.split(best).length ? candidate : best,
  );
  const reader = createCsvReader(delimiter);
  const [head, ...records] = [...reader.push(lines), ...reader.end()];
  const names = (head?.cells ?? []).map((name) => name.trim().toLowerCase());
  const place = (name: string) => names.indexOf(name);
  if (['language', 'key', 'translation'].some((name) => place(name) === -1))
    throw new UnreadableFile('noColumns');
  return records.flatMap(({ line, cells }) => {
    if (cells === null) throw new UnreadableFile('damaged', line);
    if (cells.every((cell) => cell === '')) return [];
    const cell = (name: string) => unguardCell(cells[place(name)] ?? '');
    return [
      {
        language: cell('language').trim(),
        key: cell('key').trim(),
        source: place('source') === -1 ? null : toLines(cell('source')),
        translation: toLines(cell('translation')),
      },
    ];
  });
}

function readJson(text: string): readonly ReadRow[] {
  const rows = parse(text);
  if (!Array.isArray(rows)) throw new UnreadableFile('noColumns');
  return rows.map((row: unknown) => {
    const { language, key, source, translation = '' } = Object(row) as Record<string, unknown>;
    if (typeof language !== 'string' || typeof key !== 'string' || typeof translation !== 'string')
      throw new UnreadableFile('noColumns');
    return {
      language,
      key,
      source: typeof source === 'string' ? toLines(source) : null,
      translation: toLines(translation),
    };
  });
}

/** Returns the rows of a file, also of a list without anything around it. */
function parse(text: string): unknown {
  try {
    const whole: unknown = JSON.parse(text);
    return Array.isArray(whole) ? whole : Object(whole).texts;
  } catch {
    throw new UnreadableFile('damaged');
  }
}

const toLines = (text: string) => text.replace(/\r\n?/g, '\n');
