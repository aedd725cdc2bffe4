import { isApiError } from '../../../api/errors';
import { Button, Notice } from '../../../components';
import { useWords } from '../../../words';
import { words } from './words';

/** Somebody saved another version while this one was being reviewed. */
export function SavedMeanwhile({
  error,
  onReview,
}: {
  readonly error: unknown;
  readonly onReview: () => void;
}) {
  const text = useWords(words);
  const current = isApiError(error, 'version_conflict') ? error.body.version : undefined;
  return (
    <Notice
      tone="danger"
      title={text.savedMeanwhile(current ?? null)}
      action={<Button onPress={onReview}>{text.reviewAgain}</Button>}
    >
      <p>{text.nothingPublished}</p>
    </Notice>
  );
}
