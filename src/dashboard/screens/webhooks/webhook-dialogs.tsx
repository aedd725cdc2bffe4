import { useState } from 'react';
import { type DataOf, useAction } from '../../api/use-resource';
import { Checkbox, FormDialog, SecretDialog, TextField } from '../../components';
import { useSharedWords, useWords } from '../../words';
import { useSaveWebhook } from './save-webhook';
import { words } from './words';

export type Webhook = DataOf<'listWebhooks'>[number];
type EventName = keyof (typeof words)['en']['eventNames'];

const consentEvents: readonly EventName[] = ['consent.created', 'consent.updated', 'consent.erased'];

/** Asks for a receiver, then shows the secret once. */
export function CreateWebhookDialog({ onClose }: { readonly onClose: () => void }) {
  const text = useWords(words);
  const create = useAction('createWebhook', ['listWebhooks']);
  return create.data === undefined ? (
    <WebhookForm
      title={text.create}
      action={text.create}
      initial={{ name: '', url: '', events: consentEvents }}
      error={create.error}
      isPending={create.isPending}
      onSubmit={(body) => create.mutate({ body })}
      onClose={onClose}
    />
  ) : (
    <SecretDialog
      title={text.secretOf(create.data.data.name)}
      label={text.secret}
      secret={create.data.data.secret}
      text={text}
      onClose={onClose}
    />
  );
}

export function EditWebhookDialog({
  webhook,
  onClose,
}: {
  readonly webhook: Webhook;
  readonly onClose: () => void;
}) {
  const text = useWords(words);
  const { actions } = useSharedWords();
  const { name, url, events } = webhook;
  const initial = { name, url, events: [...events] as EventName[] };
  const update = useSaveWebhook(webhook.id, initial);
  return (
    <WebhookForm
      title={text.edit}
      action={actions.save}
      initial={initial}
      error={update.error}
      isPending={update.isPending}
      onSubmit={(after) => update.mutate(after, { onSuccess: onClose })}
      onClose={onClose}
    />
  );
}

interface Fields {
  readonly name: string;
  readonly url: string;
  readonly events: readonly EventName[];
}

function WebhookForm({
  title,
  action,
  initial,
  error,
  isPending,
  onSubmit,
  onClose,
}: {
  readonly title: string;
  readonly action: string;
  readonly initial: Fields;
  readonly error: Error | null;
  readonly isPending: boolean;
  readonly onSubmit: (fields: { name: string; url: string; events: EventName[] }) => void;
  readonly onClose: () => void;
}) {
  const text = useWords(words);
  const [name, setName] = useState(initial.name);
  const [url, setUrl] = useState(initial.url);
  const [events, setEvents] = useState(new Set(initial.events));
  const names = Object.entries(text.eventNames) as [EventName, string][];
  return (
    <FormDialog
      title={title}
      onClose={onClose}
      action={action}
      onSubmit={() =>
        onSubmit({
          name: name.trim(),
          url: url.trim(),
          events: names.map(([id]) => id).filter((id) => events.has(id)),
        })
      }
      isReady={name.trim() !== '' && url.trim() !== '' && events.size > 0}
      isPending={isPending}
      error={error}
    >
      <TextField
        label={text.name}
        path="name"
        help={text.nameHelp}
        value={name}
        onChange={setName}
        maxLength={200}
        autoComplete="off"
        autoFocus
      />
      <TextField
        label={text.url}
        path="url"
        help={text.urlHelp}
        value={url}
        onChange={setUrl}
        maxLength={2000}
        autoComplete="off"
      />
      <fieldset className="stack tight bare">
        <legend className="label">{text.events}</legend>
        {names.map(([id, label]) => (
          <Checkbox
            key={id}
            isSelected={events.has(id)}
            onChange={(isSelected) =>
              setEvents(new Set(isSelected ? [...events, id] : [...events].filter((event) => event !== id)))
            }
          >
            {label}
          </Checkbox>
        ))}
      </fieldset>
    </FormDialog>
  );
}
