/**
 * Creates a function for long work with many callers, which runs once at a time for each key. Callers that
 * arrive during a run share the next one: no result is older than its request, and any number of concurrent
 * callers causes two runs at most.
 */
export function createLatestRun<T>(work: (key: string) => Promise<T>): (key: string) => Promise<T> {
  const running = new Map<string, Promise<unknown>>();
  const waiting = new Map<string, Promise<T>>();

  function start(key: string): Promise<T> {
    const run = work(key).finally(() => running.delete(key));
    running.set(key, run);
    return run;
  }

  return (key) => {
    const shared = waiting.get(key);
    if (shared !== undefined) return shared;
    const current = running.get(key);
    if (current === undefined) return start(key);
    const next = current
      .catch(() => {})
      .then(() => {
        waiting.delete(key);
        return start(key);
      });
    waiting.set(key, next);
    return next;
  };
}
