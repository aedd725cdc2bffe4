import { toIsoOrNull } from '../../../kernel/clock';
import { consentValidity } from '../../../standards/jurisdiction';
import type { ProfileFacts } from '../../profiles';
import type { ConsentJson, Verification } from '../consent-schemas';
import type { StoredConsent } from '../records/stored-consent';
import type { DecidedFacts } from './carried-decision';
import { afterSignal, getEffectiveConsent, inTodaysCategories } from './effective-consent';

// Why: docs/adr/0040-limits-of-the-visitors-place.md

export interface ProfilesAtHand {
  /** The record's own profile; null when it no longer exists. */
  readonly own: ProfileFacts | null;
  /** The facts on which the decision was made. */
  readonly decided: DecidedFacts | null;
  /** The active profile of its group. */
  readonly active: ProfileFacts | null;
}

/**
 * Returns whether a consent is still valid at `now`. An edit of the profile alone never ends it; a version
 * that demands re-consent does. A Global Privacy Control signal ends nothing either, but what it denies is
 * reported.
 */
export function verifyConsent(
  consent: StoredConsent,
  { own, decided, active }: ProfilesAtHand,
  now: number,
  gpcSignal: boolean,
): Verification {
  const expiresAt = own === null ? null : getExpiry(consent, own);
  const reason = reasonAgainst(consent, active, expiresAt, now);
  const yardstick = own === null ? null : { today: own, decided };
  const effective = yardstick === null ? undefined : getEffectiveConsent(consent, yardstick, gpcSignal);
  return {
    valid: reason === null,
    reason,
    visitorId: consent.visitorId,
    profileId: consent.profileId,
    profileVersion: consent.profileVersion,
    activeProfileId: active?.id ?? null,
    expiresAt: toIsoOrNull(expiresAt),
    gpcConflict:
      yardstick !== null &&
      deniesGrants(inTodaysCategories(consent, yardstick), afterSignal(consent, yardstick, gpcSignal)),
    ...(effective === undefined ? {} : { effectiveConsent: effective }),
  };
}

/**
 * Returns when the visitor must be asked again (epoch milliseconds): after the profile's `expiryDays`, or
 * sooner where the law of their place requires it.
 */
export function getExpiry(
  { updatedAt, country, region }: StoredConsent,
  { expiryDays }: Pick<ProfileFacts, 'expiryDays'>,
): number {
  return consentValidity({ decidedAt: updatedAt, expiryDays, place: { country, region } }).expiresAt;
}

function deniesGrants(consentJson: ConsentJson, effective: ConsentJson): boolean {
  return Object.entries(consentJson).some(
    ([category, state]) => state === 'granted' && effective[category] !== state,
  );
}

function reasonAgainst(
  consent: StoredConsent,
  active: ProfileFacts | null,
  expiresAt: number | null,
  now: number,
): Verification['reason'] {
  if (active === null) return 'profile_inactive';
  if (active.id !== consent.profileId) return 'profile_changed';
  if (consent.profileVersion < active.reconsentBelow) return 'reconsent_required';
  return expiresAt !== null && now >= expiresAt ? 'expired' : null;
}
