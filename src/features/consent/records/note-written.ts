import type { UnitOfWork } from '../../../database/unit-of-work';
import { toIso } from '../../../kernel/clock';
import type { ConsentViews } from '../consent-views';
import type { RecordChanges } from './consent-facts';
import { consentRepository, type WrittenState } from './consent-repository';
import { requireRoomToday } from './state-limit';
import type { ConsentWithProfile, StoredConsent } from './stored-consent';

/**
 * Writes everything that belongs to a write of a record, in its transaction: history, statistics, the event.
 * @throws ServiceError `rate_limited`
 */
export type NoteWritten = (
  unit: UnitOfWork,
  written: ConsentWithProfile & { readonly before: StoredConsent | null },
  state: WrittenState,
) => Promise<void>;

export function createNoteWritten(
  recordChanges: RecordChanges,
  { toRecord }: Pick<ConsentViews, 'toRecord'>,
): NoteWritten {
  return async (unit, { consent, profile, before }, state) => {
    const { tenantId, visitorId } = consent;
    const repository = consentRepository(unit.tenant(tenantId));
    await requireRoomToday(repository, {
      written: consent,
      before,
      byStranger: state.byStranger,
      at: state.receivedAt,
      mandatoryCategories: profile?.mandatoryCategories ?? [],
    });
    if (before !== null) {
      await repository.keepFirstState(before);
      await repository.addHistory(consent, state);
    }
    const { isDecision, at, receivedAt } = state;
    await recordChanges(unit, tenantId, [{ consentId: consent.id, before, after: consent, at, isDecision }]);
    const event = consent.revision === 1 ? 'consent.created' : 'consent.updated';
    if (!unit.hears(event)) return;
    unit.emit(event, {
      tenantId,
      occurredAt: toIso(receivedAt),
      visitorId,
      consent: await toRecord(consent, profile, false, unit),
    });
  };
}
