/**
 * Adds calendar months to a time (epoch milliseconds, UTC), or subtracts a negative number of them: returns
 * the same day and time of the other month, or the last day of a month that is too short (31 August and six
 * months: 28 or 29 February).
 */
export function addMonths(time: number, months: number): number {
  const date = new Date(time);
  const day = date.getUTCDate();
  date.setUTCDate(1);
  date.setUTCMonth(date.getUTCMonth() + months);
  const lastDay = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
  return date.setUTCDate(Math.min(day, lastDay));
}
