import { navigate } from 'wouter/use-browser-location';
import { config } from '../config';

/** A step away from the screen. */
export interface Step {
  /** Path of the next screen; null: another tenant, or none after signing out. */
  readonly path: string | null;
  readonly go: () => void;
}

type Hold = (step: Step, proceed: () => void) => boolean;

const holds = new Set<Hold>();

/**
 * Lets a screen with unsaved edits ask before anything leads away from it: a link, a script, the browser's Back and Forward.
 * @param hold returns true when it asks; `proceed` then takes the step, unless another hold asks
 * @returns a function that ends this
 */
export function holdLeaving(hold: Hold): () => void {
  holds.add(hold);
  return () => void holds.delete(hold);
}

/** Takes a step, unless a screen asks first. */
export function leave(step: Step): void {
  if (!isHeld(step)) step.go();
}

function isHeld(step: Step, by: readonly Hold[] = [...holds]): boolean {
  return by.some((hold, index) =>
    hold(step, () => {
      if (!isHeld(step, by.slice(index + 1))) step.go();
    }),
  );
}

const base = config.prefix.replace(/\/$/, '');

/**
 * Notices links and the browser's Back and Forward. Call it before the router listens: of the listeners of the window, the
 * first one is called first.
 */
export function watchLeaving(): void {
  document.addEventListener('click', holdLink, { capture: true });

  let here = location.href;
  let isPassing = false;
  const note = () => {
    here = location.href;
  };
  // The router sends these two.
  addEventListener('pushState', note);
  addEventListener('replaceState', note);
  addEventListener('popstate', (event) => {
    const path = pathOf(location.pathname);
    const go = () => {
      isPassing = true;
      history.back();
    };
    if (isPassing || path === null || !isHeld({ path, go })) {
      isPassing = false;
      note();
      return;
    }
    // The browser has gone already: an entry on top of the one it went to shows the same screen again.
    event.stopImmediatePropagation();
    history.pushState(null, '', here);
  });
}

function holdLink(event: MouseEvent): void {
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  if (link === null || opensElsewhere(event, link) || link.hash !== '') return;
  const path = pathOf(link.pathname);
  if (path === null || !isHeld({ path, go: () => navigate(link.pathname + link.search) })) return;
  event.preventDefault();
  event.stopPropagation();
}

/** Returns the path of a screen; null for a page that is not the dashboard's. */
const pathOf = (pathname: string): string | null =>
  pathname.startsWith(`${base}/`) ? pathname.slice(base.length) : null;

/** A link to another tab or to a download does not leave this page. */
const opensElsewhere = (event: MouseEvent, link: HTMLAnchorElement) =>
  event.metaKey ||
  event.ctrlKey ||
  event.shiftKey ||
  event.button !== 0 ||
  link.origin !== location.origin ||
  link.target !== '' ||
  link.hasAttribute('download');
