import type { ProfileFacts } from '#banners/profiles/index';
import type { ConsentDraft, WriteWarning } from '../consent-schemas';
import type { Ownership } from '../ownership/consent-access';
import type { StringFault } from '../strings/string-faults';
import type { Decision, ShownVersion } from './consent-decision';
import type { DecidedOn, Manner } from './consent-facts';
import type { SubjectChange } from './consent-repository';
import type { StoredConsent, VisitorPlace, Writer } from './stored-consent';

/** A visitor's decision, with the facts of the request that brought it. */
export interface Submission extends SubjectChange {
  readonly visitorId: string;
  /** Its tenant is the consent's. */
  readonly profile: ProfileFacts;
  /** The version that the visitor was shown; undefined: the current one. */
  readonly profileVersion?: number | undefined;
  /** The variant of that version; null: it shows none. */
  readonly variant: string | null;
  readonly decision: Decision;
  readonly ownership: Ownership;
  readonly writer: Writer;
  readonly place: VisitorPlace;
  readonly ipHash: string | null;
  /** How and where the visitor decided. */
  readonly manner: Manner;
  /** The device of an account on which the visitor decided; null: several, or no account is signed in. */
  readonly deviceId: string | null;
  /** The record from which the decision is taken; it must not have changed. Undefined: none. */
  readonly takenFrom?: Pick<StoredConsent, 'id' | 'visitorId' | 'revision'> | undefined;
  /**
   * The revision of the record on which the submission is based; 0: there is none. Undefined: it replaces any.
   */
  readonly basedOn?: number | undefined;
  /** The page on which the visitor decided; undefined: not known. */
  readonly page?: Omit<DecidedOn, 'version'> | undefined;
  /** When the visitor decided (epoch milliseconds, not in the future); undefined: now. */
  readonly decidedAt: number | undefined;
  /** The browser's own id of this submission; undefined: a repetition is not recognised. */
  readonly submissionId: string | undefined;
  /**
   * Whether each decision has an id of its own. False, for a form without a script, which the same page can send again: it is
   * a repetition only while the record has its answers.
   */
  readonly isIdUnique: boolean;
  /** Whether `visitorId` was created for this submission. */
  readonly isNewVisitor: boolean;
  /** Faults of fields that are not part of the decision. */
  readonly faults?: readonly StringFault[];
  /**
   * Which visitors are known to be children from now on, so that the parent's consent is pending: `any`; `created`, one whose
   * record the submission creates, since callers who only know a visitor id must not limit that visitor; `none`.
   */
  readonly marksChild: 'any' | 'created' | 'none';
}

/** A submission after the checks of its strings and the plugins' hooks. */
export interface CheckedSubmission {
  readonly submission: Submission;
  readonly draft: ConsentDraft;
  /** The profile that the record ends under: a plugin may have moved the decision to another. */
  readonly profile: ProfileFacts;
  /** The version that the visitor was shown. */
  readonly shown: ShownVersion;
  readonly warnings: readonly StringFault[];
}

/** A checked submission with the hash under which it is stored; null: a repetition is stored again. */
export interface NewSubmission extends CheckedSubmission {
  readonly submissionHash: string | null;
}

export interface Submitted {
  readonly consent: StoredConsent;
  readonly profile: ProfileFacts;
  /** The browser that creates a record owns it. */
  readonly ownershipProven: boolean;
  /** Whether the record was made by someone else, so that the caller gets no cookies for it. */
  readonly byStranger: boolean;
  readonly warnings: readonly WriteWarning[];
}

export interface SavedSubmission extends Submitted {
  /** Whether the record already held a later decision, so that only its history has changed. */
  readonly isEarlier: boolean;
}

/** A record on which a submission was based, or from which it was taken, has changed or is gone. */
export class RecordHasChanged extends Error {
  override readonly name = 'RecordHasChanged';
}

/** A submission with this id is stored already. */
export class SubmissionIsStored extends Error {
  override readonly name = 'SubmissionIsStored';
}
