import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { noteSignIn } from '../api/attempts';
import { call } from '../api/client';
import { isApiError } from '../api/errors';
import { Dialog } from '../components';
import { config } from '../config';
import { SignInForm } from '../screens/sign-in/sign-in-form';
import { defineWords, useWords } from '../words';
import { onSignedOut } from './other-tabs';
import { useSession } from './session';
import { watchFailures } from './watch-failures';

const words = defineWords({
  en: {
    title: 'Your session has ended',
    text: {
      here: 'Sign in again. What you have typed stays.',
      newTab: 'Sign in again in a new tab, and come back to this one. What you have typed stays.',
      leaves:
        'Signing in again leads away from this page. Edits of banners, looks and cookie lists are kept. Close this window first if you want to copy anything else.',
    },
  },
  de: {
    title: 'Ihre Sitzung ist beendet',
    text: {
      here: 'Melden Sie sich wieder an. Was Sie eingegeben haben, bleibt erhalten.',
      newTab:
        'Melden Sie sich in einem neuen Tab wieder an und kehren Sie zu diesem zurück. Was Sie eingegeben haben, bleibt erhalten.',
      leaves:
        'Die Anmeldung führt von dieser Seite weg. Änderungen an Bannern, Aussehen und Cookie-Listen bleiben erhalten. Schließen Sie zuerst dieses Fenster, wenn Sie etwas anderes kopieren möchten.',
    },
  },
  fr: {
    title: 'Votre session est terminée',
    text: {
      here: 'Connectez-vous de nouveau. Ce que vous avez saisi est conservé.',
      newTab:
        'Connectez-vous de nouveau dans un nouvel onglet, puis revenez à celui-ci. Ce que vous avez saisi est conservé.',
      leaves:
        'La connexion vous fait quitter cette page. Les modifications de bandeaux, d’apparences et de listes de cookies sont conservées. Fermez d’abord cette fenêtre si vous voulez copier autre chose.',
    },
  },
  es: {
    title: 'Su sesión ha terminado',
    text: {
      here: 'Inicie sesión de nuevo. Lo que ha escrito se conserva.',
      newTab: 'Inicie sesión de nuevo en otra pestaña y vuelva a esta. Lo que ha escrito se conserva.',
      leaves:
        'El inicio de sesión le lleva a otra página. Los cambios de avisos, aspectos y listas de cookies se conservan. Cierre antes esta ventana si quiere copiar otra cosa.',
    },
  },
});

/**
 * How to sign in again: a token of the host reaches only the tab in which it is handed over; the cookie of another
 * sign-in reaches all tabs.
 */
const way = config.mode === 'local' ? 'here' : config.mode === 'jwt' ? 'leaves' : 'newTab';

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

  const resume = useCallback(
    async (userId: string) => {
      // The page, its edits and what it was doing are somebody else's.
      if (userId !== user.id) return location.reload();
      signIns.current += 1;
      setEnded(false);
      noteSignIn();
      await client.invalidateQueries();
    },
    [client, user.id],
  );

  useEffect(() => {
    if (!isEnded || way !== 'newTab') return;
    const look = async () => {
      const now = await call('getCurrentUser').catch(() => null);
      if (now !== null) await resume(now.data.id);
    };
    const lookNow = () => void look();
    addEventListener('focus', lookNow);
    return () => removeEventListener('focus', lookNow);
  }, [isEnded, resume]);

  return (
    <Dialog
      title={title}
      isOpen={isEnded}
      // The next refused request opens it again.
      onClose={() => setEnded(false)}
      isDismissable={way === 'leaves'}
    >
      <p>{text[way]}</p>
      <SignInForm email={user.email} isInNewTab={way === 'newTab'} onSignedIn={resume} />
    </Dialog>
  );
}
