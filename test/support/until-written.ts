import type { TestApp } from './create-test-app';

/**
 * Returns `read`, whose result for a key is kept until anything is written. The app has a database of its own with a
 * single connection, as `createTestApp` opens it: SQLite counts every row that is written through it.
 */
export function untilWritten<Value>(
  app: () => TestApp,
  read: (key: string) => Promise<Value>,
): (key: string) => Promise<Value> {
  const kept = new Map<string, Promise<Value>>();
  let lastWritten: number | undefined;
  return async (key) => {
    const [{ written }] = await app().knex.raw('select total_changes() as written');
    if (written !== lastWritten) kept.clear();
    lastWritten = written;
    const value = kept.get(key) ?? read(key);
    kept.set(key, value);
    return value;
  };
}
