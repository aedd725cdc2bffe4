const day = 86_400;

const units = [
  [365 * day, 'year'],
  [day, 'day'],
  [3600, 'hour'],
  [60, 'minute'],
  [1, 'second'],
] as const;

/**
 * Returns how long a cookie is kept in plain English, such as `400 days`, `1 year` or `session`, rounded to
 * whole units; null for a value that is none. @param maxAge seconds, or `session`
 */
export function describeMaxAge(maxAge: unknown): string | null {
  if (maxAge === 'session') return 'session';
  if (typeof maxAge !== 'number' || !(maxAge >= 1)) return null;
  // Years only where they are exact: 400 days must not become a year.
  const [length, name] =
    units.find(([seconds, unit]) => maxAge % seconds === 0 || (unit !== 'year' && maxAge >= 2 * seconds)) ??
    units[4];
  const count = Math.round(maxAge / length);
  return `${count} ${name}${count === 1 ? '' : 's'}`;
}

/** Returns how long a cookie is kept (days), 0 for a session; null for a value that is none. */
export function toMaxAgeDays(maxAge: unknown): number | null {
  if (maxAge === 'session') return 0;
  return typeof maxAge === 'number' && maxAge >= 1 ? maxAge / day : null;
}
