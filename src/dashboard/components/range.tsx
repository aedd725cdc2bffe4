import { useState } from 'react';
import { useSearchParams } from 'wouter';
import { useSharedWords } from '../words';
import { useFaultSentence } from '../words/faults';
import { type DateRange, DateRangeFields } from './date-range-fields';
import { SelectField } from './fields';

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
  if (isDay(from) && isDay(to) && from <= to) return { from, to, days: daysOf({ from, to }) };
  const days = Number(search.get('days'));
  return lastDays((presets as readonly number[]).includes(days) ? days : standardDays);
}

/** Longest period that the service sums up (days). */
const mostDays = 1096;

const daysOf = ({ from, to }: DateRange) => (Date.parse(to) - Date.parse(from)) / dayMs + 1;

/** Selects the period of the whole screen, which the address contains. */
export function RangeField() {
  const words = useSharedWords();
  const sentence = useFaultSentence();
  const [search, setSearch] = useSearchParams();
  const range = readDayRange(search);
  const isCustom = search.has('from');
  /** Days that are not a valid period yet: while somebody types, a field passes through other years and days. */
  const [typed, setTyped] = useState<(DateRange & { readonly over: DayRange }) | null>(null);
  const isTyping = typed?.over.from === range.from && typed.over.to === range.to;
  const shown = isTyping ? typed : range;

  const set = (values: Readonly<Record<string, string>>, options?: { readonly replace: boolean }) => {
    setTyped(null);
    setSearch((now) => {
      const next = new URLSearchParams(now);
      for (const name of ['days', 'from', 'to', 'cursor']) next.delete(name);
      for (const [name, value] of Object.entries(values)) next.set(name, value);
      return next;
    }, options);
  };
  const change = ({ from, to }: DateRange) => {
    if (!isDay(from) || !isDay(to)) return;
    const days = daysOf({ from, to });
    if (days >= 1 && days <= mostDays) set({ from, to }, { replace: true });
    else setTyped({ from, to, over: range });
  };

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
        <DateRangeFields
          range={shown}
          onChange={change}
          error={
            daysOf(shown) > mostDays
              ? sentence({ path: 'from', message: '', rule: 'max_days', limit: mostDays })
              : undefined
          }
        />
      )}
    </div>
  );
}
