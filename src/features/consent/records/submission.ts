import type { ProfileFacts } from '../../profiles';
import type { Ownership } from '../ownership/consent-access';
import type { StringFault } from '../strings/string-faults';
import type { Decision } from './consent-decision';
import type { SubjectChange } from './consent-repository';
import type { Manner, StoredConsent, VisitorPlace, Writer } from './stored-consent';

/** A visitor's decision, with the facts of the request that brought it. */
export interface Submission extends SubjectChange {
  readonly visitorId: string;
  /** Its tenant is the consent's. */
  readonly profile: ProfileFacts;
  /** The version that the visitor was shown; undefined: the current one. */
  readonly profileVersion?: number | undefined;
  readonly decision: Decision;
  readonly ownership: Ownership;
  readonly writer: Writer;
  readonly place: VisitorPlace;
  readonly ipHash: string | null;
  /** How and where the visitor decided. */
  readonly manner: Manner;
  /** When the visitor decided (epoch milliseconds, not in the future); undefined: now. */
  readonly decidedAt: number | undefined;
  /** The browser's own id of this submission; undefined: a repetition is not recognised. */
  readonly submissionId: string | undefined;
  /** Whether `visitorId` was created for this submission. */
  readonly isNewVisitor: boolean;
  /** Faults of fields that are not part of the decision. */
  readonly faults?: readonly StringFault[];
  /** Whether a parental-consent token for this visitor and profile was sent with it. */
  readonly needsParent: boolean;
}

export interface Submitted {
  readonly consent: StoredConsent;
  readonly profile: ProfileFacts;
  /** The browser that creates a record owns it. */
  readonly ownershipProven: boolean;
  /** Whether the record was made by someone else, so that the caller gets no cookies for it. */
  readonly byStranger: boolean;
  readonly warnings: readonly StringFault[];
}
