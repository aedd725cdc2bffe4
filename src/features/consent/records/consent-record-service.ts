import type { Verification } from '../consent-schemas';
import { findDecidedFacts } from '../effective/carried-decision';
import { verifyConsent } from '../effective/verify-consent';
import { createRefusesAll } from '../strings/refuses-all';
import { consentRepository, type HistoryRange, type RecordOwner } from './consent-repository';
import { createEraseConsent, type EraseConsent, type EraseConsentOptions } from './erase-consent';
import { createEraseSubject, type EraseSubject } from './erase-subject';
import { findConsent } from './find-consent';
import { createNoteWritten } from './note-written';
import { createSaveNewRecord } from './save-new-records';
import { createSaveSubmission, type SaveSubmissionOptions } from './save-submission';
import type { ConsentWithProfile, StoredConsent, StoredHistoryEntry } from './stored-consent';
import { createSubmitConsent, type SubmitConsent, type SubmitConsentOptions } from './submit-consent';
import { createUpdateConsent, type UpdateConsent, type UpdateConsentOptions } from './update-consent';

export type ConsentRecordServiceOptions = EraseConsentOptions &
  Omit<SaveSubmissionOptions, 'noteWritten'> &
  Omit<SubmitConsentOptions, 'refusesAll' | 'saveSubmission' | 'saveNewRecord'> &
  Omit<UpdateConsentOptions, 'refusesAll' | 'noteWritten'>;

export interface ConsentRecordService {
  find(tenantId: string, visitorId: string): Promise<StoredConsent | null>;
  readonly submit: SubmitConsent;
  readonly update: UpdateConsent;
  readonly erase: EraseConsent;
  readonly eraseSubject: EraseSubject;
  /** Returns whose record has an id, or one of whose states has it; null: nobody's. */
  findOwner(tenantId: string, recordOrStateId: string): Promise<RecordOwner | null>;
  /** Returns the records that a server linked to one of the host's users, the latest decision first. */
  ofSubject(tenantId: string, subjectId: string): Promise<ConsentWithProfile[]>;
  /** @param gpcSignal the request that asks carries Global Privacy Control */
  verify(consent: StoredConsent, gpcSignal?: boolean): Promise<Verification>;
  /** Returns the states of a record, newest first; empty when there is no record. */
  states(tenantId: string, visitorId: string, range: HistoryRange): Promise<StoredHistoryEntry[]>;
}

export function createConsentRecordService(options: ConsentRecordServiceOptions): ConsentRecordService {
  const { database, catalogue, clock, recordChanges, views } = options;
  const noteWritten = createNoteWritten(recordChanges, views);
  const refusesAll = createRefusesAll(catalogue);
  const erase = createEraseConsent(options);
  const saveSubmission = createSaveSubmission({ ...options, noteWritten });
  const saveNewRecord = createSaveNewRecord(options);
  return {
    find: (tenantId, visitorId) => findConsent(database, tenantId, visitorId),
    submit: createSubmitConsent({ ...options, refusesAll, saveSubmission, saveNewRecord }),
    update: createUpdateConsent({ ...options, refusesAll, noteWritten }),
    erase,
    eraseSubject: createEraseSubject(database, erase),

    findOwner: (tenantId, id) =>
      database.read((connection) => consentRepository(connection.tenant(tenantId)).findOwner(id)),

    async ofSubject(tenantId, subjectId) {
      const consents = await database.read((connection) =>
        consentRepository(connection.tenant(tenantId)).ofSubject(subjectId),
      );
      return Promise.all(
        consents.map(async (consent) => ({ consent, profile: await catalogue.byId(consent.profileId) })),
      );
    },

    async verify(consent, gpcSignal = false) {
      const own = await catalogue.byId(consent.profileId);
      const group = own?.group ?? consent.group;
      const active =
        (await catalogue.active(consent.tenantId)).find(
          (profile) => group !== null && profile.group === group,
        ) ?? null;
      const decided = own === null ? null : await findDecidedFacts(catalogue, consent, own);
      return verifyConsent(consent, { own, decided, active }, clock.now(), gpcSignal);
    },

    states: (tenantId, visitorId, range) =>
      database.read((connection) => consentRepository(connection.tenant(tenantId)).history(visitorId, range)),
  };
}
