import createRouter from 'find-my-way';

/** The result of a search for a path. */
export interface PathMatch<Entry> {
  /** The entry whose pattern the path matches; null when there is none. */
  readonly entry: Entry | null;
  /** The decoded values of the pattern's parameters. */
  readonly params: Readonly<Record<string, string>>;
  /** Whether the path cannot be decoded. */
  readonly isMalformed: boolean;
}

const unknown = { entry: null, params: {}, isMalformed: false };
const malformed = { entry: null, params: {}, isMalformed: true };

/**
 * Creates a table of path patterns, such as `/consent/:visitorId/verify`. More patterns do not make a search slower. Paths
 * are case-sensitive and may end with a slash. A pattern without parameters is preferred to one with them. Only
 * parameters can be percent-encoded: hosts guard paths by their names.
 * @returns a function that finds the entry of a path without its query
 */
export function createPathTable<Entry extends object>(
  entries: Iterable<readonly [pattern: string, entry: Entry]>,
): (path: string) => PathMatch<Entry> {
  const router = createRouter({
    ignoreTrailingSlash: true,
    // The length of a request line is limited elsewhere.
    maxParamLength: Number.MAX_SAFE_INTEGER,
    // Without it, a malformed path is returned like an unknown one.
    onBadUrl() {},
  });
  // Every path is registered as GET: its entry contains the methods.
  for (const [pattern, entry] of entries)
    router.on('GET', pattern, () => {}, { entry, parts: pattern.split('/') });
  return (path) => {
    // No part of a path is empty.
    if (path.includes('//')) return unknown;
    const found = router.find('GET', path);
    if (found === null) return unknown;
    if (found.store === null) return malformed;
    const { entry, parts } = found.store as { readonly entry: Entry; readonly parts: readonly string[] };
    if (path.includes('%') && !isSpelledOut(parts, path)) return unknown;
    return { entry, params: found.params as Record<string, string>, isMalformed: false };
  };
}

/** Returns whether a path that matches a pattern contains the pattern's names as they are. */
function isSpelledOut(parts: readonly string[], path: string): boolean {
  const sent = path.split('/');
  return parts.every((part, index) => part.startsWith(':') || part === sent[index]);
}
