import { useEffect, useState } from 'react';
import { onProofNeeded } from '../api/proof';
import { useAction } from '../api/use-resource';
import { Button, Dialog, FormDialog, TextField } from '../components';
import { useSharedWords, useWords } from '../words';
import { words } from './confirm-identity-words';
import { useSession } from './session';

interface Question {
  readonly accepts: readonly string[];
  readonly answer: (isProven: boolean) => void;
}

/** Asks for the password or a code, over the page, when the service wants to know that it is still the same user. */
export function ConfirmIdentity() {
  const { user, signOut } = useSession();
  const { actions } = useSharedWords();
  const text = useWords(words);
  const [question, setQuestion] = useState<Question | null>(null);

  useEffect(
    () => onProofNeeded((accepts) => new Promise<boolean>((answer) => setQuestion({ accepts, answer }))),
    [],
  );

  if (question === null) return null;
  const close = (isProven: boolean) => {
    setQuestion(null);
    question.answer(isProven);
  };
  const canSendPassword = question.accepts.includes('currentPassword');
  if (canSendPassword || (question.accepts.includes('totp') && user.totpEnabled))
    return <ProofDialog kind={canSendPassword ? 'currentPassword' : 'totp'} onClose={close} />;
  return (
    <Dialog
      title={text.title}
      isOpen
      onClose={() => close(false)}
      footer={
        <>
          <Button onPress={() => close(false)}>{actions.cancel}</Button>
          <Button variant="primary" onPress={() => signOut()}>
            {text.signInAgain}
          </Button>
        </>
      }
    >
      <p>{text.signInText}</p>
    </Dialog>
  );
}

function ProofDialog({
  kind,
  onClose,
}: {
  readonly kind: 'currentPassword' | 'totp';
  readonly onClose: (isProven: boolean) => void;
}) {
  const text = useWords(words);
  const { user } = useSession();
  const [value, setValue] = useState('');
  const confirm = useAction('confirmIdentity');
  return (
    <FormDialog
      title={text.title}
      action={text.confirm}
      isReady={kind === 'totp' ? value.length === 6 : value !== ''}
      isPending={confirm.isPending}
      error={confirm.error}
      onClose={() => onClose(false)}
      onSubmit={() => confirm.mutate({ body: { [kind]: value } }, { onSuccess: () => onClose(true) })}
    >
      <p>{text.text}</p>
      {kind === 'currentPassword' ? (
        <>
          {/* Password managers look for the account next to the password. */}
          <input type="text" name="username" autoComplete="username" value={user.email} readOnly hidden />
          <TextField
            label={text.password}
            type="password"
            autoComplete="current-password"
            autoFocus
            value={value}
            onChange={setValue}
          />
        </>
      ) : (
        <TextField
          label={text.code}
          inputMode="numeric"
          autoComplete="one-time-code"
          autoFocus
          value={value}
          onChange={(next) => setValue(next.replace(/\D/g, '').slice(0, 6))}
        />
      )}
    </FormDialog>
  );
}
