import { Button, CodeBlock, Dialog, Notice } from '../../components';
import { useFormats, useSharedWords, useWords } from '../../words';
import { words } from './words';

/** Shows a link with which a user chooses a password, once. */
export function LinkDialog({
  title,
  link: { link, expiresAt },
  onClose,
}: {
  readonly title: string;
  readonly link: { readonly link: string; readonly expiresAt: string };
  readonly onClose: () => void;
}) {
  const text = useWords(words);
  const formats = useFormats();
  const { actions } = useSharedWords();
  return (
    <Dialog
      title={title}
      isOpen
      isDismissable={false}
      onClose={onClose}
      footer={
        <Button variant="primary" onPress={onClose}>
          {actions.done}
        </Button>
      }
    >
      <p>{text.linkText(formats.dateTime(expiresAt))}</p>
      <CodeBlock label={text.link} text={link} />
      <Notice tone="warn">{text.linkWarning}</Notice>
    </Dialog>
  );
}
