import { isApiError } from '../../../api/errors';
import { Button, Notice } from '../../../components';
import { useWords } from '../../../words';
import { words } from './words';

/**
 * Somebody saved another version while this one was being reviewed.
 * @param newer its number, if it is read already
 */
export function SavedMeanwhile({
  newer = null,
  error,
  onReview,
}: {
  readonly newer?: number | null;
  readonly error: unknown;
  readonly onReview: () => void;
}) {
  const text = useWords(words);
  const refused = isApiError(error, 'version_conflict') ? error.body.version : undefined;
  return (
    <Notice
      tone="danger"
      title={text.savedMeanwhile(newer ?? refused ?? null)}
      action={<Button onPress={onReview}>{text.reviewAgain}</Button>}
    >
      <p>{text.nothingPublished}</p>
    </Notice>
  );
}
