import { useSharedWords } from '../words';
import { useFaultSentence } from '../words/faults';
import { DateField } from './fields';

/** First and last day of a list; an empty one sets no limit. */
export interface DateRange {
  readonly from: string;
  readonly to: string;
}

/** Whether the first day is after the last one. */
export const isReversed = ({ from, to }: DateRange): boolean =>
  from !== '' && to !== '' && from.slice(0, 10) > to.slice(0, 10);

/** Asks for a first and a last day. The last one can be a time. */
export function DateRangeFields({
  range: { from, to },
  onChange,
  error,
}: {
  readonly range: DateRange;
  /** Called while somebody types, also with days that are not yet meant. */
  readonly onChange: (range: DateRange) => void;
  /** Another error than that the first day is after the last one. */
  readonly error?: string | undefined;
}) {
  const { range } = useSharedWords();
  const sentence = useFaultSentence();
  return (
    <div className="day-range">
      <DateField
        label={range.from}
        path="from"
        value={from}
        max={to.slice(0, 10)}
        error={
          isReversed({ from, to }) ? sentence({ path: 'from', message: '', rule: 'not_after_to' }) : error
        }
        onChange={(next) => onChange({ from: next, to })}
      />
      <DateField
        label={range.to}
        path="to"
        value={to.slice(0, 10)}
        min={from}
        onChange={(next) => onChange({ from, to: next })}
      />
    </div>
  );
}
