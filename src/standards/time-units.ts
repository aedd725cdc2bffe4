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
