import type { ChoiceState, NecessaryBasis, ReceiptParameter, ReceiptValidity } from './receipt-types';

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
  /**
   * Legal basis of each category of the version that was decided against; null when the version is not known.
   * Unset: as the notice has them.
   */
  readonly legalBases?: ReadonlyMap<string, string> | null;
  /** Whether any optional category was granted. */
  readonly anyGranted: boolean;
  readonly gpcDetected: boolean;
  readonly source: string;
  /** Who recorded it: the visitor's browser, a server with an API key, or an import. */
  readonly by: 'visitor' | 'apiKey' | 'import';
  /** Null unless a server with an API key did. */
  readonly apiKeyId: string | null;
  /** The visitor's browser proved whose record it is. */
  readonly ownershipProven: boolean;
  /** How long it is valid, as an ISO 8601 duration; null when that is no longer known. */
  readonly validity: string | null;
}

/** What of an earlier decision tells whether a later one withdraws something. */
export type PastDecision = Pick<
  DecisionFacts,
  'profileId' | 'profileVersion' | 'complianceGroup' | 'choices' | 'anyGranted' | 'legalBases'
>;

/** How someone whom a receipt names can be reached; null where that is not known. */
export interface PartyFacts {
  /** Postal address. */
  readonly address: string | null;
  readonly contact: string | null;
}

/** Who answers for the processing, and how; null where that is not configured. */
export interface ControllerFacts extends PartyFacts {
  readonly name: string | null;
  readonly withdrawalUrl: string | null;
  /** ISO 3166: whose law applies where the visitor's place is not known. */
  readonly jurisdiction: string | null;
  /** Where the data is stored: ISO 3166 codes or words. */
  readonly storageLocations: readonly string[];
  /** How long data is kept where no parameter says. */
  readonly retentionPeriod: string | null;
  /** Lawful basis of what the site cannot do without, as a term of the Data Privacy Vocabulary. */
  readonly necessaryBasis: NecessaryBasis;
}

export interface ReceiptFacts {
  readonly receiptId: string;
  readonly issuedAt: string;
  readonly recordId: string;
  readonly visitorId: string;
  readonly firstDecidedAt: string;
  /** Address at which the notice can be read. */
  readonly noticeUrl: string;
  /** Null when its file is no longer in storage. */
  readonly notice: NoticeFacts | null;
  /** The states of the record, oldest first; the last is the one that counts. */
  readonly decisions: readonly [DecisionFacts, ...DecisionFacts[]];
  /** States before the first of `decisions`. */
  readonly earlierDecisions: number;
  /** The last state before `decisions`; null when there is none. */
  readonly before: PastDecision | null;
  /** What counts of the last decision after Global Privacy Control; null where that is not known. */
  readonly effectiveChoices: Readonly<Record<string, ChoiceState>> | null;
  readonly tcString: string | null;
  readonly gppString: string | null;
  /** Where the visitor was, ISO 3166; null when that was not known. */
  readonly place: string | null;
  readonly law: string | null;
  readonly controller: ControllerFacts;
  /** What is known of recipients, by the name that parameters give them. */
  readonly recipients: Readonly<Record<string, PartyFacts>>;
  readonly validity: ReceiptValidity;
}
