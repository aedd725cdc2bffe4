import { useState } from 'react';
import { useResource } from '../../../api/use-resource';
import { FormDialog, RadioField, SelectField, useTell } from '../../../components';
import { useFormats, useSharedWords, useWords } from '../../../words';
import type { Editor } from '../edits/use-editor';
import { useAddLanguage } from './use-drafts';
import { words } from './words';

/** Languages in which banners are often written; others can be added by importing translations. */
const common =
  'ar bg ca cs da de el en es et eu fa fi fr ga gl he hi hr hu id is it ja ko lb lt lv mk mt nb nl pl pt-BR pt-PT ro ru sk sl sq sr sv th tr uk vi zh-Hans zh-Hant'.split(
    ' ',
  );

/** Adds a language, with starter texts or with the texts of the default language. */
export function AddLanguage({
  editor,
  onAdded,
  onClose,
}: {
  readonly editor: Editor;
  readonly onAdded: (locale: string) => void;
  readonly onClose: () => void;
}) {
  const text = useWords(words);
  const { actions } = useSharedWords();
  const formats = useFormats();
  const tell = useTell();
  const { content } = editor;
  const free = common
    .filter((tag) => tag !== content.defaultLocale && !Object.hasOwn(content.localeContent, tag))
    .map((tag) => ({ value: tag, label: formats.language(tag) }))
    .sort((a, b) => a.label.localeCompare(b.label));
  const [tag, setTag] = useState(free[0]?.value ?? '');
  const [chosen, setChosen] = useState<'starter' | 'copied'>('starter');
  const add = useAddLanguage(editor);
  const starter = useResource(
    'makeStarterTexts',
    { body: { profileJson: content.profileJson, locale: tag } },
    { enabled: tag !== '' },
  );
  const hasNoStarter = starter.data !== undefined && Object.keys(starter.data.texts).length === 0;
  const start = hasNoStarter ? 'copied' : chosen;
  const source = formats.language(content.defaultLocale);
  const submit = () =>
    add.mutate(
      { locale: tag, withStarter: start === 'starter' },
      {
        onSuccess({ filled }) {
          if (start === 'starter') tell(text.starterFilled(filled, formats.number(filled)));
          onAdded(tag);
        },
      },
    );
  return (
    <FormDialog
      title={text.addLanguage}
      action={actions.add}
      isReady={tag !== ''}
      isPending={add.isPending}
      error={add.error}
      onSubmit={submit}
      onClose={onClose}
    >
      <SelectField label={text.language} value={tag} options={free} onChange={setTag} />
      <RadioField
        label={text.beginWith}
        value={start}
        onChange={setChosen}
        options={[
          {
            value: 'starter',
            label: text.starterTexts,
            help: hasNoStarter ? text.starterNone(formats.language(tag)) : text.starterTextsHelp(source),
            isDisabled: hasNoStarter,
          },
          { value: 'copied', label: text.sourceTexts(source), help: text.addLanguageHelp },
        ]}
      />
    </FormDialog>
  );
}
