/**
 * Long work that many may ask for: one run at a time for each key. Who asks while one is under way shares the
 * next run, so that no answer is older than its question and a crowd costs two runs.
 */
export function oneAtATime<T>(work: (key: string) => Promise<T>): (key: string) => Promise<T> {
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
