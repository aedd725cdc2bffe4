/**
 * Unsaved edits of a banner, a look or a cookie list, field by field, and how they are merged with what others have saved
 * meanwhile.
 */

export type Path = readonly (string | number)[];

/** Values to set, by path. */
export type Changes = readonly (readonly [Path, unknown])[];

export interface Edit {
  readonly path: Path;
  /** The value that the edit started from; undefined: there was none. */
  readonly before?: unknown;
  /** The operator's value; undefined: removed. */
  readonly after?: unknown;
}

/** A field that both sides changed. */
export interface Conflict extends Edit {
  readonly theirs?: unknown;
  /**
   * Whether the owner of the field is gone, such as a cookie or a language, so that the edit cannot be applied any
   * more.
   */
  readonly isGone: boolean;
}

export const samePath = (a: Path, b: Path) => a.length === b.length && isBelow(a, b);
const isBelow = (path: Path, parent: Path) => parent.every((part, index) => path[index] === part);

export function same(a: unknown, b: unknown): boolean {
  return JSON.stringify(sorted(a)) === JSON.stringify(sorted(b));
}

/** Databases do not all keep the order of keys. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, item]) => [key, sorted(item)]),
  );
}

export function valueAt(value: unknown, path: Path): unknown {
  return path.reduce<unknown>(
    (part, key) =>
      typeof part === 'object' && part !== null && Object.hasOwn(part, key)
        ? (part as Record<string | number, unknown>)[key]
        : undefined,
    value,
  );
}

/** Returns a copy with another value at the path; undefined removes it. */
export function withValue<T>(value: T, path: Path, next: unknown): T {
  const [key, ...rest] = path;
  if (key === undefined) return next as T;
  const inner = rest.length === 0 ? next : withValue(valueAt(value, [key]), rest, next);
  if (typeof key === 'number') {
    const list = Array.isArray(value) ? [...value] : [];
    while (list.length < key) list.push({});
    list[key] = inner;
    return list as T;
  }
  const { [key]: _old, ...others } = (value ?? {}) as Record<string, unknown>;
  if (inner === undefined) return others as T;
  // An existing key keeps its place: the order of categories is what visitors see.
  if (Object.hasOwn((value ?? {}) as object, key)) return { ...value, [key]: inner } as T;
  return { ...others, [key]: inner } as T;
}

export const applyEdits = <T>(base: T, edits: readonly Edit[]): T =>
  edits.reduce((value, { path, after }) => withValue(value, path, after), base);

/** Returns the edits that lead from one value to another; of a map that both have, such as a cookie, those of its fields. */
function editsBetween(path: Path, before: unknown, after: unknown): readonly Edit[] {
  if (same(before, after)) return [];
  if (!isMap(before) || !isMap(after)) return [{ path, before, after }];
  const keys = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...keys].flatMap((key) => editsBetween([...path, key], before[key], after[key]));
}

const isMap = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Returns changes that were made to a state as edits of its fields. */
export const toEdits = (changes: Changes, since: unknown): readonly Edit[] =>
  changes.flatMap(([path, after]) => editsBetween(path, valueAt(since, path), after));

/** Returns the edits that take changes of a state back. */
export const toUndo = (changes: Changes, since: unknown): readonly Edit[] =>
  changes.toReversed().flatMap(([path, after]) => editsBetween(path, after, valueAt(since, path)));

/** Returns the fields that differ from those that a form began with, so that a save leaves the others as they are by now. */
export const changedFields = <Fields extends object>(before: Fields, after: Fields): Partial<Fields> =>
  Object.fromEntries(
    Object.entries(after).filter(([field, value]) => !same(valueAt(before, [field]), value)),
  ) as Partial<Fields>;

/**
 * Merges a list of names that two people have changed: what either of them added is in it, and what either of them removed
 * is not.
 */
export const mergeLists = (
  before: readonly string[],
  own: readonly string[],
  theirs: readonly string[],
): string[] => [
  ...own.filter((name) => theirs.includes(name) || !before.includes(name)),
  ...theirs.filter((name) => !own.includes(name) && !before.includes(name)),
];

/** Returns the edits with one more; an edit that restores the value of the base disappears. */
export function withEdit(edits: readonly Edit[], base: unknown, path: Path, after: unknown): readonly Edit[] {
  const parent = edits.find((edit) => edit.path.length < path.length && isBelow(path, edit.path));
  if (parent !== undefined)
    return edits.map((edit) =>
      edit === parent ? { ...edit, after: withValue(edit.after, path.slice(edit.path.length), after) } : edit,
    );
  const others = edits.filter((edit) => !isBelow(edit.path, path));
  return [...others, ...editsBetween(path, valueAt(base, path), after)];
}

export interface Rebased {
  readonly edits: readonly Edit[];
  readonly conflicts: readonly Conflict[];
}

/** Applies edits to a newer base. A field that only one side changed needs no decision. */
export function rebase(edits: readonly Edit[], base: unknown): Rebased {
  const kept: Edit[] = [];
  const conflicts: Conflict[] = [];
  for (const edit of edits) {
    const theirs = valueAt(base, edit.path);
    const entry = entryOf(edit.path);
    const isGone = entry !== null && valueAt(base, entry) === undefined;
    if (isGone) {
      if (edit.after !== undefined) conflicts.push({ ...edit, theirs, isGone });
    } else if (same(theirs, edit.before)) kept.push(edit);
    else if (!same(theirs, edit.after)) conflicts.push({ ...edit, theirs, isGone });
  }
  return { edits: kept, conflicts };
}

/**
 * Returns the path of the language, cookie, service, category or button that a field belongs to; null when it belongs to none.
 */
function entryOf(path: Path): Path | null {
  const [root, ...rest] = path;
  if (root === 'localeContent') return path.length > 2 ? path.slice(0, 2) : null;
  if (rest[0] === 'cookies' || rest[0] === 'services') return path.length > 3 ? path.slice(0, 3) : null;
  if (rest[1] === 'categories') return path.length > 4 ? path.slice(0, 4) : null;
  const button = path.findIndex((part) => typeof part === 'number');
  return button >= 0 && path.length > button + 1 ? path.slice(0, button + 1) : null;
}
