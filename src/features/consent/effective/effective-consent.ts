import type { GpcMode } from '../../../standards/compliance';
import { effectiveConsent } from '../../../standards/gpc';
import { childConsent } from '../../../standards/known-child';
import type { ConsentJson } from '../consent-schemas';
import type { StoredConsent } from '../records/stored-consent';
import { carryDecision, everyCategory, type Yardstick } from './carried-decision';

/** Returns a decision in the categories that its profile has now, before any signal. */
export function inTodaysCategories({ consentJson, group }: StoredConsent, yardstick: Yardstick): ConsentJson {
  return carryDecision(consentJson, group, yardstick);
}

/**
 * Returns whether another device of the known user has sent the signal, before or after this decision. It
 * applies in mode `strict` only.
 */
export function getSubjectSignal(
  { subjectSignalAt, updatedAt }: Pick<StoredConsent, 'subjectSignalAt' | 'updatedAt'>,
  gpcMode: GpcMode,
): { readonly before: boolean; readonly after: boolean } {
  if (gpcMode !== 'strict' || subjectSignalAt === null) return { before: false, after: false };
  return { before: subjectSignalAt <= updatedAt, after: subjectSignalAt > updatedAt };
}

/**
 * Returns the decision that remains after Global Privacy Control, under its current profile. In mode
 * `strict`, the signal that one device of a known user sent with a decision applies to all of them.
 */
export function afterSignal(consent: StoredConsent, yardstick: Yardstick, gpcSignal: boolean): ConsentJson {
  const { decidedWithSignal, gpcOverride } = consent;
  const { gpcMode } = yardstick.today;
  const subjectSignal = getSubjectSignal(consent, gpcMode);
  return effectiveConsent(inTodaysCategories(consent, yardstick), {
    gpcMode,
    listening: everyCategory(yardstick).gpcCategories,
    decidedWithSignal: decidedWithSignal || subjectSignal.before,
    signalNow: gpcSignal || subjectSignal.after,
    override: gpcOverride === true,
  });
}

/** Returns the effective consent of a decision: after the signal and, for a child, the parent's consent. */
export function getEffectiveConsent(
  consent: StoredConsent,
  yardstick: Yardstick,
  gpcSignal: boolean,
): ConsentJson {
  return childConsent(
    afterSignal(consent, yardstick, gpcSignal),
    everyCategory(yardstick).optOutCategories,
    consent,
  );
}
