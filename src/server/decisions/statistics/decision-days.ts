import { type Clock, millisecondsPerDay, toDay } from '#platform/kernel/clock';
import { validationFailed } from '#platform/kernel/errors';
import { readTimeRange } from '#platform/kernel/time-range';
import { canonicalLocale } from '#standards/locale/index';
import { otherName } from '../consent';
import type { DecisionFilter } from './statistics-read-repository';
import { defaultDays, maxDays, type OptInQuery, unnamed } from './statistics-schemas';

/** Reads the days and filters that requests for numbers of decisions name. */

type Filters = Omit<OptInQuery, 'tenantId'>;

/** A number of whole days. Both are included, such as `2026-03-29`. */
export interface DayRange {
  readonly from: string;
  readonly to: string;
}

/** @throws ServiceError `validation_failed` */
export function refuseTimeZone({ timezone }: { readonly timezone?: string }): void {
  if (timezone !== undefined)
    throw validationFailed({ path: 'timezone', message: 'is not supported: days are in UTC' });
}

/** @throws ServiceError `validation_failed` */
export function readDecisionFilter(query: Filters): DecisionFilter {
  refuseTimeZone(query);
  const range = readTimeRange(query);
  const { profileId, complianceGroup, locale } = query;
  const canonical = locale === undefined || locale === otherName ? locale : canonicalLocale(locale);
  if (canonical === null)
    throw validationFailed({ path: 'locale', message: 'must be a BCP 47 language tag such as en or de-AT' });
  return {
    ...(range.from === null ? {} : { from: toDay(range.from) }),
    ...(range.to === null ? {} : { to: toDay(range.to) }),
    ...(profileId === undefined ? {} : { profileId }),
    ...(complianceGroup === undefined ? {} : { group: complianceGroup === unnamed ? '' : complianceGroup }),
    ...(canonical === undefined ? {} : { locale: canonical }),
  };
}

/**
 * Reads a bounded range of days: up to today and 30 days long unless the query says otherwise.
 * @throws ServiceError `validation_failed`
 */
export function readDayRange(
  { days, ...query }: Filters & { readonly days?: number },
  clock: Clock,
): DecisionFilter & DayRange {
  const filter = readDecisionFilter(query);
  const to = filter.to ?? toDay(clock.now());
  if (filter.from === undefined) return { ...filter, from: addDays(to, 1 - (days ?? defaultDays)), to };
  if (days !== undefined) throw validationFailed({ path: 'days', message: 'cannot be combined with `from`' });
  if (filter.from > to) throw validationFailed({ path: 'from', message: 'must not be in the future' });
  if (countDays({ from: filter.from, to }) > maxDays)
    throw validationFailed({
      path: 'from',
      message: `must be at most ${maxDays} days before \`to\``,
      rule: 'max_days',
      limit: maxDays,
    });
  return { ...filter, from: filter.from, to };
}

/** Returns the range of the same length that ends before this one. */
export function previousRange(range: DayRange): DayRange {
  const length = countDays(range);
  return { from: addDays(range.from, -length), to: addDays(range.to, -length) };
}

/** Lists the days of a range, oldest first. */
export function listDays(range: DayRange): string[] {
  return Array.from({ length: countDays(range) }, (_day, index) => addDays(range.from, index));
}

const firstDay = Date.parse('0000-01-01');

/** Returns the day so many days later, but none before the year 0, in which ISO 8601 dates begin. */
const addDays = (day: string, days: number) =>
  toDay(Math.max(firstDay, Date.parse(day) + days * millisecondsPerDay));
const countDays = ({ from, to }: DayRange) =>
  Math.round((Date.parse(to) - Date.parse(from)) / millisecondsPerDay) + 1;
