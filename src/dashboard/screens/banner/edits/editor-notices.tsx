import type { ApiError } from '#client/index';
import { isApiError } from '../../../api/errors';
import { Button, ErrorNotice, Notice } from '../../../components';
import { useFormats, useWords } from '../../../words';
import { FindingText } from '../findings/finding-list';
import type { Findings } from '../findings/use-findings';
import type { Editor } from './use-editor';
import { useOthers } from './use-others';
import { words } from './words';

/** Notices about unsaved edits. */
export function EditorNotices({
  bannerId,
  editor,
  onMerge,
}: {
  readonly bannerId: string;
  readonly editor: Editor;
  readonly onMerge: () => void;
}) {
  const { conflicts, restoredAt, isKept, isDirty, discard, error } = editor;
  const text = useWords(words);
  const formats = useFormats();
  const { names, isOnlyYou } = useOthers(bannerId, editor);
  return (
    <>
      {restoredAt !== null && (
        <Notice
          title={text.restored(formats.dateTime(restoredAt))}
          action={<Button onPress={discard}>{text.discard}</Button>}
        />
      )}
      {conflicts.length > 0 && (
        <Notice
          tone="warn"
          title={
            isOnlyYou
              ? text.mergeOwn(conflicts.length)
              : text.merge(conflicts.length, names.length === 0 ? null : formats.list(names))
          }
          action={<Button onPress={onMerge}>{text.decide}</Button>}
        />
      )}
      {isDirty && !isKept && <Notice tone="warn" title={text.notKept} />}
      {isApiError(error, 'profile_invalid') ? <Refusal error={error} /> : <ErrorNotice error={error} />}
    </>
  );
}

/** The findings that block saving, with their rules. */
function Refusal({ error }: { readonly error: ApiError }) {
  const text = useWords(words);
  const { errors = [] } = error.body as Partial<Findings>;
  return (
    <Notice tone="danger" title={text.refused}>
      <ul className="plain-list stack">
        {errors.slice(0, 10).map((finding, index) => (
          <li key={index}>
            <FindingText finding={finding} isError />
          </li>
        ))}
      </ul>
    </Notice>
  );
}
