import { type FormEvent, useId, useState } from 'react';
import { Form } from 'react-aria-components';
import { useSharedWords, useWords } from '../../words';
import { Button } from '../button';
import { Dialog } from '../dialogs';
import { TextField } from '../fields';
import { isAllowedAddress } from './schema';
import { words } from './words';

export interface LinkDialogProps {
  /** The address that the link has; null: there is no link yet. */
  readonly address: string | null;
  /** Whether nothing is selected that could be the link's text. */
  readonly asksForText: boolean;
  readonly onSet: (address: string, text: string) => void;
  readonly onRemove: () => void;
  readonly onClose: () => void;
}

/** Asks for the address of a link. */
export function LinkDialog({ address, asksForText, onSet, onRemove, onClose }: LinkDialogProps) {
  const text = useWords(words);
  const { actions } = useSharedWords();
  const form = useId();
  const [typed, setTyped] = useState(address ?? '');
  const [linkText, setLinkText] = useState('');
  const [isWrong, setWrong] = useState(false);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const href = toAddress(typed);
    if (href === null && typed !== address) setWrong(true);
    else onSet(href ?? typed, linkText.trim() || typed.trim());
  };
  return (
    <Dialog
      title={text.link}
      isOpen
      onClose={onClose}
      footer={
        <>
          {address !== null && <Button onPress={onRemove}>{text.removeLink}</Button>}
          <Button onPress={onClose}>{actions.cancel}</Button>
          <Button type="submit" form={form} variant="primary" isDisabled={typed.trim() === ''}>
            {text.setLink}
          </Button>
        </>
      }
    >
      <Form id={form} className="stack" onSubmit={submit} validationBehavior="aria">
        <TextField
          label={text.address}
          help={text.addressHelp}
          error={isWrong ? text.wrongAddress : undefined}
          value={typed}
          onChange={(next) => {
            setTyped(next);
            setWrong(false);
          }}
          inputMode="url"
          autoFocus
          autoComplete="off"
        />
        {asksForText && (
          <TextField label={text.linkText} value={linkText} onChange={setLinkText} autoComplete="off" />
        )}
      </Form>
    </Dialog>
  );
}

/** Returns an address in a form that works in a banner on any page; null when it is not an address. */
function toAddress(typed: string): string | null {
  const address = typed.trim();
  if (/^www\./i.test(address)) return `https://${address}`;
  if (/^[^\s@:/]+@[^\s@:/]+\.[^\s@:/]+$/.test(address)) return `mailto:${address}`;
  const isComplete = /^(?:https?:\/\/.|mailto:.|tel:.|[/#?])/i.test(address);
  return isComplete && isAllowedAddress(address) ? address : null;
}
