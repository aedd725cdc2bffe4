import type { UnitOfWork } from '../../../database/unit-of-work';
import type { Clock } from '../../../kernel/clock';
import { ServiceError } from '../../../kernel/errors';
import type { ProfileFacts } from '../../profiles';
import type { ConsentDraft } from '../consent-schemas';
import { parentalRepository } from '../parental/parental-repository';
import { requireNoNewGrant, type StringFault } from '../strings/string-faults';
import { getChoice } from './consent-decision';
import type { RecordChanges } from './consent-facts';
import { consentRepository } from './consent-repository';
import { countDecisionAs } from './counted-as';
import type { CountErasures } from './erasures';
import { noteEarlier } from './note-earlier';
import type { NoteWritten } from './note-written';
import type { Submission, Submitted } from './submission';

export interface SaveSubmissionOptions {
  readonly clock: Clock;
  readonly recordChanges: RecordChanges;
  readonly noteWritten: NoteWritten;
  /** Whether to refuse a submission for an existing record by anyone but its owner. */
  readonly ownedOnly: boolean;
  /** Whether to refuse a submission for an erased visitor without the proof as well. */
  readonly requireProof: boolean;
  readonly countErasures: CountErasures;
}

/** A submission after the checks of its strings and the plugins' hooks. */
export interface CheckedSubmission {
  readonly submission: Submission;
  readonly draft: ConsentDraft;
  /** The profile that the record ends under: a plugin may have moved the decision to another. */
  readonly profile: ProfileFacts;
  readonly warnings: readonly StringFault[];
  /** Null: a repetition is stored again. */
  readonly submissionHash: string | null;
}

export interface SavedSubmission extends Submitted {
  /** Whether the record already held a later decision, so that only its history has changed. */
  readonly isEarlier: boolean;
}

/**
 * Stores a submission within a transaction. Fails with a unique violation when another request has created the record or
 * stored the same submission.
 * @throws SubmissionIsStored
 * @throws ServiceError `visitor_cookie_required`, `invalid_tc_string`, `invalid_gpp_string`, `rate_limited`
 */
export type SaveSubmission = (unit: UnitOfWork, checked: CheckedSubmission) => Promise<SavedSubmission>;

export function createSaveSubmission({
  clock,
  recordChanges,
  noteWritten,
  ownedOnly,
  requireProof,
  countErasures,
}: SaveSubmissionOptions): SaveSubmission {
  return async (unit, checked) => {
    const { submission, profile, warnings, submissionHash } = checked;
    const { visitorId, place, ipHash, writer } = submission;
    const { tenantId } = submission.profile;
    const repository = consentRepository(unit.tenant(tenantId));
    const now = clock.now();
    const decision = decisionOf(checked);
    const { consentJson } = decision;
    // Of the profile that the record ends under, also where a plugin moved it there: the parent has agreed
    // to no other.
    if (submission.needsParent)
      await parentalRepository(unit.tenant(tenantId)).markPending(visitorId, profile.id);
    const byStranger = !submission.ownership.accepted;
    const { decidedAt = now } = submission;
    const isLate = decidedAt < now;
    const current = await repository.lock(visitorId);
    if (submissionHash !== null && current?.submissionHash === submissionHash) throw new SubmissionIsStored();
    if (ownedOnly && byStranger && current !== null) throw new ServiceError('visitor_cookie_required');
    // Read once the record would be locked: an erasure that was in progress is in the log by now.
    const isClaim = requireProof && byStranger && !submission.isNewVisitor;
    if (isClaim && (await countErasures(unit, { tenantId, visitorId })) > 0)
      throw new ServiceError('visitor_cookie_required');
    if (warnings.length > 0) requireNoNewGrant(warnings, consentJson, current, profile);
    if (isLate && !byStranger && current !== null && decidedAt < current.updatedAt)
      return {
        consent: await noteEarlier(
          unit,
          {
            state: { ...current, ...decision, subjectId: current.subjectId, country: place.country },
            current,
            profile,
          },
          {
            at: decidedAt,
            receivedAt: now,
            ownershipProven: submission.ownership.proven,
            submissionHash,
          },
          recordChanges,
        ),
        profile,
        ownershipProven: submission.ownership.proven,
        byStranger: false,
        isEarlier: true,
        warnings,
      };
    // Others can choose the time of a record that they create, and not a place in the history of one.
    const at = byStranger && current !== null ? now : decidedAt;
    const isNew = current === null;
    const ownershipProven = submission.ownership.proven || (isNew && writer.by === 'visitor');
    const decided = { ...decision, subjectId: submission.subjectId };
    const consent = isNew
      ? await repository.add(decided, place, ipHash, at, {
          firstReceivedAt: now,
          firstProven: ownershipProven,
          submissionHash,
        })
      : await repository.replace(current, { ...decided, byStranger }, place, ipHash, at);
    await noteWritten(
      unit,
      { consent, profile, before: current },
      {
        writer,
        ownershipProven,
        byStranger: byStranger && !isNew,
        isDecision: true,
        at,
        receivedAt: now,
        submissionHash,
      },
    );
    return {
      consent,
      profile,
      ownershipProven,
      byStranger: byStranger && !isNew,
      isEarlier: false,
      warnings,
    };
  };
}

/** Returns what the record holds after a submission, without what the record itself adds. */
export function decisionOf({ submission, draft, profile }: CheckedSubmission) {
  const { writer } = submission;
  const {
    consentJson,
    locale,
    gpcDetected,
    gpcOverride = null,
    ageVerified = null,
    tcfString = null,
    gppString = null,
  } = draft;
  return {
    visitorId: submission.visitorId,
    profileId: profile.id,
    // A plugin may have moved the decision to another profile.
    profileVersion:
      (profile.id === submission.profile.id ? submission.profileVersion : undefined) ?? profile.shownVersion,
    group: profile.group,
    choice: getChoice(consentJson, profile),
    countedAs: countDecisionAs(consentJson, locale, profile.knownNames),
    consentJson,
    locale,
    gpcDetected,
    gpcOverride,
    source: draft.source,
    by: writer.by,
    apiKeyId: writer.apiKeyId,
    ageVerified,
    tcfString,
    gppString,
    method: submission.manner.method,
    layer: submission.manner.layer,
  };
}

/** A submission with this id is stored already. */
export class SubmissionIsStored extends Error {
  override readonly name = 'SubmissionIsStored';
}
