import type { Bootstrap, WidgetContext } from '../widget-types';
import { readNow } from './read-again';
import { checkedKey, readStored, store } from './storage';

// Why: docs/adr/0205-what-a-browser-keeps-of-a-profile.md

interface Kept<T> {
  readonly key: string;
  /** When the service was last asked about the choice: after the next time, the value is loaded again. */
  readonly checked: string | null;
  readonly value: T;
}

/**
 * Returns what local storage keeps of a profile, so that page views need no request for it. It is loaded again after the
 * daily check of the choice. When that brings nothing, the value of before stays for another day.
 * @param key what the value depends on
 * @param isValue returns whether a value can be used; can throw where it is not ours
 * @param toValue returns the value by an answer of the service, or null where there is none
 */
export async function readDaily<T>(
  context: WidgetContext,
  name: string,
  key: string,
  isValue: (value: T) => unknown,
  toValue: (bootstrap: Bootstrap) => T | null,
): Promise<T | null> {
  const checked = readStored(checkedKey);
  let kept: Kept<T> | undefined;
  try {
    const stored: Kept<T> = JSON.parse(readStored(name) ?? '');
    if (stored.key === key && isValue(stored.value)) kept = stored;
  } catch {
    // None yet, or not ours.
  }
  if (kept?.checked === checked) return kept.value;
  // The page can have an answer from before the check. It does where nothing is kept, until the next time.
  const isOlder = Number(checked) > performance.timeOrigin;
  const answer = isOlder && kept ? readNow(context) : context.bootstrap();
  const loaded = await answer.then(toValue).catch((error) => {
    if (!kept) throw error;
    return null;
  });
  const value = loaded ?? kept?.value ?? null;
  if (value)
    store(name, JSON.stringify({ key, checked: isOlder && !kept ? null : checked, value } satisfies Kept<T>));
  return value;
}
