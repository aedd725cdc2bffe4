import { AsyncResource } from 'node:async_hooks';
import type { Clock } from '../clock';
import { unavailable } from '../errors';

export interface BatchesOptions<Item, Result> {
  readonly clock: Pick<Clock, 'elapsed'>;
  /** Number of batches that run at once. */
  readonly atOnce: number;
  /** Maximum number of items in a batch. */
  readonly maxItems: number;
  /** Maximum sum of the sizes of a batch's items. A larger item runs alone. */
  readonly maxSize: number;
  readonly sizeOf: (item: Item) => number;
  /** Returns to whom an item belongs: owners take turns, so that none waits behind many items of another. */
  readonly ownerOf: (item: Item) => string;
  /** Maximum number of items of one owner that wait; further ones are refused. */
  readonly maxWaiting: number;
  /** Maximum time for which an item waits until its batch starts (ms); after it, the item is refused. */
  readonly maxWaitMs: number;
  /** Returns a result for each item, in their order. */
  readonly run: (items: readonly Item[]) => Promise<readonly Result[]>;
}

interface Waiting<Item, Result> {
  readonly item: Item;
  readonly since: number;
  /** The caller's asynchronous context, such as its trace. */
  readonly context: AsyncResource;
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
}

export interface Batches<Item, Result> {
  /** @throws ServiceError `unavailable` when too many items wait, or for too long */
  add(item: Item): Promise<Result>;
  /** Number of items that wait for their batch. */
  waiting(): number;
}

/**
 * Creates a function that does the same work for many callers in batches: an item runs at once when nothing else
 * does, and those that arrive meanwhile run together in the next batch, in the asynchronous context of the first of them.
 * A batch that fails fails all its items.
 */
export function createBatches<Item, Result>({
  clock,
  atOnce,
  maxItems,
  maxSize,
  sizeOf,
  ownerOf,
  maxWaiting,
  maxWaitMs,
  run,
}: BatchesOptions<Item, Result>): Batches<Item, Result> {
  /** The waiting items, by their owner; the owner whose turn is next comes first. */
  const queues = new Map<string, Waiting<Item, Result>[]>();
  let running = 0;

  function takeBatch(): Waiting<Item, Result>[] {
    const now = clock.elapsed();
    const batch: Waiting<Item, Result>[] = [];
    let size = 0;
    for (const [owner, queue] of queues) {
      const next = queue[0] as Waiting<Item, Result>; // no queue is empty
      const isLate = now - next.since > maxWaitMs;
      if (!isLate) size += sizeOf(next.item);
      if (batch.length === maxItems || (batch.length > 0 && size > maxSize)) break;
      queue.shift();
      queues.delete(owner);
      // Behind the others, where this loop finds it again.
      if (queue.length > 0) queues.set(owner, queue);
      if (isLate) next.reject(unavailable());
      else batch.push(next);
    }
    return batch;
  }

  async function runNext(): Promise<void> {
    running += 1;
    while (queues.size > 0) {
      // Everything that the process has received meanwhile belongs to this batch: drivers of SQLite block it.
      await new Promise(setImmediate);
      const batch = takeBatch();
      // Another run has taken them meanwhile.
      if (batch.length === 0) continue;
      try {
        const items = batch.map(({ item }) => item);
        const { context } = batch[0] as Waiting<Item, Result>; // it is not empty
        const results = await context.runInAsyncScope(run, null, items);
        for (const [index, { resolve }] of batch.entries()) resolve(results[index] as Result);
      } catch (error) {
        for (const { reject } of batch) reject(error);
      }
    }
    running -= 1;
  }

  return {
    add: (item) =>
      new Promise((resolve, reject) => {
        const owner = ownerOf(item);
        const queue = queues.get(owner) ?? [];
        if (queue.length >= maxWaiting) throw unavailable();
        const context = new AsyncResource('express-consent.batch');
        queue.push({ item, since: clock.elapsed(), context, resolve, reject });
        queues.set(owner, queue);
        if (running < atOnce) void runNext();
      }),
    waiting: () => [...queues.values()].reduce((sum, queue) => sum + queue.length, 0),
  };
}
