import { type FormEvent, useState } from 'react';
import { Form } from 'react-aria-components';
import { call } from '../../api/client';
import { describeError, isApiError } from '../../api/errors';
import { useMutationOnce } from '../../api/use-mutation-once';
import type { HandOver } from '../../app/hand-over';
import { Button, ErrorNotice, Notice, ShowFaults, TextField } from '../../components';
import { useSharedWords, useWords } from '../../words';
import { asksForCode, SignInForm } from './sign-in-form';
import { words } from './words';

/** The page for people who are not signed in. */
export function SignInPage({
  handOver,
  onSignedIn,
}: {
  readonly handOver: HandOver;
  readonly onSignedIn: () => void;
}) {
  const text = useWords(words);
  const [link, setLink] = useState(handOver.accountLink);
  const [isPasswordSet, setPasswordSet] = useState(false);
  const refusal = handOver.error === null ? null : (text.refused[handOver.error] ?? text.refused.other);
  return (
    <main className="sign-in">
      <div className="sign-in-card">
        <p className="brand">express-consent</p>
        <p className="muted">{location.host}</p>
        <h1>{link === null ? text.title : text.choosePassword}</h1>
        {refusal !== null && <Notice tone="danger" title={refusal} />}
        {isPasswordSet && <Notice tone="ok" title={text.passwordSet} />}
        {link !== null ? (
          <AcceptLink
            token={link}
            onAccepted={() => {
              setLink(null);
              setPasswordSet(true);
            }}
          />
        ) : handOver.totpChallenge !== null ? (
          <CodeForm challenge={handOver.totpChallenge} onSignedIn={onSignedIn} />
        ) : (
          <SignInForm onSignedIn={onSignedIn} />
        )}
      </div>
    </main>
  );
}

/** The second step of a sign-in through a provider. */
function CodeForm({
  challenge,
  onSignedIn,
}: {
  readonly challenge: string;
  readonly onSignedIn: () => void;
}) {
  const text = useWords(words);
  const shared = useSharedWords();
  const [totp, setTotp] = useState('');
  const answer = useMutationOnce({
    mutationFn: (code: string) =>
      call('answerTotpChallenge', { body: { challenge, totp: code, session: 'cookie' } }),
    onSuccess: onSignedIn,
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    answer.mutate(totp);
  };
  const { error } = answer;
  const isRefused = isApiError(error, 'unauthenticated');
  if (isRefused && !asksForCode(error))
    return (
      <>
        <Notice tone="danger" title={text.refused.sign_in_expired} />
        <SignInForm onSignedIn={onSignedIn} />
      </>
    );
  return (
    <Form className="stack" onSubmit={submit}>
      {error !== null && (
        <Notice tone="danger" title={isRefused ? text.wrongCode : describeError(error, shared).title} />
      )}
      <TextField
        label={text.code}
        help={text.codeHelp}
        inputMode="numeric"
        autoComplete="one-time-code"
        value={totp}
        onChange={(value) => setTotp(value.replace(/\D/g, '').slice(0, 6))}
        autoFocus
      />
      <Button type="submit" variant="primary" isPending={answer.isPending}>
        {text.submit}
      </Button>
    </Form>
  );
}

/** Chooses a password with an invitation or a link to choose a new one. */
function AcceptLink({ token, onAccepted }: { readonly token: string; readonly onAccepted: () => void }) {
  const text = useWords(words);
  const [password, setPassword] = useState('');
  const accept = useMutationOnce({
    mutationFn: (chosen: string) => call('acceptAccountLink', { body: { token, password: chosen } }),
    onSuccess: onAccepted,
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    accept.mutate(password);
  };
  return (
    <ShowFaults error={accept.error}>
      <Form className="stack" onSubmit={submit}>
        <ErrorNotice error={accept.error} />
        <TextField
          label={text.newPassword}
          path="password"
          help={text.passwordHelp}
          type="password"
          autoComplete="new-password"
          value={password}
          onChange={setPassword}
          autoFocus
        />
        <Button type="submit" variant="primary" isPending={accept.isPending}>
          {text.setPassword}
        </Button>
      </Form>
    </ShowFaults>
  );
}
