import type { Database } from '#platform/database/database';
import { isUniqueViolation } from '#platform/database/dialect';
import type { RunUnitOfWork, UnitOfWork } from '#platform/database/unit-of-work';
import { ServiceError } from '#platform/kernel/errors';
import { groupBy } from '#platform/kernel/group-by';
import { newId } from '#platform/kernel/ids';
import { type ConsentChange, type ConsentFacts, nextSignal, type RecordChanges } from '../consent';
import { leaveExpired } from './expired';
import {
  type ChangedRecord,
  type FoundRecord,
  type ImportedParental,
  type ImportTarget,
  importRepository,
  type NewRecord,
  type PlacedDecision,
  RecordMoved,
} from './import-repository';
import { type ImportedDecision, importedFacts, type RefusedRows } from './imported-decision';
import { merge, needsHistory, placeStates, type StoredState } from './merge';
import type { Refusal } from './refusals';

/** Rows of a batch by outcome. */
export interface BatchOutcome {
  readonly written: number;
  readonly older: number;
  readonly unchanged: number;
  readonly refused: readonly RefusedRows[];
}

export interface BatchOptions {
  readonly database: Database;
  readonly runUnit: RunUnitOfWork;
  readonly recordChanges: RecordChanges;
  readonly tenantId: string;
  readonly target: ImportTarget;
}

/**
 * Greatest number of existing records in a batch: they are changed one by one, so that more could exceed the
 * database's deadline.
 */
const maxChanged = 500;

class TooManyChanges extends Error {
  override readonly name = 'TooManyChanges';
}

/**
 * Attempts at one batch. A visitor who decides while it is written makes it start again; after the last
 * attempt it is split in two, since fewer visitors can collide with a smaller batch.
 */
const triesOfBatch = 5;
const triesOfOne = 20;

const countRows = (decisions: readonly { readonly rows: number }[]) =>
  decisions.reduce((sum, { rows }) => sum + rows, 0);

/** Receives the outcome of a part that is committed. */
type NoteOutcome = (outcome: BatchOutcome) => Promise<void>;

/**
 * Writes decisions, all or none of them. Where that takes the database too long, or other writes keep
 * conflicting, they are written in parts, each completely or not at all.
 * @param note called after each part, since a later part can fail
 */
export async function writeBatch(
  options: BatchOptions,
  decisions: readonly ImportedDecision[],
  note: NoteOutcome,
): Promise<void> {
  const outcome = await writeWhole(options, decisions);
  if (outcome !== null) return note(outcome);
  const middle = Math.ceil(decisions.length / 2);
  await writeBatch(options, decisions.slice(0, middle), note);
  await writeBatch(options, decisions.slice(middle), note);
}

/** Writes decisions in one transaction; returns null when they must be written in parts. */
async function writeWhole(
  options: BatchOptions,
  decisions: readonly ImportedDecision[],
): Promise<BatchOutcome | null> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await options.runUnit((unit) => write(options, unit, decisions));
    } catch (error) {
      const isLost = error instanceof RecordMoved || isUniqueViolation(error);
      if (decisions.length > 1 && (isTooMuch(error) || (isLost && tries >= triesOfBatch))) return null;
      if (!isLost || tries >= triesOfOne) throw error;
    }
  }
}

function isTooMuch(error: unknown): boolean {
  return error instanceof TooManyChanges || (error instanceof ServiceError && error.code === 'unavailable');
}

/** Notes the outcome that `writeBatch` would have. */
export async function tryBatch(
  { database, tenantId, target }: BatchOptions,
  decisions: readonly ImportedDecision[],
  note: NoteOutcome,
): Promise<void> {
  const { outcome } = await database.read((connection) =>
    plan(importRepository(connection.tenant(tenantId), target), target, decisions),
  );
  await note(outcome);
}

async function write(
  { tenantId, target, recordChanges }: BatchOptions,
  unit: UnitOfWork,
  decisions: readonly ImportedDecision[],
): Promise<BatchOutcome> {
  const repository = importRepository(unit.tenant(tenantId), target);
  const { created, changed, parental, changes, outcome } = await plan(repository, target, decisions);
  if (changed.length > maxChanged || parental.length > maxChanged) throw new TooManyChanges();
  const children = await repository.childrenAmong(changed);
  // Before the records, in the order in which a submission locks them.
  await repository.addParental(parental);
  await repository.create(created);
  await repository.change(changed, children);
  await recordChanges(unit, tenantId, changes);
  return outcome;
}

async function plan(
  repository: ReturnType<typeof importRepository>,
  target: ImportTarget,
  decisions: readonly ImportedDecision[],
) {
  const visitorIds = [...new Set(decisions.map(({ visitorId }) => visitorId))];
  // Read before the erasures: a visitor who is erased in between is then known as erased, and not treated as
  // a new one.
  const records = await repository.records(visitorIds);
  const erasures = await repository.erasures(visitorIds);
  const isErased = ({ visitorId, at }: ImportedDecision) =>
    at <= (erasures.get(visitorId) ?? Number.NEGATIVE_INFINITY);
  const refuse = (rows: readonly ImportedDecision[], refusal: Refusal) =>
    rows.map(({ line, rows }): RefusedRows => ({ line, rows, refused: refusal }));
  const refused = refuse(decisions.filter(isErased), 'erased');

  const kept = erasures.size === 0 ? decisions : decisions.filter((decision) => !isErased(decision));
  const byVisitor = groupBy(kept, ({ visitorId }) => visitorId);
  const lookedUp = [...records]
    .filter(
      ([visitorId, stored]) => stored.revision > 1 && needsHistory(stored, byVisitor.get(visitorId) ?? []),
    )
    .map(([visitorId]) => visitorId);
  const histories = await repository.histories(lookedUp);

  const created: NewRecord[] = [];
  const changed: ChangedRecord[] = [];
  const parental: ImportedParental[] = [];
  const changes: ConsentChange[] = [];
  let [written, older, unchanged] = [0, 0, 0];
  for (const [visitorId, own] of byVisitor) {
    const stored = records.get(visitorId);
    const history = histories.get(visitorId) ?? onlyState(stored);
    const whole = merge(stored, history, own);
    const merged = leaveExpired(whole, decidedStates(stored, history), target.retention);
    refused.push(...refuse(merged.expired, 'expired'));
    written += countRows(merged.newer);
    older += countRows(merged.older);
    unchanged += countRows(merged.unchanged);
    if (merged.newer.length + merged.older.length === 0) continue;
    // What a refused row says of the visitor holds as long as the record: that it is a child, whose it is, and where.
    const reported = merged.newer.length === 0 ? [] : whole.newer;
    const located = reported.filter(({ country }) => country !== null);
    const placed = placeStates(history, stored?.revision ?? 0, merged.older);
    const newer = successive(
      merged.newer,
      stored,
      (stored?.revision ?? 0) + merged.older.length,
      located.findLast((decision) => !merged.newer.includes(decision))?.country ??
        stored?.facts.country ??
        null,
      target,
    );
    const region = located.at(-1)?.region;
    const subjectId = reported.findLast((decision) => decision.subjectId !== null)?.subjectId ?? undefined;
    const id = stored?.id ?? newId();
    if (stored === undefined)
      created.push({ id, visitorId, states: newer, region: region ?? null, subjectId });
    else changed.push({ stored, older: placed, newer, region, subjectId });
    parental.push(...listParental(reported));
    changes.push(...toChanges(id, stored, target, merged.older, newer));
  }
  return {
    created,
    changed,
    parental,
    changes,
    outcome: { written, older, unchanged, refused } satisfies BatchOutcome,
  };
}

/** Returns the state of a record that has never changed, which the history does not contain. */
function onlyState(stored: FoundRecord | undefined): StoredState[] {
  if (stored?.revision !== 1) return [];
  return [{ id: stored.id, revision: 1, createdAt: stored.updatedAt, json: stored.json, isDecision: true }];
}

/** Returns the stored decisions of a visitor, the current one included. */
function decidedStates(stored: FoundRecord | undefined, history: readonly StoredState[]) {
  const current = stored === undefined ? [] : [{ createdAt: stored.updatedAt, json: stored.json }];
  return [...history.filter(({ isDecision }) => isDecision), ...current];
}

/**
 * Returns the furthest state that the decisions report; what came before the stored record changes nothing.
 */
function listParental(decisions: readonly ImportedDecision[]): ImportedParental[] {
  const [report] = (['granted', 'pending'] as const).flatMap((state) =>
    decisions.filter(({ parentalConsent }) => parentalConsent === state).slice(0, 1),
  );
  const latest = decisions.findLast(({ parentalConsent }) => parentalConsent === 'granted');
  return report === undefined || report.parentalConsent === null
    ? []
    : [
        {
          visitorId: report.visitorId,
          state: report.parentalConsent,
          at: report.at,
          denied: latest?.parentalDenied ?? [],
        },
      ];
}

/**
 * Numbers the decisions from `after` on. An unknown place does not replace a known one, and each keeps the signal of the one
 * before as a decision of the visitor does.
 */
function successive(
  decisions: readonly ImportedDecision[],
  stored: FoundRecord | undefined,
  after: number,
  known: string | null,
  { profile }: ImportTarget,
): PlacedDecision[] {
  let country = known;
  let before: Parameters<typeof nextSignal>[0] =
    stored === undefined ? null : { ...stored.facts, ...stored.signal, services: stored.services };
  return decisions.map((decision, index) => {
    country = decision.country ?? country;
    const facts = importedFacts(decision, profile, country);
    const sent = { ...decision, hasSignal: decision.decidedWithSignal };
    const next = nextSignal(before, sent, profile, decision.at);
    const isLater = next.signalAt !== null && next.signalAt > decision.at;
    // A file can say since when, or that another device has left an opt-out behind.
    const signalAt = isLater ? next.signalAt : (decision.signalAt ?? next.signalAt);
    const signal = { decidedWithSignal: next.decidedWithSignal, signalAt };
    before = { ...facts, ...signal, services: decision.services };
    return { decision, revision: after + index + 1, facts, signal };
  });
}

function toChanges(
  consentId: string,
  stored: FoundRecord | undefined,
  { profile }: ImportTarget,
  older: readonly ImportedDecision[],
  newer: readonly PlacedDecision[],
): ConsentChange[] {
  let before: ConsentFacts | null = stored?.facts ?? null;
  return [
    // A decision that counts on its own day and does not change the current record.
    ...older.map((decision) => {
      const facts = importedFacts(decision, profile, decision.country);
      return { consentId, before: facts, after: facts, at: decision.at };
    }),
    ...newer.map(({ decision, facts }) => {
      const change = { consentId, before, after: facts, at: decision.at };
      before = facts;
      return change;
    }),
  ];
}
