import { truncate } from './truncate';
/**
 * Returns JSON text with sorted keys and no white space: equal values have equal bytes, so the text can be
 * hashed.
 */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value))
    return `[${value.map((item) => canonicalJson(item === undefined ? null : item)).join(',')}]`;
  if (value !== null && typeof value === 'object') {
    const entries = Object.entries(value)
      .filter(([, item]) => item !== undefined)
      .sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
    return `{${entries.map(([key, item]) => `${JSON.stringify(key)}:${canonicalJson(item)}`).join(',')}}`;
  }
  return JSON.stringify(value) ?? 'null';
}

const refusedKeys = new Set(['__proto__', 'constructor', 'prototype']);

/** Maximum nesting depth of a JSON body: far above any real profile, far below the limit of the stack. */
const maxDepth = 64;

interface UnsafeJson {
  /** JSON Pointer. */
  readonly path: string;
  readonly message: string;
}

/**
 * Returns the first fault of parsed JSON that no part of the service can handle, or null: keys that reach a
 * prototype, NUL characters (PostgreSQL cannot store them), unpaired surrogates (they change when written as
 * UTF-8), and nesting beyond 64 levels. Does not descend below those levels or copy any value.
 */
export function findUnsafeJson(root: unknown): UnsafeJson | null {
  return faultIn(root, 0);
}

const tooDeep: UnsafeJson = { path: '', message: `must not be nested deeper than ${maxDepth} levels` };

function faultIn(value: unknown, depth: number): UnsafeJson | null {
  if (typeof value === 'string') return toFault(textFault(value));
  if (value === null || typeof value !== 'object') return null;
  if (depth >= maxDepth) return tooDeep;
  if (Array.isArray(value)) {
    for (let index = 0; index < value.length; index += 1) {
      const fault = faultIn(value[index], depth + 1);
      if (fault !== null) return below(String(index), fault);
    }
    return null;
  }
  for (const key of Object.keys(value)) {
    const fault = keyFault(key);
    if (fault !== null) return fault;
    const inner = faultIn((value as Record<string, unknown>)[key], depth + 1);
    if (inner !== null) return below(key, inner);
  }
  return null;
}

function keyFault(key: string): UnsafeJson | null {
  if (refusedKeys.has(key)) return toFault(`must not have the key "${key}"`);
  const message = textFault(key);
  return toFault(message === null ? null : `key ${message}`);
}

const toFault = (message: string | null) => (message === null ? null : { path: '', message });

const below = (key: string, fault: UnsafeJson) =>
  fault === tooDeep ? fault : { ...fault, path: `/${truncate(key, 100)}${fault.path}` };

/** Returns the reason why a text cannot be stored and served, or null. */
export function textFault(text: string): string | null {
  if (text.includes('\u0000')) return 'must not contain NUL characters';
  return text.isWellFormed() ? null : 'must not contain unpaired surrogates';
}
