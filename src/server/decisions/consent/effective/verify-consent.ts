import { asksAgain, type ProfileFacts } from '#banners/profiles/index';
import { toIsoOrNull } from '#platform/kernel/clock';
import type { ConsentJson, Verification } from '../consent-schemas';
import type { StoredConsent } from '../records/stored-consent';
import { carryDecision, type DecisionBasis } from './carried-decision';
import { afterSignal, getEffectiveConsent, getEffectiveServices, getExpiry } from './effective-consent';

// Why: docs/adr/0040-limits-of-the-visitors-place.md

export interface ProfilesAtHand {
  /** The record's own profile, with the facts on which the decision was made; null when it no longer exists. */
  readonly basis: DecisionBasis | null;
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
  { basis, active }: ProfilesAtHand,
  now: number,
  gpcSignal: boolean,
): Verification {
  const expiresAt = basis === null ? null : getExpiry(consent, basis.today);
  const reason = reasonAgainst(consent, active, expiresAt, now);
  const effective = basis === null ? undefined : getEffectiveConsent(consent, basis, gpcSignal);
  const services = basis === null ? null : getEffectiveServices(consent, basis, gpcSignal);
  return {
    valid: reason === null,
    reason,
    visitorId: consent.visitorId,
    profileId: consent.profileId,
    profileVersion: consent.profileVersion,
    activeProfileId: active?.id ?? null,
    expiresAt: toIsoOrNull(expiresAt),
    gpcConflict:
      basis !== null &&
      (deniesGrants(carryDecision(consent, basis), afterSignal(consent, basis, gpcSignal)) ||
        (services !== null && deniesAnswers(services))),
    ...(effective === undefined ? {} : { effectiveConsent: effective }),
    ...(services === null ? {} : { effectiveServices: services.effective }),
  };
}

function deniesGrants(consentJson: ConsentJson, effective: ConsentJson): boolean {
  return Object.entries(consentJson).some(
    ([category, state]) => state === 'granted' && effective[category] !== state,
  );
}

function deniesAnswers({
  decided,
  effective,
}: NonNullable<ReturnType<typeof getEffectiveServices>>): boolean {
  return Object.entries(decided).some(([key, isAllowed]) => isAllowed && effective[key] !== true);
}

function reasonAgainst(
  consent: StoredConsent,
  active: ProfileFacts | null,
  expiresAt: number | null,
  now: number,
): Verification['reason'] {
  if (active === null) return 'profile_inactive';
  if (active.id !== consent.profileId) return 'profile_changed';
  if (asksAgain(active, { version: consent.profileVersion, group: consent.group }))
    return 'reconsent_required';
  return expiresAt !== null && now >= expiresAt ? 'expired' : null;
}
