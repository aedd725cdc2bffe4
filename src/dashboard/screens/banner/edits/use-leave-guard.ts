import { useEffect, useRef, useState } from 'react';
import { holdLeaving } from '../../../app/leaving';

/**
 * Asks before anything leads away from unsaved edits.
 * @param home path of the banner; its own tabs keep the edits
 * @param isKept false: the browser could not keep them, so closing the page asks too
 */
export function useLeaveGuard(home: string, isDirty: boolean, isKept: boolean) {
  const [proceed, setProceed] = useState<(() => void) | null>(null);
  const isLeaving = useRef(false);

  useEffect(() => {
    if (!isDirty) return;
    const isAway = (path: string) => path !== home && !path.startsWith(`${home}/`);
    return holdLeaving((step, next) => {
      const holds = step.path === null || isAway(step.path.replace(/\?.*/, ''));
      if (holds) setProceed(() => next);
      return holds;
    });
  }, [home, isDirty]);

  useEffect(() => {
    if (!isDirty || isKept) return;
    const ask = (event: BeforeUnloadEvent) => {
      if (!isLeaving.current) event.preventDefault();
    };
    addEventListener('beforeunload', ask);
    return () => removeEventListener('beforeunload', ask);
  }, [isDirty, isKept]);

  return {
    isAsking: proceed !== null,
    stay: () => setProceed(null),
    leave: () => {
      isLeaving.current = true;
      setProceed(null);
      proceed?.();
    },
  };
}
