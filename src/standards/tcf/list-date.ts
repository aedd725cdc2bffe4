const isoDate = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?)(Z|[+-]\d{2}:\d{2})?)?$/i;

/**
 * A date or date-time of ISO 8601 in epoch milliseconds, NaN for anything else. Without a zone it is UTC
 * wherever the service runs, and nothing is guessed: `Date.parse` takes local time there, 30 February for 2
 * March and `version 3` for a day in 2001.
 */
export function readListDate(text: string): number {
  const [, date, time = '00:00', zone = 'Z'] = isoDate.exec(text) ?? [];
  const day = Date.parse(`${date}T00:00Z`);
  const isDay = date !== undefined && !Number.isNaN(day) && new Date(day).toISOString().startsWith(date);
  return isDay ? Date.parse(`${date}T${time}${zone}`.toUpperCase()) : Number.NaN;
}
