import type { Query, Row, TenantScope } from '../../database/database';
import { fromJson, toBoolean, toBooleanOrNull, toNumber } from '../../database/rows';
import { newId } from '../../kernel/ids';
import type { Choice, DecisionChanges } from './consent-decision';
import type { ConsentJson, ConsentRecord, HistoryEntry } from './consent-schemas';

/** A consent record as stored; the only form that leaves this file. Times in epoch milliseconds. */
export interface StoredConsent {
  readonly id: string;
  readonly tenantId: string;
  readonly visitorId: string;
  readonly profileId: string;
  readonly profileVersion: number;
  readonly group: string | null;
  readonly locale: string;
  readonly consentJson: ConsentJson;
  readonly choice: Choice;
  readonly gpcDetected: boolean;
  readonly source: ConsentRecord['source'];
  readonly ageVerified: boolean | null;
  readonly parentalConsent: 'pending' | 'granted' | null;
  readonly tcfString: string | null;
  readonly gppString: string | null;
  /** Counts the writes of this record, from 1. */
  readonly revision: number;
  readonly createdAt: number;
  readonly updatedAt: number;
}

/** Where a visitor was, as far as known, at a submission. */
export interface VisitorPlace {
  readonly country: string | null;
  readonly region: string | null;
}

export type ConsentSubmission = Omit<StoredConsent, 'id' | 'tenantId' | 'parentalConsent' | 'revision' | 'createdAt' | 'updatedAt'>;

export type StoredHistoryEntry = Omit<HistoryEntry, 'createdAt'> & { readonly createdAt: number };

const uniqueVisitor = ['tenant_id', 'visitor_id'];

export function consentRepository(scope: TenantScope) {
  const ofVisitor = (visitorId: string) => scope.from('consents').where({ visitor_id: visitorId });
  const nextRevision = () => scope.raw('?? + 1', [`${scope.tableName('consents')}.revision`]);

  /** The row that a statement wrote, undefined when it wrote none. MySQL has no RETURNING; the statement's row lock makes a second look safe. */
  async function written(statement: Query, visitorId: string): Promise<Row | undefined> {
    if (scope.dialect !== 'mysql') return (await statement.returning('*'))[0];
    const affected: unknown = await statement;
    return affected === 0 ? undefined : ofVisitor(visitorId).first();
  }

  return {
    async find(visitorId: string): Promise<StoredConsent | null> {
      const row = await ofVisitor(visitorId).first();
      return row === undefined ? null : fromRow(row);
    },

    /** Creates the visitor's record or replaces its decision, in one statement: `revision` 1 tells that it was created. */
    async save(submission: ConsentSubmission, place: VisitorPlace, now: number): Promise<StoredConsent> {
      const decision = {
        profile_id: submission.profileId,
        profile_version: submission.profileVersion,
        group_id: submission.group,
        locale: submission.locale,
        consent_json: JSON.stringify(submission.consentJson),
        choice: submission.choice,
        gpc_detected: submission.gpcDetected,
        source: submission.source,
        age_verified: submission.ageVerified,
        tcf_string: submission.tcfString,
        gpp_string: submission.gppString,
        updated_at: now,
      };
      const statement = scope
        .insert('consents', { id: newId(), visitor_id: submission.visitorId, ...decision, ...place, revision: 1, created_at: now })
        .onConflict(uniqueVisitor)
        .merge({ ...decision, ...knownPlace(place), revision: nextRevision() });
      const row = await written(statement as Query, submission.visitorId);
      if (row === undefined) throw new Error('an upsert wrote no row');
      return fromRow(row);
    },

    /** Changes parts of a decision that was made against this profile; null when there is no such record (any more). */
    async change(visitorId: string, profileId: string, changes: DecisionChanges & { readonly choice: Choice }, now: number): Promise<StoredConsent | null> {
      const columns = {
        consent_json: JSON.stringify(changes.consentJson),
        choice: changes.choice,
        locale: changes.locale,
        gpc_detected: changes.gpcDetected,
        source: changes.source,
        age_verified: changes.ageVerified,
        tcf_string: changes.tcfString,
        gpp_string: changes.gppString,
        revision: nextRevision(),
        updated_at: now,
      };
      // Knex leaves out what is undefined.
      const row = await written(ofVisitor(visitorId).where({ profile_id: profileId }).update(columns) as unknown as Query, visitorId);
      return row === undefined ? null : fromRow(row);
    },

    async addHistory(consent: StoredConsent, ownershipProven: boolean): Promise<void> {
      await scope.insert('consent_history', {
        id: newId(),
        visitor_id: consent.visitorId,
        consent_id: consent.id,
        revision: consent.revision,
        action: consent.revision === 1 ? 'created' : 'updated',
        profile_id: consent.profileId,
        profile_version: consent.profileVersion,
        group_id: consent.group,
        locale: consent.locale,
        consent_json: JSON.stringify(consent.consentJson),
        choice: consent.choice,
        gpc_detected: consent.gpcDetected,
        source: consent.source,
        ownership_proven: ownershipProven,
        created_at: consent.updatedAt,
      });
    },

    /** Newest first; the first state included. */
    async history(visitorId: string): Promise<StoredHistoryEntry[]> {
      const rows = await scope.from('consent_history').where({ visitor_id: visitorId }).orderBy('revision', 'desc');
      return rows.map((row) => ({
        id: row.id,
        action: row.action,
        profileId: row.profile_id,
        profileVersion: toNumber(row.profile_version),
        locale: row.locale,
        consentJson: fromJson(row.consent_json),
        gpcDetected: toBoolean(row.gpc_detected),
        source: row.source,
        ownershipProven: toBoolean(row.ownership_proven),
        createdAt: toNumber(row.created_at),
      }));
    },

    /** What is not known this time (a server's call, a provider that failed) does not undo what was. */
    async saveVisitor(visitorId: string, place: VisitorPlace, ipHash: string | null, now: number): Promise<void> {
      await scope
        .insert('visitors', { id: newId(), visitor_id: visitorId, ...place, ip_hash: ipHash, created_at: now, updated_at: now })
        .onConflict(uniqueVisitor)
        .merge({ ...knownPlace(place), ...(ipHash === null ? {} : { ip_hash: ipHash }), updated_at: now });
    },

    /** Takes everything of the visitor out of every table. False when there was no record. */
    async erase(visitorId: string): Promise<boolean> {
      // The record goes first: its row lock decides between two erasures, and between an erasure and an update.
      if (Number(await ofVisitor(visitorId).delete()) === 0) return false;
      for (const table of ['consent_history', 'visitors', 'parental_consents'] as const) await scope.from(table).where({ visitor_id: visitorId }).delete();
      return true;
    },
  };
}

function knownPlace(place: VisitorPlace): Partial<VisitorPlace> {
  return place.country === null ? {} : place;
}

function fromRow(row: Row): StoredConsent {
  return {
    id: row.id,
    tenantId: row.tenant_id,
    visitorId: row.visitor_id,
    profileId: row.profile_id,
    profileVersion: toNumber(row.profile_version),
    group: row.group_id,
    locale: row.locale,
    consentJson: fromJson(row.consent_json),
    choice: row.choice,
    gpcDetected: toBoolean(row.gpc_detected),
    source: row.source,
    ageVerified: toBooleanOrNull(row.age_verified),
    parentalConsent: row.parental_consent,
    tcfString: row.tcf_string,
    gppString: row.gpp_string,
    revision: toNumber(row.revision),
    createdAt: toNumber(row.created_at),
    updatedAt: toNumber(row.updated_at),
  };
}
