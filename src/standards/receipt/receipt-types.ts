/**
 * A consent receipt after ISO/IEC TS 27560:2023, with the names that the W3C Data Privacy Vocabulary's guide
 * to it uses (https://w3id.org/dpv/guides/consent-27560). Names with underscores come from the standard,
 * names in camel case from this package. Times are ISO 8601 in UTC, durations ISO 8601 (`P365D`), places ISO
 * 3166 (`DE`, `US-CA`), languages BCP 47.
 */

export type ChoiceState = 'granted' | 'denied' | 'objected';

/** A cookie or other parameter of a purpose, as named in the notice. */
export interface ReceiptParameter {
  readonly id: string;
  /** The name shown to visitors, such as `_ga_*`; the id where the notice had none. */
  readonly name: string;
  readonly purpose: string;
  readonly provider: string | null;
  /**
   * Storage period: in the language of the record where it is a plain duration (`13 Monate`), otherwise as
   * the operator wrote it.
   */
  readonly duration: string | null;
  readonly description: string | null;
  readonly domains: readonly string[];
  /** Whether the data stays with the site: the provider is then not a recipient. */
  readonly firstParty: boolean;
  /** Kinds of personal data that the operator stated; empty: derived from the purpose. */
  readonly dataTypes: readonly string[];
}

/** Personal data of a purpose, as one parameter contains it (clause 6.3.5). */
export interface ReceiptPii {
  /** 6.3.5.1: kinds of data, such as `pd:Identifier`; several are joined by a comma. */
  readonly pii_type: string;
  /** 6.3.5.2: the cookie's name. */
  readonly pii_attribute_id: string;
  /** 6.3.5.3: false when the visitor cannot refuse it. */
  readonly pii_optional: boolean;
}

/** Lawful bases as the Data Privacy Vocabulary names them (GDPR, Article 6(1) (a), (b) and (f)). */
export type LawfulBasis = 'dpv:Consent' | 'dpv:ContractPerformance' | 'dpv:LegitimateInterest';

/**
 * Lawful bases for processing that the site cannot do without, which needs no consent (Directive 2002/58/EC,
 * Article 5(3)).
 */
export type NecessaryBasis = Exclude<LawfulBasis, 'dpv:Consent'>;

/** One category of the notice, with the decision about it (clause 6.3.4). */
export interface ReceiptPurpose {
  /** 6.3.4.4: the category's heading in the language of the notice. */
  readonly purpose: string;
  /**
   * 6.3.4.5: `necessary`, `functional`, `preferences`, `analytics`, `marketing`; several are joined by a
   * comma; null when no parameter states one.
   */
  readonly purpose_type: string | null;
  /** 6.3.4.6: null when the notice does not name the category. */
  readonly lawful_basis: LawfulBasis | null;
  /** 6.3.4.7. */
  readonly pii_information: readonly ReceiptPii[];
  /** 6.3.4.8: names of the controllers; empty when none is configured. */
  readonly pii_controllers: readonly string[];
  /** 6.3.4.11: empty when none is configured. */
  readonly storage_locations: readonly string[];
  /** 6.3.4.12: the durations of its parameters, else the configured one; null when neither is known. */
  readonly retention_period: string | null;
  /** 6.3.4.16: the visitor's place, else the configured one; null when neither is known. */
  readonly jurisdiction: string | null;
  /** 6.3.4.17: providers of its parameters, without the site itself. */
  readonly recipient_third_parties: readonly string[];
  /** 6.3.4.18: how to withdraw: an address, or words in the record's language. */
  readonly withdrawal_method: string;
  readonly categoryId: string;
  /**
   * Legal basis in the notice: `consent`, `legitimate-interest`, `mandatory`; null when it does not name the
   * category.
   */
  readonly legalBasis: string | null;
  /** The exception under which its cookies are used unless the visitor objects; unset: none. */
  readonly exception?: string;
  /**
   * State of the consent after the last decision; null where the category does not rest on consent or was not
   * decided.
   */
  readonly consentState: EventState | null;
  /** The visitor's choice; null when the decision does not name the category. */
  readonly choice: ChoiceState | null;
  /** The effective choice after Global Privacy Control and a parent’s answer; null where that is not known. */
  readonly effectiveChoice: ChoiceState | null;
  /** Why a granted choice is not in effect; null: it is, or the profile has changed since. */
  readonly limitedBy: LimitCause | null;
  readonly description: string | null;
  readonly parameters: readonly ReceiptParameter[];
  /** Services of the category and the answers about them; unset: the notice asked about categories only. */
  readonly services?: readonly ReceiptService[];
}

/** A service of a category, and the visitor's answer about it. */
export interface ReceiptService {
  readonly key: string;
  /** Name in the notice. */
  readonly name: string;
  readonly provider: string | null;
  /** Whether the visitor allowed it; null when the decision does not answer it. */
  readonly allowed: boolean | null;
  /** Whether it is allowed after Global Privacy Control and a parent’s answer; null where that is not known. */
  readonly effective: boolean | null;
  /** As of a purpose. */
  readonly limitedBy: LimitCause | null;
}

/** The cause that takes a choice out of effect: a privacy signal, or the consent of a parent that is missing. */
export type LimitCause = 'signal' | 'parent';

/** Consent states of the Data Privacy Vocabulary (clause 6.3.7.6; lifecycle in Annex B). */
export type EventState =
  | 'dpv:ConsentGiven'
  | 'dpv:RenewedConsentGiven'
  | 'dpv:ConsentRefused'
  | 'dpv:ConsentWithdrawn'
  | 'dpv:ConsentUnknown';

/** How consent was expressed, or that a notice was given without a question (clause 6.3.7.4). */
export type EventType =
  | 'dpv:ExplicitlyExpressedConsent'
  | 'dpv:ExpressedConsent'
  | 'dpv:ImpliedConsent'
  | 'dpv:NoticeCommunicated';

/** One decision of the visitor (clause 6.3.7). */
export interface ReceiptEvent {
  /** 6.3.7.1. */
  readonly event_time: string;
  /** 6.3.7.2: how long the decision is valid; null when that is no longer known. */
  readonly validity_duration: string | null;
  /** 6.3.7.3: the person who decided: the `pii_principal_id`. */
  readonly entity_id: string;
  /** 6.3.7.4. */
  readonly event_type: EventType;
  /** 6.3.7.6: withdrawn as soon as one purpose is; `states` lists each purpose. */
  readonly event_state: EventState;
  readonly profileId: string;
  readonly profileVersion: number;
  /** The variant of an experiment that the visitor saw; null: none. */
  readonly variant: string | null;
  readonly locale: string;
  /**
   * Choices that the decision changed, by category; the first event lists every choice. Null: it no longer
   * names the category.
   */
  readonly choices: Readonly<Record<string, ChoiceState | null>>;
  /** All answers about services after the decision; unset: the notice asked about categories only. */
  readonly services?: Readonly<Record<string, boolean>>;
  /** State of the consent to each of these categories, except those that need none. */
  readonly states: Readonly<Record<string, EventState>>;
  /** Categories of legitimate interest to which the visitor objects by this decision (GDPR, Article 21). */
  readonly objections: readonly string[];
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
  /**
   * Whether the visitor's browser proved its identity. False: the request only named this visitor, or came
   * from a server.
   */
  readonly ownershipProven: boolean;
}

/**
 * Whether the locale file in storage is the one that was saved: `saved`; `changed`: it has another hash, so that what the
 * receipt takes from it may differ from what was shown; `missing`: there is none; `imported`: the decision was made in another
 * product, so what was shown is not known, and the file only names its categories.
 */
export type NoticeStatus = 'saved' | 'changed' | 'missing' | 'imported';

/** A party that the receipt names (clause 6.3.6). */
export interface ReceiptParty {
  /** 6.3.6.1: the name, as used in `pii_controllers` and `recipient_third_parties`. */
  readonly party_id: string;
  /** 6.3.6.2: postal address; null when it is not configured. */
  readonly party_address: string | null;
  /** 6.3.6.6. */
  readonly party_name: string;
  /** 6.3.6.7. */
  readonly party_role: 'PII controller' | 'Third party';
  /** 6.3.6.8. */
  readonly party_contact: string | null;
  /** 6.3.6.9. */
  readonly party_type: 'dpv:LegalEntity' | 'dpv:Recipient';
}

/** Whether the decision is valid at the time of issue, as `GET /consent/:visitorId/verify` reports it. */
export interface ReceiptValidity {
  readonly valid: boolean;
  /** Reason why it is not valid; null when it is. */
  readonly reason: string | null;
  /** End of its validity; null when the profile no longer exists. */
  readonly expiresAt: string | null;
}

export interface ConsentReceipt {
  /** 6.3.3.1. */
  readonly schema_version: string;
  /** 6.4: id of this receipt; each receipt has another. */
  readonly receipt_id: string;
  /** 6.3.3.2. */
  readonly record_id: string;
  /** 6.3.3.3: the visitor id. */
  readonly pii_principal_id: string;
  /** 6.3.4.1: address of the exact locale file that the visitor was shown. */
  readonly privacy_notice: string;
  /** 6.3.4.2: language of that file. */
  readonly language: string;
  /** 6.3.4.3. */
  readonly purposes: readonly ReceiptPurpose[];
  /** 6.3.6. */
  readonly party_identification: readonly ReceiptParty[];
  /** 6.3.7: oldest first. */
  readonly events: readonly ReceiptEvent[];
  /** Mandatory fields of the standard that are not configured, such as `storage_locations`. */
  readonly missingFields: readonly string[];
  /** Number of older events that are not in `events`. */
  readonly earlierEvents: number;
  readonly issuedAt: string;
  /** Language that the visitor's browser asked for; `language` is the one in which the notice was shown. */
  readonly locale: string;
  readonly profileId: string;
  readonly profileVersion: number;
  /** The variant of an experiment that the visitor saw; null: none. */
  readonly variant: string | null;
  readonly noticeStatus: NoticeStatus;
  /** SHA-256 of the locale file's bytes as they were saved, in hex; null when that is not known. */
  readonly noticeSha256: string | null;
  readonly complianceGroup: string | null;
  /** Place of the visitor, ISO 3166; null when that was not known. */
  readonly place: string | null;
  /** Law of the jurisdiction at the time of the decision. */
  readonly law: string | null;
  readonly choices: Readonly<Record<string, ChoiceState>>;
  readonly gpcDetected: boolean;
  /** Of a child: whether a parent has agreed; null: none was asked. */
  readonly parentalConsent: 'pending' | 'granted' | null;
  /** Ids of the categories to which the parent did not agree. */
  readonly parentalDenied: readonly string[];
  readonly tcString: string | null;
  readonly gppString: string | null;
  readonly withdrawalUrl: string | null;
  readonly decidedAt: string;
  readonly firstDecidedAt: string;
  readonly validity: ReceiptValidity;
}
