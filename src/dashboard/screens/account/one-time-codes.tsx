import { type FormEvent, useState } from 'react';
import { Form } from 'react-aria-components';
import { type DataOf, useAction, useResource } from '../../api/use-resource';
import { useSession } from '../../app/session';
import { Button, Chip, Dialog, ErrorNotice, Facts, Panel, TextField, useTell } from '../../components';
import { config } from '../../config';
import { useSharedWords, useWords } from '../../words';
import { words } from './words';

type Secret = DataOf<'setUpTotp'>;

/** States whether sign-in asks for a code from an app; sets codes up with a QR code, and switches them off. */
export function OneTimeCodes() {
  const text = useWords(words);
  const { user } = useSession();
  const setUp = useAction('setUpTotp');
  const mode = useResource('getSignInMode');
  const [isStopping, setStopping] = useState(false);
  return (
    <Panel
      title={text.codes}
      actions={user.totpEnabled ? <Chip tone="ok">{text.on}</Chip> : <Chip>{text.off}</Chip>}
    >
      <div className="stack">
        <p>{mode.data?.totpRequired === false ? text.notAsked : text.codesText}</p>
        <ErrorNotice error={setUp.error} />
        <div className="row">
          <Button isPending={setUp.isPending} onPress={() => setUp.mutate({})}>
            {user.totpEnabled ? text.newApp : text.setUp}
          </Button>
          {user.totpEnabled && <Button onPress={() => setStopping(true)}>{text.switchOff}</Button>}
        </div>
      </div>
      {setUp.data !== undefined && (
        <EnrolDialog secret={setUp.data.data} isReplacing={user.totpEnabled} onClose={() => setUp.reset()} />
      )}
      {isStopping && <SwitchOffDialog onClose={() => setStopping(false)} />}
    </Panel>
  );
}

const changed = ['getCurrentUser', 'listSessions'] as const;

/** Shows the QR code, and asks for a code that proves that the app has it. */
function EnrolDialog({
  secret,
  isReplacing,
  onClose,
}: {
  readonly secret: Secret;
  readonly isReplacing: boolean;
  readonly onClose: () => void;
}) {
  const text = useWords(words);
  const tell = useTell();
  const [code, setCode] = useState('');
  const [currentCode, setCurrentCode] = useState('');
  const [currentPassword, setCurrentPassword] = useState('');
  const verify = useAction('verifyTotp', changed);
  const needsPassword = !isReplacing && config.mode === 'local';
  const onSubmit = () =>
    verify.mutate(
      {
        body: {
          code,
          ...(isReplacing ? { currentCode } : {}),
          ...(needsPassword ? { currentPassword } : {}),
        },
      },
      {
        onSuccess: () => {
          tell(text.switchedOn);
          onClose();
        },
      },
    );
  return (
    <CodeDialog
      title={isReplacing ? text.newApp : text.setUp}
      action={text.switchOn}
      isPending={verify.isPending}
      error={verify.error}
      onSubmit={onSubmit}
      onClose={onClose}
    >
      <p>{text.scan}</p>
      <img className="qr" src={secret.qrCodeUrl} alt={text.qrCode} width={200} height={200} />
      <Facts items={[{ name: text.secret, value: <span className="mono">{secret.secret}</span> }]} />
      <CodeField label={text.code} value={code} onChange={setCode} />
      {isReplacing && <CodeField label={text.currentCode} value={currentCode} onChange={setCurrentCode} />}
      {needsPassword && (
        <TextField
          label={text.currentPassword}
          type="password"
          autoComplete="current-password"
          value={currentPassword}
          onChange={setCurrentPassword}
        />
      )}
    </CodeDialog>
  );
}

function SwitchOffDialog({ onClose }: { readonly onClose: () => void }) {
  const text = useWords(words);
  const tell = useTell();
  const [code, setCode] = useState('');
  const disable = useAction('disableTotp', changed);
  const onSubmit = () =>
    disable.mutate(
      { body: { code } },
      {
        onSuccess: () => {
          tell(text.switchedOff);
          onClose();
        },
      },
    );
  return (
    <CodeDialog
      title={text.switchOff}
      action={text.switchOff}
      isPending={disable.isPending}
      error={disable.error}
      onSubmit={onSubmit}
      onClose={onClose}
    >
      <p>{text.switchOffText}</p>
      <CodeField label={text.code} value={code} onChange={setCode} />
    </CodeDialog>
  );
}

function CodeDialog({
  title,
  action,
  isPending,
  error,
  onSubmit,
  onClose,
  children,
}: {
  readonly title: string;
  readonly action: string;
  readonly isPending: boolean;
  readonly error: Error | null;
  readonly onSubmit: () => void;
  readonly onClose: () => void;
  readonly children: React.ReactNode;
}) {
  const { actions } = useSharedWords();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isPending) onSubmit();
  };
  return (
    <Dialog title={title} isOpen isPending={isPending} onClose={onClose}>
      <Form className="stack" onSubmit={submit} validationBehavior="aria">
        {children}
        <ErrorNotice error={error} />
        <div className="row end">
          <Button isDisabled={isPending} onPress={onClose}>
            {actions.cancel}
          </Button>
          <Button type="submit" variant="primary" isPending={isPending}>
            {action}
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}

function CodeField({
  label,
  value,
  onChange,
}: {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
}) {
  const text = useWords(words);
  return (
    <TextField
      label={label}
      help={text.codeHelp}
      inputMode="numeric"
      autoComplete="one-time-code"
      value={value}
      onChange={(next) => onChange(next.replace(/\D/g, '').slice(0, 6))}
    />
  );
}
