import { dom, readGlobal } from '../core/dom';
import type { WidgetApi } from '../widget-types';

/** The state that parts of a page depend on. */
export interface ConsentSnapshot {
  /** Effective state of each category, by id. Empty until it is known. */
  readonly states: WidgetApi['states'];
  /** Whether each service is allowed, by key; empty where visitors decide about categories only. */
  readonly services?: WidgetApi['services'];
  /** Whether the visitor has made a choice that is still valid. */
  readonly decided: boolean;
  /** Whether everything is allowed: no profile is active for the visitor's place, and its law does not ask first. */
  readonly allowsAll?: boolean;
}

/** Actions of the page on the widget. Each waits for the widget when it has not loaded yet. */
export type ConsentActions = Pick<WidgetApi, 'open' | 'decide' | 'erase'>;

export const undecided: ConsentSnapshot = { states: {}, decided: false };
let latest: ConsentSnapshot | null = null;

const getWidget = () => (typeof window === 'undefined' ? undefined : readGlobal('expressConsent'));

const toText = ({ states, services, decided, allowsAll }: ConsentSnapshot) =>
  JSON.stringify([decided, allowsAll, states, services]);

/**
 * Returns the newest known states; the same object until they change.
 * @param initial states that the server rendered with, for the time until the widget has started
 */
export function getSnapshot(initial: ConsentSnapshot = undecided): ConsentSnapshot {
  const api = getWidget();
  const isKnown = latest !== null || api?.allowsAll || Object.keys(api?.states ?? {}).length > 0;
  if (api === undefined || !isKnown) return latest ?? initial;
  // The visitor may have decided while no component was mounted that would have noticed.
  const { states, services, decided, allowsAll } = api;
  const current = { states, services, decided, allowsAll };
  if (latest === null || toText(latest) !== toText(current)) latest = current;
  return latest;
}

/** The same for a new component: what the server rendered with, until the first component follows the widget. */
export const getFirstSnapshot = (initial?: ConsentSnapshot): ConsentSnapshot =>
  latest === null && initial ? initial : getSnapshot(initial);

/** Calls `listener` after each change of the states. Returns a function that ends it. */
export function subscribe(listener: () => void): () => void {
  const onConsent = (event: Event) => {
    latest = (event as CustomEvent<ConsentSnapshot>).detail;
    listener();
  };
  dom.addEventListener('consent', onConsent);
  return () => dom.removeEventListener('consent', onConsent);
}

/** Returns whether all categories, separated by spaces, are granted. */
export const isGranted = ({ states, allowsAll }: ConsentSnapshot, categories: string): boolean =>
  allowsAll === true || categories.split(' ').every((category) => states[category] === 'granted');

/** Returns whether a service is allowed; false for one that visitors do not decide about. */
export const isServiceGranted = ({ services = {}, allowsAll }: ConsentSnapshot, service: string): boolean =>
  allowsAll === true || (Object.hasOwn(services, service) && services[service] === true);

/** Resolves with the widget once it has started. Its first event can be long in coming: without the service there is none. */
const whenStarted = () =>
  new Promise<WidgetApi>((resolve) => {
    const look = () => {
      const api = getWidget();
      if (api === undefined) setTimeout(look, 50);
      else resolve(api);
    };
    look();
  });

export const actions: ConsentActions = {
  open: async () => (await whenStarted()).open(),
  decide: async (states, services) => (await whenStarted()).decide(states, services),
  erase: async () => (await whenStarted()).erase(),
};
