import { inLongestUnit } from '#standards/time-units';
import { regionalTag, useLanguage } from './words';

/** Formats numbers and times in the language of the dashboard; times are local unless they say UTC. */
export interface Formats {
  number(value: number): string;
  /** `61.2 %`; a dash for null, when there is nothing to divide by. */
  percent(share: number | null): string;
  date(value: string | number): string;
  /** `Nov 22`, for axes; of a day such as `2026-11-22`. */
  day(day: string): string;
  dateTime(value: string | number): string;
  /** As `dateTime`, but in UTC, in which periods are chosen. */
  utc(value: string | number): string;
  /** The zone of local times: `Europe/Vienna`. */
  zone(): string;
  /** `2 minutes ago`, `1 day ago`, `now`: whole units that have passed, or are left. */
  relative(value: string | number): string;
  /** Name of a country, by its ISO 3166-1 code. */
  country(code: string): string;
  /** Name of a language, by its BCP 47 tag. */
  language(tag: string): string;
  list(items: readonly string[]): string;
}

/** Formatters are slow to make, and a screen has hundreds of parts that use them. */
const made = new Map<string, Formats>();

function createFormats(language: string): Formats {
  const number = new Intl.NumberFormat(language);
  const percent = new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 1 });
  const date = new Intl.DateTimeFormat(language, { dateStyle: 'medium' });
  const day = new Intl.DateTimeFormat(language, { month: 'short', day: 'numeric' });
  const dateTime = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' });
  const utc = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' });
  // Words such as "yesterday" name days of the calendar, which elapsed time does not tell.
  const relative = new Intl.RelativeTimeFormat(language, { numeric: 'always' });
  const now = new Intl.RelativeTimeFormat(language, { numeric: 'auto' }).format(0, 'second');
  const list = new Intl.ListFormat(language, { type: 'conjunction' });
  const countries = new Intl.DisplayNames(language, { type: 'region', fallback: 'code' });
  const languages = new Intl.DisplayNames(language, { type: 'language', fallback: 'code' });
  return {
    number: (value) => number.format(value),
    percent: (share) => (share === null ? '–' : percent.format(share)),
    date: (value) => date.format(new Date(value)),
    day: (value) => day.format(new Date(`${value}T12:00:00`)),
    dateTime: (value) => dateTime.format(new Date(value)),
    utc: (value) => utc.format(new Date(value)),
    zone: () => dateTime.resolvedOptions().timeZone,
    relative(value) {
      const { count, unit } = inLongestUnit((new Date(value).getTime() - Date.now()) / 1000);
      const whole = Math.trunc(count);
      return whole === 0 ? now : relative.format(whole, unit);
    },
    country: (code) => nameOr(code, () => countries.of(code)),
    language: (tag) => nameOr(tag, () => languages.of(tag)),
    list: (items) => list.format(items),
  };
}

/** `Intl` throws for codes that it cannot read. */
function nameOr(code: string, find: () => string | undefined): string {
  try {
    return find() ?? code;
  } catch {
    return code;
  }
}

export function useFormats(): Formats {
  const tag = regionalTag(useLanguage());
  const formats = made.get(tag) ?? createFormats(tag);
  made.set(tag, formats);
  return formats;
}
