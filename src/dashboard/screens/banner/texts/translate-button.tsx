import { Button, ErrorNotice, useTell } from '../../../components';
import { config } from '../../../config';
import { useFormats, useWords } from '../../../words';
import type { Editor } from '../edits/use-editor';
import type { OpenText } from './text-groups';
import { useMachineTranslation } from './use-drafts';
import { words } from './words';

/** Has the missing and outdated texts of a language translated; absent where the host has no translation service. */
export function TranslateButton({
  editor,
  locale,
  open,
}: {
  readonly editor: Editor;
  readonly locale: string;
  readonly open: readonly OpenText[];
}) {
  const text = useWords(words);
  const formats = useFormats();
  const tell = useTell();
  const translation = useMachineTranslation(editor);
  const count = open.filter(
    ({ locale: tag, reason }) => tag === locale && /^(?:missing|copied|outdated)$/.test(reason),
  ).length;
  if (!config.translates || (count === 0 && !translation.isPending && translation.error === null))
    return null;
  const translate = () =>
    translation.mutate(locale, {
      onSuccess: ({ filled, left }) =>
        tell(
          [
            text.machineFilled(filled, formats.number(filled)),
            ...(left > 0 ? [text.machineLeft(formats.number(left))] : []),
          ].join(' '),
        ),
    });
  return (
    <>
      <Button isPending={translation.isPending} isDisabled={count === 0} onPress={translate}>
        {text.translateMissing(formats.number(count))}
      </Button>
      <ErrorNotice error={translation.error} />
    </>
  );
}
