import type { Database } from '#platform/database/database';
import type { RunUnitOfWork } from '#platform/database/unit-of-work';
import type { Clock } from '#platform/kernel/clock';
import { createBatches } from '#platform/kernel/concurrency/shared-batches';
import type { Telemetry } from '#platform/kernel/telemetry/telemetry';
import type { SaveSubmissions } from './save-submissions';
import { type NewSubmission, type SavedSubmission, SubmissionIsStored } from './submission';

// Why: docs/adr/0086-one-path-for-a-submission.md

export interface SubmissionQueueOptions {
  readonly database: Pick<Database, 'dialect' | 'timeoutMs'>;
  readonly runUnit: RunUnitOfWork;
  readonly clock: Clock;
  readonly saveSubmissions: SaveSubmissions;
  readonly telemetry: Pick<Telemetry, 'watch'>;
}

/**
 * Stores submissions of unknown visitors: those that arrive while a transaction is committed share the next one, which
 * fails for all of them.
 * @throws SubmissionIsStored
 * @throws ServiceError `unavailable` when too many wait, or for too long
 */
export type SubmissionQueue = (checked: NewSubmission) => Promise<SavedSubmission>;

/** Few enough for one statement of bounded length, and for a transaction that holds no lock for long. */
const maxItems = 100;

/**
 * Greatest length of the decisions of a transaction (UTF-16 units). A statement has up to six times as many bytes: three
 * for a character, and it names unknown categories twice. Servers of MySQL that take only 1 MiB at once are common.
 */
const maxSize = 100_000;

/** Each waiting item is a request of one tenant; more of them than this will not be answered in time. */
const maxWaiting = 5000;

export function createSubmissionQueue({
  database,
  runUnit,
  clock,
  saveSubmissions,
  telemetry,
}: SubmissionQueueOptions): SubmissionQueue {
  const batches = createBatches<NewSubmission, SavedSubmission | null>({
    // SQLite has one writer. On a server one transaction can be written while another one is committed.
    atOnce: database.dialect === 'sqlite' ? 1 : 2,
    clock,
    maxItems,
    maxSize,
    sizeOf: ({ draft: { consentJson, tcfString, gppString } }) =>
      JSON.stringify([consentJson, tcfString, gppString]).length,
    ownerOf: ({ submission }) => submission.profile.tenantId,
    maxWaiting,
    maxWaitMs: database.timeoutMs,
    async run(batch) {
      const saved = await runUnit((unit) => saveSubmissions(unit, withoutRepeated(batch)));
      return batch.map((checked) => saved.get(checked) ?? null);
    },
  });
  telemetry.watch('queue.length', () => [{ labels: { queue: 'submissions' }, value: batches.waiting() }]);
  return async (checked) => {
    const saved = await batches.add(checked);
    if (saved === null) throw new SubmissionIsStored();
    return saved;
  };
}

/** Leaves out a submission that the batch contains twice: the next attempt finds it. */
function withoutRepeated(batch: readonly NewSubmission[]): NewSubmission[] {
  const different = new Map<unknown, NewSubmission>();
  for (const checked of batch) different.set(checked.submissionHash ?? checked, checked);
  return [...different.values()];
}
