import { Button, Dialog } from '../../../components';
import { useFormats, useWords } from '../../../words';
import { getLanguage, toFieldPath, useEditName } from '../fields/use-edit-name';
import { Change } from '../versions/differences';
import type { Conflict } from './edits';
import type { Editor } from './use-editor';
import { useOthers } from './use-others';
import { words } from './words';

/** Lets the operator decide about each field that somebody else has changed too. */
export function MergeDialog({
  bannerId,
  editor,
  isOpen,
  onClose,
}: {
  readonly bannerId: string;
  readonly editor: Editor;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}) {
  const { conflicts, version, resolve } = editor;
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
      isOpen={isOpen}
      onClose={onClose}
    >
      <p>{text.mergeText(version)}</p>
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
