import { useSearchParams } from 'wouter';
import { useSharedWords } from '../words';
import { DateField, SelectField } from './fields';

/** A period of days in UTC, both included. Fields name the time zone in their labels. */
export interface DayRange {
  /** `2026-11-01` */
  readonly from: string;
  readonly to: string;
  readonly days: number;
}

const dayMs = 86_400_000;
const toDay = (time: number) => new Date(time).toISOString().slice(0, 10);
/** Whether a text is a day: `2026-11-22`. */
export const isDay = (text: string | null): text is string =>
  text !== null && /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text));

const earlier = (a: string, b: string) => [a, b].sort()[0] ?? a;

const presets = [1, 7, 30, 90, 365] as const;
const standardDays = 30;

const lastDays = (days: number): DayRange => {
  const now = Date.now();
  return { from: toDay(now - (days - 1) * dayMs), to: toDay(now), days };
};

/** Returns the period that the address names: `?days=7`, or `?from=2026-11-01&to=2026-11-22`. */
export function useDayRange(): DayRange {
  const [search] = useSearchParams();
  return readDayRange(search);
}

function readDayRange(search: URLSearchParams): DayRange {
  const from = search.get('from');
  const to = search.get('to');
  if (isDay(from) && isDay(to) && from <= to)
    return { from, to, days: (Date.parse(to) - Date.parse(from)) / dayMs + 1 };
  const days = Number(search.get('days'));
  return lastDays((presets as readonly number[]).includes(days) ? days : standardDays);
}

/** Selects the period of the whole screen, which the address contains. */
export function RangeField() {
  const words = useSharedWords();
  const [search, setSearch] = useSearchParams();
  const range = readDayRange(search);
  const isCustom = search.has('from');

  const set = (values: Readonly<Record<string, string>>) =>
    setSearch((now) => {
      const next = new URLSearchParams(now);
      for (const name of ['days', 'from', 'to', 'cursor']) next.delete(name);
      for (const [name, value] of Object.entries(values)) next.set(name, value);
      return next;
    });

  return (
    <div className="row range">
      <SelectField
        label={words.range.label}
        value={isCustom ? 'custom' : String(range.days)}
        onChange={(value) => set(value === 'custom' ? { from: range.from, to: range.to } : { days: value })}
        options={[
          ...presets.map((days) => ({
            value: String(days),
            label: days === 1 ? words.range.today : words.range.days(days),
          })),
          { value: 'custom', label: words.range.custom },
        ]}
      />
      {isCustom && (
        <>
          <DateField
            label={words.range.from}
            value={range.from}
            max={range.to}
            onChange={(from) =>
              isDay(from) && set({ from, to: from === earlier(from, range.to) ? range.to : from })
            }
          />
          <DateField
            label={words.range.to}
            value={range.to}
            min={range.from}
            onChange={(to) => isDay(to) && set({ from: earlier(to, range.from), to })}
          />
        </>
      )}
    </div>
  );
}
