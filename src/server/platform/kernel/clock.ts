/** The one source of time, passed in so that tests control it. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Milliseconds since an arbitrary moment. Never goes backwards, so intervals are measured with it. */
  elapsed(): number;
}

export const millisecondsPerDay = 86_400_000;

/** The last moment that ISO 8601 writes with a four-digit year (epoch ms). */
export const lastMoment = Date.parse('9999-12-31T23:59:59.999Z');

export const systemClock: Clock = { now: () => Date.now(), elapsed: () => performance.now() };

/** Returns a time as ISO 8601 in UTC with milliseconds and `Z`: the format of times in all responses. */
export function toIso(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}

/** Returns the UTC day of a Unix time (ms), such as `2026-11-27`. */
export function toDay(milliseconds: number): string {
  return new Date(milliseconds).toISOString().slice(0, 10);
}

export function toIsoOrNull(milliseconds: number | null): string | null {
  return milliseconds === null ? null : toIso(milliseconds);
}
