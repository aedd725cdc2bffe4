import { effectiveConsent } from '../../standards/gpc';
import { childConsent } from '../../standards/known-child';
import { carryDecision, everyCategory, type Yardstick } from './carried-decision';
import type { ConsentJson } from './consent-schemas';
import type { StoredConsent } from './stored-consent';

/** Returns a decision in the categories that its profile has now, before any signal. */
export function inTodaysCategories({ consentJson, group }: StoredConsent, yardstick: Yardstick): ConsentJson {
  return carryDecision(consentJson, group, yardstick);
}

/**
 * Returns the decision that remains after Global Privacy Control, under its current profile. In mode
 * `strict`, the signal that one device of a known user sent with a decision applies to all of them.
 */
export function afterSignal(consent: StoredConsent, yardstick: Yardstick, gpcSignal: boolean): ConsentJson {
  const { gpcDetected, gpcOverride, updatedAt } = consent;
  const { gpcMode } = yardstick.today;
  const signalAt = gpcMode === 'strict' ? consent.subjectSignalAt : null;
  return effectiveConsent(inTodaysCategories(consent, yardstick), {
    gpcMode,
    listening: everyCategory(yardstick).gpcCategories,
    decidedWithSignal: gpcDetected || (signalAt !== null && signalAt <= updatedAt),
    signalNow: gpcSignal || (signalAt !== null && signalAt > updatedAt),
    override: gpcOverride === true,
  });
}

/** Returns the effective consent of a decision: after the signal and, for a child, the parent's consent. */
export function effectiveOf(consent: StoredConsent, yardstick: Yardstick, gpcSignal: boolean): ConsentJson {
  return childConsent(
    afterSignal(consent, yardstick, gpcSignal),
    everyCategory(yardstick).optOutCategories,
    consent,
  );
}
