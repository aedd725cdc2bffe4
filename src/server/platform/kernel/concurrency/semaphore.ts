import { unavailable } from '../errors';

export type Semaphore = <T>(work: () => Promise<T>) => Promise<T>;

/**
 * Creates a function that runs at most `limit` tasks at once and queues the others in order of arrival.
 * @param maxQueue number of tasks that can wait; further ones are rejected with a ServiceError `unavailable`
 */
export function createSemaphore(limit: number, maxQueue = Number.POSITIVE_INFINITY): Semaphore {
  let running = 0;
  const queue: (() => void)[] = [];

  return async (work) => {
    if (running < limit) {
      running += 1;
    } else {
      if (queue.length >= maxQueue) throw unavailable();
      // A task that ends passes its slot on, so `running` stays as it is.
      await new Promise<void>((enter) => queue.push(enter));
    }
    try {
      return await work();
    } finally {
      const next = queue.shift();
      if (next === undefined) running -= 1;
      else next();
    }
  };
}
