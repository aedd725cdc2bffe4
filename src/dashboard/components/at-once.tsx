import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { Skeleton } from './feedback';

/** Longest wait for the slowest part (ms). After it, the parts that have loaded are shown. */
const patienceMs = 3000;

/** Wait for a part that has just got its data and requests more (ms). */
const quietMs = 50;

/**
 * Shows its parts only when all have loaded, so that none moves another.
 *
 * @example
 * <AtOnce><Figures /><Days /></AtOnce>
 */
export function AtOnce({ children }: { readonly children: ReactNode }) {
  const client = useQueryClient();
  const [isShown, setShown] = useState(false);
  useEffect(() => {
    const show = () => setShown(true);
    const patience = setTimeout(show, patienceMs);
    let quiet: ReturnType<typeof setTimeout>;
    const showWhenQuiet = () => {
      clearTimeout(quiet);
      if (client.isFetching() === 0) quiet = setTimeout(show, quietMs);
    };
    const stopWatching = client.getQueryCache().subscribe(showWhenQuiet);
    showWhenQuiet();
    return () => {
      clearTimeout(patience);
      clearTimeout(quiet);
      stopWatching();
    };
  }, [client]);
  return (
    <>
      {!isShown && <Skeleton rows={12} />}
      <div className={isShown ? 'stack loose' : 'stack loose unseen'}>{children}</div>
    </>
  );
}
