/**
 * Groups items by a key, in their order: `Map.groupBy`, which Node.js 20 lacks.
 *
 * @example
 * groupBy([1, 2, 3], (number) => (number % 2 === 0 ? 'even' : 'odd')); // odd: 1, 3; even: 2
 */
export function groupBy<T>(items: Iterable<T>, keyOf: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [item]);
    else group.push(item);
  }
  return groups;
}
