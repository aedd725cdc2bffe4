import type { FixedQuery, Query, Row, TenantScope } from '#platform/database/database';
import { readListPage } from '#platform/database/listing';
import { forUpdate, toBoolean, toNumber } from '#platform/database/rows';
import { newId } from '#platform/kernel/ids';
import type { ListPage, PageSelection } from '#platform/kernel/lists';
import type { TimeRange } from '#platform/kernel/time-range';
import { accountRepository } from '../account/account-repository';
import { forgetDevices } from '../account/device-repository';
import { leaveSubject } from '../effective/leave-subject';
import { subjectSignalColumn } from '../effective/subject-signal-repository';
import { parentalColumn, parentalRepository } from '../parental/parental-repository';
import type { ChangedConsent } from './consent-change';
import { type ConsentFacts, toDecidedColumns, toFactColumns } from './consent-facts';
import { toSignalColumn } from './decided-signal';
import {
  type FirstCircumstances,
  fromRow,
  historyFromRow,
  latestPlace,
  type StoredConsent,
  type StoredHistoryEntry,
  type VisitorPlace,
  type Writer,
} from './stored-consent';

export interface SubjectChange {
  /** Undefined leaves the stored one, null removes it. */
  readonly subjectId?: string | null;
  /** Whether a parent had been asked for the visitor before. Default: whether one has been asked by now. */
  readonly wasChild?: boolean | undefined;
}

type GeneratedFields =
  | 'id'
  | 'tenantId'
  | 'subjectId'
  | 'subjectSignalAt'
  | 'parentalConsent'
  | 'parentalDenied'
  | 'parentalVersion'
  | keyof FirstCircumstances
  | keyof VisitorPlace
  | 'revision'
  | 'createdAt'
  | 'updatedAt';
export type ConsentSubmission = Omit<StoredConsent, GeneratedFields> & SubjectChange;

/** The circumstances of a state. */
export interface WrittenState {
  readonly writer: Writer;
  readonly ownershipProven: boolean;
  readonly byStranger: boolean;
  readonly isDecision: boolean;
  /** Time of the decision (epoch milliseconds). */
  readonly at: number;
  /** Time of the write (epoch milliseconds). */
  readonly receivedAt: number;
  /** Hash of the id that the browser gave the submission; null: it gave none. */
  readonly submissionHash: string | null;
}

/** A stored submission. */
export interface SubmittedState {
  readonly visitorId: string;
  readonly revision: number;
  readonly ownershipProven: boolean;
  readonly receivedAt: number;
}

/** The first record of a visitor. */
export interface NewRecord {
  readonly consent: StoredConsent;
  readonly ipHash: string | null;
}

/** The visitor of a record. */
export interface RecordOwner {
  readonly recordId: string;
  readonly visitorId: string;
}

/** Selection of a record's states, newest first. */
export interface HistoryRange {
  readonly limit?: number;
  /** Only states before this write. */
  readonly beforeRevision?: number;
  /** Only states before this one, which decisions that arrived late can have moved up since it was read. */
  readonly after?: Pick<StoredHistoryEntry, 'id' | 'revision'> | undefined;
  /** Only states in which the visitor decided. */
  readonly decisionsOnly?: boolean;
}

/** Selection of the records in a list. */
export interface ConsentListing {
  readonly profileId?: string;
  readonly subjectId?: string;
  /** Time range of the first decision. */
  readonly range: TimeRange;
  /** Text to search for in visitor, profile, locale or source. */
  readonly text?: string;
  /** Exact facts to search for. */
  readonly facts: Partial<Pick<ConsentFacts, 'choice' | 'country' | 'gpcDetected' | 'source'>> & {
    readonly group?: string | undefined;
  };
  readonly searchRows: number;
  readonly knownTotal: () => Promise<number | null>;
}

/** Greatest number of records of one subject that are read at once. */
export const maxSubjectRecords = 100;

/** Greatest number of states that are read to count those of a day: many more than a day can have. */
const maxCountedStates = 10_000;

/** The rows that an erasure removed. */
export interface Erased {
  /** The record as it was; null: there were only requests to parents, or an account without a choice. */
  readonly record: StoredConsent | null;
  readonly states: number;
  readonly parentalRequests: number;
}

export function consentRepository(scope: TenantScope) {
  const ofVisitor = (visitorId: string) => scope.from('consents').where({ visitor_id: visitorId });
  const nextRevision = () => scope.raw('?? + 1', [`${scope.tableName('consents')}.revision`]);
  const columns = () => recordColumns(scope);

  /**
   * Returns the row that a statement wrote; undefined when it wrote none. MySQL has no RETURNING; the
   * statement's row lock makes a second read safe.
   */
  async function written(statement: Query, visitorId: string): Promise<Row | undefined> {
    if (scope.dialect !== 'mysql') return (await statement.returning(['*', ...computedColumns(scope)]))[0];
    const affected: unknown = await statement;
    return affected === 0 ? undefined : ofVisitor(visitorId).first(columns());
  }

  async function writtenRow(statement: Query, visitorId: string): Promise<Row> {
    const row = await written(statement, visitorId);
    if (row === undefined) throw new Error('a write of a record wrote no row');
    return row;
  }

  /** Leaves what a record tells about its user to the other records, unless the record stays with the user. */
  async function leaveIfMoved(
    { visitorId, subjectId, revision }: StoredConsent,
    next: SubjectChange,
    now: number,
  ): Promise<void> {
    if (subjectId === null || next.subjectId === undefined || next.subjectId === subjectId) return;
    // Read again, since other devices leave theirs without a new revision.
    const row = await forUpdate(ofVisitor(visitorId).where({ revision }), scope.dialect).first(columns());
    if (row !== undefined) await leaveSubject(scope, fromRow(row), now, next.wasChild);
  }

  return {
    async find(visitorId: string): Promise<StoredConsent | null> {
      const row = await scope.run(findRecord, { visitorId });
      return row === undefined ? null : fromRow(row);
    },

    /** Returns whose record has an id, or one of whose states has it. */
    async findOwner(id: string): Promise<RecordOwner | null> {
      const row: Row | undefined =
        (await scope.from('consents').where({ id }).first('id as record_id', 'visitor_id')) ??
        (await scope.from('consent_history').where({ id }).first('consent_id as record_id', 'visitor_id'));
      return row === undefined ? null : { recordId: row.record_id, visitorId: row.visitor_id };
    },

    /** Returns the record and locks it until this transaction ends. */
    async lock(visitorId: string): Promise<StoredConsent | null> {
      const row = await forUpdate(ofVisitor(visitorId), scope.dialect).first(columns());
      return row === undefined ? null : fromRow(row);
    },

    /** Returns a page of the tenant's records, newest first. */
    async list(
      request: PageSelection,
      { profileId, subjectId, range, text, facts, searchRows, knownTotal }: ConsentListing,
    ): Promise<ListPage<StoredConsent>> {
      const found = await readListPage(scope, request, {
        table: 'consents',
        columns,
        equals: { profile_id: profileId, subject_id: subjectId },
        range,
        search: {
          text,
          values: {
            choice: facts.choice,
            country: facts.country ?? undefined,
            gpc_detected: facts.gpcDetected,
            group_id: facts.group,
            source: facts.source,
          },
          columns: ['visitor_id', 'profile_id', 'locale', 'source'],
          indexed: ['visitor_id'],
          rows: searchRows,
        },
        knownTotal,
      });
      return { ...found, items: found.items.map(fromRow) };
    },

    /** Returns the records that a server linked to one of the host's users, the latest decision first. */
    async ofSubject(subjectId: string): Promise<StoredConsent[]> {
      const ofSubject = scope.from('consents').where({ subject_id: subjectId });
      // Sums, so that query planners do not read all records of the tenant in this order to find the few of
      // the subject.
      const latestFirst = ofSubject.orderByRaw('?? + 0 desc, ?? desc', ['updated_at', 'id']);
      return (await latestFirst.limit(maxSubjectRecords).select(columns())).map(fromRow);
    },

    /** Inserts records. Fails with a unique violation if one of the visitors has a record, or a submission is stored. */
    async insert(records: readonly NewRecord[]): Promise<void> {
      await scope.insertAll(
        'consents',
        records.map(({ consent, ipHash }) => ({
          id: consent.id,
          visitor_id: consent.visitorId,
          subject_id: consent.subjectId,
          country: consent.country,
          region: consent.region,
          ip_hash: ipHash,
          revision: 1,
          created_at: consent.createdAt,
          first_received_at: consent.firstReceivedAt,
          first_proven: consent.firstProven,
          submission_hash: consent.submissionHash,
          // As in `fromRow`, the spread comes last.
          ...decisionColumns(consent, consent.updatedAt),
        })),
      );
    },

    /** Replaces the decision of a record that the caller has locked. */
    async replace(
      current: StoredConsent,
      submission: ConsentSubmission & { readonly byStranger: boolean },
      place: VisitorPlace,
      ipHash: string | null,
      { at, receivedAt }: Pick<WrittenState, 'at' | 'receivedAt'>,
    ): Promise<StoredConsent> {
      await leaveIfMoved(current, submission, receivedAt);
      const statement = ofVisitor(current.visitorId).update({
        ...decisionColumns(submission, at),
        ...latestPlace(current, place),
        // Knex leaves out undefined values: an unknown address (a server's call) does not replace a known one.
        subject_id: submission.subjectId,
        ip_hash: ipHash ?? undefined,
        by_stranger: submission.byStranger,
        created_at: Math.min(current.createdAt, at),
        revision: current.revision + 1,
      });
      return fromRow(await writtenRow(statement as unknown as Query, current.visitorId));
    },

    /**
     * Writes an update of `current`; returns null when the record has changed in the meantime. A change
     * without a decision leaves `updatedAt`.
     */
    async change(
      current: StoredConsent,
      { fields, isDecision, signal }: ChangedConsent,
      { choice, countedAs }: Pick<StoredConsent, 'choice' | 'countedAs'>,
      ipHash: string | null,
      now: number,
    ): Promise<StoredConsent | null> {
      await leaveIfMoved(current, fields, now);
      const facts = toDecidedColumns({ ...current, ...fields, choice, countedAs });
      const decided = {
        // The clock of another process can be behind.
        created_at: Math.min(current.createdAt, now),
        updated_at: now,
        // Other callers cannot reach an update.
        by_stranger: false,
        ip_hash: ipHash ?? undefined,
        gpc_signal_at: {
          unchanged: undefined,
          none: null,
          now,
          kept: scope.raw('coalesce(??, ?)', ['gpc_signal_at', now]),
        }[signal],
      };
      // A parent who covers a stranger's decision continues to do so.
      const kept = current.parentalConsent === 'granted' ? { by_stranger: false } : {};
      const changed = {
        ...facts,
        ...writerColumns(fields),
        profile_version: fields.profileVersion,
        variant: fields.variant,
        services: toServicesColumn(fields),
        gpc_override: fields.gpcOverride,
        decided_with_signal: toSignalColumn(fields),
        device_id: fields.deviceId,
        age_verified: fields.ageVerified,
        tcf_string: fields.tcfString,
        gpp_string: fields.gppString,
        subject_id: fields.subjectId,
        country: fields.country,
        region: fields.region,
        ...(isDecision ? decided : kept),
        revision: nextRevision(),
      };
      // Knex leaves out undefined values.
      const row = await written(
        ofVisitor(current.visitorId)
          // An erasure of the device leaves the revision, and the first state must not bring its id back.
          .where({ id: current.id, revision: current.revision, device_id: current.deviceId })
          .update(changed) as unknown as Query,
        current.visitorId,
      );
      return row === undefined ? null : fromRow(row);
    },

    /** Adds a state of a changed record to its history. */
    async addHistory(consent: StoredConsent, state: WrittenState): Promise<void> {
      await scope.insert('consent_history', historyRow(consent, state));
    },

    /**
     * Adds the first state of a record that changes to its history; only the record contains it before.
     * @param before the record before the change
     */
    async keepFirstState(before: StoredConsent): Promise<void> {
      if (before.revision === 1) await scope.insert('consent_history', firstStateRow(before));
    },

    /** Returns whether a device has decided in a record, or follows it. */
    async hasDevice({ id, revision }: Pick<StoredConsent, 'id' | 'revision'>, deviceId: string) {
      const state: Row | undefined = await scope
        .from('consent_history')
        .where({ consent_id: id, device_id: deviceId })
        .where('revision', '>', revision - maxCountedStates)
        .first('id');
      return state !== undefined;
    },

    /**
     * Notes in the history of an account's record that a device follows it from now on. Returns false when the record has
     * changed in the meantime.
     */
    async addDevice(current: StoredConsent, deviceId: string, state: WrittenState): Promise<boolean> {
      const { id, revision } = current;
      const moved = await scope
        .from('consents')
        .where({ id, revision })
        .update({ revision: revision + 1 });
      if (Number(moved) !== 1) return false;
      // No decision, so a parent's consent covers the record as before.
      await parentalRepository(scope).followStates(current.visitorId, revision, 1);
      await this.keepFirstState(current);
      await this.addHistory({ ...current, revision: revision + 1, source: 'account', deviceId }, state);
      return true;
    },

    /**
     * Counts the states that were added to a record since a time, other than by imports.
     * @param fromOwner only those that its owner and API keys added
     */
    async countStates(
      { id, revision }: Pick<StoredConsent, 'id' | 'revision'>,
      { since, fromOwner }: { readonly since: number; readonly fromOwner: boolean },
    ): Promise<number> {
      const row = await scope
        .from('consent_history')
        .where({ consent_id: id, ...(fromOwner ? { by_stranger: false } : {}) })
        .where('revision', '>', revision - maxCountedStates)
        .where('received_at', '>=', since)
        .whereNot({ written_by: 'import' })
        .count('* as amount')
        .first();
      return toNumber(row?.amount ?? 0);
    },

    /** Returns the state that a submission created. */
    async findSubmission(hash: string): Promise<SubmittedState | null> {
      const row: Row | undefined =
        (await scope
          .from('consents')
          .where({ submission_hash: hash })
          .first('visitor_id', 'first_proven as ownership_proven', 'first_received_at as received_at')) ??
        (await scope
          .from('consent_history')
          .where({ submission_hash: hash })
          .first('visitor_id', 'revision', 'ownership_proven', 'received_at'));
      return row === undefined
        ? null
        : {
            visitorId: row.visitor_id,
            revision: toNumber(row.revision ?? 1),
            ownershipProven: toBoolean(row.ownership_proven),
            receivedAt: toNumber(row.received_at),
          };
    },

    /** Newest first; the first state included. */
    async history(
      visitorId: string,
      { limit, after, beforeRevision = after?.revision, decisionsOnly = false }: HistoryRange = {},
    ): Promise<StoredHistoryEntry[]> {
      const record: Row | undefined = await ofVisitor(visitorId).first();
      if (record === undefined) return [];
      if (toNumber(record.revision) === 1)
        return (beforeRevision ?? 2) > 1 ? [historyFromRow(firstState(record))] : [];
      const query = scope
        .from('consent_history')
        .where({ consent_id: record.id })
        .orderBy('revision', 'desc');
      const moved: Row | undefined =
        after && (await scope.from('consent_history').where({ id: after.id }).first('revision'));
      const before = moved === undefined ? beforeRevision : toNumber(moved.revision);
      if (before !== undefined) query.where('revision', '<', before);
      if (decisionsOnly) query.where({ is_decision: true });
      if (limit !== undefined) query.limit(limit);
      return (await query).map(historyFromRow);
    },

    /**
     * Returns whether an erasure would remove anything: a record, or a parent's consent or an account that came before one.
     */
    async isKnown(visitorId: string): Promise<boolean> {
      const parental = scope.from('parental_consents').where({ visitor_id: visitorId });
      return (
        (await ofVisitor(visitorId).first('id')) !== undefined ||
        (await parental.first('visitor_id')) !== undefined ||
        (await accountRepository(scope).subjectOf(visitorId)) !== null
      );
    },

    /**
     * Removes everything of the visitor from every table; null when there was nothing. Returns the record as
     * it was, if there was one, and how much was removed.
     */
    async erase(visitorId: string, now: number): Promise<Erased | null> {
      const parents = () => scope.from('parental_consents').where({ visitor_id: visitorId }).delete();
      // Locks are taken in the order in which a submission takes them.
      const requests = Number(await parents());
      // The record's row lock decides between two erasures, and between an erasure and an update.
      const row: Row | undefined = await forUpdate(ofVisitor(visitorId), scope.dialect).first(columns());
      const accounts = await accountRepository(scope).remove(visitorId);
      await forgetDevices(scope, [visitorId]);
      if (row === undefined)
        return requests + accounts > 0 ? { record: null, states: 0, parentalRequests: requests } : null;
      const record = fromRow(row);
      // Again: the submission that created the record may have ended only now.
      const parentalRequests = requests + Number(await parents());
      await leaveSubject(scope, record, now, parentalRequests > 0);
      const states = Number(await scope.from('consent_history').where({ consent_id: row.id }).delete());
      await scope.from('consents').where({ id: row.id }).delete();
      return {
        record,
        // A record that has not changed is its only state.
        states: Math.max(1, states),
        parentalRequests,
      };
    },

    /**
     * Removes everything of those visitors whose record was last written before `cutoff`, and on whose account nobody has
     * signed in since, and returns the records as they were. Takes as many statements for many visitors as for one.
     */
    async eraseInactive(
      visitorIds: readonly string[],
      cutoff: number,
      now: number,
    ): Promise<StoredConsent[]> {
      // Locks are taken in the order in which a submission takes them, and always in the same order of rows, so that two
      // processes do not wait for each other.
      const requests: Row[] = await forUpdate(
        scope.byKeys('parental_consents', 'visitor_id', visitorIds).orderBy(['visitor_id', 'profile_id']),
        scope.dialect,
      ).select('visitor_id');
      const rows: Row[] = await forUpdate(
        scope
          .byKeys('consents', 'visitor_id', visitorIds)
          .where('updated_at', '<', cutoff)
          .orderBy('visitor_id'),
        scope.dialect,
      ).select(columns());
      const signIns = await accountRepository(scope).lockSignIns(visitorIds);
      const records = rows
        .map(fromRow)
        .filter(({ visitorId }) => (signIns.get(visitorId) ?? Number.NEGATIVE_INFINITY) < cutoff);
      if (records.length === 0) return [];
      const asked = new Set(requests.map((row) => String(row.visitor_id)));
      for (const record of records) await leaveSubject(scope, record, now, asked.has(record.visitorId));
      const ids = records.map(({ id }) => id);
      const erasedIds = records.map(({ visitorId }) => visitorId);
      await scope.from('accounts').whereIn('visitor_id', erasedIds).delete();
      await scope.byKeys('consent_history', 'consent_id', ids).delete();
      await scope.byKeys('consents', 'id', ids).delete();
      await scope.byKeys('parental_consents', 'visitor_id', erasedIds).delete();
      await forgetDevices(scope, erasedIds);
      return records;
    },
  };
}

const findRecord: FixedQuery<'visitorId', Row | undefined> = (scope, value) =>
  scope
    .from('consents')
    .where({ visitor_id: value('visitorId') })
    .first(recordColumns(scope));

/** The columns of a record as `fromRow` reads it. */
export function recordColumns(scope: TenantScope) {
  return [`${scope.tableName('consents')}.*`, ...computedColumns(scope)];
}

function computedColumns(scope: TenantScope) {
  return [parentalColumn(scope), subjectSignalColumn(scope)];
}

/** The columns that a decision sets, without the place. */
function decisionColumns(decision: Omit<ConsentSubmission, 'visitorId' | 'subjectId'>, at: number): Row {
  return {
    profile_version: decision.profileVersion,
    variant: decision.variant,
    services: toServicesColumn(decision),
    gpc_override: decision.gpcOverride,
    decided_with_signal: toSignalColumn(decision),
    gpc_signal_at: decision.signalAt,
    device_id: decision.deviceId,
    age_verified: decision.ageVerified,
    tcf_string: decision.tcfString,
    gpp_string: decision.gppString,
    written_by: decision.by,
    api_key_id: decision.apiKeyId,
    updated_at: at,
    ...toDecidedColumns(decision),
  };
}

/**
 * Returns the only state of a record that has never changed, as a row of the history.
 * @param record row of such a record
 */
export function firstState(record: Row): Row {
  return firstStateRow(fromRow({ ...record, parental_consent: null, subject_signal_at: null }));
}

function firstStateRow(record: StoredConsent): Row {
  const row = historyRow(record, {
    writer: record,
    ownershipProven: record.firstProven,
    byStranger: false,
    isDecision: true,
    at: record.updatedAt,
    receivedAt: record.firstReceivedAt,
    // The record keeps it.
    submissionHash: null,
  });
  // Its id is known before it is in the history.
  return { ...row, id: record.id };
}

function historyRow(
  consent: StoredConsent,
  { writer, ownershipProven, byStranger, isDecision, at, receivedAt, submissionHash }: WrittenState,
): Row {
  return {
    id: newId(),
    visitor_id: consent.visitorId,
    consent_id: consent.id,
    revision: consent.revision,
    action: consent.revision === 1 ? 'created' : 'updated',
    ...toFactColumns(consent),
    ...writerColumns(writer),
    profile_version: consent.profileVersion,
    variant: consent.variant,
    services: toServicesColumn(consent),
    gpc_override: consent.gpcOverride,
    decided_with_signal: toSignalColumn(consent),
    device_id: consent.deviceId,
    age_verified: consent.ageVerified,
    tcf_string: consent.tcfString,
    gpp_string: consent.gppString,
    ownership_proven: ownershipProven,
    by_stranger: byStranger,
    is_decision: isDecision,
    submission_hash: submissionHash,
    received_at: receivedAt,
    created_at: at,
  };
}

const toServicesColumn = ({ services }: Pick<StoredConsent, 'services'>): string | null =>
  services === null ? null : JSON.stringify(services);

function writerColumns({ by, apiKeyId }: Writer): Row {
  return { written_by: by, api_key_id: apiKeyId };
}
