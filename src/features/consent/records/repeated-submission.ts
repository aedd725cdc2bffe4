import type { Database } from '../../../database/database';
import { type Clock, millisecondsPerDay } from '../../../kernel/clock';
import { hmacSha256Hex } from '../../../kernel/crypto';
import { canonicalJson } from '../../../kernel/json';
import type { Keyring } from '../../../kernel/keyring';
import type { ConsentJson } from '../consent-schemas';
import { maxWaitDays } from '../routes/submission-facts';
import { consentRepository, type SubmittedState } from './consent-repository';
import type { StoredConsent } from './stored-consent';

// Why: docs/adr/0047-idempotent-submissions.md

/** A submission to look up, and what its request shows about the caller. */
export interface SubmissionKey {
  readonly tenantId: string;
  /** The profile that the submission names. */
  readonly profileId: string;
  readonly submissionId: string;
  /**
   * The decision without the mandatory categories, which a retry can list or leave out. Another decision under
   * the same id is a new one: a page that reuses an id must not lose a withdrawal.
   */
  readonly optionalStates: ConsentJson;
}

export interface RepeatingCaller {
  readonly visitorId: string;
  /** Whether `visitorId` was created for this request, which named no visitor and carried no cookie. */
  readonly isNewVisitor: boolean;
  /** Whether the request can use the visitor's record: by its cookies or an API key. */
  readonly isAccepted: boolean;
  readonly isProven: boolean;
  readonly isServer: boolean;
}

export type SubmissionHashes = readonly [current: string, ...previous: string[]];

/** The record of a submission that was stored before, for a caller who can have it. */
export interface RepeatedSubmission {
  readonly consent: StoredConsent;
  /** Whether the browser can have the proof of ownership. */
  readonly ownershipProven: boolean;
}

export interface RepeatedSubmissions {
  /**
   * Returns the hash under which a submission is stored, and those under which it can have been stored before
   * the secret was changed: no table contains the id itself.
   */
  hashes(key: SubmissionKey): SubmissionHashes;
  /**
   * Returns the record of a stored submission; `null` for a new one. `taken`: it is stored and this caller
   * cannot have its record, so it is treated as a submission without an id.
   */
  find(
    tenantId: string,
    hashes: SubmissionHashes,
    caller: RepeatingCaller,
  ): Promise<RepeatedSubmission | 'taken' | null>;
  /** Returns whether a submission is stored. */
  isStored(tenantId: string, hash: string): Promise<boolean>;
}

export function createRepeatedSubmissions(
  database: Database,
  [current, ...previous]: Keyring,
  clock: Clock,
): RepeatedSubmissions {
  return {
    hashes({ tenantId, profileId, submissionId, optionalStates }) {
      const text = canonicalJson([tenantId, profileId, submissionId.toLowerCase(), optionalStates]);
      const hash = ({ key }: Keyring[number]) => hmacSha256Hex(key, text).slice(0, 32);
      return [hash(current), ...previous.map(hash)];
    },

    isStored: (tenantId, hash) =>
      database.read(
        async (connection) =>
          (await consentRepository(connection.tenant(tenantId)).findSubmission(hash)) !== null,
      ),

    find: (tenantId, hashes, caller) =>
      database.read(async (connection) => {
        const repository = consentRepository(connection.tenant(tenantId));
        let state: SubmittedState | null = null;
        for (const hash of hashes) state ??= await repository.findSubmission(hash);
        if (state === null) return null;
        if (state.receivedAt < clock.now() - maxWaitDays * millisecondsPerDay) return 'taken';
        const consent = await repository.find(state.visitorId);
        return consent === null ? 'taken' : (answerTo(caller, state, consent) ?? 'taken');
      }),
  };
}

function answerTo(
  { visitorId, isNewVisitor, isAccepted, isProven, isServer }: RepeatingCaller,
  state: SubmittedState,
  consent: StoredConsent,
): RepeatedSubmission | null {
  const isOwn = visitorId === consent.visitorId && isAccepted;
  if (isServer) return isOwn || isNewVisitor ? { consent, ownershipProven: false } : null;
  if (isOwn && isProven) return { consent, ownershipProven: true };
  // The browser that lost the first answer never got the cookies, so it cannot have changed the record since.
  const isLostAnswer = state.ownershipProven && state.revision === consent.revision;
  if (isLostAnswer && (isNewVisitor || visitorId === consent.visitorId))
    return { consent, ownershipProven: true };
  return isOwn ? { consent, ownershipProven: false } : null;
}
