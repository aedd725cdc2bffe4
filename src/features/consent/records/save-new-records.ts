import type { Connection, Database } from '../../../database/database';
import { isUniqueViolation } from '../../../database/dialect';
import type { RunUnitOfWork, UnitOfWork } from '../../../database/unit-of-work';
import { type Clock, toIso } from '../../../kernel/clock';
import { createBatches } from '../../../kernel/concurrency/batches';
import { ServiceError } from '../../../kernel/errors';
import { groupBy } from '../../../kernel/group-by';
import { newId } from '../../../kernel/ids';
import type { ConsentViews } from '../consent-views';
import type { RecordChanges } from './consent-facts';
import { consentRepository, type NewRecord } from './consent-repository';
import {
  type CheckedSubmission,
  decisionOf,
  type SavedSubmission,
  SubmissionIsStored,
} from './save-submission';

// Why: docs/adr/0057-first-decisions-share-a-commit.md

export interface SaveNewRecordsOptions {
  readonly database: Pick<Database, 'dialect' | 'timeoutMs'>;
  readonly runUnit: RunUnitOfWork;
  readonly clock: Clock;
  readonly recordChanges: RecordChanges;
  readonly views: Pick<ConsentViews, 'toRecord'>;
}

/**
 * Stores a new visitor's first decision, together with those that arrive at the same time.
 * @returns null when it has to be stored alone: it is not a first decision, or the database refused the batch
 * @throws SubmissionIsStored
 */
export type SaveNewRecord = (checked: CheckedSubmission) => Promise<SavedSubmission | null>;

/** Few enough for one statement of bounded length, and for a transaction that holds no lock for long. */
const maxItems = 100;

/**
 * Greatest length of the decisions of a batch (UTF-16 units). A statement has up to six times as many bytes: three
 * for a character, and it names unknown categories twice. Servers of MySQL that take only 1 MiB at once are common.
 */
const maxSize = 100_000;

/** Each waiting item is a request of one tenant; more of them than this will not be answered in time. */
const maxWaiting = 5000;

/** Attempts at a batch, between which another one can store a submission of it. */
const maxTries = 3;

export function createSaveNewRecord({
  database,
  runUnit,
  clock,
  recordChanges,
  views,
}: SaveNewRecordsOptions): SaveNewRecord {
  const saveTogether = createBatches<CheckedSubmission, SavedSubmission | 'stored' | 'alone'>({
    // SQLite has one writer. On a server one batch can be written while another one is committed.
    atOnce: database.dialect === 'sqlite' ? 1 : 2,
    clock,
    maxItems,
    maxSize,
    sizeOf: ({ draft: { consentJson, tcfString, gppString } }) =>
      JSON.stringify([consentJson, tcfString, gppString]).length,
    ownerOf: ({ submission }) => submission.profile.tenantId,
    maxWaiting,
    maxWaitMs: database.timeoutMs,
    run: saveBatch,
  });

  async function saveBatch(batch: readonly CheckedSubmission[]) {
    for (let tries = 1; ; tries += 1) {
      try {
        return await runUnit((unit) => saveAll(unit, batch));
      } catch (error) {
        // Nobody can write at the moment. Any other fault is that of one of them.
        if (error instanceof ServiceError) throw error;
        // The next attempt finds the submission that has been stored meanwhile.
        if (!isUniqueViolation(error) || tries >= maxTries) return batch.map(() => 'alone' as const);
      }
    }
  }

  async function saveAll(unit: UnitOfWork, batch: readonly CheckedSubmission[]) {
    const stored = await findStored(unit, batch);
    const now = clock.now();
    const results = batch.map((checked) => (stored.has(checked) ? 'stored' : toCreated(checked, now)));
    const created = results.filter((result) => result !== 'stored');
    for (const [tenantId, ofTenant] of groupBy(created, ({ record }) => record.consent.tenantId)) {
      const records = ofTenant.map(({ record }) => record);
      await consentRepository(unit.tenant(tenantId)).create(records);
      await recordChanges(
        unit,
        tenantId,
        records.map(({ consent }) => ({ consentId: consent.id, before: null, after: consent, at: now })),
      );
    }
    await announce(unit, created);
    return results.map((result) => (result === 'stored' ? result : result.saved));
  }

  async function announce(unit: UnitOfWork, created: readonly Created[]): Promise<void> {
    if (!unit.hears('consent.created')) return;
    for (const { consent, profile } of created.map(({ saved }) => saved))
      unit.emit('consent.created', {
        tenantId: consent.tenantId,
        occurredAt: toIso(consent.createdAt),
        visitorId: consent.visitorId,
        consent: await views.toRecord(consent, profile, false, unit),
      });
  }

  return async (checked) => {
    if (!isFirstDecision(checked)) return null;
    const saved = await saveTogether(checked);
    if (saved === 'stored') throw new SubmissionIsStored();
    return saved === 'alone' ? null : saved;
  };
}

/** Whether nothing about the visitor can be stored, because the id was created for this very request. */
function isFirstDecision({ submission, warnings }: CheckedSubmission): boolean {
  return (
    submission.isNewVisitor &&
    submission.decidedAt === undefined &&
    submission.subjectId === undefined &&
    !submission.needsParent &&
    warnings.length === 0
  );
}

interface Created {
  readonly record: NewRecord;
  readonly saved: SavedSubmission;
}

function toCreated(checked: CheckedSubmission, now: number): Created {
  const { submission, profile, warnings, submissionHash } = checked;
  const ownershipProven = submission.ownership.proven || submission.writer.by === 'visitor';
  const consent = {
    id: newId(),
    tenantId: submission.profile.tenantId,
    subjectId: null,
    subjectSignalAt: null,
    decidedWithSignal: checked.draft.gpcDetected,
    parentalConsent: null,
    revision: 1,
    firstReceivedAt: now,
    firstProven: ownershipProven,
    submissionHash,
    createdAt: now,
    updatedAt: now,
    ...submission.place,
    ...decisionOf(checked),
  };
  return {
    record: { consent, ipHash: submission.ipHash },
    saved: { consent, profile, ownershipProven, byStranger: false, isEarlier: false, warnings },
  };
}

/** Returns the submissions that are stored already, and those that are twice in the batch. */
async function findStored(
  connection: Connection,
  batch: readonly CheckedSubmission[],
): Promise<Set<CheckedSubmission>> {
  const stored = new Set<CheckedSubmission>();
  for (const [tenantId, ofTenant] of groupBy(batch, ({ submission }) => submission.profile.tenantId)) {
    const hashes = ofTenant.flatMap(({ submissionHash }) => submissionHash ?? []);
    const known = await consentRepository(connection.tenant(tenantId)).storedSubmissions(hashes);
    for (const checked of ofTenant) {
      if (checked.submissionHash === null) continue;
      if (known.has(checked.submissionHash)) stored.add(checked);
      known.add(checked.submissionHash);
    }
  }
  return stored;
}
