import { useState } from 'react';
import type { KeyScope } from '#platform/kernel/permissions';
import { useAction } from '../../api/use-resource';
import { useSession } from '../../app/session';
import { DateField, FormDialog, RadioField, SecretDialog, TextField } from '../../components';
import { useWords } from '../../words';
import { useFaultSentence } from '../../words/faults';
import { ScopeBoxes } from './scope-boxes';
import { words } from './words';

/** The service's times end with the year 9999 (UTC); the last day of that year can end later, where the operator is. */
const latestDay = '9999-12-30';

/** Returns today where the operator is: the key ends at the end of a day there. */
function localDay(): string {
  const now = new Date();
  return new Date(now.getTime() - now.getTimezoneOffset() * 60_000).toISOString().slice(0, 10);
}

/** Asks for a name, then shows the key once. */
export function CreateKeyDialog({ onClose }: { readonly onClose: () => void }) {
  const text = useWords(words);
  const create = useAction('createApiKey', ['listApiKeys']);
  return create.data === undefined ? (
    <KeyForm
      error={create.error}
      isPending={create.isPending}
      onCreate={(body) => create.mutate({ body })}
      onClose={onClose}
    />
  ) : (
    <SecretDialog
      title={text.createdTitle(create.data.data.name)}
      label={text.key}
      secret={create.data.data.key}
      text={text}
      onClose={onClose}
    />
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
  readonly onCreate: (body: { name: string; expireBy?: string; scopes?: KeyScope[] }) => void;
  readonly onClose: () => void;
}) {
  const text = useWords(words);
  const sentence = useFaultSentence();
  const [name, setName] = useState('');
  const { can } = useSession();
  const mayGrantAll = can('consents:read') && can('consents:update') && can('consents:erase');
  const [lastDay, setLastDay] = useState('');
  const isTooLate = lastDay > latestDay;
  const [kind, setKind] = useState<'chosen' | 'public'>('chosen');
  const [scopes, setScopes] = useState<ReadonlySet<KeyScope>>(new Set());
  const submit = () => {
    onCreate({
      name: name.trim(),
      ...(lastDay === '' ? {} : { expireBy: new Date(`${lastDay}T23:59:59`).toISOString() }),
      ...(kind === 'chosen' && { scopes: [...scopes] }),
    });
  };
  return (
    <FormDialog
      title={text.create}
      onClose={onClose}
      action={text.create}
      onSubmit={submit}
      isReady={name.trim() !== '' && !isTooLate && (kind === 'public' || scopes.size > 0)}
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
      <DateField
        label={text.lastDay}
        path="expireBy"
        help={text.lastDayHelp}
        value={lastDay}
        onChange={setLastDay}
        min={localDay()}
        max={latestDay}
        error={isTooLate ? sentence({ path: 'expireBy', message: '', rule: 'too_late' }) : undefined}
      />
      {mayGrantAll && (
        <RadioField
          label={text.rights}
          value={kind}
          onChange={setKind}
          options={[
            { value: 'chosen', label: text.chosen, help: text.chosenHelp },
            { value: 'public', label: text.wholePublicApi, help: text.wholePublicApiHelp },
          ]}
        />
      )}
      {kind === 'chosen' && <ScopeBoxes chosen={scopes} onChange={setScopes} />}
    </FormDialog>
  );
}
