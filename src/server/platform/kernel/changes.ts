import { truncate } from './truncate';

/**
 * Differences as the audit log stores them: the value before and after, by the name or path of each field.
 */
export type Changes = Readonly<Record<string, unknown>>;

export interface Difference {
  readonly path: string;
  /** Null when the field did not exist. */
  readonly before: unknown;
  readonly after: unknown;
}

/**
 * Maximum length of one value and of one entry, as JSON (characters): an edit of a whole profile can change
 * thousands of fields.
 */
const maxValueLength = 4000;
const maxEntryLength = 65_536;

/**
 * Returns the values before and after by field. Truncates long values, and only counts fields beyond 64 KiB,
 * as `furtherFields`.
 */
export function toChanges(differences: readonly Difference[]): Changes {
  const changes: Record<string, unknown> = {};
  let length = 0;
  for (const [index, { path, before, after }] of differences.entries()) {
    const change = { before: readable(before), after: readable(after) };
    length += path.length + JSON.stringify(change).length;
    if (length > maxEntryLength) return { ...changes, furtherFields: differences.length - index };
    changes[path] = change;
  }
  return changes;
}

/** Returns the fields of an object that differ. */
export function changedFields<T extends object>(before: T, after: T): Changes {
  return toChanges(findDifferences('', before, after));
}

/** Returns the entries of a map that were added, removed or changed, by paths such as `cookies._ga`. */
export function changedEntries(name: string, before: object, after: object): Difference[] {
  return findDifferences(`${name}.`, before, after);
}

function findDifferences(prefix: string, before: object, after: object): Difference[] {
  const [old, current] = [new Map(Object.entries(before)), new Map(Object.entries(after))];
  return [...new Set([...old.keys(), ...current.keys()])]
    .map((key) => ({
      path: `${prefix}${key}`,
      before: old.get(key) ?? null,
      after: current.get(key) ?? null,
    }))
    .filter((difference) => JSON.stringify(difference.before) !== JSON.stringify(difference.after));
}

function readable(value: unknown): unknown {
  const json = JSON.stringify(value) ?? 'null';
  if (json.length <= maxValueLength) return value;
  return `${truncate(typeof value === 'string' ? value : json, maxValueLength)}…`;
}
