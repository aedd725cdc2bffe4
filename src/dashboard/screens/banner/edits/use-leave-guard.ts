import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'wouter';
import { holdLeaving, type Step } from '../../../app/leaving';
import { config } from '../../../config';

/**
 * Asks before a link, the search, another tenant or signing out leads away from unsaved edits.
 * @param home path of the banner; its own tabs keep the edits
 * @param isKept false: the browser could not keep them, so closing the page asks too
 */
export function useLeaveGuard(home: string, isDirty: boolean, isKept: boolean) {
  const [held, setHeld] = useState<Step | null>(null);
  const isLeaving = useRef(false);
  const [, go] = useLocation();

  useEffect(() => {
    if (!isDirty) return;
    const base = config.prefix.replace(/\/$/, '');
    const isAway = (path: string) => path !== home && !path.startsWith(`${home}/`);
    const hold = (event: MouseEvent) => {
      const link = event.target instanceof Element ? event.target.closest('a') : null;
      if (link === null || opensElsewhere(event, link) || !link.pathname.startsWith(`${base}/`)) return;
      const path = link.pathname.slice(base.length);
      if (link.hash !== '' || !isAway(path)) return;
      event.preventDefault();
      event.stopPropagation();
      const to = path + link.search;
      setHeld({ path: to, go: () => go(to) });
    };
    document.addEventListener('click', hold, { capture: true });
    const stop = holdLeaving((step) => {
      const holds = step.path === null || isAway(step.path.replace(/\?.*/, ''));
      if (holds) setHeld(step);
      return holds;
    });
    return () => {
      document.removeEventListener('click', hold, { capture: true });
      stop();
    };
  }, [home, isDirty, go]);

  useEffect(() => {
    if (!isDirty || isKept) return;
    const ask = (event: BeforeUnloadEvent) => {
      if (!isLeaving.current) event.preventDefault();
    };
    addEventListener('beforeunload', ask);
    return () => removeEventListener('beforeunload', ask);
  }, [isDirty, isKept]);

  return {
    isAsking: held !== null,
    stay: () => setHeld(null),
    leave: () => {
      isLeaving.current = true;
      held?.go();
    },
  };
}

/** A link to another tab or to a download does not leave this page. */
const opensElsewhere = (event: MouseEvent, link: HTMLAnchorElement) =>
  event.metaKey ||
  event.ctrlKey ||
  event.shiftKey ||
  event.button !== 0 ||
  link.origin !== location.origin ||
  link.target !== '' ||
  link.hasAttribute('download');
