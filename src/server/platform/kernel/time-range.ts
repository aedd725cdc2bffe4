import { lastMoment, millisecondsPerDay } from './clock';
import { validationFailed } from './errors';

/** A range of time (epoch ms). Both bounds are inclusive; null means no bound. */
export interface TimeRange {
  readonly from: number | null;
  readonly to: number | null;
}

/**
 * Reads a range of dates or times.
 * @throws ServiceError `validation_failed` when a text is not a date or time, or `from` is after `to`
 */
export function readTimeRange({ from, to }: { readonly from?: string; readonly to?: string }): TimeRange {
  const range = {
    from: from === undefined ? null : readMoment('from', from).first,
    to: to === undefined ? null : readMoment('to', to).last,
  };
  if (range.from !== null && range.to !== null && range.from > range.to)
    throw validationFailed({ path: 'from', message: 'must not be after `to`', rule: 'not_after_to' });
  return range;
}

const firstMoment = Date.parse('0000-01-01T00:00:00Z');
const isoDate = /^\d{4}-\d{2}-\d{2}$/;
const isoTime = /^\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})?$/;

/** Returns midnight UTC of a day such as 2026-03-29 (epoch ms), or null when the calendar has no such day. */
export function readDay(text: string): number | null {
  const day = isoDate.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN;
  // Date.parse reads 30 February as 2 March.
  return !Number.isNaN(day) && new Date(day).toISOString().startsWith(text) ? day : null;
}

/**
 * Returns the first and the last millisecond of a date or time (epoch ms).
 * @param path the parameter that contains the text
 * @throws ServiceError `validation_failed`
 */
export function readMoment(path: string, text: string): { first: number; last: number } {
  const [, date = '', time] = /^([^T]*)(?:T(.*))?$/.exec(text.toUpperCase()) ?? [];
  const day = readDay(date);
  if (day !== null && time === undefined) return { first: day, last: day + millisecondsPerDay - 1 };
  const zone = time === undefined ? null : isoTime.exec(time);
  const moment =
    day !== null && zone !== null
      ? Date.parse(`${date}T${time}${zone[1] === undefined ? 'Z' : ''}`)
      : Number.NaN;
  // A zone can move a time out of the four-digit years, which are the only ones that ISO 8601 dates have
  // here.
  if (!(moment >= firstMoment && moment <= lastMoment))
    throw validationFailed({ path, message: 'must be an ISO 8601 date or date-time', rule: 'date' });
  return { first: moment, last: moment };
}
