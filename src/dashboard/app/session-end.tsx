import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { isApiError } from '../api/errors';
import { Dialog } from '../components';
import { SignInForm } from '../screens/sign-in/sign-in-form';
import { defineWords, useWords } from '../words';
import { onSignedOut } from './other-tabs';

const words = defineWords({
  en: { title: 'Your session has ended', text: 'Sign in again. What you have typed stays.' },
  de: {
    title: 'Ihre Sitzung ist beendet',
    text: 'Melden Sie sich wieder an. Was Sie eingegeben haben, bleibt erhalten.',
  },
  fr: {
    title: 'Votre session est terminée',
    text: 'Connectez-vous de nouveau. Ce que vous avez saisi est conservé.',
  },
  es: {
    title: 'Su sesión ha terminado',
    text: 'Inicie sesión de nuevo. Lo que ha escrito se conserva.',
  },
});

/** Asks to sign in again over the page when the service says that the session has ended. */
export function SessionEnd() {
  const { title, text } = useWords(words);
  const client = useQueryClient();
  const [isEnded, setEnded] = useState(false);

  useEffect(() => {
    const note = (error: unknown) => isApiError(error, 'unauthenticated') && setEnded(true);
    const queries = client
      .getQueryCache()
      .subscribe(
        (event) => event.type === 'updated' && event.action.type === 'error' && note(event.action.error),
      );
    const mutations = client
      .getMutationCache()
      .subscribe(
        (event) => event.type === 'updated' && event.action.type === 'error' && note(event.action.error),
      );
    const stop = onSignedOut(() => void client.invalidateQueries({ queryKey: ['getCurrentUser'] }));
    return () => {
      queries();
      mutations();
      stop();
    };
  }, [client]);

  return (
    <Dialog title={title} isOpen={isEnded} onClose={() => {}} isDismissable={false}>
      <p>{text}</p>
      <SignInForm
        onSignedIn={async () => {
          setEnded(false);
          await client.invalidateQueries();
        }}
      />
    </Dialog>
  );
}
