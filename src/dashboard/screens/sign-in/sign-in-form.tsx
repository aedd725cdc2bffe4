import { type FormEvent, useState } from 'react';
import { Form } from 'react-aria-components';
import { ApiError } from '#client/index';
import { call } from '../../api/client';
import { describeError, isApiError } from '../../api/errors';
import { useResource } from '../../api/use-resource';
import { keepWanted } from '../../app/hand-over';
import { Button, Load, Notice, TextField } from '../../components';
import { config } from '../../config';
import { useSharedWords, useWords } from '../../words';
import { words } from './words';

interface SignInFormProps {
  readonly onSignedIn: (userId: string) => void;
  /** Of the user who was signed in before. */
  readonly email?: string;
  /** Whether a sign-in elsewhere leaves this page as it is. */
  readonly isInNewTab?: boolean;
}

/** Signs in as the configured mode requires. */
export function SignInForm(props: SignInFormProps) {
  if (config.mode === 'local') return <PasswordForm {...props} />;
  if (config.mode === 'oidc' || config.mode === 'saml') return <ProviderLink {...props} />;
  return <HostLink {...props} />;
}

function PasswordForm({ onSignedIn, email: known = '' }: SignInFormProps) {
  const text = useWords(words);
  const shared = useSharedWords();
  const [email, setEmail] = useState(known);
  const [password, setPassword] = useState('');
  const [totp, setTotp] = useState<string | null>(null);
  const [error, setError] = useState<string | null>(null);
  const [isPending, setPending] = useState(false);

  async function submit(event: FormEvent) {
    event.preventDefault();
    setPending(true);
    setError(null);
    try {
      const { data } = await call('login', {
        body: { email, password, session: 'cookie', ...(totp ? { totp } : {}) },
      });
      onSignedIn(data.user.id);
    } catch (failure) {
      const wantsCode = asksForCode(failure);
      // The first such answer asks for the code; the next ones say that it was wrong.
      if (wantsCode && totp === null) setTotp('');
      else if (wantsCode) setError(text.wrongCode);
      else if (failure instanceof ApiError && failure.status === 429)
        setError(text.locked(failure.retryAfter ?? 60));
      else if (isApiError(failure, 'unauthenticated')) setError(text.wrong);
      else setError(describeError(failure, shared).title);
    } finally {
      setPending(false);
    }
  }

  return (
    <Form className="stack" onSubmit={submit} validationBehavior="aria">
      {error !== null && <Notice tone="danger" title={error} />}
      <TextField
        label={text.email}
        type="email"
        name="email"
        autoComplete="username"
        value={email}
        onChange={setEmail}
        autoFocus={known === ''}
      />
      <TextField
        label={text.password}
        type="password"
        name="password"
        autoComplete="current-password"
        value={password}
        onChange={setPassword}
        autoFocus={known !== ''}
      />
      {totp !== null && (
        <TextField
          label={text.code}
          help={text.codeHelp}
          inputMode="numeric"
          autoComplete="one-time-code"
          value={totp}
          onChange={(value) => setTotp(value.replace(/\D/g, '').slice(0, 6))}
          autoFocus
        />
      )}
      <Button type="submit" variant="primary" isPending={isPending}>
        {text.submit}
      </Button>
    </Form>
  );
}

/** Whether only the one-time code is missing or wrong. */
export const asksForCode = (error: unknown) =>
  error instanceof ApiError && (error.body as { totpRequired?: boolean }).totpRequired === true;

type LinkProps = Pick<SignInFormProps, 'isInNewTab'>;

const linkTo = (href: string, { isInNewTab = false }: LinkProps) =>
  isInNewTab ? { href, target: '_blank', rel: 'noopener' } : { href, onClick: keepWanted };

function ProviderLink(props: LinkProps) {
  const text = useWords(words);
  const mode = useResource('getSignInMode');
  return (
    <Load of={mode} rows={1}>
      {({ signInPath, provider }) => (
        <a
          className="button primary"
          {...linkTo(`${config.adminBase}${signInPath}?redirect=dashboard`, props)}
        >
          {text.continueWith(provider ?? text.provider)}
        </a>
      )}
    </Load>
  );
}

function HostLink(props: LinkProps) {
  const text = useWords(words);
  return (
    <div className="stack">
      <p>
        {text.elsewhere} {!props.isInNewTab && text.reopen}
      </p>
      {config.signInUrl !== null && (
        <a className="button primary" {...linkTo(config.signInUrl, props)}>
          {text.goThere}
        </a>
      )}
    </div>
  );
}
