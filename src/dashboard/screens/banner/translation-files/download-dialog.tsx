import { useId, useState } from 'react';
import { saveText } from '../../../api/download';
import { Button, Checkbox, Dialog, RadioField } from '../../../components';
import { useFormats, useSharedWords, useWords } from '../../../words';
import type { Content } from '../edits/content';
import { useFieldName } from '../fields/field-names';
import type { OpenText } from '../texts/text-groups';
import { listFileRows } from './file-rows';
import { words } from './words';
import { delimiterOf, toCsv, toJson } from './write-file';

/** Saves the texts of chosen languages as a file for translators, with the edits that are not saved yet. */
export function DownloadDialog({
  content,
  open,
  locale,
  onClose,
}: {
  readonly content: Content;
  readonly open: readonly OpenText[];
  /** The language that is shown, which is chosen at first. */
  readonly locale: string;
  readonly onClose: () => void;
}) {
  const text = useWords(words);
  const { actions } = useSharedWords();
  const formats = useFormats();
  const fieldName = useFieldName();
  const id = useId();
  const [format, setFormat] = useState<'csv' | 'json'>('csv');
  const [chosen, setChosen] = useState<readonly string[]>([locale]);
  const [isOpenOnly, setOpenOnly] = useState(false);
  const languages = Object.keys(content.localeContent).filter((tag) => chosen.includes(tag));
  const save = () => {
    const rows = listFileRows(content, languages, open, fieldName).filter(
      ({ state }) => !isOpenOnly || state !== 'translated',
    );
    const name = `${content.name} ${languages.join(' ')}.${format}`;
    if (format === 'csv') saveText(toCsv(rows, delimiterOf(navigator.language)), name, 'text/csv');
    else saveText(toJson(content.name, content.defaultLocale, rows), name, 'application/json');
    onClose();
  };
  return (
    <Dialog
      title={text.download}
      isOpen
      onClose={onClose}
      footer={
        <>
          <Button onPress={onClose}>{actions.cancel}</Button>
          <Button variant="primary" icon="download" isDisabled={languages.length === 0} onPress={save}>
            {text.save}
          </Button>
        </>
      }
    >
      <div className="stack">
        <p>{text.downloadText}</p>
        <div className="field" role="group" aria-labelledby={id}>
          <span id={id} className="label">
            {text.languages}
          </span>
          <div className="row">
            {Object.keys(content.localeContent).map((tag) => (
              <Checkbox
                key={tag}
                isSelected={chosen.includes(tag)}
                onChange={(isChosen) =>
                  setChosen(isChosen ? [...chosen, tag] : chosen.filter((other) => other !== tag))
                }
              >
                {formats.language(tag)}
              </Checkbox>
            ))}
          </div>
        </div>
        <Checkbox isSelected={isOpenOnly} onChange={setOpenOnly}>
          {text.openOnly}
        </Checkbox>
        <RadioField
          label={text.format}
          value={format}
          onChange={setFormat}
          options={[
            { value: 'csv', label: text.csv },
            { value: 'json', label: 'JSON' },
          ]}
        />
      </div>
    </Dialog>
  );
}
