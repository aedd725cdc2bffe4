/**
 * Adds calendar months to a time (epoch milliseconds, UTC), or subtracts a negative number of them: returns
 * the same day and time of the other month, or the last day of a month that is too short (31 August and six
 * months: 28 or 29 February).
 */
export function addMonths(time: number, months: number): number {
  const month = new Date(time).getUTCMonth() + months;
  // The month's last day is earlier than a day that the month does not have.
  return Math.min(new Date(time).setUTCMonth(month), new Date(time).setUTCMonth(month + 1, 0));
}

/**
 * Thirteen months at most (days), after which visitors are reminded of what they chose under the TCF.
 * Source: IAB Europe TCF Policies 5.0.b, reminder at least every 13 months.
 */
export const thirteenMonths = 396;
