import { unavailable } from '#platform/kernel/errors';

export interface WaitingLineOptions {
  /** Maximum time that a caller waits (ms). */
  readonly patienceMs: number;
  /** Maximum pause between two tries (ms). */
  readonly pauseMs: number;
  /** Maximum number of callers that wait at once; further ones are rejected. */
  readonly places: number;
}

/** Repeats an attempt while it is busy, one caller of a key at a time and in order of arrival. */
export type WaitingLine = <T>(key: string, attempt: () => Promise<T | 'busy'>) => Promise<T | 'busy'>;

const firstPauseMs = 10;

/**
 * Creates a queue for attempts that must not all run at once. Only the first caller of each key retries, so
 * that many callers cost as much as one. Resolves to `busy` for callers that waited too long.
 * @throws ServiceError `unavailable` when the queue is full
 */
export function createWaitingLine({ patienceMs, pauseMs, places }: WaitingLineOptions): WaitingLine {
  const lines = new Map<string, Promise<unknown>>();
  let waiting = 0;

  async function tryUntil<T>(deadline: number, attempt: () => Promise<T | 'busy'>): Promise<T | 'busy'> {
    for (let pause = firstPauseMs; ; pause = Math.min(pause * 2, pauseMs)) {
      const outcome = await attempt();
      if (outcome !== 'busy' || performance.now() >= deadline) return outcome;
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
  }

  return async (key, attempt) => {
    if (waiting >= places) throw unavailable();
    const deadline = performance.now() + patienceMs;
    const turn = (lines.get(key) ?? Promise.resolve()).then(() => tryUntil(deadline, attempt));
    const settled = turn.then(
      () => {},
      () => {},
    );
    lines.set(key, settled);
    waiting += 1;
    try {
      return await turn;
    } finally {
      waiting -= 1;
      if (lines.get(key) === settled) lines.delete(key);
    }
  };
}
