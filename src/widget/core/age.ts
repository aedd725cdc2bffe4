import type { Bootstrap, WidgetContext } from '../widget-types';
import { readStored } from './storage';

// Why: docs/adr/0165-nothing-before-the-age-gate.md, docs/adr/0175-how-long-an-answer-about-the-age-counts.md

/** Key of the time until which a passed gate counts, in local storage. */
export const passedKey = 'svc_age';

/** Key of a parent who was asked and has not answered yet, in local storage. */
export const parentKey = 'svc_parent';

/** Returns whether the visitor has passed the gate, as long ago as a decision counts. */
export const hasPassed = () => Number(readStored(passedKey)) > Date.now();

/** Key of a gate that was not passed, for the session: nobody can go back and answer otherwise. */
const failedKey = 'svc_young';

/** Runs `use` on the storage of the session, which throws where the visitor blocks it. */
function withSession<Result>(use: (session: Storage) => Result): Result | undefined {
  try {
    return use(sessionStorage);
  } catch {
    // The record keeps it too.
    return undefined;
  }
}

export const hasFailed = (): boolean => Boolean(withSession((session) => session.getItem(failedKey)));
export const keepFailed = () => withSession((session) => session.setItem(failedKey, '1'));
export const forgetFailed = () => withSession((session) => session.removeItem(failedKey));

/** Returns the age that visitors must have reached; nothing where the profile does not ask, or the law sets none. */
export const findAge = ({ profile, childAge }: Bootstrap) =>
  profile?.ageGate && (profile.ageGate.minimumAge ?? childAge);

/** Returns whether the record must be read, or the visitor must say their age, before anything optional is allowed. */
export const isVisitorUnknown = ({ fields, isRead }: WidgetContext, bootstrap: Bootstrap): unknown =>
  !isRead || (findAge(bootstrap) && !fields.ageVerified && !hasPassed());
