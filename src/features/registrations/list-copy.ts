import { Type } from '@sinclair/typebox';
import { Value } from '@sinclair/typebox/value';
import { findUnsafeJson } from '../../kernel/json';
import type { Validators } from './list-fetch';

/** The last good answer of a source. Times in epoch milliseconds. */
export interface ListCopy<T> extends Validators {
  readonly list: T;
  /** Hash of the address that it came from. */
  readonly from: string;
  /** When the source last said that this is its list. */
  readonly checkedAt: number;
  readonly freshUntil: number;
}

/** Makes of parsed JSON what it should be; null when it is something else. */
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
 * Most values that a list may hold; the vendor list has some hundred thousand. To read many more would hold
 * up everything else.
 */
const mostValues = 1_000_000;

/** A list as its source answers it; null for garbage. */
export function parseList<T>(body: Buffer, read: ReadList<T>): T | null {
  const value = parseJson(body);
  return value === undefined || findUnsafeJson(value) !== null ? null : read(value);
}

/**
 * A copy as storage holds it; null when it was damaged. Held to the same rules as what comes from outside.
 */
export function parseCopy<T>(body: Buffer, read: ReadList<T>): ListCopy<T> | null {
  const value = parseJson(body);
  if (!Value.Check(StoredCopy, value) || findUnsafeJson(value) !== null) return null;
  const { from, checkedAt, freshUntil, etag, lastModified } = value;
  const list = read(value.list);
  return list === null ? null : { list, from, checkedAt, freshUntil, etag, lastModified };
}

/** One object with the list and what is known of it, so that the two cannot part. */
export function writeCopy<T>({ list, from, checkedAt, freshUntil, etag, lastModified }: ListCopy<T>): Buffer {
  return Buffer.from(JSON.stringify({ from, checkedAt, freshUntil, etag, lastModified, list }));
}

function parseJson(body: Buffer): unknown {
  if (commasIn(body) > mostValues) return undefined;
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
  } catch {
    return undefined;
  }
}

/** Between any two values stands one, so their number is told before any value is made. */
function commasIn(body: Buffer): number {
  let count = 0;
  for (const byte of body) if (byte === 0x2c) count += 1;
  return count;
}
