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

/**
 * Returns the cutoffs of a day (UTC) in a tenant. No consent that can still be in effect is removed, however short the
 * configured time is.
 * Source: GDPR, Article 7(1): who processes data on the basis of consent must be able to prove it.
 * @param longestExpiryDays of the tenant's published profiles: one that is not active now can be published again, while its
 * cookies last
 */
export function getRetentionCutoffs(
  { historyMonths, inactiveVisitorsMonths }: ResolvedConfig['retention'],
  now: number,
  longestExpiryDays: number,
): RetentionCutoffs {
  const today = now - (now % millisecondsPerDay);
  return {
    superseded: historyMonths === undefined ? null : addMonths(today, -historyMonths),
    inactive:
      inactiveVisitorsMonths === undefined
        ? null
        : Math.min(addMonths(today, -inactiveVisitorsMonths), today - longestExpiryDays * millisecondsPerDay),
  };
}
