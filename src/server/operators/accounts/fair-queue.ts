import { unavailable } from '#platform/kernel/errors';

/** The party and rank of a task, which decide its turn. */
export interface Turn {
  /** The party. Its tasks alternate with those of others, however many it sends. */
  readonly party: string;
  /** Rank; lower ranks run first. */
  readonly rank: number;
}

export interface FairQueueOptions {
  /** Greatest number of tasks that run at once. */
  readonly concurrent: number;
  /** Greatest number of tasks that wait. */
  readonly waiting: number;
}

interface Waiting extends Turn {
  /** Position of the task among its party's, counted from the current round. */
  readonly round: number;
  readonly start: () => void;
  readonly refuse: () => void;
}

/**
 * Compares two waiting tasks: negative when the first one runs first. Equal tasks keep the order of arrival.
 */
const order = (a: Waiting, b: Waiting) => a.rank - b.rank || a.round - b.round;

/**
 * Creates a queue in which no party can block the others: each has one task in a round, and lower ranks run
 * first. When the queue is full, the task that would run last is refused with a ServiceError `unavailable`,
 * whether it is the new one or a waiting one.
 */
export function createFairQueue({
  concurrent,
  waiting,
}: FairQueueOptions): <T>(turn: Turn, work: () => Promise<T>) => Promise<T> {
  const queue: Waiting[] = [];
  let running = 0;
  let round = 0;

  /** Inserts a task after those that run before it, so that the queue stays in order. */
  function enqueue(entry: Waiting): void {
    const at = queue.findIndex((other) => order(entry, other) < 0);
    queue.splice(at === -1 ? queue.length : at, 0, entry);
    if (queue.length > waiting) queue.pop()?.refuse();
  }

  function place({ party, rank }: Turn): Promise<void> {
    const last = queue.findLast((other) => other.party === party);
    return new Promise((resolve, reject) =>
      enqueue({
        party,
        rank,
        round: last === undefined ? round : last.round + 1,
        start: resolve,
        refuse: () => reject(unavailable()),
      }),
    );
  }

  return async (turn, work) => {
    // A finished task passes its slot on, so `running` stays the same.
    if (running >= concurrent) await place(turn);
    else running += 1;
    try {
      return await work();
    } finally {
      const next = queue.shift();
      if (next === undefined) running -= 1;
      else {
        round = next.round;
        next.start();
      }
    }
  };
}
