import { useState } from 'react';
import { useAction } from '../../api/use-resource';
import { Button, CodeBlock, DateField, Dialog, FormDialog, Notice, TextField } from '../../components';
import { useWords } from '../../words';
import { words } from './words';

/** Asks for a name, then shows the key once. */
export function CreateKeyDialog({ onClose }: { readonly onClose: () => void }) {
  const create = useAction('createApiKey', ['listApiKeys']);
  return create.data === undefined ? (
    <KeyForm
      error={create.error}
      isPending={create.isPending}
      onCreate={(body) => create.mutate({ body })}
      onClose={onClose}
    />
  ) : (
    <NewKey value={create.data.data.key} name={create.data.data.name} onClose={onClose} />
  );
}

function KeyForm({
  error,
  isPending,
  onCreate,
  onClose,
}: {
  readonly error: Error | null;
  readonly isPending: boolean;
  readonly onCreate: (body: { name: string; expireBy?: string }) => void;
  readonly onClose: () => void;
}) {
  const text = useWords(words);
  const [name, setName] = useState('');
  const [lastDay, setLastDay] = useState('');
  const submit = () => {
    onCreate({
      name: name.trim(),
      ...(lastDay === '' ? {} : { expireBy: new Date(`${lastDay}T23:59:59`).toISOString() }),
    });
  };
  return (
    <FormDialog
      title={text.create}
      onClose={onClose}
      action={text.create}
      onSubmit={submit}
      isReady={name.trim() !== ''}
      isPending={isPending}
      error={error}
    >
      <TextField
        label={text.name}
        help={text.nameHelp}
        value={name}
        onChange={setName}
        maxLength={200}
        autoComplete="off"
        autoFocus
      />
      <DateField
        label={text.lastDay}
        help={text.lastDayHelp}
        value={lastDay}
        onChange={setLastDay}
        min={new Date().toISOString().slice(0, 10)}
      />
    </FormDialog>
  );
}

function NewKey({
  name,
  value,
  onClose,
}: {
  readonly name: string;
  readonly value: string;
  readonly onClose: () => void;
}) {
  const text = useWords(words);
  return (
    <Dialog
      title={text.createdTitle(name)}
      isOpen
      isDismissable={false}
      onClose={onClose}
      footer={
        <Button variant="primary" onPress={onClose}>
          {text.haveCopied}
        </Button>
      }
    >
      <Notice tone="warn" title={text.once}>
        {text.onceText}
      </Notice>
      <CodeBlock label={text.key} text={value} />
    </Dialog>
  );
}
