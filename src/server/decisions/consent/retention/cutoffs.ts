import type { ResolvedConfig } from '#platform/config/config-schema';
import { millisecondsPerDay } from '#platform/kernel/clock';
import { addMonths } from '#standards/calendar';

/** Times before which retention removes data (epoch milliseconds); null: it is kept. */
export interface RetentionCutoffs {
  /** Of the decision that superseded a state. */
  readonly superseded: number | null;
  /** Of a visitor's last decision. */
  readonly inactive: number | null;
}

/** Returns the cutoffs of a day (UTC). */
export function getRetentionCutoffs(
  { historyMonths, inactiveVisitorsMonths }: ResolvedConfig['retention'],
  now: number,
): RetentionCutoffs {
  const today = now - (now % millisecondsPerDay);
  return {
    superseded: historyMonths === undefined ? null : addMonths(today, -historyMonths),
    inactive: inactiveVisitorsMonths === undefined ? null : addMonths(today, -inactiveVisitorsMonths),
  };
}
