import { useFormats, useSharedWords } from '../words';
import { Button } from './button';
import { Notice } from './feedback';

/** States how far back a search has read, and continues from there: one request searches a limited number of rows. */
export function SearchedFrom({
  time,
  onGoOn,
}: {
  /** Undefined when the search has read everything. */
  readonly time: string | undefined;
  readonly onGoOn: (to: string) => void;
}) {
  const { search } = useSharedWords();
  const formats = useFormats();
  if (time === undefined) return null;
  return (
    <Notice action={<Button onPress={() => onGoOn(time)}>{search.older}</Button>}>
      {search.reached(formats.dateTime(time))}
    </Notice>
  );
}
