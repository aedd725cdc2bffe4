import type { Database } from '#platform/database/database';
import { type Clock, millisecondsPerDay } from '#platform/kernel/clock';
import { hmacSha256Hex } from '#platform/kernel/crypto';
import { canonicalJson } from '#platform/kernel/json';
import type { Keyring } from '#platform/kernel/keyring';
import { hasSameAnswers } from './consent-change';
import { maxWaitDays } from './consent-decision';
import { consentRepository, type SubmittedState } from './consent-repository';
import type { StoredConsent } from './stored-consent';
import type { Submission, Submitted } from './submission';

// Why: docs/adr/0047-idempotent-submissions.md

/** The record of a submission that was stored before, as the caller can have it. */
type RepeatedSubmission = Pick<Submitted, 'consent' | 'ownershipProven' | 'byStranger' | 'warnings'>;

export interface RepeatedSubmissions {
  /**
   * Returns the hash under which a submission is stored, and those under which it can have been stored before the secret
   * was changed: no table contains the id itself.
   * @param submissionId its own
   */
  hashes(submissionId: string, submission: Submission): readonly string[];
  /**
   * Returns the record of a stored submission; `null` for a new one. `taken`: it is stored and this caller
   * cannot have its record, so it is treated as a submission without an id.
   */
  find(hashes: readonly string[], submission: Submission): Promise<RepeatedSubmission | 'taken' | null>;
}

export function createRepeatedSubmissions(
  database: Database,
  keys: Keyring,
  clock: Clock,
): RepeatedSubmissions {
  return {
    hashes(submissionId, { profile, decision }) {
      // Without the mandatory categories, which a retry can list or leave out. Another decision under the same id is a
      // new one: a page that reuses an id must not lose a withdrawal.
      const states = Object.entries(decision.consentJson).filter(
        ([id]) => !profile.mandatoryCategories.includes(id),
      );
      const text = canonicalJson([
        profile.tenantId,
        profile.id,
        submissionId.toLowerCase(),
        Object.fromEntries(states),
        ...(decision.services === undefined ? [] : [decision.services]),
      ]);
      return keys.map(({ key }) => hmacSha256Hex(key, text).slice(0, 32));
    },

    async find(hashes, submission) {
      if (hashes.length === 0) return null;
      return database.read(async (connection) => {
        const repository = consentRepository(connection.tenant(submission.profile.tenantId));
        let state: SubmittedState | null = null;
        for (const hash of hashes) state ??= await repository.findSubmission(hash);
        if (state === null) return null;
        if (state.receivedAt < clock.now() - maxWaitDays * millisecondsPerDay) return 'taken';
        const consent = await repository.find(state.visitorId);
        const isCurrent =
          submission.isIdUnique ||
          state.revision === consent?.revision ||
          (consent !== null && hasSameAnswers(submission.decision, consent));
        if (!isCurrent) return 'taken';
        const isProven = consent === null ? null : provenBy(submission, state, consent);
        return consent === null || isProven === null
          ? 'taken'
          : { consent, ownershipProven: isProven, byStranger: false, warnings: [] };
      });
    },
  };
}

/** Returns whether the caller can have the proof of ownership; null: not even the record. */
function provenBy(
  { visitorId, isNewVisitor, ownership, writer }: Submission,
  state: SubmittedState,
  consent: StoredConsent,
): boolean | null {
  const isOwn = visitorId === consent.visitorId && ownership.accepted;
  if (writer.by === 'apiKey') return isOwn || isNewVisitor ? false : null;
  if (isOwn && ownership.proven) return true;
  // The browser that lost the first answer never got the cookies, so it cannot have changed the record since.
  const isLostAnswer = state.ownershipProven && state.revision === consent.revision;
  if (isLostAnswer && (isNewVisitor || visitorId === consent.visitorId)) return true;
  return isOwn ? false : null;
}
