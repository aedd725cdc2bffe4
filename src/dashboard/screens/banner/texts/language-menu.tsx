import { useState } from 'react';
import { ActionMenu, ConfirmDialog, useTell } from '../../../components';
import { useFormats, useSharedWords, useWords } from '../../../words';
import type { Editor } from '../edits/use-editor';
import { DownloadDialog } from '../translation-files/download-dialog';
import { UploadDialog } from '../translation-files/upload-dialog';
import { words as fileWords } from '../translation-files/words';
import { AddLanguage } from './add-language';
import type { OpenText } from './text-groups';
import { useStarterTexts } from './use-drafts';
import { words } from './words';

/** Adds a language to a banner, removes the one that is shown, and exchanges texts with translators. */
export function LanguageMenu({
  editor,
  locale,
  open,
  mayEdit,
  onChoose,
}: {
  readonly editor: Editor;
  readonly locale: string | undefined;
  readonly open: readonly OpenText[];
  readonly mayEdit: boolean;
  readonly onChoose: (locale: string) => void;
}) {
  const text = useWords(words);
  const files = useWords(fileWords);
  const { actions } = useSharedWords();
  const formats = useFormats();
  const tell = useTell();
  const [shown, setShown] = useState<'add' | 'remove' | 'download' | 'upload' | null>(null);
  const close = () => setShown(null);
  const starter = useStarterTexts(editor);
  const fillIn = (tag: string) =>
    starter.mutate(tag, {
      onSuccess: ({ filled }) => tell(text.starterFilled(filled, formats.number(filled))),
      onError: () => tell(text.starterFailed),
    });
  const ofLanguage = (tag: string) => [
    ...(mayEdit && open.some((entry) => entry.locale === tag && entry.reason === 'missing')
      ? [{ id: 'starter', label: text.fillStarter, icon: 'edit' as const, onAction: () => fillIn(tag) }]
      : []),
    {
      id: 'download',
      label: files.download,
      icon: 'download' as const,
      startsGroup: mayEdit,
      onAction: () => setShown('download'),
    },
    ...(mayEdit
      ? [
          {
            id: 'upload',
            label: files.upload,
            icon: 'upload' as const,
            onAction: () => setShown('upload'),
          },
          {
            id: 'remove',
            label: text.removeLanguage(formats.language(tag)),
            icon: 'trash' as const,
            isDangerous: true,
            startsGroup: true,
            onAction: () => setShown('remove'),
          },
        ]
      : []),
  ];
  if (!mayEdit && locale === undefined) return null;
  return (
    <>
      <ActionMenu
        label={text.languages}
        entries={[
          ...(mayEdit
            ? [{ id: 'add', label: text.addLanguage, icon: 'add' as const, onAction: () => setShown('add') }]
            : []),
          ...(locale === undefined ? [] : ofLanguage(locale)),
        ]}
      />
      {shown === 'add' && (
        <AddLanguage
          editor={editor}
          onClose={close}
          onAdded={(tag) => {
            onChoose(tag);
            close();
          }}
        />
      )}
      {locale !== undefined && shown === 'download' && (
        <DownloadDialog content={editor.content} open={open} locale={locale} onClose={close} />
      )}
      {shown === 'upload' && <UploadDialog editor={editor} onClose={close} />}
      {locale !== undefined && (
        <ConfirmDialog
          title={text.removeLanguage(formats.language(locale))}
          isOpen={shown === 'remove'}
          onClose={close}
          action={actions.remove}
          onConfirm={() => {
            editor.set(['localeContent', locale], undefined);
            close();
          }}
        >
          {text.removeLanguageText}
        </ConfirmDialog>
      )}
    </>
  );
}
