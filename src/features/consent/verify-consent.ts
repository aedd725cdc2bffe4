import { millisecondsPerDay, toIsoOrNull } from '../../kernel/clock';
import type { ProfileFacts } from '../profiles';
import type { Verification } from './consent-schemas';
import { effectiveOf } from './consent-views';
import type { StoredConsent } from './stored-consent';

export interface ProfilesAtHand {
  /** The record's own profile; null when it no longer exists. */
  readonly own: ProfileFacts | null;
  /** The active profile of its group. */
  readonly active: ProfileFacts | null;
}

/**
 * Whether a consent still counts at `now`. An edit of the profile alone never ends it; a version that demands re-consent does.
 * A Global Privacy Control signal ends nothing either, but what it denies is told.
 */
export function verifyConsent(consent: StoredConsent, { own, active }: ProfilesAtHand, now: number, gpcSignal: boolean): Verification {
  const expiresAt = own === null ? null : consent.updatedAt + own.expiryDays * millisecondsPerDay;
  const reason = reasonAgainst(consent, active, expiresAt, now);
  const effective = own === null ? undefined : effectiveOf(consent, own, gpcSignal);
  return {
    valid: reason === null,
    reason,
    visitorId: consent.visitorId,
    profileId: consent.profileId,
    profileVersion: consent.profileVersion,
    activeProfileId: active?.id ?? null,
    expiresAt: toIsoOrNull(expiresAt),
    gpcConflict:
      effective !== undefined && Object.entries(consent.consentJson).some(([category, state]) => state === 'granted' && effective[category] !== state),
    ...(effective === undefined ? {} : { effectiveConsent: effective }),
  };
}

function reasonAgainst(consent: StoredConsent, active: ProfileFacts | null, expiresAt: number | null, now: number): Verification['reason'] {
  if (active === null) return 'profile_inactive';
  if (active.id !== consent.profileId) return 'profile_changed';
  if (consent.profileVersion < active.reconsentBelow) return 'reconsent_required';
  return expiresAt !== null && now >= expiresAt ? 'expired' : null;
}
