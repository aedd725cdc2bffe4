import { useState } from 'react';
import { ActionMenu, Button, ConfirmDialog, Dialog, SelectField } from '../../../components';
import { useFormats, useSharedWords, useWords } from '../../../words';
import type { Editor } from '../edits/use-editor';
import { copyTexts } from './text-groups';
import { words } from './words';

/** Languages that banners are often written in; others come by importing translations. */
const common =
  'ar bg ca cs da de el en es et eu fa fi fr ga gl he hi hr hu id is it ja ko lb lt lv mk mt nb nl pl pt-BR pt-PT ro ru sk sl sq sr sv th tr uk vi zh-Hans zh-Hant'.split(
    ' ',
  );

/** Adds a language to a banner, or removes the one that is shown. */
export function LanguageMenu({
  editor: { content, set },
  locale,
  onChoose,
}: {
  readonly editor: Editor;
  readonly locale: string | undefined;
  readonly onChoose: (locale: string) => void;
}) {
  const text = useWords(words);
  const { actions } = useSharedWords();
  const formats = useFormats();
  const [isAdding, setAdding] = useState(false);
  const [isRemoving, setRemoving] = useState(false);
  const free = common
    .filter((tag) => tag !== content.defaultLocale && !Object.hasOwn(content.localeContent, tag))
    .map((tag) => ({ value: tag, label: formats.language(tag) }))
    .sort((a, b) => a.label.localeCompare(b.label));
  const [tag, setTag] = useState('');
  const chosen = tag || (free[0]?.value ?? '');
  const add = () => {
    set(['localeContent', chosen], copyTexts(content));
    onChoose(chosen);
    setAdding(false);
    setTag('');
  };
  return (
    <>
      <ActionMenu
        label={text.languages}
        entries={[
          { id: 'add', label: text.addLanguage, icon: 'add', onAction: () => setAdding(true) },
          ...(locale === undefined
            ? []
            : [
                {
                  id: 'remove',
                  label: text.removeLanguage(formats.language(locale)),
                  icon: 'trash' as const,
                  isDangerous: true,
                  onAction: () => setRemoving(true),
                },
              ]),
        ]}
      />
      <Dialog
        title={text.addLanguage}
        isOpen={isAdding}
        onClose={() => setAdding(false)}
        footer={
          <>
            <Button onPress={() => setAdding(false)}>{actions.cancel}</Button>
            <Button variant="primary" onPress={add}>
              {actions.add}
            </Button>
          </>
        }
      >
        <SelectField
          label={text.language}
          help={text.addLanguageHelp(formats.language(content.defaultLocale))}
          value={chosen}
          options={free}
          onChange={setTag}
        />
      </Dialog>
      {locale !== undefined && (
        <ConfirmDialog
          title={text.removeLanguage(formats.language(locale))}
          isOpen={isRemoving}
          onClose={() => setRemoving(false)}
          action={actions.remove}
          onConfirm={() => {
            set(['localeContent', locale], undefined);
            setRemoving(false);
          }}
        >
          {text.removeLanguageText}
        </ConfirmDialog>
      )}
    </>
  );
}
