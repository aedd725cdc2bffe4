import { useEffect, useState } from 'react';
import { useLocation } from 'wouter';
import { config } from '../../../config';

/**
 * Asks before a link leads away from a banner with unsaved edits.
 * @param home path of the banner; its own tabs keep the edits
 * @param isKept false: the browser could not keep them, so closing the page asks too
 */
export function useLeaveGuard(home: string, isDirty: boolean, isKept: boolean) {
  const [target, setTarget] = useState<string | null>(null);
  const [, go] = useLocation();

  useEffect(() => {
    if (!isDirty) return;
    const base = config.prefix.replace(/\/$/, '');
    const hold = (event: MouseEvent) => {
      const link = event.target instanceof Element ? event.target.closest('a') : null;
      if (link === null || opensElsewhere(event, link) || !link.pathname.startsWith(`${base}/`)) return;
      const path = link.pathname.slice(base.length);
      if (link.hash !== '' || path === home || path.startsWith(`${home}/`)) return;
      event.preventDefault();
      event.stopPropagation();
      setTarget(path + link.search);
    };
    document.addEventListener('click', hold, { capture: true });
    return () => document.removeEventListener('click', hold, { capture: true });
  }, [home, isDirty]);

  useEffect(() => {
    if (!isDirty || isKept) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', ask);
    return () => removeEventListener('beforeunload', ask);
  }, [isDirty, isKept]);

  return {
    isAsking: target !== null,
    stay: () => setTarget(null),
    leave: () => target !== null && go(target),
  };
}

/** Another tab or a download leaves this page as it is. */
const opensElsewhere = (event: MouseEvent, link: HTMLAnchorElement) =>
  event.metaKey ||
  event.ctrlKey ||
  event.shiftKey ||
  event.button !== 0 ||
  link.origin !== location.origin ||
  link.target !== '' ||
  link.hasAttribute('download');
