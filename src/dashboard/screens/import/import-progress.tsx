import { Button } from '../../components';
import { useFormats, useSharedWords, useWords } from '../../words';
import type { Progress } from './use-import';
import { words } from './words';

/** How far a check or an import is, with a button that stops it. */
export function ImportProgress({
  progress: { phase, share, read },
  isDryRun,
  onCancel,
}: {
  readonly progress: Progress;
  readonly isDryRun: boolean;
  readonly onCancel: () => void;
}) {
  const text = useWords(words);
  const { actions } = useSharedWords();
  const formats = useFormats();
  // A file that has been sent is being read, though the first rows take a moment.
  const isSending = phase === 'sending' && share < 1;
  return (
    <div className="stack tight">
      <p role="status">{isSending ? text.sending : isDryRun ? text.checking : text.importing}</p>
      <div className="row">
        <progress
          className="grow"
          aria-label={text.progress}
          value={phase === 'sending' && !isSending ? 0 : share}
        />
        <span className="nowrap">
          {isSending
            ? formats.percent(share)
            : text.rowsDone(formats.number(read), formats.percent(phase === 'reading' ? share : 0))}
        </span>
        <Button onPress={onCancel}>{actions.cancel}</Button>
      </div>
    </div>
  );
}
