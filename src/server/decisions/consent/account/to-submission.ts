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

/** The proof that the history has of the decisions in the choice of an account. */
export interface DecidedProof {
  /** The language in which the base was decided; a change since then showed no other notice. */
  readonly locale: string;
  /** Whether the visitor has proven to have made each of them. */
  readonly ownershipProven: boolean;
}

/** Fields that every choice of an account has which a sign-in brings about. */
const toFields = ({ visitorId, subjectId }: AccountVisitor) => ({
  visitorId,
  subjectId,
  ipHash: null,
  submissionId: undefined,
  isIdUnique: true,
  isNewVisitor: false,
});

/**
 * Returns the decision that makes the choice of an account the settled one. Signing in proves nothing about who made the
 * decisions in it.
 */
export function toSubmission(
  { base, parts, consentJson, services, whole, at }: SettledChoice,
  visitor: AccountVisitor,
  { locale, ownershipProven }: DecidedProof,
  gpcSignal: boolean,
): Submission {
  const { consent, profile } = base;
  const { by, apiKeyId } = consent;
  const device = parts.find((part) => part.consent.visitorId === visitor.deviceId);
  const source = whole?.consent;
  const gpcOverride = source?.gpcOverride ?? undefined;
  return {
    ...toFields(visitor),
    ownership: { proven: ownershipProven, accepted: true },
    writer: { by, apiKeyId },
    profile,
    profileVersion: consent.profileVersion,
    variant: consent.variant,
    decision: {
      consentJson,
      ...(services && { services }),
      locale,
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
    takenFrom: device?.consent,
    decidedAt: at,
    marksChild: consent.parentalConsent === 'pending' ? 'any' : 'none',
  };
}

/** Returns the opt-out of an account by a signal: every category that listens to it is refused, and nothing else chosen. */
export function toOptOut(profile: ProfileFacts, visitor: AccountVisitor, now: number): Submission {
  return {
    ...toFields(visitor),
    // The host vouches for its user, whose browser sends the signal.
    ownership: { proven: true, accepted: true },
    writer: { by: 'visitor', apiKeyId: null },
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
    decidedAt: now,
    marksChild: 'none',
  };
}
