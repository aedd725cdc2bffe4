declare global {
  /** Set by the Jest configuration: `core` for `npm test`, `all` for `npm run test:all`. */
  var testScope: 'core' | 'all';
}

/** Whether `npm test` runs, rather than `npm run test:all`. */
export const isCore = globalThis.testScope === 'core';

/** The most items of a list that `npm test` tries where `npm run test:all` tries them all. */
const coreSampleSize = 4;

/** Returns the whole list in `npm run test:all`, and a few items from all over it in `npm test`. */
export function sampleInCore<Item>(items: readonly Item[]): readonly Item[] {
  if (!isCore || items.length <= coreSampleSize) return items;
  return Array.from(
    { length: coreSampleSize },
    (_, index) => items[Math.floor((index * items.length) / coreSampleSize)] as Item,
  );
}

/** `describe` for what only `npm run test:all` runs: slow, and of little use while one writes code. */
export function describeInAll(name: string, define: () => void): void {
  if (isCore) describe.skip(`${name} (skipped: runs in npm run test:all)`, define);
  else describe(name, define);
}
