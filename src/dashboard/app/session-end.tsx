import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { noteSignIn } from '../api/attempts';
import { call } from '../api/client';
import { isApiError } from '../api/errors';
import { Dialog } from '../components';
import { SignInForm } from '../screens/sign-in/sign-in-form';
import { defineWords, useWords } from '../words';
import { onSignedOut } from './other-tabs';
import { useSession } from './session';
import { watchFailures } from './watch-failures';

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
  const { user } = useSession();
  const client = useQueryClient();
  const [isEnded, setEnded] = useState(false);
  const signIns = useRef(0);
  const isAsking = useRef(false);

  useEffect(() => {
    // A refusal can be older than the last sign-in; only a new request shows whether the session has ended.
    async function note(error: unknown) {
      if (!isApiError(error, 'unauthenticated') || isAsking.current) return;
      const before = signIns.current;
      isAsking.current = true;
      const isRefused = await call('getCurrentUser').then(
        () => false,
        (again) => isApiError(again, 'unauthenticated'),
      );
      isAsking.current = false;
      if (isRefused && signIns.current === before) setEnded(true);
    }
    const stopWatching = watchFailures(client, (error) => void note(error));
    const stop = onSignedOut(() => void client.invalidateQueries({ queryKey: ['getCurrentUser'] }));
    return () => {
      stopWatching();
      stop();
    };
  }, [client]);

  return (
    <Dialog title={title} isOpen={isEnded} onClose={() => {}} isDismissable={false}>
      <p>{text}</p>
      <SignInForm
        email={user.email}
        onSignedIn={async (userId) => {
          // The page, its edits and what it was doing are somebody else's.
          if (userId !== user.id) return location.reload();
          signIns.current += 1;
          setEnded(false);
          noteSignIn();
          await client.invalidateQueries();
        }}
      />
    </Dialog>
  );
}
