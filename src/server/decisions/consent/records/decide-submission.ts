import { newId } from '#platform/kernel/ids';
import { getChoice } from './consent-decision';
import { countDecisionAs } from './consent-facts';
import type { NewRecord, WrittenState } from './consent-repository';
import type { StoredConsent } from './stored-consent';
import type { NewSubmission } from './submission';

/** Returns a visitor’s first record, without what other rows say of the visitor. */
export function firstRecord(checked: NewSubmission, subjectId: string | null, now: number): NewRecord {
  const { submission, draft, submissionHash } = checked;
  const { place, ownership, writer, decidedAt = now } = submission;
  const consent: StoredConsent = {
    id: newId(),
    tenantId: submission.profile.tenantId,
    subjectId,
    subjectSignalAt: null,
    decidedWithSignal: draft.gpcDetected,
    parentalConsent: null,
    parentalDenied: [],
    country: place.country,
    region: place.region,
    revision: 1,
    firstReceivedAt: now,
    // The browser that makes a record owns it.
    firstProven: ownership.proven || writer.by === 'visitor',
    submissionHash,
    createdAt: decidedAt,
    updatedAt: decidedAt,
    // As in `fromRow`, the spread comes last.
    ...decisionOf(checked),
  };
  return { consent, ipHash: submission.ipHash };
}

/** Returns the state that a submission adds to a record, and whether the record's own decision is later. */
export function nextState(
  { submission, submissionHash }: NewSubmission,
  current: StoredConsent,
  now: number,
): { readonly state: WrittenState; readonly isEarlier: boolean } {
  const { ownership, writer, decidedAt = now } = submission;
  const byStranger = !ownership.accepted;
  const state: WrittenState = {
    writer,
    ownershipProven: ownership.proven,
    byStranger,
    isDecision: true,
    // Others can choose the time of a record that they create, and not a place in the history of one.
    at: byStranger ? now : decidedAt,
    receivedAt: now,
    submissionHash,
  };
  return { state, isEarlier: state.at < now && state.at < current.updatedAt };
}

/** Returns what a record holds after a submission, without what the record itself adds. */
export function decisionOf({ submission, draft, profile }: NewSubmission) {
  const { writer, manner } = submission;
  const { consentJson, services = null, locale } = draft;
  return {
    visitorId: submission.visitorId,
    profileId: profile.id,
    // A plugin may have moved the decision to another profile.
    profileVersion:
      (profile.id === submission.profile.id ? submission.profileVersion : undefined) ?? profile.shownVersion,
    variant: profile.id === submission.profile.id ? submission.variant : null,
    group: profile.group,
    choice: getChoice(consentJson, profile, services),
    countedAs: countDecisionAs(consentJson, locale, profile.knownNames),
    consentJson,
    services,
    locale,
    gpcDetected: draft.gpcDetected,
    gpcOverride: draft.gpcOverride ?? null,
    source: draft.source,
    by: writer.by,
    apiKeyId: writer.apiKeyId,
    ageVerified: draft.ageVerified ?? null,
    tcfString: draft.tcfString ?? null,
    gppString: draft.gppString ?? null,
    deviceId: submission.deviceId,
    method: manner.method,
    layer: manner.layer,
  };
}
