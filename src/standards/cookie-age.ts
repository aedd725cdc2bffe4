import { inWholeUnits } from './time-units';

const day = 86_400;

/**
 * Returns how long a cookie is kept in plain English, such as `400 days`, `1 year` or `session`; null for a value that is
 * none. @param maxAge seconds, or `session`
 */
export function describeMaxAge(maxAge: unknown): string | null {
  if (maxAge === 'session') return 'session';
  if (typeof maxAge !== 'number' || !(maxAge >= 1)) return null;
  const { count, unit } = inWholeUnits(maxAge);
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}

/** Returns how long a cookie is kept (days), 0 for a session; null for a value that is none. */
export function toMaxAgeDays(maxAge: unknown): number | null {
  if (maxAge === 'session') return 0;
  return typeof maxAge === 'number' && maxAge >= 1 ? maxAge / day : null;
}
