import { pipeline, Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { SetupError } from '#platform/kernel/errors';

/**
 * A line of a text file, numbered from 1, and what ended it. A line that cannot be read has the reason instead
 * of a text.
 */
export type Line =
  | { readonly number: number; readonly text: string; readonly end: string }
  | { readonly number: number; readonly text: null; readonly fault: 'too_long' | 'not_utf8' };

/** Greatest length of a line (bytes); a TC string has at most 16 KiB. */
const maxLineBytes = 1_048_576;

const newline = 0x0a;
const carriageReturn = 0x0d;
const [quote, openBrace, openBracket] = [0x22, 0x7b, 0x5b];
/** Byte order mark and white space before a first sign. */
const blanks = new Set([0xef, 0xbb, 0xbf, 0x20, 0x09, carriageReturn, newline]);
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Yields the file's bytes, unpacked where they are gzip. @throws SetupError when a packed file is damaged */
async function* unpacked(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void, undefined> {
  const iterator = bytes[Symbol.asyncIterator]();
  const first = await iterator.next();
  const whole = (async function* () {
    if (first.done) return;
    yield first.value;
    yield* { [Symbol.asyncIterator]: () => iterator };
  })();
  if (first.done || first.value[0] !== 0x1f || first.value[1] !== 0x8b) {
    yield* whole;
    return;
  }
  try {
    yield* pipeline(Readable.from(whole), createGunzip(), () => {});
  } catch (error) {
    if (String((error as NodeJS.ErrnoException).code).startsWith('Z_'))
      throw new SetupError('The gzip file is damaged or truncated');
    throw error;
  }
}

interface LineEnds {
  /** The last byte of each line. */
  readonly end: number;
  readonly bytes: AsyncIterable<Uint8Array>;
}

/**
 * Finds out how the lines of a file end: with a line feed, alone or after a carriage return, or with a carriage return
 * alone, as some spreadsheets write. The first line end outside quotation marks decides.
 */
async function findLineEnds(bytes: AsyncIterable<Uint8Array>): Promise<LineEnds> {
  const iterator = bytes[Symbol.asyncIterator]();
  const begun: Uint8Array[] = [];
  let isQuoted = false;
  let isJson: boolean | null = null;
  let hasReturn = false;
  let end: number | null = null;
  let length = 0;
  while (end === null && length <= maxLineBytes) {
    const next = await iterator.next();
    if (next.done) break;
    begun.push(next.value);
    length += next.value.length;
    for (const byte of next.value) {
      if (hasReturn) end = byte === newline ? newline : carriageReturn;
      else if (byte === newline && !isQuoted) end = newline;
      if (end !== null) break;
      if (isJson === null && !blanks.has(byte)) isJson = byte === openBrace || byte === openBracket;
      // In JSON no line ends between quotation marks.
      if (byte === quote && isJson === false) isQuoted = !isQuoted;
      hasReturn = byte === carriageReturn && !isQuoted;
    }
  }
  if (end === null && hasReturn) end = carriageReturn;
  async function* whole() {
    yield* begun;
    yield* { [Symbol.asyncIterator]: () => iterator };
  }
  return { end: end ?? newline, bytes: whole() };
}

/** Yields all lines of a file, a few at a time, in memory that does not grow with it. */
export async function* readLines(packed: AsyncIterable<Uint8Array>): AsyncGenerator<Line[], void, undefined> {
  const { end: lineEnd, bytes } = await findLineEnds(unpacked(packed));
  let number = 0;
  let rest: Uint8Array[] = [];
  let restBytes = 0;
  let isDropping = false;

  function* take(block: Buffer): Generator<Line[]> {
    const lines = splitLines(block, number + 1, lineEnd);
    number += lines.length;
    yield lines;
  }

  for await (const chunk of bytes) {
    const piece = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
    let start = 0;
    if (isDropping) {
      const end = piece.indexOf(lineEnd);
      if (end === -1) continue;
      isDropping = false;
      start = end + 1;
    }
    const last = piece.lastIndexOf(lineEnd);
    if (last >= start) {
      yield* take(Buffer.concat([...rest, piece.subarray(start, last + 1)]));
      rest = [];
      restBytes = 0;
      start = last + 1;
    }
    rest.push(piece.subarray(start));
    restBytes += piece.length - start;
    if (restBytes > maxLineBytes) {
      number += 1;
      yield [{ number, text: null, fault: 'too_long' }];
      rest = [];
      restBytes = 0;
      isDropping = true;
    }
  }
  if (restBytes > 0) yield* take(Buffer.concat(rest));
}

/**
 * Decodes all lines at once where possible, otherwise one by one, so that a damaged line affects no other.
 */
function splitLines(block: Buffer, first: number, lineEnd: number): Line[] {
  const sign = String.fromCharCode(lineEnd);
  const end = block.at(-1) === lineEnd ? block.length - 1 : block.length;
  const whole = decode(block.subarray(0, end));
  if (whole !== null) return whole.split(sign).map((text, index) => toLine(text, first + index, sign));
  const lines: Line[] = [];
  for (let start = 0; start <= end; ) {
    const next = block.indexOf(lineEnd, start);
    const stop = next === -1 || next > end ? end : next;
    const text = decode(block.subarray(start, stop));
    const number = first + lines.length;
    lines.push(text === null ? { number, text: null, fault: 'not_utf8' } : toLine(text, number, sign));
    start = stop + 1;
  }
  return lines;
}

function decode(bytes: Uint8Array): string | null {
  try {
    return utf8.decode(bytes);
  } catch {
    return null;
  }
}

function toLine(text: string, number: number, sign: string): Line {
  if (text.length > maxLineBytes) return { number, text: null, fault: 'too_long' };
  const hasReturn = text.endsWith('\r');
  const withoutReturn = hasReturn ? text.slice(0, -1) : text;
  return {
    number,
    text: number === 1 && withoutReturn.startsWith('\ufeff') ? withoutReturn.slice(1) : withoutReturn,
    end: hasReturn ? `\r${sign}` : sign,
  };
}
