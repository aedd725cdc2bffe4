import type { ChoiceState, ReceiptParameter, ReceiptValidity } from './receipt-types';

/** What a receipt is made of: plain facts, from wherever the caller has them. */

/** One category of the notice. Texts are plain, in the language of the notice. */
export interface NoticeCategory {
  readonly id: string;
  readonly heading: string;
  readonly description: string | null;
  readonly legalBasis: string | null;
  readonly parameters: readonly ReceiptParameter[];
}

/** The locale file that the visitor was shown. */
export interface NoticeFacts {
  readonly language: string;
  /** SHA-256 of its bytes, in hex. */
  readonly sha256: string;
  readonly heading: string | null;
  readonly text: string | null;
  /** In the order in which they were shown. */
  readonly categories: readonly NoticeCategory[];
}

/** One state of the record. */
export interface DecisionFacts {
  readonly decidedAt: string;
  readonly profileId: string;
  readonly profileVersion: number;
  readonly complianceGroup: string | null;
  readonly locale: string;
  readonly choices: Readonly<Record<string, ChoiceState>>;
  /** Whether any optional category was granted. */
  readonly anyGranted: boolean;
  readonly gpcDetected: boolean;
  readonly source: string;
  readonly ownershipProven: boolean;
  /** How long it counts; null when that is not known any more. */
  readonly expiryDays: number | null;
}

/** Who answers for the processing; null where nobody is configured. */
export interface ControllerFacts {
  readonly name: string | null;
  readonly contact: string | null;
  readonly withdrawalUrl: string | null;
}

export interface ReceiptFacts {
  readonly receiptId: string;
  readonly issuedAt: string;
  readonly recordId: string;
  readonly visitorId: string;
  readonly firstDecidedAt: string;
  /** Where the notice can be read. */
  readonly noticeUrl: string;
  /** Null when its file is no longer in storage. */
  readonly notice: NoticeFacts | null;
  /** The states of the record, oldest first; the last is the one that counts. */
  readonly decisions: readonly [DecisionFacts, ...DecisionFacts[]];
  /** States before the first of `decisions`. */
  readonly earlierDecisions: number;
  /** Whether the last state before `decisions` granted anything; null when there is none. */
  readonly grantedBefore: boolean | null;
  /** What counts of the last decision after Global Privacy Control; null where that is not known. */
  readonly effectiveChoices: Readonly<Record<string, ChoiceState>> | null;
  readonly tcString: string | null;
  readonly gppString: string | null;
  /** ISO 3166; null when the place was not known. */
  readonly jurisdiction: string | null;
  readonly law: string | null;
  readonly controller: ControllerFacts;
  readonly validity: ReceiptValidity;
}
