import type { Clock } from '#platform/kernel/clock';

/** Time after which a run ends and the next one continues (ms). */
const longestRunMs = 60_000;

/** Returns whether a run that begins now is over: the upkeep says so, or the run has taken its time. */
export function limitRun(isOver: () => boolean, clock: Pick<Clock, 'elapsed'>): () => boolean {
  const endsAt = clock.elapsed() + longestRunMs;
  return () => isOver() || clock.elapsed() > endsAt;
}
