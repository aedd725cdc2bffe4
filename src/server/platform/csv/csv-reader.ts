/** A line without its end, numbered from 1; null: it cannot be read. */
export interface CsvLine {
  readonly number: number;
  readonly text: string | null;
  /** The sign or signs that ended the line, for cells that continue on the next one. Default: a line feed. */
  readonly end?: string;
}

/** A record and the line where it begins; null: it is malformed. */
export interface CsvRecord {
  readonly line: number;
  readonly cells: readonly string[] | null;
}

/** Length of a record after which an open quotation mark is treated as never closed. */
const maxLines = 1000;
const maxCharacters = 1_048_576;

/**
 * Reads CSV (RFC 4180) line by line. Written by hand because packages stop at the first fault, or swallow the
 * rest of the file after an open quotation mark: this reader refuses such a line alone and continues with the
 * next.
 */
export function createCsvReader(delimiter: string): {
  push(lines: readonly CsvLine[]): CsvRecord[];
  end(): CsvRecord[];
} {
  let open: CsvLine[] = [];
  let text = '';
  let isOpen = false;

  function* read(lines: readonly CsvLine[], isLast: boolean): Generator<CsvRecord> {
    const waiting = [...lines].reverse();
    for (let line = waiting.pop(); line !== undefined; line = waiting.pop()) {
      if (line.text === null || (open.length === 0 && !line.text.includes('"'))) {
        // A line that cannot be read ends an open record, as the rest of that record is unknown.
        if (open.length > 0) yield* giveUp();
        if (line.text !== '')
          yield { line: line.number, cells: line.text === null ? null : line.text.split(delimiter) };
      } else {
        text = open.length === 0 ? line.text : `${text}${open.at(-1)?.end ?? '\n'}${line.text}`;
        open.push(line);
        isOpen = isOpen !== isOdd(line.text);
        const [first] = open;
        if (!isOpen && first !== undefined) {
          yield { line: first.number, cells: splitCells(text, delimiter) };
          open = [];
        } else if (open.length >= maxLines || text.length > maxCharacters) yield* giveUp();
      }
      if (isLast && waiting.length === 0 && open.length > 0) yield* giveUp();
    }

    function* giveUp(): Generator<CsvRecord> {
      const [first, ...others] = open;
      open = [];
      isOpen = false;
      if (first !== undefined) yield { line: first.number, cells: null };
      waiting.push(...others.reverse());
    }
  }

  return {
    push: (lines) => [...read(lines, false)],
    end() {
      const left = open;
      open = [];
      isOpen = false;
      return [...read(left, true)];
    },
  };
}

function isOdd(text: string): boolean {
  let count = 0;
  for (let at = text.indexOf('"'); at !== -1; at = text.indexOf('"', at + 1)) count += 1;
  return count % 2 === 1;
}

/** Returns the cells of a record; null when a quotation mark is misplaced. */
function splitCells(text: string, delimiter: string): string[] | null {
  const cells: string[] = [];
  for (let at = 0; ; ) {
    if (text[at] === '"') {
      let end = text.indexOf('"', at + 1);
      let isEscaped = false;
      while (end !== -1 && text[end + 1] === '"') {
        isEscaped = true;
        end = text.indexOf('"', end + 2);
      }
      if (end === -1) return null;
      const cell = text.slice(at + 1, end);
      cells.push(isEscaped ? cell.replaceAll('""', '"') : cell);
      at = end + 1;
      if (at === text.length) return cells;
      if (text[at] !== delimiter) return null;
      at += 1;
    } else {
      const next = text.indexOf(delimiter, at);
      const cell = next === -1 ? text.slice(at) : text.slice(at, next);
      if (cell.includes('"')) return null;
      cells.push(cell);
      if (next === -1) return cells;
      at = next + 1;
    }
  }
}
