import { useMemo, useState } from 'react';
import { Button, Checkbox, Dialog, ErrorNotice, FileField, Notice, useTell } from '../../../components';
import { losesMarkup } from '../../../components/rich-text/loses-markup';
import { useFormats, useSharedWords, useWords } from '../../../words';
import { textPath } from '../edits/content';
import type { Editor } from '../edits/use-editor';
import { ChangeList } from './change-list';
import { type Comparison, compareRows } from './compare';
import { type ReadRow, readTranslations, UnreadableFile } from './read-file';
import { words } from './words';

/** Shows what a file of translations would change, and makes it part of the edits, which are saved as always. */
export function UploadDialog({ editor, onClose }: { readonly editor: Editor; readonly onClose: () => void }) {
  const text = useWords(words);
  const { actions } = useSharedWords();
  const formats = useFormats();
  const tell = useTell();
  const { content } = editor;
  const [rows, setRows] = useState<readonly ReadRow[] | null>(null);
  const [error, setError] = useState<unknown>(null);
  const [takesLate, setTakesLate] = useState(false);
  const found = useMemo(() => rows && compareRows(content, rows, losesMarkup), [content, rows]);
  const taken = (found?.changes ?? []).filter(({ isLate }) => takesLate || !isLate);
  const choose = async (file: File | undefined) => {
    setError(null);
    setRows(null);
    if (file === undefined) return;
    await readTranslations(file).then(setRows, setError);
  };
  const take = () => {
    editor.setAll(
      taken.map(({ language, path, after }) => [textPath(content, language, path), after] as const),
    );
    tell(text.taken(taken.length, formats.number(taken.length)));
    onClose();
  };
  return (
    <Dialog
      title={text.upload}
      size="large"
      isOpen
      onClose={onClose}
      footer={
        <>
          <Button onPress={onClose}>{actions.cancel}</Button>
          <Button variant="primary" isDisabled={taken.length === 0} onPress={take}>
            {text.take(formats.number(taken.length))}
          </Button>
        </>
      }
    >
      <div className="stack">
        <p>{text.uploadText}</p>
        <FileField label={text.file} accept=".csv,.tsv,.txt,.json" onChange={(file) => void choose(file)} />
        {error instanceof UnreadableFile && (
          <Notice tone="danger" title={text.faults[error.fault]}>
            {error.line !== null && <p>{text.inLine(formats.number(error.line))}</p>}
          </Notice>
        )}
        {error !== null && !(error instanceof UnreadableFile) && <ErrorNotice error={error} />}
        {found !== null && (
          <>
            <p role="status">
              {text.found(formats.number(found.changes.length), formats.number(found.same))}
            </p>
            <Problems found={found} />
            {found.changes.some(({ isLate }) => isLate) && (
              <Checkbox isSelected={takesLate} onChange={setTakesLate}>
                {text.takeLate(formats.number(found.changes.filter(({ isLate }) => isLate).length))}
              </Checkbox>
            )}
            <ChangeList changes={found.changes} />
          </>
        )}
      </div>
    </Dialog>
  );
}

/** Greatest number of keys that a notice names. */
const mostNamed = 5;

/** Says which rows of the file have no effect, and why. */
function Problems({ found: { unknownKeys, otherLanguages, tooLong } }: { readonly found: Comparison }) {
  const text = useWords(words);
  const formats = useFormats();
  const name = (names: readonly string[]) => {
    const left = names.length - mostNamed;
    return formats.list([
      ...names.slice(0, mostNamed),
      ...(left > 0 ? [text.more(formats.number(left))] : []),
    ]);
  };
  const problems = [
    otherLanguages.length > 0 ? text.otherLanguages(name(otherLanguages)) : null,
    unknownKeys.length > 0 ? text.unknownKeys(name(unknownKeys)) : null,
    tooLong.length > 0 ? text.tooLong(name(tooLong.map(({ language, key }) => `${language} ${key}`))) : null,
  ].filter((problem) => problem !== null);
  if (problems.length === 0) return null;
  return (
    <Notice tone="warn" title={text.left}>
      <ul className="bullets">
        {problems.map((problem) => (
          <li key={problem}>{problem}</li>
        ))}
      </ul>
    </Notice>
  );
}
