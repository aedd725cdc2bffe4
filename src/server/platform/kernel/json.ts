import { truncate } from './truncate';
/**
 * Returns JSON text with sorted keys and no white space: equal values have equal bytes, so the text can be
 * hashed.
 */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value))
    return `[${value.map((item) => canonicalJson(item === undefined ? null : item)).join(',')}]`;
  if (value !== null && typeof value === 'object') {
    const fields: string[] = [];
    for (const key of Object.keys(value).sort()) {
      const item: unknown = value[key as keyof typeof value];
      if (item !== undefined) fields.push(`${JSON.stringify(key)}:${canonicalJson(item)}`);
    }
    return `{${fields.join(',')}}`;
  }
  return JSON.stringify(value) ?? 'null';
}

const refusedKeys = new Set(['__proto__', 'constructor', 'prototype']);

/** Maximum nesting depth of a JSON body: far above any real profile, far below the limit of the stack. */
const maxDepth = 64;

/**
 * Maximum number of values in a JSON body: a profile of the greatest size with texts has about half as many. Parsing and
 * checking many more would delay other requests.
 */
const maxValues = 100_000;

/** Maximum number of entries in one object or list of a JSON body: twice as many as any schema allows. */
const maxEntries = 10_000;

interface UnsafeJson {
  /** JSON Pointer. */
  readonly path: string;
  readonly message: string;
}

const quote = 0x22;
const backslash = 0x5c;
const comma = 0x2c;
const openBracket = 0x5b;
const closeBracket = 0x5d;
const openBrace = 0x7b;
const closeBrace = 0x7d;

/**
 * Returns the reason why JSON is not worth parsing, or null: more values, longer lists or deeper nesting than any part of
 * the service accepts. Commas and brackets outside of strings bound both. Does not check the syntax.
 * @param bytes JSON in UTF-8
 */
export function jsonTextFault(bytes: Uint8Array): string | null {
  let values = 1;
  let depth = 0;
  /** Entries of the open objects and lists, by depth. */
  const entries = new Uint32Array(maxDepth + 1);
  for (let index = 0; index < bytes.length; index += 1) {
    const byte = bytes[index] as number;
    if (byte === quote) {
      const end = bytes.indexOf(quote, index + 1);
      index = end !== -1 && bytes[end - 1] !== backslash ? end : endOfString(bytes, index);
    } else if (byte === comma) {
      values += 1;
      entries[depth] = (entries[depth] as number) + 1;
      if ((entries[depth] as number) > maxEntries) return tooLong.message;
    } else if (byte === openBracket || byte === openBrace) {
      const next = bytes[index + 1];
      if (next !== closeBracket && next !== closeBrace) values += 1;
      depth += 1;
      if (depth > maxDepth) return tooDeep.message;
      entries[depth] = 1;
    } else if (byte === closeBracket || byte === closeBrace) {
      // Below zero it is not JSON; the parser says so.
      depth = Math.max(0, depth - 1);
    }
    if (values > maxValues) return tooMany.message;
  }
  return null;
}

/** Returns the index of the quotation mark that ends the string that begins at `start`; the last index if none does. */
function endOfString(bytes: Uint8Array, start: number): number {
  for (let end = bytes.indexOf(quote, start + 1); end !== -1; end = bytes.indexOf(quote, end + 1)) {
    let escapes = 0;
    while (bytes[end - 1 - escapes] === backslash) escapes += 1;
    if (escapes % 2 === 0) return end;
  }
  return bytes.length - 1;
}

/**
 * Returns the first fault of parsed JSON that no part of the service can handle, or null: keys that reach a
 * prototype, NUL characters (PostgreSQL cannot store them), unpaired surrogates (they change when written as
 * UTF-8), nesting beyond 64 levels, and, where sizes are bounded, more than 100,000 values, or 10,000 in one object
 * or list. Does not descend below those levels or copy any
 * value.
 */
export function findUnsafeJson(root: unknown, isBounded = false): UnsafeJson | null {
  const unbounded = Number.POSITIVE_INFINITY;
  return faultIn(
    root,
    0,
    isBounded ? { values: maxValues, entries: maxEntries } : { values: unbounded, entries: unbounded },
  );
}

const tooDeep: UnsafeJson = { path: '', message: `must not be nested deeper than ${maxDepth} levels` };
const tooLong: UnsafeJson = {
  path: '',
  message: `must not have more than ${maxEntries} entries in one object or list`,
};
const tooMany: UnsafeJson = { path: '', message: `must not have more than ${maxValues} values` };

/** Faults of the whole value, which have no path. */
const sizes: readonly UnsafeJson[] = [tooDeep, tooLong, tooMany];

interface SizesLeft {
  values: number;
  readonly entries: number;
}

function faultIn(value: unknown, depth: number, left: SizesLeft): UnsafeJson | null {
  left.values -= 1;
  if (left.values < 0) return tooMany;
  if (typeof value === 'string') {
    const message = textFault(value);
    return message === null ? null : { path: '', message };
  }
  if (value === null || typeof value !== 'object') return null;
  if (depth >= maxDepth) return tooDeep;
  if (Array.isArray(value)) {
    if (value.length > left.entries) return tooLong;
    for (let index = 0; index < value.length; index += 1) {
      const fault = faultIn(value[index], depth + 1, left);
      if (fault !== null) return below(String(index), fault);
    }
    return null;
  }
  const keys = Object.keys(value);
  if (keys.length > left.entries) return tooLong;
  for (const key of keys) {
    if (!usualKey.test(key) || refusedKeys.has(key)) {
      const fault = keyFault(key);
      if (fault !== null) return fault;
    }
    const inner = faultIn((value as Record<string, unknown>)[key], depth + 1, left);
    if (inner !== null) return below(key, inner);
  }
  return null;
}

/** Matches nearly every key, and none with a character that `textFault` refuses. */
const usualKey = /^[\w.-]*$/;

function keyFault(key: string): UnsafeJson | null {
  if (refusedKeys.has(key)) return { path: '', message: `must not have the key "${key}"` };
  const message = textFault(key);
  return message === null ? null : { path: '', message: `key ${message}` };
}

const below = (key: string, fault: UnsafeJson) =>
  sizes.includes(fault) ? fault : { ...fault, path: `/${truncate(key, 100)}${fault.path}` };

/** Returns the number of values in parsed JSON, or `enough` when there are as many or more. */
export function countValues(value: unknown, enough: number): number {
  let count = 1;
  if (value === null || typeof value !== 'object') return count;
  for (const item of Object.values(value)) {
    if (count >= enough) return enough;
    count += item === null || typeof item !== 'object' ? 1 : countValues(item, enough - count);
  }
  return Math.min(count, enough);
}

/** Returns the reason why a text cannot be stored and served, or null. */
export function textFault(text: string): string | null {
  if (text.includes('\u0000')) return 'must not contain NUL characters';
  return text.isWellFormed() ? null : 'must not contain unpaired surrogates';
}
