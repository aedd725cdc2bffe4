/**
 * A consent receipt after ISO/IEC TS 27560:2023, with the names that the W3C Data Privacy Vocabulary's guide to it uses
 * (https://w3id.org/dpv/guides/consent-27560). Names with underscores are the standard's, those in camel case are ours.
 * Times are ISO 8601 in UTC, durations ISO 8601 (`P365D`), places ISO 3166 (`DE`, `US-CA`), languages BCP 47.
 */

export type ChoiceState = 'granted' | 'denied' | 'objected';

/** A cookie or other parameter of a purpose, as the notice named it. */
export interface ReceiptParameter {
  readonly id: string;
  /** The name shown to visitors, such as `_ga_*`; the id where the notice had none. */
  readonly name: string;
  readonly purpose: string;
  readonly provider: string | null;
  /** As the operator wrote it: `13 months`. */
  readonly duration: string | null;
  readonly description: string | null;
  readonly domains: readonly string[];
}

/** Personal data of a purpose: what a parameter holds (clause 6.3.5). */
export interface ReceiptPii {
  /** 6.3.5.1. */
  readonly pii_type: string;
  /** 6.3.5.2: the parameter's id. */
  readonly pii_attribute_id: string;
  /** 6.3.5.3: false when the visitor cannot refuse it. */
  readonly pii_optional: boolean;
}

/** One category of the notice, with what was decided about it (clause 6.3.4). */
export interface ReceiptPurpose {
  /** 6.3.4.4: the category's heading in the language of the notice. */
  readonly purpose: string;
  /** 6.3.4.5: `necessary`, `functional`, `preferences`, `analytics`, `marketing`; several are joined by a comma; null when no parameter tells. */
  readonly purpose_type: string | null;
  /** 6.3.4.6: the category's legal basis: `consent`, `legitimate-interest`, or `mandatory` for what the site cannot do without. */
  readonly lawful_basis: string | null;
  /** 6.3.4.7. */
  readonly pii_information: readonly ReceiptPii[];
  /** 6.3.4.8: names of the controllers; empty when none is configured. */
  readonly pii_controllers: readonly string[];
  /** 6.3.4.12: the durations of its parameters as the operator wrote them; null when none is known. */
  readonly retention_period: string | null;
  /** 6.3.4.16: null when the visitor's place was not known. */
  readonly jurisdiction: string | null;
  /** 6.3.4.17: providers of its parameters. */
  readonly recipient_third_parties: readonly string[];
  /** 6.3.4.18: where to withdraw: an address, or in words. */
  readonly withdrawal_method: string;
  readonly categoryId: string;
  /** What the visitor chose; null when the decision does not name the category. */
  readonly choice: ChoiceState | null;
  /** What counts of it after Global Privacy Control; null where that is not known. */
  readonly effectiveChoice: ChoiceState | null;
  readonly description: string | null;
  readonly parameters: readonly ReceiptParameter[];
}

/** Consent states of the Data Privacy Vocabulary (clause 6.3.7.6; lifecycle in Annex B). */
export type EventState = 'dpv:ConsentGiven' | 'dpv:RenewedConsentGiven' | 'dpv:ConsentRefused' | 'dpv:ConsentWithdrawn';

/** How consent was expressed (clause 6.3.7.4). */
export type EventType = 'dpv:ExplicitlyExpressedConsent' | 'dpv:ExpressedConsent' | 'dpv:ImpliedConsent';

/** One decision of the visitor (clause 6.3.7). */
export interface ReceiptEvent {
  /** 6.3.7.1. */
  readonly event_time: string;
  /** 6.3.7.2: how long the decision counts; null when that is no longer known. */
  readonly validity_duration: string | null;
  /** 6.3.7.3: who decided: the `pii_principal_id`. */
  readonly entity_id: string;
  /** 6.3.7.4. */
  readonly event_type: EventType;
  /** 6.3.7.6. */
  readonly event_state: EventState;
  readonly profileId: string;
  readonly profileVersion: number;
  readonly locale: string;
  readonly choices: Readonly<Record<string, ChoiceState>>;
  readonly gpcDetected: boolean;
  readonly source: string;
  /** False: someone named this visitor without holding its cookie or an API key. */
  readonly ownershipProven: boolean;
}

/** Someone whom the receipt names (clause 6.3.6). */
export interface ReceiptParty {
  /** 6.3.6.1: as used in `pii_controllers` and `recipient_third_parties`. */
  readonly party_id: string;
  /** 6.3.6.6. */
  readonly party_name: string;
  /** 6.3.6.7. */
  readonly party_role: 'PII controller' | 'Third party';
  /** 6.3.6.8. */
  readonly party_contact: string | null;
}

/** Whether the decision counts at the moment of issue, as `GET /consent/:visitorId/verify` tells it. */
export interface ReceiptValidity {
  readonly valid: boolean;
  /** Why not; null when valid. */
  readonly reason: string | null;
  /** Null when the profile no longer exists. */
  readonly expiresAt: string | null;
}

export interface ConsentReceipt {
  /** 6.3.3.1. */
  readonly schema_version: string;
  /** 6.4: of this receipt; each has another. */
  readonly receipt_id: string;
  /** 6.3.3.2. */
  readonly record_id: string;
  /** 6.3.3.3: the visitor id. */
  readonly pii_principal_id: string;
  /** 6.3.4.1: where the exact locale file that the visitor was shown can be read. */
  readonly privacy_notice: string;
  /** 6.3.4.2: of that file. */
  readonly language: string;
  /** 6.3.4.3. */
  readonly purposes: readonly ReceiptPurpose[];
  /** 6.3.6. */
  readonly party_identification: readonly ReceiptParty[];
  /** 6.3.7: oldest first. */
  readonly events: readonly ReceiptEvent[];
  /** How many older events there were that are not in `events`. */
  readonly earlierEvents: number;
  readonly issuedAt: string;
  /** Language that the visitor's browser asked for; `language` is the one that it was answered in. */
  readonly locale: string;
  readonly profileId: string;
  readonly profileVersion: number;
  /** SHA-256 of the locale file's bytes, in hex; null when the file is no longer in storage. */
  readonly noticeSha256: string | null;
  readonly complianceGroup: string | null;
  /** Law of the jurisdiction at the time of the decision. */
  readonly law: string | null;
  readonly choices: Readonly<Record<string, ChoiceState>>;
  readonly gpcDetected: boolean;
  readonly tcString: string | null;
  readonly gppString: string | null;
  readonly withdrawalUrl: string | null;
  readonly decidedAt: string;
  readonly firstDecidedAt: string;
  readonly validity: ReceiptValidity;
}
