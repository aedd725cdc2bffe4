import { call } from '../api/client';

/** Events that show that the operator is at work. */
const activities = ['pointerdown', 'keydown', 'wheel'] as const;

/** Longest time without a renewal while the operator is active (ms). */
const longestPauseMs = 60_000;

/**
 * Renews the session while the operator is active. Between two renewals it waits a tenth of the session's length, or a
 * minute if that is shorter. The first activity on a page always renews: nobody knows how old the session is by then.
 *
 * @param sessionMinutes `auth.sessionMinutes`
 * @returns a function that ends this
 */
export function keepAlive(sessionMinutes: number): () => void {
  const pauseMs = Math.min((sessionMinutes * 60_000) / 10, longestPauseMs);
  let renewedAt = Number.NEGATIVE_INFINITY;
  const renew = () => {
    if (Date.now() - renewedAt < pauseMs) return;
    renewedAt = Date.now();
    // After an ended session the next request shows the sign-in; a lost connection is tried again.
    call('refreshToken').catch(() => {});
  };
  // Buttons and fields keep some events to themselves.
  const options = { capture: true, passive: true };
  for (const activity of activities) addEventListener(activity, renew, options);
  return () => {
    for (const activity of activities) removeEventListener(activity, renew, options);
  };
}
