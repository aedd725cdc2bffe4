import type { ProfileCatalogue } from '#banners/profiles/index';
import type { Database } from '#platform/database/database';
import type { Clock } from '#platform/kernel/clock';
import type { Verification } from '../consent-schemas';
import { findBasis } from '../effective/carried-decision';
import { verifyConsent } from '../effective/verify-consent';
import { consentRepository, type HistoryRange, type RecordOwner } from './consent-repository';
import type { ConsentWithProfile, StoredConsent, StoredHistoryEntry } from './stored-consent';

/** Reads records. */
export interface ConsentLookup {
  /** Returns the visitor’s record; null when there is none. */
  find(tenantId: string, visitorId: string): Promise<StoredConsent | null>;
  /** Returns whose record has an id, or one of whose states has it; null: nobody's. */
  findOwner(tenantId: string, recordOrStateId: string): Promise<RecordOwner | null>;
  /** Returns the records that a server linked to one of the host's users, the latest decision first. */
  ofSubject(tenantId: string, subjectId: string): Promise<ConsentWithProfile[]>;
  /** Returns the states of a record, newest first; empty when there is no record. */
  states(tenantId: string, visitorId: string, range: HistoryRange): Promise<StoredHistoryEntry[]>;
  /** @param gpcSignal the request that asks carries Global Privacy Control */
  verify(consent: StoredConsent, gpcSignal?: boolean): Promise<Verification>;
}

export interface ConsentLookupOptions {
  readonly database: Database;
  readonly catalogue: ProfileCatalogue;
  readonly clock: Clock;
}

export function createConsentLookup({ database, catalogue, clock }: ConsentLookupOptions): ConsentLookup {
  const read = <T>(
    tenantId: string,
    work: (repository: ReturnType<typeof consentRepository>) => Promise<T>,
  ) => database.read((connection) => work(consentRepository(connection.tenant(tenantId))));
  return {
    find: (tenantId, visitorId) => read(tenantId, (records) => records.find(visitorId)),
    findOwner: (tenantId, id) => read(tenantId, (records) => records.findOwner(id)),
    states: (tenantId, visitorId, range) => read(tenantId, (records) => records.history(visitorId, range)),

    async ofSubject(tenantId, subjectId) {
      const consents = await read(tenantId, (records) => records.ofSubject(subjectId));
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
      const basis = own === null ? null : await findBasis(catalogue, consent, own);
      return verifyConsent(consent, { basis, active }, clock.now(), gpcSignal);
    },
  };
}
