import {
  createContext,
  createElement,
  type FunctionComponent,
  type ReactNode,
  useContext,
  useSyncExternalStore,
} from 'react';
import type { CategoryIds, ServiceId } from '#standards/choice/index';
import {
  actions,
  type ConsentActions,
  type ConsentSnapshot,
  getSnapshot,
  isGranted,
  isServiceGranted,
  subscribe,
  undecided,
} from './consent-store';

export type { CategoryIds, ServiceId } from '#standards/choice/index';
export type { ConsentActions, ConsentSnapshot } from './consent-store';

export interface Consent extends ConsentSnapshot, ConsentActions {
  /** Returns whether all categories, separated by spaces, are granted. */
  isGranted(categories: CategoryIds): boolean;
  /** Returns whether a service is allowed; false for one that visitors do not decide about. */
  isServiceGranted(service: ServiceId): boolean;
}

const Initial = createContext<ConsentSnapshot | undefined>(undefined);

/**
 * Gives the components below it the visitor's choice for server rendering and hydration, as `consent.choice(req)`
 * returns it. Pages that render in the browser only do not need it.
 *
 * @example
 * <ConsentProvider choice={{ states, decided }}><App /></ConsentProvider>
 */
export const ConsentProvider: FunctionComponent<{
  readonly choice: ConsentSnapshot;
  readonly children?: ReactNode;
}> = ({ choice, children }) => createElement(Initial.Provider, { value: choice }, children);

/**
 * Returns the visitor's consent and renders again when it changes.
 *
 * @example
 * const { isGranted, open } = useConsent();
 * return isGranted('analytics') ? <Chart /> : <button onClick={open}>Cookie settings</button>;
 */
export function useConsent(): Consent {
  const initial = useContext(Initial);
  const snapshot = useSyncExternalStore(
    subscribe,
    () => getSnapshot(initial),
    () => initial ?? undecided,
  );
  return {
    ...snapshot,
    ...actions,
    isGranted: (categories) => isGranted(snapshot, categories),
    isServiceGranted: (service) => isServiceGranted(snapshot, service),
  };
}

/**
 * Renders its children while all its categories are granted, else `fallback`.
 *
 * @example
 * <Consented category="analytics" fallback={<p>No statistics</p>}><Chart /></Consented>
 */
export const Consented: FunctionComponent<{
  /** Ids of categories, separated by spaces. */
  readonly category: CategoryIds;
  readonly fallback?: ReactNode;
  readonly children?: ReactNode;
}> = ({ category, fallback = null, children }) => (useConsent().isGranted(category) ? children : fallback);

/**
 * Renders a frame of another site, and a placeholder in it until its categories are granted.
 *
 * @example
 * <ConsentEmbed category="marketing" src="https://video.example/1" title="Film" width={640} height={360} />
 */
export const ConsentEmbed: FunctionComponent<{
  readonly category: CategoryIds;
  /** The service in that category that the visitor decides about. */
  readonly service?: ServiceId;
  readonly src: string;
  readonly title: string;
  readonly width?: number | string;
  readonly height?: number | string;
}> = ({ category, service, src, ...attributes }) =>
  createElement('iframe', {
    ...attributes,
    key: src,
    'data-category': category,
    'data-service': service,
    'data-consent-src': src,
    // The widget may have set `src` before the page is hydrated.
    suppressHydrationWarning: true,
  });
