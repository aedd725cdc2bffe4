import { unavailable } from '../kernel/errors';

export interface WaitingLineOptions {
  /** How long a caller waits at most (ms). */
  readonly patienceMs: number;
  /** Maximum pause between two tries (ms). */
  readonly pauseMs: number;
  /** How many callers can wait at once; further ones are refused. */
  readonly places: number;
}

/** Tries something until it is no longer busy, one caller of a key at a time and in the order of arrival. */
export type WaitingLine = <T>(key: string, attempt: () => Promise<T | 'busy'>) => Promise<T | 'busy'>;

const firstPauseMs = 10;

/**
 * Creates a line for attempts that must not all run at once. Only the first in line of a key looks again, so
 * that a crowd costs as much as one. Resolves to `busy` for callers who waited in vain. @throws ServiceError
 * `unavailable` when no place is left
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
