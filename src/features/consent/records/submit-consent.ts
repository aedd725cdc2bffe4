import type { Database } from '../../../database/database';
import { isUniqueViolation } from '../../../database/dialect';
import type { RunUnitOfWork } from '../../../database/unit-of-work';
import type { HookRunner } from '../../../plugins/plugin-registry';
import type { ProfileCatalogue, ProfileFacts } from '../../profiles';
import type { ConsentDraft } from '../consent-schemas';
import type { ConsentViews } from '../consent-views';
import type { ConsentStrings } from '../strings/consent-strings';
import { hasString, type RefusesAll } from '../strings/refuses-all';
import { withoutFaulty } from '../strings/string-faults';
import type { DraftHooks } from './consent-hooks';
import { findConsent } from './find-consent';
import type { RepeatedSubmissions } from './repeated-submission';
import type { SaveNewRecord } from './save-new-records';
import {
  type CheckedSubmission,
  type SavedSubmission,
  type SaveSubmission,
  SubmissionIsStored,
} from './save-submission';
import type { StoredConsent } from './stored-consent';
import type { Submission, Submitted } from './submission';

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
  readonly saveSubmission: SaveSubmission;
  readonly saveNewRecord: SaveNewRecord;
}

/**
 * Creates or replaces the visitor's decision. @throws ServiceError `visitor_cookie_required`,
 * `invalid_tc_string`, `invalid_gpp_string`, `rate_limited`
 */
export type SubmitConsent = (submission: Submission) => Promise<Submitted>;

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
  saveSubmission,
  saveNewRecord,
}: SubmitConsentOptions): SubmitConsent {
  async function submit(submission: Submission): Promise<Submitted> {
    const { submissionId, visitorId, isNewVisitor, ownership, writer, profile, decision } = submission;
    const { tenantId, id: profileId } = profile;
    if (submissionId === undefined) return write(submission, null);
    const optionalStates = Object.fromEntries(
      Object.entries(decision.consentJson).filter(([id]) => !profile.mandatoryCategories.includes(id)),
    );
    const hashes = repeated.hashes({ tenantId, profileId, submissionId, optionalStates });
    const [hash, ...previousHashes] = hashes;
    const caller = {
      visitorId,
      isNewVisitor,
      isAccepted: ownership.accepted,
      isProven: ownership.proven,
      isServer: writer.by === 'apiKey',
    };
    // Nearly every decision of a new visitor is the first with its id, which storing it finds out as well. Plugins
    // must not see a decision twice, and a hash with a previous key does not collide with one of the current key.
    const asksFirst = !isNewVisitor || hasDraftHooks() || previousHashes.length > 0;
    for (let tries = 1; ; tries += 1) {
      const known = tries > 1 || asksFirst ? await repeated.find(tenantId, hashes, caller) : null;
      if (known === 'taken') return write(submission, null);
      if (known !== null)
        return {
          ...known,
          profile: await profileOf(known.consent, profile),
          byStranger: false,
          warnings: [],
        };
      try {
        return await write(submission, hash);
      } catch (error) {
        // The same submission has just been stored by another request.
        const isStored = isUniqueViolation(error) || error instanceof SubmissionIsStored;
        if (!isStored || tries >= maxTries) throw error;
      }
    }
  }

  /** Returns the profile of a record, which a plugin may have chosen. */
  async function profileOf({ profileId }: StoredConsent, named: ProfileFacts): Promise<ProfileFacts> {
    return profileId === named.id ? named : ((await catalogue.byId(profileId)) ?? named);
  }

  /** @param submissionHash null: a repetition is stored again */
  async function write(submission: Submission, submissionHash: string | null): Promise<Submitted> {
    const { visitorId, decision } = submission;
    const { tenantId } = submission.profile;
    const decided = {
      tenantId,
      profileId: submission.profile.id,
      profileVersion: submission.profileVersion ?? submission.profile.shownVersion,
      group: submission.profile.group,
      consentJson: decision.consentJson,
    };
    const stringFaults = strings.faults({
      ...decision,
      decidedAt: submission.decidedAt,
      isNothingAllowed: hasString(decision) && (await refusesAll(decided, submission.profile)),
    });
    const warnings = [...(submission.faults ?? []), ...stringFaults];
    const sound = withoutFaulty(decision, warnings);
    const { draft, profile } = await hooked(
      { tenantId, visitorId, profileId: submission.profile.id, ...sound },
      submission,
    );
    const checked = { submission, draft, profile, warnings, submissionHash };
    const saved = await save(checked);
    if (saved.isEarlier) return { ...saved, profile: await profileOf(saved.consent, profile) };
    await notify(saved.consent.revision === 1 ? 'afterConsentSave' : 'afterConsentUpdate', saved);
    return saved;
  }

  async function save(checked: CheckedSubmission): Promise<SavedSubmission> {
    const saved = await saveNewRecord(checked);
    if (saved !== null) return saved;
    for (let tries = 1; ; tries += 1) {
      try {
        return await runUnit((unit) => saveSubmission(unit, checked));
      } catch (error) {
        // Another request has created the record, unless it has stored this submission.
        if (!isUniqueViolation(error) || tries >= maxTries || (await isStored(checked))) throw error;
      }
    }
  }

  async function isStored({ submission, submissionHash }: CheckedSubmission): Promise<boolean> {
    return submissionHash !== null && repeated.isStored(submission.profile.tenantId, submissionHash);
  }

  async function notify(
    hook: 'afterConsentSave' | 'afterConsentUpdate',
    { consent, profile }: SavedSubmission,
  ): Promise<void> {
    if (!hooks.has(hook)) return;
    await hooks.notify(hook, { ...(await toRecord(consent, profile)), tenantId: consent.tenantId });
  }

  const hasDraftHooks = () => hooks.has('beforeConsentSave', 'beforeConsentUpdate');

  async function hooked(
    draft: ConsentDraft,
    { profile }: Submission,
  ): Promise<{ draft: ConsentDraft; profile: ProfileFacts }> {
    if (!hasDraftHooks()) return { draft, profile };
    const known = await findConsent(database, draft.tenantId, draft.visitorId);
    return draftHooks.submitted(known === null ? 'beforeConsentSave' : 'beforeConsentUpdate', draft, profile);
  }

  return submit;
}

/** Attempts at a write that other requests of the same visitor can overtake. */
const maxTries = 5;
