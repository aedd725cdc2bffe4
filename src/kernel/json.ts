import { truncate } from './truncate';
/**
 * JSON text with sorted keys and no white space: the same value always gives the same bytes, so it can be
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

/**
 * Deepest nesting that a JSON body may have; far above any real profile, far below what overflows a stack.
 */
const maxDepth = 64;

interface UnsafeJson {
  /** JSON Pointer. */
  readonly path: string;
  readonly message: string;
}

/**
 * Looks through parsed JSON for what no part of the service can take: keys that reach a prototype, NUL
 * characters (PostgreSQL cannot store them), unpaired surrogates (they change when written as UTF-8), and
 * nesting beyond 64 levels. Returns the first fault, or null. Goes no deeper than those levels, and makes
 * nothing of what is sound.
 */
export function findUnsafeJson(root: unknown): UnsafeJson | null {
  return faultIn(root, 0);
}

const tooDeep: UnsafeJson = { path: '', message: `must not be nested deeper than ${maxDepth} levels` };

function faultIn(value: unknown, depth: number): UnsafeJson | null {
  if (typeof value === 'string') return faultOf(textFault(value));
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
  if (refusedKeys.has(key)) return faultOf(`must not have the key "${key}"`);
  const message = textFault(key);
  return faultOf(message === null ? null : `key ${message}`);
}

const faultOf = (message: string | null) => (message === null ? null : { path: '', message });

const below = (key: string, fault: UnsafeJson) =>
  fault === tooDeep ? fault : { ...fault, path: `/${truncate(key, 100)}${fault.path}` };

/** What makes a text unfit to be stored and served, or null. */
export function textFault(text: string): string | null {
  if (text.includes('\u0000')) return 'must not contain NUL characters';
  return text.isWellFormed() ? null : 'must not contain unpaired surrogates';
}
