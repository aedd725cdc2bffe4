import { useSharedWords } from '../words';
import { DateField } from './fields';

/** First and last day of a list; an empty one sets no limit. */
interface DateRange {
  readonly from: string;
  readonly to: string;
}

/** Asks for a first and a last day. The last one can be a time. */
export function DateRangeFields({
  range: { from, to },
  onChange,
}: {
  readonly range: DateRange;
  readonly onChange: (range: DateRange) => void;
}) {
  const { range } = useSharedWords();
  return (
    <>
      <DateField
        label={range.from}
        value={from}
        max={to.slice(0, 10)}
        onChange={(next) => onChange({ from: next, to })}
      />
      <DateField
        label={range.to}
        value={to.slice(0, 10)}
        min={from}
        onChange={(next) => onChange({ from, to: next })}
      />
    </>
  );
}
