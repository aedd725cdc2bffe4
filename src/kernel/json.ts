/** JSON text with sorted keys and no white space: the same value always gives the same bytes, so it can be hashed. */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map((item) => canonicalJson(item === undefined ? null : item)).join(',')}]`;
  if (value !== null && typeof value === 'object') {
    const entries = Object.entries(value)
      .filter(([, item]) => item !== undefined)
      .sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
    return `{${entries.map(([key, item]) => `${JSON.stringify(key)}:${canonicalJson(item)}`).join(',')}}`;
  }
  return JSON.stringify(value) ?? 'null';
}

const refusedKeys = new Set(['__proto__', 'constructor', 'prototype']);

/** Deepest nesting that a JSON body may have; far above any real profile, far below what overflows a stack. */
const maxDepth = 64;

/**
 * Looks through parsed JSON for what no part of the service can take: keys that reach a prototype, NUL characters
 * (PostgreSQL cannot store them), unpaired surrogates (they change when written as UTF-8), and nesting beyond 64 levels.
 * Returns the first fault as `{ path, message }` (path a JSON Pointer), or null. Walks without recursion.
 */
export function findUnsafeJson(root: unknown): { path: string; message: string } | null {
  const stack: { value: unknown; path: string; depth: number }[] = [{ value: root, path: '', depth: 0 }];
  for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
    const { value, path, depth } = next;
    if (typeof value === 'string') {
      const message = textFault(value);
      if (message !== null) return { path, message };
    } else if (value !== null && typeof value === 'object') {
      if (depth >= maxDepth) return { path: '', message: `must not be nested deeper than ${maxDepth} levels` };
      for (const [key, item] of Object.entries(value)) {
        if (refusedKeys.has(key)) return { path, message: `must not have the key "${key}"` };
        const message = textFault(key);
        if (message !== null) return { path, message: `key ${message}` };
        if (item !== null && (typeof item === 'object' || typeof item === 'string')) {
          stack.push({ value: item, path: `${path}/${key.slice(0, 100)}`, depth: depth + 1 });
        }
      }
    }
  }
  return null;
}

/** What makes a text unfit to be stored and served, or null. */
export function textFault(text: string): string | null {
  if (text.includes('\u0000')) return 'must not contain NUL characters';
  return text.isWellFormed() ? null : 'must not contain unpaired surrogates';
}
