/** The one source of time, passed in so that tests control it. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
}

export const millisecondsPerDay = 86_400_000;

export const systemClock: Clock = { now: () => Date.now() };

/** ISO 8601 in UTC with milliseconds and `Z`, as every answer writes times. */
export function toIso(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}

export function toIsoOrNull(milliseconds: number | null): string | null {
  return milliseconds === null ? null : toIso(milliseconds);
}
