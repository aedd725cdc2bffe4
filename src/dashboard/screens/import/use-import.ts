import { useEffect, useRef, useState } from 'react';
import { upload } from '../../api/upload';
import { useMutationOnce } from '../../api/use-mutation-once';
import { type InputOf, useInvalidate } from '../../api/use-resource';
import type { Result } from './outcome';

type Body = InputOf<'importConsents'>['body'];

/** How far an import is: the share (0 to 1) of the file that has been sent, then the one that has been read. */
export interface Progress {
  readonly phase: 'sending' | 'reading';
  readonly share: number;
  /** Number of rows. */
  readonly read: number;
}

const begin: Progress = { phase: 'sending', share: 0, read: 0 };

/** Checks or imports a file, says meanwhile how far it is, and can be cancelled. Leaving the screen cancels it too. */
export function useImport() {
  const invalidate = useInvalidate();
  const [progress, setProgress] = useState(begin);
  const [isCancelled, setCancelled] = useState(false);
  const running = useRef<AbortController>(null);
  useEffect(() => () => running.current?.abort(), []);
  const run = useMutationOnce({
    mutationFn: async (body: Body): Promise<Result | null> => {
      const controller = new AbortController();
      running.current = controller;
      setProgress(begin);
      setCancelled(false);
      let result: Result | null = null;
      try {
        await upload(
          '/imports',
          { ...body, progress: true },
          {
            signal: controller.signal,
            onSent: (share) => setProgress({ ...begin, share }),
            onLine: (line) => {
              const found = line as Result | Omit<Progress, 'phase'>;
              if ('share' in found) setProgress({ phase: 'reading', ...found });
              else result = found;
            },
          },
        );
      } catch (error) {
        if (!controller.signal.aborted) throw error;
        setCancelled(true);
      }
      return result;
    },
    onSettled: () => void invalidate('listConsents'),
  });
  return {
    start: run.mutate,
    isPending: run.isPending,
    isDryRun: run.variables?.dryRun === true,
    error: run.error,
    result: run.data ?? null,
    isCancelled,
    progress,
    cancel: () => running.current?.abort(),
    reset: () => {
      run.reset();
      setCancelled(false);
    },
  };
}
