import type { ProfileFacts } from '#banners/profiles/index';
import type { Row, TenantScope } from '#platform/database/database';
import { inBatches } from '#platform/database/database';
import { fromJson, toBoolean, toNumber, toNumberOrNull } from '#platform/database/rows';
import { SetupError } from '#platform/kernel/errors';
import { newId } from '#platform/kernel/ids';
import type { ServiceAnswers } from '#standards/choice/index';
import {
  type AuditedVisitor,
  type ConsentFacts,
  type DecidedSignal,
  firstState,
  leaveSubject,
  type ParentalState,
  parentalRepository,
  type RetentionCutoffs,
  readDecidedWithSignal,
  toFactColumns,
  toFacts,
  toSignalColumn,
  writeAnswer,
} from '../consent';
import { type ImportedDecision, importedFacts } from './imported-decision';
import type { PlacedStates, StoredRecord, StoredState } from './merge';

/** The facts that all records of an import share. */
export interface ImportTarget {
  readonly profile: ProfileFacts;
  readonly profileVersion: number;
  /** Time of the import (epoch milliseconds). */
  readonly importedAt: number;
  /**
   * Returns the names of a visitor in the audit log; null when `compliance.dataSigningHash` is not set, since
   * every process then has its own names.
   */
  readonly auditedVisitor: AuditedVisitor | null;
  readonly retention: RetentionCutoffs;
}

export interface FoundRecord extends StoredRecord {
  readonly facts: ConsentFacts;
  readonly services: ServiceAnswers | null;
  readonly signal: DecidedSignal;
  readonly row: Row;
}

/** A decision with its revision and its facts for the statistics, including the country known at that time. */
export interface PlacedDecision {
  readonly decision: ImportedDecision;
  readonly revision: number;
  readonly signal: DecidedSignal;
  readonly facts: ConsentFacts;
}

export interface NewRecord {
  readonly id: string;
  readonly visitorId: string;
  readonly states: readonly PlacedDecision[];
  readonly region: string | null;
  readonly subjectId: string | undefined;
}

export interface ChangedRecord {
  readonly stored: FoundRecord;
  readonly older: PlacedStates;
  readonly newer: readonly PlacedDecision[];
  /** Undefined: no better place of the visitor is known. */
  readonly region: string | null | undefined;
  /** Undefined: the subject does not change. */
  readonly subjectId: string | null | undefined;
}

/** A parental consent that the file reports. */
export interface ImportedParental {
  readonly visitorId: string;
  readonly state: ParentalState;
  /** Time of the decision that reports it (epoch milliseconds). */
  readonly at: number;
  /** Ids of the categories to which the parent did not agree. */
  readonly denied: readonly string[];
}

/** Number of states that are read at once. */
const statesPerPage = 2000;

/** The record has been written since it was read, so it must be read and merged again. */
export class RecordMoved extends Error {
  override readonly name = 'RecordMoved';
}

export function importRepository(
  scope: TenantScope,
  { profile, profileVersion, importedAt, auditedVisitor }: ImportTarget,
) {
  const decisionColumns = ({ decision, facts, signal }: PlacedDecision): Row => ({
    profile_version: profileVersion,
    // A file does not say which variant of a version of this profile the visitor saw.
    variant: null,
    services: decision.services === null ? null : JSON.stringify(decision.services),
    written_by: 'import',
    age_verified: decision.ageVerified,
    tcf_string: decision.tcfString,
    gpp_string: decision.gppString,
    gpc_override: decision.gpcOverride,
    decided_with_signal: toSignalColumn({ ...facts, ...signal }),
    // V8 copies an object for every field after a spread.
    ...toFactColumns(facts),
  });

  const stateRow = (consentId: string, placed: PlacedDecision): Row => ({
    id: newId(),
    visitor_id: placed.decision.visitorId,
    consent_id: consentId,
    revision: placed.revision,
    action: placed.revision === 1 ? 'created' : 'updated',
    // No request proved that the decision came from the visitor.
    ownership_proven: false,
    is_decision: true,
    received_at: importedAt,
    created_at: placed.decision.at,
    ...decisionColumns(placed),
  });

  /** Returns the columns of a record that follow from its latest decision. */
  const recordColumns = (
    placed: PlacedDecision,
    { region, subjectId }: Pick<ChangedRecord, 'region' | 'subjectId'>,
  ): Row => ({
    by_stranger: false,
    gpc_signal_at: placed.signal.signalAt,
    api_key_id: null,
    device_id: null,
    ...(region === undefined ? {} : { region }),
    ...(subjectId === undefined ? {} : { subject_id: subjectId }),
    updated_at: placed.decision.at,
    ...decisionColumns(placed),
  });

  /** Changes a record, but not its history. */
  async function changeOne(
    { stored, older, newer, region, subjectId }: ChangedRecord,
    isChild: boolean,
  ): Promise<void> {
    const latest = newer.at(-1);
    const firstAt = Math.min(
      stored.createdAt,
      ...[...older.placed, ...newer].map(({ decision }) => decision.firstAt),
    );
    const wasOf: string | null = stored.row.subject_id;
    if (latest !== undefined && subjectId !== undefined && subjectId !== wasOf)
      await leaveSubject(
        scope,
        { visitorId: latest.decision.visitorId, subjectId: wasOf, signalAt: stored.signal.signalAt },
        importedAt,
        isChild,
      );
    const lastRevision = stored.revision + older.placed.length + newer.length;
    const written = await scope
      .from('consents')
      // An erasure of the device leaves the revision, and the first state must not bring its id back. Other devices leave
      // their opt-outs without a new revision.
      .where({
        id: stored.id,
        revision: stored.revision,
        device_id: stored.row.device_id,
        gpc_signal_at: stored.row.gpc_signal_at,
      })
      .update({
        ...(latest === undefined ? {} : recordColumns(latest, { region, subjectId })),
        created_at: firstAt,
        revision: lastRevision,
      });
    if (Number(written) !== 1) throw new RecordMoved();
    // Only a stranger's decision needs a parent's consent that came after it.
    if (latest === undefined && toBoolean(stored.row.by_stranger))
      await parentalRepository(scope).followStates(
        stored.row.visitor_id,
        stored.revision,
        older.placed.length,
      );
  }

  /** Yields the states of records, read in pages: nobody knows how many a record has. */
  async function* statesOf(recordIds: readonly string[]): AsyncGenerator<Row> {
    for (let last: Row | undefined; ; ) {
      const page = scope
        .byKeys('consent_history', 'consent_id', recordIds)
        .orderBy(['consent_id', 'revision'])
        .limit(statesPerPage);
      const { consent_id: id, revision } = last ?? {};
      if (last !== undefined)
        page.where(
          (after) =>
            void after
              .where('consent_id', '>', id)
              .orWhere((same) => void same.where('consent_id', id).where('revision', '>', revision)),
        );
      const rows: Row[] = await page.select(
        'id',
        'visitor_id',
        'consent_id',
        'revision',
        'created_at',
        'consent_json',
        'is_decision',
      );
      yield* rows;
      last = rows.at(-1);
      if (rows.length < statesPerPage) return;
    }
  }

  return {
    async records(visitorIds: readonly string[]): Promise<Map<string, FoundRecord>> {
      const found = new Map<string, FoundRecord>();
      for (const batch of inBatches(visitorIds)) {
        for (const row of await scope.from('consents').whereIn('visitor_id', batch))
          found.set(String(row.visitor_id), toRecord(row));
      }
      return found;
    },

    async histories(visitorIds: readonly string[]): Promise<Map<string, StoredState[]>> {
      const found = new Map<string, StoredState[]>();
      for (const batch of inBatches(visitorIds)) {
        const records: string[] = await scope.from('consents').whereIn('visitor_id', batch).pluck('id');
        for await (const row of statesOf(records)) {
          const states = found.get(String(row.visitor_id)) ?? [];
          states.push({
            id: row.id,
            revision: toNumber(row.revision),
            createdAt: toNumber(row.created_at),
            json: row.consent_json,
            isDecision: toBoolean(row.is_decision),
          });
          found.set(String(row.visitor_id), states);
        }
      }
      return found;
    },

    /**
     * Returns the times at which visitors were last erased, by their ids. The audit log contains keyed hashes
     * only.
     * @throws SetupError when there were erasures and there is no key to recognise them
     */
    async erasures(visitorIds: readonly string[]): Promise<Map<string, number>> {
      const erased = () => scope.from('audit').where({ action: 'consent:erased' });
      const found = new Map<string, number>();
      if ((await erased().first('id')) === undefined) return found;
      if (auditedVisitor === null) {
        throw new SetupError(
          'Visitors of this tenant were erased. Set compliance.dataSigningHash, so that the import can recognise them and does not restore their data',
        );
      }
      const byHash = new Map(
        visitorIds.flatMap((id) => auditedVisitor(scope.tenantId, id).map((name) => [name, id] as const)),
      );
      for (const batch of inBatches([...byHash.keys()])) {
        // Does not select by action: a query through the index of actions would read every erasure.
        const entries: Row[] = await scope
          .from('audit')
          .whereIn('resource_id', batch)
          .select('resource_id', 'action', 'created_at');
        for (const row of entries.filter(({ action }) => action === 'consent:erased')) {
          const id = byHash.get(String(row.resource_id)) ?? '';
          found.set(id, Math.max(found.get(id) ?? 0, toNumber(row.created_at)));
        }
      }
      return found;
    },

    /**
     * Stores the parental consents of the file. As everywhere, a state only changes from none to pending to
     * granted.
     */
    async addParental(reports: readonly ImportedParental[]): Promise<void> {
      for (const { visitorId, state, at, denied } of reports) {
        const of = { visitor_id: visitorId, profile_id: profile.id };
        await scope
          .insert('parental_consents', { ...of, granted_at: null, updated_at: importedAt })
          .onConflict(['tenant_id', 'visitor_id', 'profile_id'])
          .merge({ profile_id: profile.id });
        if (state === 'granted')
          await scope
            .from('parental_consents')
            .where({ ...of, granted_at: null })
            .update({ granted_at: at, answer: writeAnswer({ denied, version: profileVersion }) });
      }
    },

    async create(records: readonly NewRecord[]): Promise<void> {
      const rows = records.flatMap(({ id, visitorId, states, region, subjectId }) => {
        const latest = states.at(-1);
        if (latest === undefined) return [];
        return [
          {
            id,
            visitor_id: visitorId,
            first_received_at: importedAt,
            first_proven: false,
            revision: states.length,
            created_at: Math.min(...states.map(({ decision }) => decision.firstAt)),
            // All rows of a statement need the same columns.
            ...recordColumns(latest, { region, subjectId: subjectId ?? null }),
          },
        ];
      });
      await scope.insertAll('consents', rows);
      await scope.insertAll(
        'consent_history',
        // A record that has never changed is its only state.
        records
          .filter(({ states }) => states.length > 1)
          .flatMap(({ id, states }) => states.map((state) => stateRow(id, state))),
      );
    },

    /** Returns those of the visitors, whose user changes, for whom a parent was asked. Read before the file's parents are added. */
    async childrenAmong(records: readonly ChangedRecord[]): Promise<ReadonlySet<string>> {
      const moved = records.filter(
        ({ stored, subjectId }) => subjectId !== undefined && stored.row.subject_id !== null,
      );
      return parentalRepository(scope).asked(moved.map(({ stored }) => String(stored.row.visitor_id)));
    },

    /** @param children those of the visitors for whom a parent was asked before */
    async change(records: readonly ChangedRecord[], children: ReadonlySet<string>): Promise<void> {
      for (const record of records)
        await changeOne(record, children.has(String(record.stored.row.visitor_id)));
      // Only the record contained it until now.
      const firstStates = records
        .filter(({ stored }) => stored.revision === 1)
        .map(({ stored }) => firstState(stored.row));
      await scope.insertAll('consent_history', firstStates);
      // The positions of the new states are free then.
      for (const { id, revision } of records.flatMap(({ older }) => older.moved))
        await scope.from('consent_history').where({ id }).update({ revision, action: 'updated' });
      const states = records.flatMap(({ stored, older, newer }) => {
        const placed = older.placed.map(({ decision, revision }) => ({
          decision,
          revision,
          signal: decision,
          facts: importedFacts(decision, profile, decision.country),
        }));
        return [...placed, ...newer].map((state) => stateRow(stored.id, state));
      });
      await scope.insertAll('consent_history', states);
    },
  };
}

function toRecord(row: Row): FoundRecord {
  return {
    id: row.id,
    revision: toNumber(row.revision),
    createdAt: toNumber(row.created_at),
    updatedAt: toNumber(row.updated_at),
    services: row.services === null ? null : fromJson(row.services),
    signal: {
      decidedWithSignal: readDecidedWithSignal(row),
      signalAt: toNumberOrNull(row.gpc_signal_at),
    },
    json: row.consent_json,
    isImported: row.source === 'import',
    facts: toFacts(row),
    row,
  };
}
