import type { ProfileCatalogue, ProfileFacts } from '#banners/profiles/index';
import type { Database } from '#platform/database/database';
import { isUniqueViolation } from '#platform/database/dialect';
import type { RunUnitOfWork } from '#platform/database/unit-of-work';
import { ServiceError } from '#platform/kernel/errors';
import type { HookRunner } from '#platform/plugins/plugin-registry';
import type { ConsentViews } from '../consent-views';
import type { ConsentStrings } from '../strings/consent-strings';
import type { RefusesAll } from '../strings/refuses-all';
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
import type { SubmissionQueue } from './submission-queue';

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
  readonly refusesAll: RefusesAll;
  readonly saveSubmissions: SaveSubmissions;
  readonly queue: SubmissionQueue;
}

/**
 * Creates or replaces the visitor's decision. @throws ServiceError `visitor_cookie_required`,
 * `invalid_tc_string`, `invalid_gpp_string`, `rate_limited`
 */
export type SubmitConsent = (submission: Submission) => Promise<Submitted>;

/** Attempts to store a submission that another request can overtake, and those of them in the queue. */
const maxTries = 5;
const maxQueued = 3;

export function createSubmitConsent({
  database,
  runUnit,
  catalogue,
  hooks,
  draftHooks,
  strings,
  views: { toRecord },
  repeated,
  refusesAll,
  saveSubmissions,
  queue,
}: SubmitConsentOptions): SubmitConsent {
  const hasDraftHooks = () => hooks.has('beforeConsentSave', 'beforeConsentUpdate');

  async function check(submission: Submission): Promise<CheckedSubmission> {
    const { visitorId, profile, decision } = submission;
    const { tenantId } = profile;
    const stringFaults = hasString(decision) ? await findStringFaults(submission) : [];
    const warnings = [...(submission.faults ?? []), ...stringFaults];
    const sound = warnings.length === 0 ? decision : withoutFaulty(decision, warnings);
    const sent = { tenantId, visitorId, profileId: profile.id, ...sound };
    if (!hasDraftHooks()) return { submission, draft: sent, profile, warnings };
    const known = await findConsent(database, tenantId, visitorId);
    const changed = await draftHooks.submitted(
      known === null ? 'beforeConsentSave' : 'beforeConsentUpdate',
      sent,
      profile,
    );
    const isMoved = changed.profile.id !== profile.id;
    const shown = await findShown(
      catalogue,
      changed.profile,
      isMoved ? undefined : submission.profileVersion,
    );
    return { submission, warnings, ...changed, draft: withSettledServices(changed.draft, shown) };
  }

  async function findStringFaults({ decision, decidedAt, profile, profileVersion }: Submission) {
    const decided = {
      tenantId: profile.tenantId,
      profileId: profile.id,
      profileVersion: profileVersion ?? profile.shownVersion,
      group: profile.group,
      consentJson: decision.consentJson,
    };
    const isNothingAllowed = await refusesAll(decided, profile);
    return strings.faults({ ...decision, decidedAt, isNothingAllowed });
  }

  /** Returns the profile of a record, which a plugin may have chosen. */
  async function profileOf({ profileId }: StoredConsent, named: ProfileFacts): Promise<ProfileFacts> {
    return profileId === named.id ? named : ((await catalogue.byId(profileId)) ?? named);
  }

  async function saveAlone(checked: NewSubmission): Promise<SavedSubmission> {
    const saved = await runUnit((unit) => saveSubmissions(unit, [checked]));
    return saved.get(checked) as SavedSubmission; // each has its result
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
    const { profile, isNewVisitor } = submission;
    let hashes = repeated.hashes(submission);
    let checked: CheckedSubmission | null = null;
    let mayShare = true;
    // Nearly every decision of a new visitor is the first with its id, which storing it finds out as well. Plugins
    // must not see a decision twice, and a hash with a previous key does not collide with one of the current key.
    const asksFirst = !isNewVisitor || hasDraftHooks() || hashes.length > 1;
    for (let tries = 1; ; tries += 1) {
      const known = asksFirst || tries > 1 ? await repeated.find(hashes, submission) : null;
      if (known === 'taken') hashes = [];
      else if (known !== null) return { ...known, profile: await profileOf(known.consent, profile) };
      checked ??= await check(submission);
      const isQueued = mayShare && tries <= maxQueued && isUnknown(checked);
      const save = isQueued ? queue : saveAlone;
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
