import { useFormats, useSharedWords } from '../words';
import { Button } from './button';
import { Notice } from './feedback';

/** Says how far back a search has read, and goes on from there: a search reads only so many rows at once. */
export function SearchedFrom({
  time,
  onGoOn,
}: {
  /** Undefined: it has read everything. */
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
