import type { Bootstrap, WidgetContext } from '../widget-types';
import { readStored } from './storage';

// Why: docs/adr/0165-nothing-before-the-age-gate.md

/** Key of a passed gate, in local storage. */
export const passedKey = 'svc_age';

/** Returns the age that visitors must have reached; nothing where the profile does not ask, or the law sets none. */
export const findAge = ({ profile, childAge }: Bootstrap) =>
  profile?.ageGate && (profile.ageGate.minimumAge ?? childAge);

/** Returns whether the visitor must say their age before anything optional is allowed. */
export const isAgeUnknown = ({ fields }: WidgetContext, bootstrap: Bootstrap): unknown =>
  findAge(bootstrap) && !fields.ageVerified && readStored(passedKey) !== '1';
