import { useState } from 'react';
import type { ApiError } from '#client/index';
import { isApiError } from '../../../api/errors';
import { Button, ConfirmDialog, ErrorNotice, Notice } from '../../../components';
import { useFormats, useWords } from '../../../words';
import { useEditName } from '../fields/use-edit-name';
import { FindingText, groupFindings } from '../findings/finding-list';
import type { Findings } from '../findings/use-findings';
import { MergeDialog } from './merge-dialog';
import type { UnsavedEdits } from './use-edits';
import { useOthers } from './use-others';
import { words } from './words';

/**
 * Notices about unsaved edits, and the decision about those that conflict with what somebody else has saved.
 * @param bannerId of a banner, to name who saved it
 */
export function EditorNotices({
  bannerId,
  editor,
}: {
  readonly bannerId?: string;
  readonly editor: UnsavedEdits;
}) {
  const { conflicts, restoredAt, isKept, isDirty, error, setMerging } = editor;
  const text = useWords(words);
  const formats = useFormats();
  const { names, isOnlyYou } = useOthers(bannerId, editor);
  return (
    <>
      {restoredAt !== null && (
        <Notice title={text.restored(formats.dateTime(restoredAt))} action={<Discard editor={editor} />} />
      )}
      {conflicts.length > 0 && (
        <Notice
          tone="warn"
          title={
            isOnlyYou
              ? text.mergeOwn(conflicts.length)
              : text.merge(conflicts.length, names.length === 0 ? null : formats.list(names))
          }
          action={<Button onPress={() => setMerging(true)}>{text.decide}</Button>}
        />
      )}
      {isDirty && !isKept && <Notice tone="warn" title={text.notKept} />}
      {isApiError(error, 'profile_invalid') ? <Refusal error={error} /> : <ErrorNotice error={error} />}
      <MergeDialog bannerId={bannerId} editor={editor} />
    </>
  );
}

/** Number of edits that the question before discarding names. */
const mostNamed = 10;

/** Discards all edits, after a question that names them: nothing brings them back. */
function Discard({
  editor: { edited, discard },
}: {
  readonly editor: Pick<UnsavedEdits, 'edited' | 'discard'>;
}) {
  const text = useWords(words);
  const editName = useEditName();
  const [isAsking, setAsking] = useState(false);
  // The marks of texts are edits too, of the same fields.
  const fields = edited.filter(([root]) => root !== 'drafted' && root !== 'reviewed');
  return (
    <>
      <Button onPress={() => setAsking(true)}>{text.discard}</Button>
      <ConfirmDialog
        title={text.discardTitle}
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        action={text.discard}
        onConfirm={discard}
      >
        <p>{text.discardText}</p>
        <ul>
          {fields.slice(0, mostNamed).map((path) => (
            <li key={JSON.stringify(path)}>{editName(path)}</li>
          ))}
          {fields.length > mostNamed && <li>{text.more(fields.length - mostNamed)}</li>}
        </ul>
      </ConfirmDialog>
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
        {groupFindings(errors)
          .slice(0, 10)
          .map(({ finding, locales }, index) => (
            <li key={index}>
              <FindingText finding={finding} locales={locales} isError />
            </li>
          ))}
      </ul>
    </Notice>
  );
}
