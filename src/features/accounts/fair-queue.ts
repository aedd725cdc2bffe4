import { unavailable } from '../../kernel/errors';

/** Whose work it is, for taking turns. */
export interface Turn {
  /** Works of one party take turns with those of others, however many it sends. */
  readonly party: string;
  /** Lower goes first. */
  readonly rank: number;
}

export interface FairQueueOptions {
  /** Works that run at once. */
  readonly concurrent: number;
  /** Works that wait at most. */
  readonly waiting: number;
}

interface Waiting extends Turn {
  /** The party's how-many-th work it is; counted from the round that is being served. */
  readonly round: number;
  readonly start: () => void;
  readonly refuse: () => void;
}

/** Who goes first of two, when both wait: negative for the first. Equals keep the order of arrival. */
const order = (a: Waiting, b: Waiting) => a.rank - b.rank || a.round - b.round;

/**
 * Creates a queue in which no party can keep the others out: each has one work in a round, and lower ranks go
 * first. When it is full, the work that would be served last is refused with a ServiceError `unavailable`, be
 * it the new one or one that waits.
 */
export function createFairQueue({
  concurrent,
  waiting,
}: FairQueueOptions): <T>(turn: Turn, work: () => Promise<T>) => Promise<T> {
  const queue: Waiting[] = [];
  let running = 0;
  let round = 0;

  /** Inserts behind those that go first, so the queue stays in order. */
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
    // Whoever ends hands its place over, so `running` stays as it is.
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
