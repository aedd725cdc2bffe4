import type { CategoryIds, ServiceId } from '#standards/choice/index';
import {
  actions,
  type ConsentActions,
  type ConsentSnapshot,
  getFirstSnapshot,
  getSnapshot,
  isGranted,
  isServiceGranted,
  subscribe,
} from './consent-store';

export type { CategoryIds, ServiceId } from '#standards/choice/index';
export type { ConsentActions, ConsentSnapshot } from './consent-store';

export interface Consent extends ConsentSnapshot {
  /** Returns whether all categories, separated by spaces, are granted. */
  isGranted(categories: CategoryIds): boolean;
  /** Returns whether a service is allowed; false for one that visitors do not decide about. */
  isServiceGranted(service: ServiceId): boolean;
}

/** A store with Svelte's contract: `$consent` in a component. */
export interface ConsentStore extends ConsentActions {
  subscribe(run: (consent: Consent) => void): () => void;
}

/**
 * Creates a store of the visitor's consent.
 * @param initial the choice for server rendering and hydration, as `consent.choice(req)` returns it
 *
 * @example
 * const consent = createConsentStore(data.choice);
 * // {#if $consent.isGranted('analytics')}<Chart />{:else}<button onclick={consent.open}>Settings</button>{/if}
 */
export function createConsentStore(initial?: ConsentSnapshot): ConsentStore {
  const toConsent = (snapshot: ConsentSnapshot): Consent => ({
    ...snapshot,
    isGranted: (categories) => isGranted(snapshot, categories),
    isServiceGranted: (service) => isServiceGranted(snapshot, service),
  });
  return {
    ...actions,
    subscribe(run) {
      run(toConsent(getFirstSnapshot(initial)));
      if (typeof document === 'undefined') return () => {};
      const update = () => run(toConsent(getSnapshot(initial)));
      let isSubscribed = true;
      const stop = subscribe(update);
      if (initial) queueMicrotask(() => isSubscribed && update());
      return () => {
        isSubscribed = false;
        stop();
      };
    },
  };
}
