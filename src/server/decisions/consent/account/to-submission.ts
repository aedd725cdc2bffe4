import type { ProfileFacts } from '#banners/profiles/index';
import type { Submission } from '../records/submission';
import type { SettledChoice } from './settle-choices';

/** The account for which a device decides. */
export interface AccountVisitor {
  readonly tenantId: string;
  readonly visitorId: string;
  readonly subjectId: string;
  readonly deviceId: string;
}

/** Fields that every choice of an account has which a sign-in brings about. */
const toFields = ({ visitorId, subjectId }: AccountVisitor) => ({
  visitorId,
  subjectId,
  // The host vouches for its user, and choices count only from devices that have proven to be theirs.
  ownership: { proven: true, accepted: true },
  writer: { by: 'visitor', apiKeyId: null } as const,
  ipHash: null,
  submissionId: undefined,
  isNewVisitor: false,
});

/** Returns the decision that makes the choice of an account the settled one. */
export function toSubmission(
  { base, consentJson, services, whole, at }: SettledChoice,
  visitor: AccountVisitor,
  gpcSignal: boolean,
): Submission {
  const { consent, profile } = base;
  const source = whole?.consent;
  const gpcOverride = source?.gpcOverride ?? undefined;
  return {
    ...toFields(visitor),
    profile,
    profileVersion: consent.profileVersion,
    variant: consent.variant,
    decision: {
      consentJson,
      ...(services && { services }),
      locale: consent.locale,
      gpcDetected: (source ?? consent).decidedWithSignal || (source === undefined && gpcSignal),
      source: 'account',
      ...(gpcOverride !== undefined && { gpcOverride }),
      ...(consent.ageVerified !== null && { ageVerified: consent.ageVerified }),
      ...(source?.tcfString != null && { tcfString: source.tcfString }),
      ...(source?.gppString != null && { gppString: source.gppString }),
    },
    place: { country: consent.country, region: consent.region },
    manner: {
      method: source?.method ?? (gpcSignal ? 'gpc' : null),
      layer: source?.layer ?? null,
    },
    deviceId: source === undefined ? null : visitor.deviceId,
    decidedAt: at,
    needsParent: consent.parentalConsent === 'pending',
  };
}

/** Returns the opt-out of an account by a signal: every category that listens to it is refused, and nothing else chosen. */
export function toOptOut(profile: ProfileFacts, visitor: AccountVisitor): Submission {
  return {
    ...toFields(visitor),
    profile,
    profileVersion: profile.shownVersion,
    // No banner was shown.
    variant: null,
    decision: {
      consentJson: Object.fromEntries(profile.gpcCategories.map((id) => [id, 'denied' as const])),
      locale: profile.defaultLocale,
      gpcDetected: true,
      source: 'account',
    },
    place: { country: null, region: null },
    manner: { method: 'gpc', layer: null },
    deviceId: visitor.deviceId,
    decidedAt: undefined,
    needsParent: false,
  };
}
