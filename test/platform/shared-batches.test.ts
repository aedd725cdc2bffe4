import { setImmediate as turn } from 'node:timers/promises';
import { type BatchesOptions, createBatches } from '#platform/kernel/concurrency/shared-batches';
import { createTestClock } from '../support/create-test-app';

/** Lets what waits for the next turn of the event loop happen. */
async function nextTurn(): Promise<void> {
  await turn();
  await turn();
}

/** Batches whose runs end when the test says so. */
function heldBatches(options: Partial<Omit<BatchesOptions<string, string>, 'run'>>) {
  const runs: { readonly items: readonly string[]; end(error?: Error): void }[] = [];
  const { add } = createBatches<string, string>({
    clock: createTestClock(),
    atOnce: 1,
    maxItems: 3,
    maxSize: 100,
    sizeOf: (item) => item.length,
    ownerOf: () => 'one',
    maxWaiting: 4,
    maxWaitMs: 5000,
    ...options,
    run: (items) =>
      new Promise((resolve, reject) => {
        const end = (error?: Error) =>
          error === undefined ? resolve(items.map((item) => item.toUpperCase())) : reject(error);
        runs.push({ items, end });
      }),
  });
  return { add, runs, items: () => runs.map((run) => run.items) };
}

test('items of one turn run together, and those that come later in the next batches, in order', async () => {
  const { add, runs, items } = heldBatches({});
  const first = [add('a'), add('b')];
  await nextTurn();
  expect(items()).toEqual([['a', 'b']]);
  const later = ['c', 'd', 'e', 'f'].map(add);
  await nextTurn();
  expect(items()).toHaveLength(1);
  runs[0]?.end();
  expect(await Promise.all(first)).toEqual(['A', 'B']);
  await nextTurn();
  runs[1]?.end();
  await nextTurn();
  runs[2]?.end();
  expect(await Promise.all(later)).toEqual(['C', 'D', 'E', 'F']);
  expect(items()).toEqual([['a', 'b'], ['c', 'd', 'e'], ['f']]);
});

test('a batch that fails fails its own items, and those that wait run', async () => {
  const { add, runs } = heldBatches({});
  const failing = add('a');
  await nextTurn();
  const waiting = add('b');
  runs[0]?.end(new Error('no'));
  await expect(failing).rejects.toThrow('no');
  await nextTurn();
  runs[1]?.end();
  expect(await waiting).toBe('B');
});

test('an item that has waited too long is refused and does not run', async () => {
  const clock = createTestClock();
  const { add, runs, items } = heldBatches({ clock, maxWaitMs: 100 });
  const running = add('a');
  await nextTurn();
  const late = add('b');
  clock.advance(60);
  const recent = add('c');
  clock.advance(60);
  runs[0]?.end();
  await expect(late).rejects.toMatchObject({ code: 'unavailable' });
  await nextTurn();
  runs[1]?.end();
  expect(await Promise.all([running, recent])).toEqual(['A', 'C']);
  expect(items()).toEqual([['a'], ['c']]);
});

test('a batch is not larger than allowed, except by a single item', async () => {
  const { add, runs, items } = heldBatches({ maxSize: 4, maxWaiting: 5 });
  const all = ['aa', 'bb', 'c', 'dddddd', 'e'].map(add);
  for (const index of [0, 1, 2, 3]) {
    await nextTurn();
    runs[index]?.end();
  }
  expect(await Promise.all(all)).toEqual(['AA', 'BB', 'C', 'DDDDDD', 'E']);
  expect(items()).toEqual([['aa', 'bb'], ['c'], ['dddddd'], ['e']]);
});

test('an owner with many items neither delays nor crowds out another one', async () => {
  const { add, runs, items } = heldBatches({ ownerOf: (item) => item[0] ?? '' });
  const running = add('a0');
  await nextTurn();
  const flood = ['a1', 'a2', 'a3', 'a4'].map(add);
  await expect(add('a5')).rejects.toMatchObject({ code: 'unavailable' });
  const others = ['b1', 'c1'].map(add);
  runs[0]?.end();
  await nextTurn();
  expect(items()).toEqual([['a0'], ['a1', 'b1', 'c1']]);
  runs[1]?.end();
  await nextTurn();
  runs[2]?.end();
  expect(await Promise.all([running, ...flood, ...others])).toHaveLength(7);
  expect(items()[2]).toEqual(['a2', 'a3', 'a4']);
});

test('at most so many batches run at once', async () => {
  const { add, runs, items } = heldBatches({ atOnce: 2 });
  const waits = [add('a')];
  await nextTurn();
  waits.push(add('b'));
  await nextTurn();
  waits.push(add('c'));
  await nextTurn();
  expect(items()).toEqual([['a'], ['b']]);
  runs[1]?.end();
  await nextTurn();
  expect(items()).toEqual([['a'], ['b'], ['c']]);
  runs[0]?.end();
  runs[2]?.end();
  expect(await Promise.all(waits)).toEqual(['A', 'B', 'C']);
});

test('no batch is empty: items of one turn need no second run', async () => {
  const { add, runs, items } = heldBatches({ atOnce: 2 });
  const both = [add('a'), add('b')];
  await nextTurn();
  expect(items()).toEqual([['a', 'b']]);
  runs[0]?.end();
  expect(await Promise.all(both)).toEqual(['A', 'B']);
  const later = add('c');
  await nextTurn();
  runs[1]?.end();
  expect(await later).toBe('C');
});

test('items beyond those that may wait are refused', async () => {
  const { add, runs } = heldBatches({ maxWaiting: 1 });
  const running = add('a');
  await nextTurn();
  const waiting = add('b');
  await expect(add('c')).rejects.toMatchObject({ code: 'unavailable' });
  runs[0]?.end();
  await nextTurn();
  runs[1]?.end();
  expect(await Promise.all([running, waiting])).toEqual(['A', 'B']);
});
