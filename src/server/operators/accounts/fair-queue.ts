import { unavailable } from '#platform/kernel/errors';

/** The party and rank of a task, which decide its turn. */
export interface Turn {
  /** The party. Its tasks alternate with those of others, however many it sends. */
  readonly party: string;
  /** Rank; lower ranks run first. */
  readonly rank: number;
  /** Greatest number of the party's tasks that wait; more are refused. Unset: as many as there are places. */
  readonly places?: number;
}

export interface FairQueueOptions {
  /** Greatest number of tasks that run at once. */
  readonly concurrent: number;
  /** Greatest number of tasks that wait. */
  readonly waiting: number;
}

interface Waiting extends Turn {
  /** Position of the task among its party's in this rank, counted from the rank's current round. */
  readonly round: number;
  readonly start: () => void;
  readonly refuse: () => void;
}

/** Greatest number of times in a row that a rank is passed over while one of its tasks waits. */
const maxPassedOver = 2;

/**
 * Compares two waiting tasks: negative when the first one runs first. Equal tasks keep the order of arrival.
 */
const order = (a: Waiting, b: Waiting) => a.rank - b.rank || a.round - b.round;

/**
 * Creates a queue in which no party can block the others: each has one task in a round. Lower ranks run first, but of
 * three tasks at least one is of a higher rank while such a task waits. When the queue is full, the task that is last in
 * order is refused with a ServiceError `unavailable`, whether it is the new one or a waiting one.
 */
export function createFairQueue({
  concurrent,
  waiting,
}: FairQueueOptions): <T>(turn: Turn, work: () => Promise<T>) => Promise<T> {
  const queue: Waiting[] = [];
  let running = 0;
  /** The current round of each rank. */
  const rounds = new Map<number, number>();
  /** How many times in a row each waiting rank was passed over. */
  let passedOver = new Map<number, number>();

  /** Inserts a task after those that run before it, so that the queue stays in order. */
  function enqueue(entry: Waiting): void {
    const at = queue.findIndex((other) => order(entry, other) < 0);
    queue.splice(at === -1 ? queue.length : at, 0, entry);
    if (queue.length > waiting) queue.pop()?.refuse();
  }

  async function place({ party, rank, places = Number.POSITIVE_INFINITY }: Turn): Promise<void> {
    const own = queue.filter((other) => other.party === party);
    if (own.length >= places) throw unavailable();
    const last = own.findLast((other) => other.rank === rank);
    const round = last === undefined ? (rounds.get(rank) ?? 0) : last.round + 1;
    return new Promise((resolve, reject) =>
      enqueue({ party, rank, round, start: resolve, refuse: () => reject(unavailable()) }),
    );
  }

  /** Removes the task that runs next from the queue; undefined when none waits. */
  function takeNext(): Waiting | undefined {
    const isDue = ({ rank }: Waiting) => (passedOver.get(rank) ?? 0) >= maxPassedOver;
    const next = queue.find(isDue) ?? queue[0];
    if (next === undefined) return undefined;
    queue.splice(queue.indexOf(next), 1);
    rounds.set(next.rank, next.round);
    passedOver = new Map(
      queue.map(({ rank }) => [rank, rank === next.rank ? 0 : (passedOver.get(rank) ?? 0) + 1]),
    );
    return next;
  }

  return async (turn, work) => {
    // A finished task passes its slot on, so `running` stays the same.
    if (running >= concurrent) await place(turn);
    else running += 1;
    try {
      return await work();
    } finally {
      const next = takeNext();
      if (next === undefined) running -= 1;
      else next.start();
    }
  };
}
