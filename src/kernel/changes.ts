import { truncate } from './truncate';

/**
 * How the audit log tells what is different: by the name or path of each field, its value before and after.
 */
export type Changes = Readonly<Record<string, unknown>>;

export interface Difference {
  readonly path: string;
  /** null where there was nothing. */
  readonly before: unknown;
  readonly after: unknown;
}

/**
 * Most characters of one value as JSON, and of one entry: an edit of a whole profile can touch thousands of
 * fields.
 */
const longestValue = 4000;
const longestEntry = 65_536;

/**
 * Before and after by field; long values cut to what is readable, and fields beyond 64 KiB only counted, as
 * `furtherFields`.
 */
export function toChanges(differences: readonly Difference[]): Changes {
  const changes: Record<string, unknown> = {};
  let length = 0;
  for (const [index, { path, before, after }] of differences.entries()) {
    const change = { before: readable(before), after: readable(after) };
    length += path.length + JSON.stringify(change).length;
    if (length > longestEntry) return { ...changes, furtherFields: differences.length - index };
    changes[path] = change;
  }
  return changes;
}

/** The fields of a thing that differ. */
export function changedFields<T extends object>(before: T, after: T): Changes {
  return toChanges(differencesOf('', before, after));
}

/** The entries of a map that came, went or changed, by paths such as `cookies._ga`. */
export function changedEntries(name: string, before: object, after: object): Difference[] {
  return differencesOf(`${name}.`, before, after);
}

function differencesOf(prefix: string, before: object, after: object): Difference[] {
  const [old, fresh] = [new Map(Object.entries(before)), new Map(Object.entries(after))];
  return [...new Set([...old.keys(), ...fresh.keys()])]
    .map((key) => ({ path: `${prefix}${key}`, before: old.get(key) ?? null, after: fresh.get(key) ?? null }))
    .filter((difference) => JSON.stringify(difference.before) !== JSON.stringify(difference.after));
}

function readable(value: unknown): unknown {
  const json = JSON.stringify(value) ?? 'null';
  if (json.length <= longestValue) return value;
  return `${truncate(typeof value === 'string' ? value : json, longestValue)}…`;
}
