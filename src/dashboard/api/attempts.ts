import { useSyncExternalStore } from 'react';

/** Keeps the actions that failed because the session had ended, so that they can be done again after a sign-in. */

const attempts = new WeakMap<object, () => void>();
const firstSeen = new WeakMap<object, number>();
const listeners = new Set<() => void>();
let signIns = 0;

/** Keeps how to repeat what has failed with an error. */
export const keepAttempt = (error: Error, again: () => void): void => void attempts.set(error, again);

/** Notes that the operator has signed in again over the page. */
export function noteSignIn(): void {
  signIns += 1;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Returns whether the operator has signed in since an error, and how to repeat what failed, if that is known. */
export function useSignedInSince(error: unknown): { readonly again: (() => void) | undefined } | null {
  const now = useSyncExternalStore(subscribe, () => signIns);
  if (typeof error !== 'object' || error === null) return null;
  const before = firstSeen.get(error) ?? now;
  firstSeen.set(error, before);
  return before === now ? null : { again: attempts.get(error) };
}
