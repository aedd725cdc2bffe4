import { effectiveConsent } from '../../standards/gpc';
import { childConsent } from '../../standards/known-child';
import type { ProfileFacts } from '../profiles';
import type { ConsentJson } from './consent-schemas';
import type { StoredConsent } from './stored-consent';

/**
 * Returns what Global Privacy Control leaves of a decision, under its profile as it is now. In mode `strict`,
 * the signal that one device of a known user sent with a decision is a signal for all of them.
 */
export function afterSignal(consent: StoredConsent, profile: ProfileFacts, gpcSignal: boolean): ConsentJson {
  const { consentJson, gpcDetected, gpcOverride, updatedAt } = consent;
  const { gpcMode, gpcCategories } = profile;
  const signalAt = gpcMode === 'strict' ? consent.subjectSignalAt : null;
  return effectiveConsent(consentJson, {
    gpcMode,
    listening: gpcCategories,
    decidedWithSignal: gpcDetected || (signalAt !== null && signalAt <= updatedAt),
    signalNow: gpcSignal || (signalAt !== null && signalAt > updatedAt),
    override: gpcOverride === true,
  });
}

/** Returns what counts of a decision: after the signal and, for a child, the parent's consent. */
export function effectiveOf(consent: StoredConsent, profile: ProfileFacts, gpcSignal: boolean): ConsentJson {
  return childConsent(afterSignal(consent, profile, gpcSignal), profile.optOutCategories, consent);
}
