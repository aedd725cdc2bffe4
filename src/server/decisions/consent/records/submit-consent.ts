import type { ProfileCatalogue, ProfileFacts } from '#banners/profiles/index';
import type { Database } from '#platform/database/database';
import { isUniqueViolation } from '#platform/database/dialect';
import type { RunUnitOfWork } from '#platform/database/unit-of-work';
import type { Clock } from '#platform/kernel/clock';
import { createBatches } from '#platform/kernel/concurrency/shared-batches';
import { ServiceError } from '#platform/kernel/errors';
import type { Telemetry } from '#platform/kernel/telemetry/telemetry';
import type { HookRunner } from '#platform/plugins/plugin-registry';
import type { ConsentViews } from '../consent-views';
import type { ConsentStrings } from '../strings/consent-strings';
import type { RefusesTcf } from '../strings/refuses-tcf';
import { withoutFaulty } from '../strings/string-faults';
import { findShown, hasString, withSettledServices } from './consent-decision';
import type { DraftHooks } from './consent-hooks';
import { findConsent } from './find-consent';
import type { RepeatedSubmissions } from './repeated-submission';
import { isUnknown, type SaveSubmissions } from './save-submissions';
import type { StoredConsent } from './stored-consent';
import {
  type CheckedSubmission,
  type NewSubmission,
  type SavedSubmission,
  type Submission,
  SubmissionIsStored,
  type Submitted,
} from './submission';

// Why: docs/adr/0086-one-path-for-a-submission.md

export interface SubmitConsentOptions {
  readonly database: Database;
  readonly runUnit: RunUnitOfWork;
  readonly catalogue: ProfileCatalogue;
  readonly hooks: HookRunner;
  readonly draftHooks: DraftHooks;
  readonly strings: ConsentStrings;
  readonly views: ConsentViews;
  readonly repeated: RepeatedSubmissions;
  readonly refusesTcf: RefusesTcf;
  readonly saveSubmissions: SaveSubmissions;
  readonly clock: Clock;
  readonly telemetry: Pick<Telemetry, 'watch'>;
}

/**
 * Creates or replaces the visitor's decision. @throws ServiceError `visitor_cookie_required`, `visitor_erased`,
 * `invalid_tc_string`, `invalid_gpp_string`, `rate_limited`
 */
export type SubmitConsent = (submission: Submission) => Promise<Submitted>;

/** Attempts to store a submission that another request can overtake, and those of them in the queue. */
const maxTries = 5;
const maxQueued = 3;

/** Few enough for one statement of bounded length, and for a transaction that holds no lock for long. */
const maxItems = 100;

/**
 * Greatest length of the decisions of a transaction (UTF-16 units). A statement has up to six times as many bytes: three
 * for a character, and it names unknown categories twice. Servers of MySQL that take only 1 MiB at once are common.
 */
const maxSize = 100_000;

/** Each waiting item is a request of one tenant; more of them than this will not be answered in time. */
const maxWaiting = 5000;

export function createSubmitConsent({
  database,
  runUnit,
  catalogue,
  hooks,
  draftHooks,
  strings,
  views: { toRecord },
  repeated,
  refusesTcf,
  saveSubmissions,
  clock,
  telemetry,
}: SubmitConsentOptions): SubmitConsent {
  /**
   * Submissions of unknown visitors: those that arrive while a transaction is committed share the next one, which fails
   * for all of them. Its result is null for one that the transaction contains twice.
   */
  const queue = createBatches<NewSubmission, SavedSubmission | null>({
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
      // Of a submission that the batch contains twice, the next attempt finds the other one.
      const different = new Map<unknown, NewSubmission>();
      for (const checked of batch) different.set(checked.submissionHash ?? checked, checked);
      const saved = await runUnit((unit) => saveSubmissions(unit, [...different.values()]));
      return batch.map((checked) => saved.get(checked) ?? null);
    },
  });
  telemetry.watch('queue.length', () => [{ labels: { queue: 'submissions' }, value: queue.waiting() }]);

  async function check(submission: Submission, hasDraftHooks: boolean): Promise<CheckedSubmission> {
    const { visitorId, profile, decision } = submission;
    const { tenantId } = profile;
    const shown = await findShown(catalogue, profile, submission.profileVersion);
    const stringFaults = hasString(decision) ? await findStringFaults(submission, shown.group) : [];
    const warnings = [...(submission.faults ?? []), ...stringFaults];
    const sound = warnings.length === 0 ? decision : withoutFaulty(decision, warnings);
    const sent = { tenantId, visitorId, profileId: profile.id, ...sound };
    if (!hasDraftHooks) return { submission, draft: sent, profile, shown, warnings };
    const known = await findConsent(database, tenantId, visitorId);
    const changed = await draftHooks.submitted(
      known === null ? 'beforeConsentSave' : 'beforeConsentUpdate',
      sent,
      profile,
    );
    const isMoved = changed.profile.id !== profile.id;
    const decided = isMoved ? await findShown(catalogue, changed.profile, undefined) : shown;
    const draft = withSettledServices(changed.draft, decided);
    return { submission, warnings, ...changed, shown: decided, draft };
  }

  async function findStringFaults(
    { decision, decidedAt, profile, profileVersion }: Submission,
    group: string | null,
  ) {
    const decided = {
      tenantId: profile.tenantId,
      profileId: profile.id,
      profileVersion: profileVersion ?? profile.shownVersion,
      group,
      consentJson: decision.consentJson,
    };
    const isTcfDenied = await refusesTcf(decided, profile);
    return strings.faults({ ...decision, decidedAt, isTcfDenied });
  }

  /** Returns the profile of a record, which a plugin may have chosen. */
  async function profileOf({ profileId }: StoredConsent, named: ProfileFacts): Promise<ProfileFacts> {
    return profileId === named.id ? named : ((await catalogue.byId(profileId)) ?? named);
  }

  async function saveAlone(checked: NewSubmission): Promise<SavedSubmission> {
    const saved = await runUnit((unit) => saveSubmissions(unit, [checked]));
    return saved.get(checked) as SavedSubmission; // each has its result
  }

  /** @throws SubmissionIsStored, ServiceError `unavailable` when too many wait, or for too long */
  async function saveWithOthers(checked: NewSubmission): Promise<SavedSubmission> {
    const saved = await queue.add(checked);
    if (saved === null) throw new SubmissionIsStored();
    return saved;
  }

  async function finish(saved: SavedSubmission): Promise<Submitted> {
    const { consent, profile, isEarlier } = saved;
    if (isEarlier) return { ...saved, profile: await profileOf(consent, profile) };
    if (hooks.has('afterConsentSave', 'afterConsentUpdate')) {
      const payload = { ...(await toRecord(consent, profile)), tenantId: consent.tenantId };
      await hooks.notify(consent.revision === 1 ? 'afterConsentSave' : 'afterConsentUpdate', payload);
    }
    return saved;
  }

  return async (submission) => {
    const { profile, isNewVisitor, submissionId } = submission;
    let hashes = submissionId === undefined ? [] : repeated.hashes(submissionId, submission);
    let checked: CheckedSubmission | null = null;
    let mayShare = true;
    const hasDraftHooks = hooks.has('beforeConsentSave', 'beforeConsentUpdate');
    // Nearly every decision of a new visitor is the first with its id, which storing it finds out as well. Plugins
    // must not see a decision twice, and a hash with a previous key does not collide with one of the current key.
    const asksFirst = !isNewVisitor || hasDraftHooks || hashes.length > 1;
    for (let tries = 1; ; tries += 1) {
      const known = asksFirst || tries > 1 ? await repeated.find(hashes, submission) : null;
      if (known === 'taken') hashes = [];
      else if (known !== null) return { ...known, profile: await profileOf(known.consent, profile) };
      checked ??= await check(submission, hasDraftHooks);
      const isQueued = mayShare && tries <= maxQueued && isUnknown(checked);
      const save = isQueued ? saveWithOthers : saveAlone;
      const saved = await save({ ...checked, submissionHash: hashes[0] ?? null }).catch((error) => {
        const isOvertaken = isUniqueViolation(error) || error instanceof SubmissionIsStored;
        // Any other fault can be that of another submission which shared the transaction.
        const canRetry = isOvertaken || (isQueued && !(error instanceof ServiceError));
        if (!canRetry || tries >= maxTries) throw error;
        mayShare = isOvertaken;
        return null;
      });
      if (saved !== null) return finish(saved);
    }
  };
}
