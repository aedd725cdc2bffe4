import { Type } from '@sinclair/typebox';
import { Value } from '@sinclair/typebox/value';
import { findUnsafeJson } from '#platform/kernel/json';
import type { Validators } from './list-fetch';

/** The last valid response of a source. Times are Unix times (ms). */
export interface ListCopy<T> extends Validators {
  readonly list: T;
  /** Hash of the address that it came from. */
  readonly from: string;
  /** When the source last returned or confirmed this list. */
  readonly checkedAt: number;
  readonly freshUntil: number;
}

/** Converts parsed JSON to a list; null when it has another form. */
export type ReadList<T> = (value: unknown) => T | null;

const time = Type.Number({ minimum: 0, maximum: 8.64e15 });
const text = Type.Union([Type.String(), Type.Null()]);
const StoredCopy = Type.Object({
  from: Type.String(),
  checkedAt: time,
  freshUntil: time,
  etag: text,
  lastModified: text,
  list: Type.Unknown(),
});

/**
 * Maximum number of values in a list; the vendor list has about a hundred thousand. Parsing many more would
 * block the process.
 */
const maxValues = 1_000_000;

/** Parses a list from a response; null when it is not valid. */
export function parseList<T>(body: Buffer, read: ReadList<T>): T | null {
  const value = parseJson(body);
  return value === undefined || findUnsafeJson(value) !== null ? null : read(value);
}

/** Parses a copy from storage; null when it is damaged. The same rules apply as for responses. */
export function parseCopy<T>(body: Buffer, read: ReadList<T>): ListCopy<T> | null {
  const value = parseJson(body);
  if (!Value.Check(StoredCopy, value) || findUnsafeJson(value) !== null) return null;
  const { from, checkedAt, freshUntil, etag, lastModified } = value;
  const list = read(value.list);
  return list === null ? null : { list, from, checkedAt, freshUntil, etag, lastModified };
}

/** Serialises the list and its metadata as one object, so that they cannot be separated. */
export function writeCopy<T>({ list, from, checkedAt, freshUntil, etag, lastModified }: ListCopy<T>): Buffer {
  return Buffer.from(JSON.stringify({ from, checkedAt, freshUntil, etag, lastModified, list }));
}

function parseJson(body: Buffer): unknown {
  if (countCommas(body) > maxValues) return undefined;
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
  } catch {
    return undefined;
  }
}

/** Counts commas: they separate values, so their number bounds the number of values before parsing. */
function countCommas(body: Buffer): number {
  let count = 0;
  for (const byte of body) if (byte === 0x2c) count += 1;
  return count;
}
