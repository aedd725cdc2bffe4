export interface SingleFlight<T> {
  /**
   * Does `work` once for all who ask for `key` at the same time; `keep` gets its result before anyone else.
   */
  run(key: string, work: () => Promise<T>, keep: (result: T) => void): Promise<T>;
  /**
   * What is under way for `key` has been overtaken: its result is not kept, and who waits for it gets a new
   * one.
   */
  abandon(key: string): void;
}

export function createSingleFlight<T>(): SingleFlight<T> {
  const flights = new Map<string, Promise<T>>();

  function run(key: string, work: () => Promise<T>, keep: (result: T) => void): Promise<T> {
    const underWay = flights.get(key);
    if (underWay !== undefined) return underWay;
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
