import { useEffect, useState } from 'react';
import { call } from './client';

const everyMs = 5_000;

/** Returns whether the service answers again. @param failure of a call that did not reach it; null: there is none */
export function useIsBack(failure: unknown): boolean {
  const [isBack, setBack] = useState(false);
  useEffect(() => {
    setBack(false);
    if (failure === null) return;
    const controller = new AbortController();
    const ask = async () => {
      const answer = await call('getSignInMode', { signal: controller.signal }).catch(() => null);
      if (answer === null || controller.signal.aborted) return;
      setBack(true);
      stop();
    };
    const timer = setInterval(() => void ask(), everyMs);
    const askNow = () => void ask();
    addEventListener('online', askNow);
    const stop = () => {
      clearInterval(timer);
      removeEventListener('online', askNow);
    };
    return () => {
      stop();
      controller.abort();
    };
  }, [failure]);
  return isBack;
}
