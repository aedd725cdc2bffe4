/**
 * Adds calendar months to a time (epoch milliseconds, UTC), or subtracts a negative number of them: returns
 * the same day and time of the other month, or the last day of a month that is too short (31 August and six
 * months: 28 or 29 February).
 */
export function addMonths(time: number, months: number): number {
  const date = new Date(time);
  const day = date.getUTCDate();
  date.setUTCMonth(date.getUTCMonth() + months);
  // A day that the month does not have is one of the next month.
  return date.getUTCDate() === day ? +date : date.setUTCDate(0);
}
