import type { ProfileFacts } from '#banners/profiles/index';
import type { UnitOfWork } from '#platform/database/unit-of-work';
import { toIso } from '#platform/kernel/clock';
import type { ConsentViews } from '../consent-views';
import { type ConsentChange, type DecidedOn, type RecordChanges, takesBack } from './consent-facts';
import { consentRepository, type WrittenState } from './consent-repository';
import { earlierStates } from './earlier-states-repository';
import { requireRoomToday } from './state-limit';
import type { ConsentWithProfile, StoredConsent } from './stored-consent';

/** Writes everything that belongs to a write of a record, in its transaction: history, statistics, the event. */
export interface NoteWrites {
  /** Notes records of a tenant that were just inserted; the record itself is the first state of its history. */
  inserted(unit: UnitOfWork, tenantId: string, records: readonly InsertedRecord[]): Promise<void>;
  /** Notes a change of a record. @throws ServiceError `rate_limited` */
  changed(
    unit: UnitOfWork,
    changed: ConsentWithProfile & DecidedPage & { readonly before: StoredConsent },
    state: WrittenState,
  ): Promise<void>;
  /**
   * Adds a decision to the history of a record whose own decision is later. The record's choices do not change, so no
   * event is emitted.
   * @returns the record
   * @throws ServiceError `rate_limited`
   */
  earlier(unit: UnitOfWork, decision: EarlierDecision, state: WrittenState): Promise<StoredConsent>;
}

/** The page of a decision, which only statistics note; undefined: not known. */
interface DecidedPage {
  readonly page?: Omit<DecidedOn, 'version'> | undefined;
}

/** A record that was just inserted. */
export type InsertedRecord = ConsentWithProfile & DecidedPage;

/** A decision that arrives after a later one of the same visitor. */
export interface EarlierDecision {
  readonly decided: StoredConsent;
  /** The record with the later decision; the caller holds its row lock. */
  readonly current: StoredConsent;
  /** The profile of the earlier decision. */
  readonly profile: ProfileFacts;
}

export function createNoteWrites(
  recordChanges: RecordChanges,
  { toRecord }: Pick<ConsentViews, 'toRecord'>,
): NoteWrites {
  async function emit(unit: UnitOfWork, { consent, profile }: ConsentWithProfile, at: number) {
    const event = consent.revision === 1 ? 'consent.created' : 'consent.updated';
    if (!unit.hears(event)) return;
    unit.emit(event, {
      tenantId: consent.tenantId,
      occurredAt: toIso(at),
      visitorId: consent.visitorId,
      consent: await toRecord(consent, profile, false, unit),
    });
  }

  return {
    async inserted(unit, tenantId, records) {
      const changes: ConsentChange[] = [];
      for (const { consent, page } of records) {
        const on = toDecidedOn(consent, page);
        changes.push({ consentId: consent.id, before: null, after: consent, at: consent.updatedAt, on });
      }
      await recordChanges(unit, tenantId, changes);
      for (const record of records) await emit(unit, record, record.consent.firstReceivedAt);
    },

    async changed(unit, { consent, profile, before, page }, state) {
      const { byStranger, isDecision, at, receivedAt } = state;
      const repository = consentRepository(unit.tenant(consent.tenantId));
      await requireRoomToday(repository, {
        written: consent,
        before,
        byStranger,
        at: receivedAt,
        profile,
      });
      await repository.keepFirstState(before);
      await repository.addHistory(consent, state);
      const on = toDecidedOn(consent, page);
      const taken = takesBack(before, consent);
      const change = { consentId: consent.id, before, after: consent, at, isDecision, takesBack: taken, on };
      await recordChanges(unit, consent.tenantId, [change]);
      await emit(unit, { consent, profile }, receivedAt);
    },

    async earlier(unit, { decided, current, profile }, state) {
      const { tenantId, visitorId } = current;
      const scope = unit.tenant(tenantId);
      const repository = consentRepository(scope);
      // Without the state before: a withdrawal that does not apply is not exempt from the limit.
      await requireRoomToday(repository, {
        written: { ...decided, revision: current.revision + 1 },
        before: null,
        byStranger: false,
        at: state.receivedAt,
        profile,
      });
      await repository.keepFirstState(current);
      const revision = await earlierStates(scope).makeRoom(current, state.at);
      await repository.addHistory({ ...decided, revision }, state);
      // Counts on its own day, and changes nothing about the current records.
      const change = { consentId: current.id, before: decided, after: decided, at: state.at };
      await recordChanges(unit, tenantId, [change]);
      return (await repository.find(visitorId)) ?? current;
    },
  };
}

const toDecidedOn = (
  { profileVersion: version, variant }: StoredConsent,
  { site, device }: NonNullable<DecidedPage['page']> = { site: '', device: null },
): DecidedOn => ({ version, ...(variant !== null && { variant }), site, device });
