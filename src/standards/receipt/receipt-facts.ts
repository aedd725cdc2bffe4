import type {
  ChoiceState,
  LimitCause,
  NecessaryBasis,
  NoticeStatus,
  ReceiptParameter,
  ReceiptValidity,
} from './receipt-types';

/** The facts from which a receipt is made, independent of their source. */

/** One category of the notice. Texts are plain, in the language of the notice. */
export interface NoticeCategory {
  readonly id: string;
  readonly heading: string;
  readonly description: string | null;
  readonly legalBasis: string | null;
  /** The exception under which its cookies are used before the visitor decides; unset: none. */
  readonly exception?: string | undefined;
  readonly parameters: readonly ReceiptParameter[];
  /** Services that visitors decide about; unset: they decide about the category only. */
  readonly services?: readonly NoticeService[];
}

/** A service as the notice names it. */
export interface NoticeService {
  readonly key: string;
  readonly name: string;
  readonly provider: string | null;
}

/** The locale file that the visitor was shown. */
export interface NoticeFacts {
  readonly language: string;
  readonly heading: string | null;
  readonly text: string | null;
  /** The categories, in the order in which they were shown. */
  readonly categories: readonly NoticeCategory[];
}

/** One state of the record. */
export interface DecisionFacts {
  readonly decidedAt: string;
  readonly profileId: string;
  readonly profileVersion: number;
  /** The variant of an experiment that the visitor saw; null: none. */
  readonly variant: string | null;
  readonly complianceGroup: string | null;
  readonly locale: string;
  readonly choices: Readonly<Record<string, ChoiceState>>;
  /** Answers about services; unset: the notice asked about categories only. */
  readonly services?: Readonly<Record<string, boolean>>;
  /**
   * Legal basis of each category in the version that was decided on; null when the version is not known.
   * Unset: the same as in the notice.
   */
  readonly legalBases?: ReadonlyMap<string, string> | null;
  /** Categories of which the visitor allowed a service. */
  readonly servedCategories: ReadonlySet<string>;
  /** Whether any optional category was granted. */
  readonly anyGranted: boolean;
  readonly gpcDetected: boolean;
  readonly source: string;
  /** How and where the visitor decided, as the page reported it; null: not reported. */
  readonly method: string | null;
  readonly layer: string | null;
  /** Who recorded it: the visitor's browser, a server with an API key, or an import. */
  readonly by: 'visitor' | 'apiKey' | 'import';
  /** Id of the API key; null unless a server recorded it. */
  readonly apiKeyId: string | null;
  /** Of an account: the beginning of the id of the device that decided; null: several did, or there is no account. */
  readonly device: string | null;
  /** Whether the visitor's browser proved that the record is its own. */
  readonly ownershipProven: boolean;
  /** How long it is valid, as an ISO 8601 duration; null when that is no longer known. */
  readonly validity: string | null;
}

/** The parts of an earlier decision that show whether a later one withdraws something. */
export type PastDecision = Pick<
  DecisionFacts,
  | 'profileId'
  | 'profileVersion'
  | 'complianceGroup'
  | 'choices'
  | 'servedCategories'
  | 'anyGranted'
  | 'legalBases'
>;

/** Contact details of a party that a receipt names; null where not known. */
export interface PartyFacts {
  /** Postal address. */
  readonly address: string | null;
  readonly contact: string | null;
}

/** The controller and its contact details; null where not configured. */
export interface ControllerFacts extends PartyFacts {
  readonly name: string | null;
  readonly withdrawalUrl: string | null;
  /** ISO 3166 code of the law that applies where the visitor's place is not known. */
  readonly jurisdiction: string | null;
  /** Places where the data is stored: ISO 3166 codes or words. */
  readonly storageLocations: readonly string[];
  /** Storage period where no parameter states one. */
  readonly retentionPeriod: string | null;
  /** Lawful basis of processing that the site cannot do without, as a term of the Data Privacy Vocabulary. */
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
  /** The notice; null when its file is no longer in storage. */
  readonly notice: NoticeFacts | null;
  readonly noticeStatus: NoticeStatus;
  readonly noticeSha256: string | null;
  /** The states of the record, oldest first; the last is the current one. */
  readonly decisions: readonly [DecisionFacts, ...DecisionFacts[]];
  /** Number of states before the first of `decisions`. */
  readonly earlierDecisions: number;
  /** The last state before `decisions`; null when there is none. */
  readonly before: PastDecision | null;
  /** The effective part of the last decision after Global Privacy Control and a parent’s answer; null where that is not known. */
  readonly effectiveChoices: Readonly<Record<string, ChoiceState>> | null;
  /** The same about services; unset: none, or not known. */
  readonly effectiveServices?: Readonly<Record<string, boolean>> | undefined;
  /** Why granted categories and services are not in effect, by id. */
  readonly limits: {
    readonly categories: Readonly<Record<string, LimitCause>>;
    readonly services: Readonly<Record<string, LimitCause>>;
  };
  readonly parentalConsent: 'pending' | 'granted' | null;
  readonly parentalDenied: readonly string[];
  readonly tcString: string | null;
  readonly gppString: string | null;
  /** Place of the visitor, ISO 3166; null when that was not known. */
  readonly place: string | null;
  readonly law: string | null;
  readonly controller: ControllerFacts;
  /** Facts about recipients, by the name that parameters use for them. */
  readonly recipients: Readonly<Record<string, PartyFacts>>;
  readonly validity: ReceiptValidity;
}
