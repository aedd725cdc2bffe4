const isoDate = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?)(Z|[+-]\d{2}:\d{2})?)?$/i;

/**
 * Reads an ISO 8601 date or date-time (epoch milliseconds); NaN for anything else. Without a zone it is UTC
 * wherever the service runs, and nothing is guessed: `Date.parse` would use local time, read 30 February as 2
 * March, and `version 3` as a day in 2001.
 */
export function readListDate(text: string): number {
  const [, date, time = '00:00', zone = 'Z'] = isoDate.exec(text) ?? [];
  const day = Date.parse(`${date}T00:00Z`);
  const isDay = date !== undefined && !Number.isNaN(day) && new Date(day).toISOString().startsWith(date);
  return isDay ? Date.parse(`${date}T${time}${zone}`.toUpperCase()) : Number.NaN;
}
