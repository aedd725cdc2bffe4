import type { UnitOfWork } from '../../../database/unit-of-work';
import type { ProfileFacts } from '../../profiles';
import type { RecordChanges } from './consent-facts';
import { consentRepository, type WrittenState } from './consent-repository';
import { earlierStates } from './earlier-states-repository';
import { requireRoomToday } from './state-limit';
import type { StoredConsent } from './stored-consent';

/** A decision that arrives after a later one of the same visitor. */
export interface EarlierDecision {
  readonly state: StoredConsent;
  /** The record with the later decision; the caller holds its row lock. */
  readonly current: StoredConsent;
  /** The profile of the earlier decision. */
  readonly profile: ProfileFacts;
}

/**
 * Adds a decision to the history of a record whose own decision is later. The record's choices do not change,
 * so no event is emitted.
 * @returns the record
 * @throws ServiceError `rate_limited`
 */
export async function noteEarlier(
  unit: UnitOfWork,
  { state, current, profile }: EarlierDecision,
  written: Omit<WrittenState, 'writer' | 'byStranger' | 'isDecision'>,
  recordChanges: RecordChanges,
): Promise<StoredConsent> {
  const { tenantId, visitorId } = current;
  const { at, receivedAt } = written;
  const scope = unit.tenant(tenantId);
  const repository = consentRepository(scope);
  // Without the state before: a withdrawal that does not apply is not exempt from the limit.
  await requireRoomToday(repository, {
    written: { ...state, revision: current.revision + 1 },
    before: null,
    byStranger: false,
    at: receivedAt,
    mandatoryCategories: profile.mandatoryCategories,
  });
  await repository.keepFirstState(current);
  const revision = await earlierStates(scope).makeRoom(current, at);
  await repository.addHistory(
    { ...state, revision },
    { ...written, writer: state, byStranger: false, isDecision: true },
  );
  // Counts on its own day, and changes nothing about the current records.
  await recordChanges(unit, tenantId, [{ consentId: current.id, before: state, after: state, at }]);
  return (await repository.find(visitorId)) ?? current;
}
