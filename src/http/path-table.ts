import createRouter from 'find-my-way';

/** The result of a search for a path. */
export interface PathMatch<Entry> {
  /** The entry whose pattern the path matches; null when there is none. */
  readonly entry: Entry | null;
  /** The decoded parts of the path that the pattern's parameters name. */
  readonly params: Readonly<Record<string, string>>;
  /** Whether the path cannot be decoded. */
  readonly isMalformed: boolean;
}

const unknown = { entry: null, params: {}, isMalformed: false };
const malformed = { entry: null, params: {}, isMalformed: true };

/**
 * Creates a table of path patterns, such as `/consent/:visitorId/verify`, in which the number of patterns does not slow
 * the search. Paths distinguish upper and lower case, and may end with a slash. A pattern without parameters is preferred
 * to one with them.
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
  // The methods of a path are part of its entry.
  for (const [pattern, entry] of entries) router.on('GET', pattern, () => {}, entry);
  return (path) => {
    const found = router.find('GET', path);
    if (found === null) return unknown;
    if (found.store === null) return malformed;
    const params = found.params as Record<string, string>;
    if (Object.values(params).includes('')) return unknown;
    return { entry: found.store as Entry, params, isMalformed: false };
  };
}
