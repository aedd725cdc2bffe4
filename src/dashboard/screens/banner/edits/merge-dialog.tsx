import { Button, Dialog } from '../../../components';
import { useFormats, useWords } from '../../../words';
import { getLanguage, toFieldPath, useEditName } from '../fields/use-edit-name';
import { Change } from '../versions/differences';
import type { Conflict } from './edits';
import type { UnsavedEdits } from './use-edits';
import { useOthers } from './use-others';
import { words } from './words';

/** Lets the operator decide about each field that somebody else has changed too. */
export function MergeDialog({
  bannerId,
  editor,
}: {
  readonly bannerId: string | undefined;
  readonly editor: UnsavedEdits;
}) {
  const { conflicts, isMerging, setMerging, resolve } = editor;
  const text = useWords(words);
  const formats = useFormats();
  const { names, isOnlyYou } = useOthers(bannerId, editor);
  if (conflicts.length === 0) return null;
  return (
    <Dialog
      title={
        isOnlyYou
          ? text.mergeOwn(conflicts.length)
          : text.merge(conflicts.length, names.length === 0 ? null : formats.list(names))
      }
      size="large"
      isOpen={isMerging}
      onClose={() => setMerging(false)}
    >
      <p>{text.mergeText}</p>
      {conflicts.map((conflict) => (
        <ConflictPart
          key={JSON.stringify(conflict.path)}
          conflict={conflict}
          onChoose={(value) => resolve(conflict, value)}
        />
      ))}
    </Dialog>
  );
}

function ConflictPart({
  conflict: { path, before, after, theirs, isGone },
  onChoose,
}: {
  readonly conflict: Conflict;
  readonly onChoose: (value: unknown) => void;
}) {
  const text = useWords(words);
  const editName = useEditName();
  const lang = getLanguage(path);
  const field = toFieldPath(path);
  return (
    <section className="stack tight conflict">
      <h3>{editName(path)}</h3>
      <div className="columns">
        <div className="stack tight">
          <p className="muted">{text.yours}</p>
          <p lang={lang}>
            <Change path={field} before={before} after={after} />
          </p>
          {isGone ? (
            <p className="muted">{text.placeGone}</p>
          ) : (
            <div>
              <Button onPress={() => onChoose(after)}>{text.keepYours}</Button>
            </div>
          )}
        </div>
        <div className="stack tight">
          <p className="muted">{text.theirs}</p>
          <p lang={lang}>
            <Change path={field} before={before} after={theirs} />
          </p>
          <div>
            <Button onPress={() => onChoose(theirs)}>{text.keepTheirs}</Button>
          </div>
        </div>
      </div>
    </section>
  );
}
