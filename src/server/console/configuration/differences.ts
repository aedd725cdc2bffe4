import type { Difference } from '#platform/kernel/changes';

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  value !== null && typeof value === 'object' && !Array.isArray(value);

/** Returns the fields that differ, at any depth, by paths such as `content.profileJson.mainBanner.heading`. */
export function listDifferences(before: unknown, after: unknown, path = ''): Difference[] {
  if (JSON.stringify(before) === JSON.stringify(after)) return [];
  if (Array.isArray(before) && Array.isArray(after) && before.length === after.length)
    return before.flatMap((item, index) => listDifferences(item, after[index], `${path}[${index}]`));
  if (!isObject(before) || !isObject(after)) return [{ path, before: before ?? null, after: after ?? null }];
  const [old, current] = [new Map(Object.entries(before)), new Map(Object.entries(after))];
  const names = [...new Set([...old.keys(), ...current.keys()])];
  const inside = names.flatMap((name) =>
    listDifferences(old.get(name), current.get(name), path === '' ? name : `${path}.${name}`),
  );
  // Only the order differs, as of categories.
  return inside.length > 0 ? inside : [{ path, before: [...old.keys()], after: [...current.keys()] }];
}
