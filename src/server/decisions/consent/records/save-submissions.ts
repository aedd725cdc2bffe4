import type { TenantScope } from '#platform/database/database';
import type { UnitOfWork } from '#platform/database/unit-of-work';
import type { Clock } from '#platform/kernel/clock';
import { ServiceError } from '#platform/kernel/errors';
import { newId } from '#platform/kernel/ids';
import { accountRepository } from '../account/account-repository';
import type { CountErasures, FindLastErasure } from '../erasure/count-erasures';
import { parentalRepository } from '../parental/parental-repository';
import { requireNoNewGrant } from '../strings/string-faults';
import { isAhead } from './clock-skew';
import { getChoice } from './consent-decision';
import { countDecisionAs } from './consent-facts';
import { consentRepository, type NewRecord, type WrittenState } from './consent-repository';
import { nextSignal } from './decided-signal';
import type { InsertedRecord, NoteWrites } from './note-writes';
import type { StoredConsent } from './stored-consent';
import { type NewSubmission, RecordHasChanged, type SavedSubmission, SubmissionIsStored } from './submission';

export interface SaveSubmissionsOptions {
  readonly clock: Clock;
  readonly noteWrites: NoteWrites;
  /** Whether to refuse a submission for an existing record by anyone but its owner. */
  readonly ownedOnly: boolean;
  /** Whether to refuse a submission for an erased visitor without the proof as well. */
  readonly requireProof: boolean;
  readonly countErasures: CountErasures;
  readonly findLastErasure: FindLastErasure;
}

/**
 * Stores submissions within one transaction: one alone, or several for which `isUnknown` is true. Returns their results. Fails with a unique violation when another request has created a record or stored one of them.
 * @throws SubmissionIsStored, RecordHasChanged
 * @throws ServiceError `visitor_cookie_required`, `visitor_erased`, `invalid_tc_string`, `invalid_gpp_string`, `rate_limited`
 */
export type SaveSubmissions = (
  unit: UnitOfWork,
  submissions: readonly NewSubmission[],
) => Promise<ReadonlyMap<NewSubmission, SavedSubmission>>;

/** Returns whether nothing about the visitor can be stored, because the id was created for this very request. */
export const isUnknown = ({ submission, warnings }: Omit<NewSubmission, 'submissionHash'>): boolean =>
  submission.isNewVisitor && submission.subjectId === undefined && warnings.length === 0;

export function createSaveSubmissions({
  clock,
  noteWrites,
  ownedOnly,
  requireProof,
  countErasures,
  findLastErasure,
}: SaveSubmissionsOptions): SaveSubmissions {
  /** Returns whether the visitor was erased after a decision that arrives late. */
  async function isErased(
    unit: UnitOfWork,
    { profile: { tenantId }, visitorId, decidedAt }: NewSubmission['submission'],
  ): Promise<boolean> {
    if (decidedAt === undefined) return false;
    return decidedAt <= ((await findLastErasure(unit, { tenantId, visitorId })) ?? Number.NEGATIVE_INFINITY);
  }

  /**
   * Returns the visitor's record, locked until the transaction ends, null when there is none; and whether it was that of a
   * child before, where that is not known from what is stored then.
   */
  async function lockRecord(
    unit: UnitOfWork,
    checked: NewSubmission,
  ): Promise<{ readonly current: StoredConsent | null; readonly wasChild?: boolean }> {
    const { submission, draft, profile, warnings, submissionHash } = checked;
    const { visitorId, subjectId, isNewVisitor, marksChild, ownership, basedOn, takenFrom } = submission;
    const { tenantId } = submission.profile;
    const scope = unit.tenant(tenantId);
    const parents = parentalRepository(scope);
    // The parent is one of the user who takes the device over: the user before can be an adult.
    const isTakenOver = marksChild !== 'none' && subjectId !== undefined;
    const wasChild = isTakenOver ? (await parents.asked([visitorId])).has(visitorId) : undefined;
    // Of the profile that the record ends under, also where a plugin moved it there: the parent has agreed
    // to no other.
    const mark = () => parents.markPending(visitorId, profile.id, clock.now());
    if (marksChild === 'any') await mark();
    // Locked first, as an erasure of the device does, which then updates the record of the account.
    if (takenFrom !== undefined) await requireUnchanged(scope, takenFrom);
    const record = await consentRepository(scope).lock(visitorId);
    if (submissionHash !== null && record?.submissionHash === submissionHash) throw new SubmissionIsStored();
    if (basedOn !== undefined && basedOn !== (record?.revision ?? 0)) throw new RecordHasChanged();
    const isClaim = !ownership.accepted && !isNewVisitor;
    if (isClaim && ownedOnly && record !== null) throw new ServiceError('visitor_cookie_required');
    // Read once the record would be locked: an erasure that was in progress is in the log by now.
    if (isClaim && requireProof && (await countErasures(unit, { tenantId, visitorId })) > 0)
      throw new ServiceError('visitor_cookie_required');
    if (record === null && (await isErased(unit, submission))) throw new ServiceError('visitor_erased');
    if (marksChild === 'created' && record === null) await mark();
    if (warnings.length > 0) requireNoNewGrant(warnings, draft, record, profile);
    return { current: record, ...(wasChild !== undefined && { wasChild }) };
  }

  /** Inserts the first records of visitors of one tenant. */
  async function insertRecords(
    unit: UnitOfWork,
    tenantId: string,
    firsts: readonly NewSubmission[],
    now: number,
  ): Promise<SavedSubmission[]> {
    const scope = unit.tenant(tenantId);
    const repository = consentRepository(scope);
    const records: NewRecord[] = [];
    for (const checked of firsts) {
      const { profile, subjectId: sent, visitorId } = checked.submission;
      // The first decision of an account that signed in without one.
      const canBeAccount = profile.accountRule !== null && !isUnknown(checked);
      const subjectId = sent ?? (canBeAccount ? await accountRepository(scope).subjectOf(visitorId) : null);
      records.push(firstRecord(checked, subjectId, now));
    }
    await repository.insert(records);
    const saved: SavedSubmission[] = [];
    const inserted: InsertedRecord[] = [];
    for (const [index, checked] of firsts.entries()) {
      const record = records[index] as NewRecord; // one for each
      const { profile, warnings, submission } = checked;
      // Of a visitor who is known, other rows say whether a parent agrees and what another device has signalled.
      const read = isUnknown(checked) ? null : await repository.find(submission.visitorId);
      const consent = read ?? record.consent;
      const ownershipProven = consent.firstProven;
      saved.push({ consent, profile, ownershipProven, byStranger: false, isEarlier: false, warnings });
      inserted.push({ consent, profile, page: submission.page });
    }
    await noteWrites.inserted(unit, tenantId, inserted);
    return saved;
  }

  async function changeRecord(
    unit: UnitOfWork,
    checked: NewSubmission,
    { current, wasChild }: { readonly current: StoredConsent; readonly wasChild?: boolean },
    now: number,
  ): Promise<SavedSubmission> {
    const { submission, profile, warnings } = checked;
    const { place, ipHash } = submission;
    const { state, isEarlier } = nextState(checked, current, now);
    const { ownershipProven, byStranger, at } = state;
    const saved = { profile, ownershipProven, byStranger, isEarlier, warnings };
    const decision = decisionOf(checked);
    // An erasure came before all that the record has received.
    if (at < current.firstReceivedAt && (await isErased(unit, submission)))
      return { ...saved, isEarlier: true, consent: current };
    if (isEarlier) {
      const decided = {
        ...current,
        ...decision,
        decidedWithSignal: decision.gpcDetected,
        subjectId: current.subjectId,
        country: place.country,
      };
      return { ...saved, consent: await noteWrites.earlier(unit, { decided, current, profile }, state) };
    }
    const signal = nextSignal(current, { ...decision, hasSignal: decision.gpcDetected }, profile, at);
    const latest = { ...decision, ...signal, subjectId: submission.subjectId, wasChild, byStranger };
    const repository = consentRepository(unit.tenant(current.tenantId));
    const consent = await repository.replace(current, latest, place, ipHash, state);
    await noteWrites.changed(unit, { consent, profile, before: current, page: submission.page }, state);
    return { ...saved, consent };
  }

  return async (unit, submissions) => {
    const now = clock.now();
    const saved = new Map<NewSubmission, SavedSubmission>();
    /** First decisions of visitors, by tenant. */
    const firsts = new Map<string, NewSubmission[]>();
    for (const checked of submissions) {
      const { tenantId } = checked.submission.profile;
      const { current, ...known } = isUnknown(checked) ? { current: null } : await lockRecord(unit, checked);
      if (current === null) firsts.set(tenantId, [...(firsts.get(tenantId) ?? []), checked]);
      else saved.set(checked, await changeRecord(unit, checked, { current, ...known }, now));
    }
    for (const [tenantId, ofTenant] of firsts) {
      const inserted = await insertRecords(unit, tenantId, ofTenant, now);
      for (const [index, checked] of ofTenant.entries())
        saved.set(checked, inserted[index] as SavedSubmission); // one for each
    }
    return saved;
  };
}

/** Locks a record until the transaction ends. @throws RecordHasChanged unless it still is as it was read */
async function requireUnchanged(
  scope: TenantScope,
  { id, visitorId, revision }: Pick<StoredConsent, 'id' | 'visitorId' | 'revision'>,
): Promise<void> {
  const stored = await consentRepository(scope).lock(visitorId);
  if (stored?.id !== id || stored.revision !== revision) throw new RecordHasChanged();
}

/** Returns a visitor’s first record, without what other rows say of the visitor. */
function firstRecord(checked: NewSubmission, subjectId: string | null, now: number): NewRecord {
  const { submission, submissionHash } = checked;
  const { place, ownership, writer, decidedAt = now } = submission;
  const decision = decisionOf(checked);
  const sent = { ...decision, hasSignal: decision.gpcDetected };
  const { decidedWithSignal, signalAt } = nextSignal(null, sent, checked.profile, decidedAt);
  const consent: StoredConsent = {
    id: newId(),
    tenantId: submission.profile.tenantId,
    subjectId,
    subjectSignalAt: null,
    decidedWithSignal,
    signalAt,
    parentalConsent: null,
    parentalDenied: [],
    parentalVersion: null,
    country: place.country,
    region: place.region,
    revision: 1,
    firstReceivedAt: now,
    // The browser that makes a record owns it. A sign-in makes one of what others may have decided.
    firstProven: ownership.proven || (writer.by === 'visitor' && submission.decision.source !== 'account'),
    submissionHash,
    createdAt: decidedAt,
    updatedAt: decidedAt,
    // As in `fromRow`, the spread comes last.
    ...decision,
  };
  return { consent, ipHash: submission.ipHash };
}

/** Returns the state that a submission adds to a record, and whether the record's own decision is later. */
function nextState(
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
  // A stored time in the future comes from a clock that was ahead: what arrives now is the later decision.
  const isEarlier = state.at < now && state.at < current.updatedAt && !isAhead(current.updatedAt, now);
  return { state, isEarlier };
}

/** Returns what a record holds after a submission, without what the record itself adds. */
function decisionOf({ submission, draft, profile, shown }: NewSubmission) {
  const { writer, manner } = submission;
  const { consentJson, services = null, locale } = draft;
  return {
    visitorId: submission.visitorId,
    profileId: profile.id,
    // A plugin may have moved the decision to another profile.
    profileVersion:
      (profile.id === submission.profile.id ? submission.profileVersion : undefined) ?? profile.shownVersion,
    variant: profile.id === submission.profile.id ? submission.variant : null,
    group: shown.group,
    choice: getChoice(consentJson, shown, services),
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
