import type { Choice } from '#standards/choice/index';

/** Local storage, which throws where the visitor blocks it. */

/** Key of the submission that could not be sent yet, after the time at which the service itself refused it, if it did. */
export const owedKey = 'svc_owed';

/** Key of the time at which the service was last asked about the choice. */
export const checkedKey = 'svc_checked';

export function readStored(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Keeps a value; without one, removes it. */
export function store(key: string, value?: string | null): void {
  try {
    if (value == null) localStorage.removeItem(key);
    else localStorage.setItem(key, value);
  } catch {
    // Nothing depends on it: the widget asks once more, or checks again sooner.
  }
}

/** Removes everything that the widget keeps: some of it says what the visitor chose. */
export function forgetAll(): void {
  try {
    for (const key of Object.keys(localStorage)) if (/^svc_/.test(key)) store(key);
  } catch {
    // Storage is blocked, so nothing is kept.
  }
}

/** Removes the submission of a choice, unless that of a later one has replaced it, such as from another tab. */
export function forgetOwed({ submissionId }: Choice): void {
  if (readStored(owedKey)?.includes(submissionId ?? '')) store(owedKey);
}
