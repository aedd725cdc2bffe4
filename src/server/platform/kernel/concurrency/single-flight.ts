export interface SingleFlight<T> {
  /**
   * Runs `work` once for all concurrent callers of a key. `keep` receives the result before any caller does.
   */
  run(key: string, work: () => Promise<T>, keep: (result: T) => void): Promise<T>;
  /**
   * Marks the current run of a key as outdated: its result is not kept, and its callers receive that of a new
   * run.
   */
  abandon(key: string): void;
}

export function createSingleFlight<T>(): SingleFlight<T> {
  const flights = new Map<string, Promise<T>>();

  function run(key: string, work: () => Promise<T>, keep: (result: T) => void): Promise<T> {
    const current = flights.get(key);
    if (current !== undefined) return current;
    const flight: Promise<T> = fly();
    flights.set(key, flight);
    return flight;

    async function fly(): Promise<T> {
      try {
        const result = await work();
        if (flights.get(key) !== flight) return run(key, work, keep);
        keep(result);
        return result;
      } finally {
        if (flights.get(key) === flight) flights.delete(key);
      }
    }
  }

  return { run, abandon: (key) => void flights.delete(key) };
}
