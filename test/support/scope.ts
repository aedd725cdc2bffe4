/** `core` for `npm test`, `all` for `npm run test:all`, `deep` for `npm run test:deep`, each with all of the one before. */
export type Scope = 'core' | 'all' | 'deep';

declare global {
  /** Set by the Jest configuration. */
  var testScope: Scope;
}

/** Whether `npm test` runs, rather than `npm run test:all` or `npm run test:deep`. */
export const isCore = globalThis.testScope === 'core';

/** Whether `npm run test:deep` runs. */
export const isDeep = globalThis.testScope === 'deep';

/**
 * Returns the value for the running scope: how many inputs a property tries, how many kills a test makes.
 *
 * @example
 * fc.assert(property, { numRuns: byScope({ core: 20, all: 100, deep: 5_000 }) });
 */
export function byScope<Value>(values: Readonly<Record<Scope, Value>>): Value {
  return values[globalThis.testScope];
}

/**
 * Returns the whole list in `npm run test:deep`, and some items from all over it in the shorter runs.
 * @param most how many items `npm run test:all` tries at most
 */
export function pickSome<Item>(items: readonly Item[], most = 12): readonly Item[] {
  const size = byScope({ core: Math.min(2, most), all: most, deep: items.length });
  if (items.length <= size) return items;
  return Array.from({ length: size }, (_, index) => items[Math.floor((index * items.length) / size)] as Item);
}

/** `describe` for what `npm test` leaves out: slow, and of little use while one writes code. */
export function describeInAll(name: string, define: () => void): void {
  if (isCore) describe.skip(`${name} (skipped: runs in npm run test:all)`, define);
  else describe(name, define);
}

/** `describe` for what only `npm run test:deep` runs: between releases nobody knows whether it still holds. */
export function describeInDeep(name: string, define: () => void): void {
  if (isDeep) describe(name, define);
  else describe.skip(`${name} (skipped: runs in npm run test:deep)`, define);
}

/** `test` for what `npm test` leaves out, mostly because it waits for a limit of time to pass. */
export function testInAll(name: string, run: () => Promise<void>, timeoutMs?: number): void {
  if (isCore) test.skip(`${name} (skipped: runs in npm run test:all)`, run);
  else test(name, run, timeoutMs);
}

/**
 * `test` for what only `npm run test:deep` runs: a detail that is dear to check.
 *
 * @example
 * testInDeep('is read from right to left', async () => {});
 * testInDeep.each(['light', 'dark'])('has no accessibility faults in %s', async (theme) => {});
 */
export function testInDeep(
  name: string,
  run: (() => Promise<void>) | (() => void),
  timeoutMs?: number,
): void {
  if (isDeep) test(name, run, timeoutMs);
  else test.skip(`${name} (skipped: runs in npm run test:deep)`, run);
}

const skipEach = (table: readonly unknown[]) => (name: string, run: (...row: never[]) => unknown) =>
  test.skip.each(table)(`${name} (skipped: runs in npm run test:deep)`, run as () => void);
testInDeep.each = isDeep ? test.each : (skipEach as typeof test.each);
