/** Units of time in which people state durations, the longest first, with their lengths (s). */
const units = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
  ['second', 1],
] as const;

export type TimeUnit = (typeof units)[number][0];

/**
 * Returns a duration in the longest unit that it reaches, not rounded.
 *
 * @example
 * inLongestUnit(47_304_000); // { count: 1.5, unit: 'year' }
 * inLongestUnit(-90); // { count: -1.5, unit: 'minute' }
 */
export function inLongestUnit(seconds: number): { readonly count: number; readonly unit: TimeUnit } {
  const [unit, length] = units.find(([, each]) => Math.abs(seconds) >= each) ?? units[5];
  return { count: seconds / length, unit };
}

/**
 * Returns a duration as a whole number of the longest unit in which it is at most 2 % off: for how long a cookie is kept must
 * not look shorter than it is.
 *
 * @param seconds 1 or more
 * @example
 * inWholeUnits(34_128_000); // { count: 13, unit: 'month' }, of 395 days
 * inWholeUnits(34_560_000); // { count: 400, unit: 'day' }
 */
export function inWholeUnits(seconds: number): { readonly count: number; readonly unit: TimeUnit } {
  const isNear = (length: number) =>
    Math.abs(seconds - Math.round(seconds / length) * length) <= seconds * 0.02;
  const [unit, length] = units.find(([, each]) => isNear(each)) ?? units[5];
  return { count: Math.round(seconds / length), unit };
}
