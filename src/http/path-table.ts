import createRouter from 'find-my-way';

/** An entry of the table whose pattern a path matches, with the decoded values of its parameters. */
export interface PathMatch<Entry> {
  readonly entry: Entry;
  readonly params: Readonly<Record<string, string>>;
}

/**
 * Finds the entry of a path without its query. Null: no pattern matches it. `malformed`: its encoding cannot be decoded.
 */
export type FindPath<Entry> = (path: string) => PathMatch<Entry> | null | 'malformed';

/**
 * Creates a table of path patterns, such as `/consent/:visitorId/verify`, in which the number of patterns does not slow
 * the search. Paths distinguish upper and lower case, and may end with a slash. A pattern without parameters is preferred
 * to one with them.
 */
export function createPathTable<Entry extends object>(
  entries: Iterable<readonly [pattern: string, entry: Entry]>,
): FindPath<Entry> {
  const router = createRouter({
    ignoreTrailingSlash: true,
    // The length of a request line is limited elsewhere.
    maxParamLength: Number.MAX_SAFE_INTEGER,
    // Without it, a malformed path is returned like an unknown one.
    onBadUrl() {},
  });
  // The methods of a path are part of its entry.
  for (const [pattern, entry] of entries) router.on('GET', pattern, () => {}, entry);
  return (path) => {
    const found = router.find('GET', path);
    if (found === null) return null;
    if (found.store === null) return 'malformed';
    const params = found.params as Record<string, string>;
    return Object.values(params).includes('') ? null : { entry: found.store as Entry, params };
  };
}
