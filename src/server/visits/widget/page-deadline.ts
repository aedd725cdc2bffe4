import { withDeadline } from '#platform/kernel/concurrency/deadline';

/** A page never waits longer for the service (ms), whatever it needs. */
const pageDeadlineMs = 50;

/** Returns the result of `work`, or `late` when the page has no more time, or the work failed. */
export type WithinPageTime = <T, Late>(work: PromiseLike<T>, late: Late) => Promise<T | Late>;

/** Starts the time of a page, which everything that it waits for shares. */
export function startPageTime(): WithinPageTime {
  const endsAt = performance.now() + pageDeadlineMs;
  return (work, late) =>
    // What is in memory is still in time when no time is left.
    withDeadline(Math.max(0, endsAt - performance.now()), work, () => late).catch(() => late);
}
