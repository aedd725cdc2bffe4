// Generated from the schemas in src/api-components.ts by `npm run docs`; do not edit.
// Bodies and responses of both APIs, as JSON.
import type { ErrorCode } from './kernel/errors';

/** The body of every answer from 400 on. */
export interface ErrorAnswer {
  /** A sentence for a person. */
  readonly error: string;
  /** A stable word for programs. */
  readonly code: ErrorCode;
  /** From status 500 on: the id under which the log says more. */
  readonly requestId?: string | undefined;
  /** What is wrong with the request. */
  readonly details?: readonly ({
    /** Such as `profileJson.mainBanner.buttons[0].text`; empty for the whole body. */
    readonly path: string;
    readonly message: string;
  })[] | undefined;
  /** `profile_invalid`: what blocks the save. */
  readonly errors?: readonly Finding[] | undefined;
  /** `profile_invalid`: what does not block it. */
  readonly warnings?: readonly Finding[] | undefined;
  /** `invalid_tc_string`, `invalid_gpp_string`: a stable word for what is wrong with the string. */
  readonly reason?: string | undefined;
  /** `unauthenticated` at sign-in: the password is right, and a one-time code is needed. */
  readonly totpRequired?: boolean | undefined;
  readonly activeProfiles?: readonly ProfileUsage[] | undefined;
  readonly blockingProfiles?: readonly ProfileUsage[] | undefined;
  readonly removedCookieIds?: readonly string[] | undefined;
  readonly removedButtonIds?: readonly string[] | undefined;
  readonly reordered?: boolean | undefined;
  /** `version_conflict`: the current version of the profile. */
  readonly version?: number | undefined;
  /** `payload_too_large` of an export: how many rows it would have. */
  readonly rows?: number | undefined;
  /** `payload_too_large` of an export: how many it can have. */
  readonly limit?: number | undefined;
  /** `receipt_font_missing`: the setting to change. */
  readonly setting?: string | undefined;
  /** `receipt_font_missing`: scripts that no font has. */
  readonly scripts?: readonly string[] | undefined;
}

export interface Finding {
  readonly rule: string;
  readonly message: string;
  readonly locale?: string | undefined;
  readonly section?: string | undefined;
  readonly field?: string | undefined;
  readonly category?: string | undefined;
  readonly parameter?: string | undefined;
  readonly law?: string | undefined;
}

export interface ConsentSubmission {
  /**
   * 1 to 128 of `A-Z a-z 0-9 . _ ~ -`, not `.`, `..` or `parental-consent-resolve`. Omitted: the visitor of
   * the cookie, else a new one. Pattern `^(?!(?:\.{1,2}|parental-consent-resolve)$)[A-Za-z0-9._~-]{1,128}$`.
   */
  readonly visitorId?: string | undefined;
  /** At most 64 characters. */
  readonly profileId: string;
  /**
   * The version that the visitor was shown, as `GET /resolve-profile` gave it: one that has been published.
   * Default: the published one. At least 1.
   */
  readonly profileVersion?: number | undefined;
  /** The state of each category, by category id. Empty: a notice was seen. At most 200 keys. */
  readonly consentJson: ConsentJson;
  /** BCP 47. Default `en`. At least 2 characters, at most 35 characters. */
  readonly locale?: string | undefined;
  /** Always true when the request has `Sec-GPC: 1`. */
  readonly gpcDetected?: boolean | undefined;
  /**
   * True: the visitor was informed that the choice conflicts with the Global Privacy Control signal, and
   * confirmed it by a separate click. Has an effect under `gpcMode: strict`.
   */
  readonly gpcOverride?: boolean | undefined;
  /** Where the decision was made, as the caller states it. Default `banner`. Who wrote it is in `by`. */
  readonly source?: 'banner' | 'api' | 'import' | undefined;
  readonly ageVerified?: boolean | undefined;
  /** IAB TC string; stored unchanged, at most 16 KiB. At most 16,384 characters. */
  readonly tcfString?: string | undefined;
  /** IAB GPP string; stored unchanged, at most 16 KiB. At most 16,384 characters. */
  readonly gppString?: string | undefined;
  /**
   * The visitor’s choices under the Transparency and Consent Framework, in place of `tcfString`: the service
   * makes the string. Ids that the profile did not offer are left out.
   */
  readonly tcf?: {
    /** Ids of the purposes that the visitor consents to. At most 5,000 items, each: 1 to 24. */
    readonly purposes: readonly number[];
    /**
     * Ids of the purposes by legitimate interest that the visitor allows. At most 5,000 items, each: 1 to 24.
     */
    readonly legitimateInterests: readonly number[];
    /** Ids of the special features that the visitor opts in to. At most 5,000 items, each: 1 to 12. */
    readonly specialFeatures: readonly number[];
    /** Ids of the vendors that the visitor consents to. At most 5,000 items, each: 1 to 65,535. */
    readonly vendors: readonly number[];
    /** Ids of the vendors that the visitor does not object to. At most 5,000 items, each: 1 to 65,535. */
    readonly vendorLegitimateInterests: readonly number[];
    /** Version of the vendor list that the visitor was shown. Default: the newest. 1 to 4,095. */
    readonly listVersion?: number | undefined;
    /** Number of the layer. Default 1. 1 to 63. */
    readonly screen?: number | undefined;
  } | undefined;
  /**
   * Sent when the age gate asks for a parent’s consent: a token for this visitor and profile. The record is
   * then `pending` until it is resolved. At most 65,536 characters.
   */
  readonly parentalConsentToken?: string | undefined;
  /**
   * Your own user id for this visitor: 1 to 128 printable ASCII characters, not `.` or `..`. Accepted only
   * from servers with an API key. `null` removes the link; if omitted, the link stays.
   */
  readonly subjectId?: string | null | undefined;
  /**
   * How the visitor decided: a button that accepts or refuses everything, saved preferences, closing the
   * banner, a Global Privacy Control signal, an embed’s own button, or a script’s call.
   */
  readonly method?: 'accept' | 'refuse' | 'save' | 'close' | 'gpc' | 'embed' | 'api' | undefined;
  /** The part of the banner in which the visitor decided. */
  readonly layer?: 'banner' | 'preferences' | 'embed' | 'gpc' | 'age' | undefined;
  /**
   * A random UUID for this decision. Repeating the same decision with the same id within 30 days writes
   * nothing: the browser that lost the answer gets the record and the cookies again. Keep it secret until
   * then. Format uuid, at most 36 characters.
   */
  readonly submissionId?: string | undefined;
  /**
   * When the visitor decided, for a submission that is sent later: at most 30 days ago; a time in the future
   * counts as now. Validity counts from then. A decision that is older than the record’s own is added to the
   * history only. Ignored from callers who do not own the record. Default: now. Format date-time, at most 40
   * characters.
   */
  readonly decidedAt?: string | undefined;
  /**
   * IANA time zone of the browser. The default geo provider derives the country from it; never stored. At
   * most 64 characters.
   */
  readonly timezone?: string | undefined;
}

export interface ConsentUpdate {
  /** The state of each category, by category id. Empty: a notice was seen. At most 200 keys. */
  readonly consentJson: ConsentJson;
  /** BCP 47. At least 2 characters, at most 35 characters. */
  readonly locale?: string | undefined;
  /** Always true when the request has `Sec-GPC: 1`. */
  readonly gpcDetected?: boolean | undefined;
  /** IAB TC string; stored unchanged, at most 16 KiB. At most 16,384 characters. */
  readonly tcfString?: string | undefined;
  /** IAB GPP string; stored unchanged, at most 16 KiB. At most 16,384 characters. */
  readonly gppString?: string | undefined;
  /**
   * True: the visitor was informed that the choice conflicts with the Global Privacy Control signal, and
   * confirmed it by a separate click. Has an effect under `gpcMode: strict`.
   */
  readonly gpcOverride?: boolean | undefined;
  /**
   * Your own user id for this visitor: 1 to 128 printable ASCII characters, not `.` or `..`. Accepted only
   * from servers with an API key. `null` removes the link; if omitted, the link stays.
   */
  readonly subjectId?: string | null | undefined;
  /**
   * How the visitor decided: a button that accepts or refuses everything, saved preferences, closing the
   * banner, a Global Privacy Control signal, an embed’s own button, or a script’s call.
   */
  readonly method?: 'accept' | 'refuse' | 'save' | 'close' | 'gpc' | 'embed' | 'api' | undefined;
  /** The part of the banner in which the visitor decided. */
  readonly layer?: 'banner' | 'preferences' | 'embed' | 'gpc' | 'age' | undefined;
  /**
   * The version that the visitor was shown, as `GET /resolve-profile` gave it: one that has been published.
   * Default: the published one. At least 1.
   */
  readonly profileVersion?: number | undefined;
  /**
   * IANA time zone of the browser. The default geo provider derives the country from it; never stored. At
   * most 64 characters.
   */
  readonly timezone?: string | undefined;
}

/** The state of each category, by category id. Empty: a notice was seen. */
export type ConsentJson = { readonly [key: string]: 'granted' | 'denied' | 'objected' };

export interface ConsentRecord {
  readonly id: string;
  /**
   * 1 to 128 of `A-Z a-z 0-9 . _ ~ -`, not `.`, `..` or `parental-consent-resolve`. Pattern
   * `^(?!(?:\.{1,2}|parental-consent-resolve)$)[A-Za-z0-9._~-]{1,128}$`.
   */
  readonly visitorId: string;
  /**
   * Your own user id for this visitor, not `.` or `..`; returned only to servers with an API key. Pattern
   * `^(?!\.{1,2}$)[\x21-\x7e]{1,128}$`.
   */
  readonly subjectId?: string | undefined;
  /** At most 64 characters. */
  readonly profileId: string;
  /** The version that the visitor saw. */
  readonly profileVersion: number;
  /** The state of each category, by category id. Empty: a notice was seen. At most 200 keys. */
  readonly consentJson: ConsentJson;
  /** BCP 47. At least 2 characters, at most 35 characters. */
  readonly locale: string;
  /** Always true when the request has `Sec-GPC: 1`. */
  readonly gpcDetected: boolean;
  /**
   * True: the visitor was informed that the choice conflicts with the Global Privacy Control signal, and
   * confirmed it by a separate click. Has an effect under `gpcMode: strict`.
   */
  readonly gpcOverride?: boolean | undefined;
  readonly source: 'banner' | 'api' | 'import';
  readonly ageVerified?: boolean | undefined;
  /** IAB TC string; stored unchanged, at most 16 KiB. At most 16,384 characters. */
  readonly tcfString?: string | undefined;
  /** IAB GPP string; stored unchanged, at most 16 KiB. At most 16,384 characters. */
  readonly gppString?: string | undefined;
  /** Who wrote it: the visitor’s browser, a server with an API key, or an import. */
  readonly by: 'visitor' | 'apiKey' | 'import';
  /** Id of the API key that wrote it. */
  readonly apiKeyId?: string | undefined;
  /**
   * How the visitor decided: a button that accepts or refuses everything, saved preferences, closing the
   * banner, a Global Privacy Control signal, an embed’s own button, or a script’s call.
   */
  readonly method?: 'accept' | 'refuse' | 'save' | 'close' | 'gpc' | 'embed' | 'api' | undefined;
  /** The part of the banner in which the visitor decided. */
  readonly layer?: 'banner' | 'preferences' | 'embed' | 'gpc' | 'age' | undefined;
  /**
   * For this visitor and profile; `pending` too when a parent was asked under another profile of the tenant,
   * or on another device of the same `subjectId`. `granted` says that a token was resolved, which alone is
   * not verifiable parental consent.
   */
  readonly parentalConsent?: 'pending' | 'granted' | undefined;
  /**
   * The part of `consentJson` that applies after Global Privacy Control under the profile’s `gpcMode` and,
   * for a child, the parent’s consent; as the profile is now. Absent when the profile no longer exists.
   */
  readonly effectiveConsent?: { readonly [key: string]: 'granted' | 'denied' | 'objected' } | undefined;
  /** Format date-time. */
  readonly createdAt: string;
  /** Time of the last decision. Format date-time. */
  readonly updatedAt: string;
  /** When the visitor must be asked again. Absent when the profile no longer exists. Format date-time. */
  readonly expiresAt?: string | undefined;
}

export interface WrittenConsent {
  readonly id: string;
  /**
   * 1 to 128 of `A-Z a-z 0-9 . _ ~ -`, not `.`, `..` or `parental-consent-resolve`. Pattern
   * `^(?!(?:\.{1,2}|parental-consent-resolve)$)[A-Za-z0-9._~-]{1,128}$`.
   */
  readonly visitorId: string;
  /**
   * Your own user id for this visitor, not `.` or `..`; returned only to servers with an API key. Pattern
   * `^(?!\.{1,2}$)[\x21-\x7e]{1,128}$`.
   */
  readonly subjectId?: string | undefined;
  /** At most 64 characters. */
  readonly profileId: string;
  /** The version that the visitor saw. */
  readonly profileVersion: number;
  /** The state of each category, by category id. Empty: a notice was seen. At most 200 keys. */
  readonly consentJson: ConsentJson;
  /** BCP 47. At least 2 characters, at most 35 characters. */
  readonly locale: string;
  /** Always true when the request has `Sec-GPC: 1`. */
  readonly gpcDetected: boolean;
  /**
   * True: the visitor was informed that the choice conflicts with the Global Privacy Control signal, and
   * confirmed it by a separate click. Has an effect under `gpcMode: strict`.
   */
  readonly gpcOverride?: boolean | undefined;
  readonly source: 'banner' | 'api' | 'import';
  readonly ageVerified?: boolean | undefined;
  /** IAB TC string; stored unchanged, at most 16 KiB. At most 16,384 characters. */
  readonly tcfString?: string | undefined;
  /** IAB GPP string; stored unchanged, at most 16 KiB. At most 16,384 characters. */
  readonly gppString?: string | undefined;
  /** Who wrote it: the visitor’s browser, a server with an API key, or an import. */
  readonly by: 'visitor' | 'apiKey' | 'import';
  /** Id of the API key that wrote it. */
  readonly apiKeyId?: string | undefined;
  /**
   * How the visitor decided: a button that accepts or refuses everything, saved preferences, closing the
   * banner, a Global Privacy Control signal, an embed’s own button, or a script’s call.
   */
  readonly method?: 'accept' | 'refuse' | 'save' | 'close' | 'gpc' | 'embed' | 'api' | undefined;
  /** The part of the banner in which the visitor decided. */
  readonly layer?: 'banner' | 'preferences' | 'embed' | 'gpc' | 'age' | undefined;
  /**
   * For this visitor and profile; `pending` too when a parent was asked under another profile of the tenant,
   * or on another device of the same `subjectId`. `granted` says that a token was resolved, which alone is
   * not verifiable parental consent.
   */
  readonly parentalConsent?: 'pending' | 'granted' | undefined;
  /**
   * The part of `consentJson` that applies after Global Privacy Control under the profile’s `gpcMode` and,
   * for a child, the parent’s consent; as the profile is now. Absent when the profile no longer exists.
   */
  readonly effectiveConsent?: { readonly [key: string]: 'granted' | 'denied' | 'objected' } | undefined;
  /** Format date-time. */
  readonly createdAt: string;
  /** Time of the last decision. Format date-time. */
  readonly updatedAt: string;
  /** When the visitor must be asked again. Absent when the profile no longer exists. Format date-time. */
  readonly expiresAt?: string | undefined;
  /**
   * Strings that are not valid and were not stored. The decision is stored, because it allows nothing new.
   */
  readonly warnings?: readonly ({
    readonly code: 'invalid_tc_string' | 'invalid_gpp_string' | 'invalid_parental_token';
    /** Stable word; the guide “TCF and GPP” lists them. */
    readonly reason: string;
    readonly path: 'tcfString' | 'gppString' | 'parentalConsentToken';
    readonly message: string;
  })[] | undefined;
}

export interface SubmittedConsent {
  readonly id: string;
  /**
   * 1 to 128 of `A-Z a-z 0-9 . _ ~ -`, not `.`, `..` or `parental-consent-resolve`. Pattern
   * `^(?!(?:\.{1,2}|parental-consent-resolve)$)[A-Za-z0-9._~-]{1,128}$`.
   */
  readonly visitorId: string;
  /**
   * Your own user id for this visitor, not `.` or `..`; returned only to servers with an API key. Pattern
   * `^(?!\.{1,2}$)[\x21-\x7e]{1,128}$`.
   */
  readonly subjectId?: string | undefined;
  /** At most 64 characters. */
  readonly profileId: string;
  /** The version that the visitor saw. */
  readonly profileVersion: number;
  /** The state of each category, by category id. Empty: a notice was seen. At most 200 keys. */
  readonly consentJson: ConsentJson;
  /** BCP 47. At least 2 characters, at most 35 characters. */
  readonly locale: string;
  /** Always true when the request has `Sec-GPC: 1`. */
  readonly gpcDetected: boolean;
  /**
   * True: the visitor was informed that the choice conflicts with the Global Privacy Control signal, and
   * confirmed it by a separate click. Has an effect under `gpcMode: strict`.
   */
  readonly gpcOverride?: boolean | undefined;
  readonly source: 'banner' | 'api' | 'import';
  readonly ageVerified?: boolean | undefined;
  /** IAB TC string; stored unchanged, at most 16 KiB. At most 16,384 characters. */
  readonly tcfString?: string | undefined;
  /** IAB GPP string; stored unchanged, at most 16 KiB. At most 16,384 characters. */
  readonly gppString?: string | undefined;
  /** Who wrote it: the visitor’s browser, a server with an API key, or an import. */
  readonly by: 'visitor' | 'apiKey' | 'import';
  /** Id of the API key that wrote it. */
  readonly apiKeyId?: string | undefined;
  /**
   * How the visitor decided: a button that accepts or refuses everything, saved preferences, closing the
   * banner, a Global Privacy Control signal, an embed’s own button, or a script’s call.
   */
  readonly method?: 'accept' | 'refuse' | 'save' | 'close' | 'gpc' | 'embed' | 'api' | undefined;
  /** The part of the banner in which the visitor decided. */
  readonly layer?: 'banner' | 'preferences' | 'embed' | 'gpc' | 'age' | undefined;
  /**
   * For this visitor and profile; `pending` too when a parent was asked under another profile of the tenant,
   * or on another device of the same `subjectId`. `granted` says that a token was resolved, which alone is
   * not verifiable parental consent.
   */
  readonly parentalConsent?: 'pending' | 'granted' | undefined;
  /**
   * The part of `consentJson` that applies after Global Privacy Control under the profile’s `gpcMode` and,
   * for a child, the parent’s consent; as the profile is now. Absent when the profile no longer exists.
   */
  readonly effectiveConsent?: { readonly [key: string]: 'granted' | 'denied' | 'objected' } | undefined;
  /** Format date-time. */
  readonly createdAt: string;
  /** Time of the last decision. Format date-time. */
  readonly updatedAt: string;
  /** When the visitor must be asked again. Absent when the profile no longer exists. Format date-time. */
  readonly expiresAt?: string | undefined;
  /**
   * Strings that are not valid and were not stored. The decision is stored, because it allows nothing new.
   */
  readonly warnings?: readonly ({
    readonly code: 'invalid_tc_string' | 'invalid_gpp_string' | 'invalid_parental_token';
    /** Stable word; the guide “TCF and GPP” lists them. */
    readonly reason: string;
    readonly path: 'tcfString' | 'gppString' | 'parentalConsentToken';
    readonly message: string;
  })[] | undefined;
  /** For the API `__gpp`. Null: GPP is off. */
  readonly gpp?: {
    /** Complete GPP string; `DBAA` without sections. */
    readonly string: string;
    /** Ids of the sections in the string. */
    readonly sectionList: readonly number[];
    /** Ids of the sections that are in force for the visitor; `[-1]`: none. */
    readonly applicableSections: readonly number[];
    /** The fields of each section by its API prefix, one object for each segment. */
    readonly parsedSections: { readonly [key: string]: readonly ({ readonly [key: string]: unknown })[] };
    readonly signalStatus: 'ready' | 'not ready';
    /** Such as `8:usca`. */
    readonly supportedAPIs: readonly string[];
    /** 1: none (GPP "CMP API Specification", "What is CMP ID?"). */
    readonly cmpId: number;
    /** The same when the browser sends Global Privacy Control. Absent after a decision. */
    readonly withGpc?: {
      /** Complete GPP string; `DBAA` without sections. */
      readonly string: string;
      /** The fields of each section by its API prefix, one object for each segment. */
      readonly parsedSections: { readonly [key: string]: readonly ({ readonly [key: string]: unknown })[] };
    } | undefined;
  } | undefined;
}

export interface Verification {
  readonly valid: boolean;
  readonly reason: 'profile_inactive' | 'profile_changed' | 'reconsent_required' | 'expired' | null;
  /**
   * 1 to 128 of `A-Z a-z 0-9 . _ ~ -`, not `.`, `..` or `parental-consent-resolve`. Pattern
   * `^(?!(?:\.{1,2}|parental-consent-resolve)$)[A-Za-z0-9._~-]{1,128}$`.
   */
  readonly visitorId: string;
  /** At most 64 characters. */
  readonly profileId: string;
  readonly profileVersion: number;
  readonly activeProfileId: string | null;
  readonly expiresAt: string | null;
  /**
   * The Global Privacy Control signal, of the decision or of this request, denies something that the visitor
   * granted: show the gpcBanner.
   */
  readonly gpcConflict: boolean;
  /**
   * The part of `consentJson` that applies after Global Privacy Control under the profile’s `gpcMode` and,
   * for a child, the parent’s consent; as the profile is now. Absent when the profile no longer exists.
   */
  readonly effectiveConsent?: { readonly [key: string]: 'granted' | 'denied' | 'objected' } | undefined;
}

export interface Erasure {
  readonly erased: true;
  /**
   * 1 to 128 of `A-Z a-z 0-9 . _ ~ -`, not `.`, `..` or `parental-consent-resolve`. Pattern
   * `^(?!(?:\.{1,2}|parental-consent-resolve)$)[A-Za-z0-9._~-]{1,128}$`.
   */
  readonly visitorId: string;
}

export interface OperatorConsentRecord {
  readonly id: string;
  /**
   * 1 to 128 of `A-Z a-z 0-9 . _ ~ -`, not `.`, `..` or `parental-consent-resolve`. Pattern
   * `^(?!(?:\.{1,2}|parental-consent-resolve)$)[A-Za-z0-9._~-]{1,128}$`.
   */
  readonly visitorId: string;
  /**
   * Your own user id for this visitor, not `.` or `..`; returned only to servers with an API key. Pattern
   * `^(?!\.{1,2}$)[\x21-\x7e]{1,128}$`.
   */
  readonly subjectId?: string | undefined;
  /** At most 64 characters. */
  readonly profileId: string;
  /** The version that the visitor saw. */
  readonly profileVersion: number;
  /** The state of each category, by category id. Empty: a notice was seen. At most 200 keys. */
  readonly consentJson: ConsentJson;
  /** BCP 47. At least 2 characters, at most 35 characters. */
  readonly locale: string;
  /** Always true when the request has `Sec-GPC: 1`. */
  readonly gpcDetected: boolean;
  /**
   * True: the visitor was informed that the choice conflicts with the Global Privacy Control signal, and
   * confirmed it by a separate click. Has an effect under `gpcMode: strict`.
   */
  readonly gpcOverride?: boolean | undefined;
  readonly source: 'banner' | 'api' | 'import';
  readonly ageVerified?: boolean | undefined;
  /** IAB TC string; stored unchanged, at most 16 KiB. At most 16,384 characters. */
  readonly tcfString?: string | undefined;
  /** IAB GPP string; stored unchanged, at most 16 KiB. At most 16,384 characters. */
  readonly gppString?: string | undefined;
  /** Who wrote it: the visitor’s browser, a server with an API key, or an import. */
  readonly by: 'visitor' | 'apiKey' | 'import';
  /** Id of the API key that wrote it. */
  readonly apiKeyId?: string | undefined;
  /**
   * How the visitor decided: a button that accepts or refuses everything, saved preferences, closing the
   * banner, a Global Privacy Control signal, an embed’s own button, or a script’s call.
   */
  readonly method?: 'accept' | 'refuse' | 'save' | 'close' | 'gpc' | 'embed' | 'api' | undefined;
  /** The part of the banner in which the visitor decided. */
  readonly layer?: 'banner' | 'preferences' | 'embed' | 'gpc' | 'age' | undefined;
  /**
   * For this visitor and profile; `pending` too when a parent was asked under another profile of the tenant,
   * or on another device of the same `subjectId`. `granted` says that a token was resolved, which alone is
   * not verifiable parental consent.
   */
  readonly parentalConsent?: 'pending' | 'granted' | undefined;
  /**
   * The part of `consentJson` that applies after Global Privacy Control under the profile’s `gpcMode` and,
   * for a child, the parent’s consent; as the profile is now. Absent when the profile no longer exists.
   */
  readonly effectiveConsent?: { readonly [key: string]: 'granted' | 'denied' | 'objected' } | undefined;
  /** Format date-time. */
  readonly createdAt: string;
  /** Time of the last decision. Format date-time. */
  readonly updatedAt: string;
  /** When the visitor must be asked again. Absent when the profile no longer exists. Format date-time. */
  readonly expiresAt?: string | undefined;
  /** Name of the profile in the version that the visitor saw; null: not in storage. */
  readonly profileName: string | null;
  /** The compliance group of the decision. */
  readonly complianceGroup: string | null;
  /** ISO 3166-1 code of the country; null: unknown. */
  readonly country: string | null;
  /** Part of the ISO 3166-2 code after the dash; null: unknown. */
  readonly region: string | null;
  /** Short name of the law in force there at the last decision; null: the country is unknown. */
  readonly law: string | null;
}

export interface ConsentHistoryEntry {
  readonly id: string;
  readonly action: 'created' | 'updated';
  /** At most 64 characters. */
  readonly profileId: string;
  readonly profileVersion: number;
  /** BCP 47. At least 2 characters, at most 35 characters. */
  readonly locale: string;
  /** The state of each category, by category id. Empty: a notice was seen. At most 200 keys. */
  readonly consentJson: ConsentJson;
  readonly gpcDetected: boolean;
  readonly gpcOverride?: boolean | undefined;
  readonly source: 'banner' | 'api' | 'import';
  /** Who wrote it: the visitor’s browser, a server with an API key, or an import. */
  readonly by: 'visitor' | 'apiKey' | 'import';
  /** Id of the API key that wrote it. */
  readonly apiKeyId?: string | undefined;
  /**
   * How the visitor decided: a button that accepts or refuses everything, saved preferences, closing the
   * banner, a Global Privacy Control signal, an embed’s own button, or a script’s call.
   */
  readonly method?: 'accept' | 'refuse' | 'save' | 'close' | 'gpc' | 'embed' | 'api' | undefined;
  /** The part of the banner in which the visitor decided. */
  readonly layer?: 'banner' | 'preferences' | 'embed' | 'gpc' | 'age' | undefined;
  /** False: the choices stayed as they were, and only the locale, a string or the linked user changed. */
  readonly decided: boolean;
  readonly ageVerified?: boolean | undefined;
  /** IAB TC string; stored unchanged, at most 16 KiB. At most 16,384 characters. */
  readonly tcfString?: string | undefined;
  /** IAB GPP string; stored unchanged, at most 16 KiB. At most 16,384 characters. */
  readonly gppString?: string | undefined;
  /**
   * True: the visitor’s browser created the record, or carried the proof of ownership (the second cookie).
   * False: the request only named the visitor, or came from a server.
   */
  readonly ownershipProven: boolean;
  /** Time of the decision. Format date-time. */
  readonly createdAt: string;
  /**
   * When the service received it, where that was later: by an offline page, or an import. Format date-time.
   */
  readonly receivedAt?: string | undefined;
  /** Name of the profile in the version that the visitor saw; null: not in storage. */
  readonly profileName: string | null;
  /** The compliance group of the decision. */
  readonly complianceGroup: string | null;
  /** ISO 3166-1 code of the country; null: unknown. */
  readonly country: string | null;
}

/** Proof of an erasure. Contains a keyed hash of the visitor’s id in place of the id. */
export interface ErasureCertificate {
  /** This package and its version. */
  readonly generatedBy: string;
  readonly tenantId: string;
  /**
   * The entries of the audit log, one for each erased visitor: what was erased, when and by whom, with the
   * hash by which the log can be compared. At most 1,000.
   */
  readonly entries: readonly AuditLogEntry[];
  /** Number of entries beyond 1,000, which only the log has. */
  readonly entriesLeftOut: number;
}

export interface ParentalRequest {
  /** At most 64 characters. */
  readonly profileId: string;
}

export interface ParentalToken {
  /** Left out with `compliance.parentalTokenInResponse: false`. */
  readonly token?: string | undefined;
  /** Format date-time. */
  readonly expiresAt: string;
}

export interface ParentalResolve {
  /** As it came with `consent.parentalConsentRequired`. At most 65,536 characters. */
  readonly token: string;
}

export interface ParentalGrant {
  /**
   * 1 to 128 of `A-Z a-z 0-9 . _ ~ -`, not `.`, `..` or `parental-consent-resolve`. Pattern
   * `^(?!(?:\.{1,2}|parental-consent-resolve)$)[A-Za-z0-9._~-]{1,128}$`.
   */
  readonly visitorId: string;
  /** At most 64 characters. */
  readonly profileId: string;
  readonly granted: true;
}

export interface ResolveProfileAnswer {
  readonly found: boolean;
  readonly path: string | null;
  readonly complianceGroup: string;
  readonly locale: string | null;
  readonly country: string | null;
  readonly region: string | null;
  readonly law: string | null;
  /** The request carries the Global Privacy Control signal. */
  readonly gpc: boolean;
  /** The law makes the signal binding. */
  readonly gpcBinding: boolean;
  readonly childAge: number | null;
  readonly sensitiveGroup: string | null;
  readonly reaskMonths: number | null;
  readonly consentMonths: number | null;
  readonly tenantId: string;
  readonly profileId: string | null;
  readonly profileVersion: number | null;
  readonly versionPath: string | null;
}

/** A profile in one locale, with every text that a banner shows. */
export interface PublishedProfile {
  /** The `profileId` to send with the decision. */
  readonly id: string;
  /** Days until a consent expires. */
  readonly expiryDays: number;
  readonly defaultLocale: string;
  /** Locale of the texts. */
  readonly currentLocale: string;
  /** Direction of the texts. */
  readonly dir: 'ltr' | 'rtl';
  /** Every locale of the profile. */
  readonly locales: readonly string[];
  readonly complianceGroup: string | null;
  readonly gpcMode: 'ignore' | 'honor' | 'strict';
  /** Parameters by id. */
  readonly cookies: { readonly [key: string]: {
    readonly purpose: 'necessary' | 'functional' | 'preferences' | 'analytics' | 'marketing';
    /** Whether a Global Privacy Control signal denies this parameter. */
    readonly listenGpc: boolean;
    /**
     * Use of the parameter under California law: one value, or a list if several apply. `none` only on its
     * own.
     */
    readonly cpraCategory?: 'selling' | 'sharing' | 'sensitive' | 'none' | readonly ('selling' | 'sharing' | 'sensitive')[] | readonly 'none'[] | undefined;
    /**
     * Kinds of sensitive data that the parameter processes, for GPP strings. Listing any implies `sensitive`.
     * At most 15 items.
     */
    readonly sensitiveData?: readonly ('racial-or-ethnic-origin' | 'religious-or-philosophical-beliefs' | 'health' | 'sex-life-or-orientation' | 'citizenship-or-immigration' | 'genetic' | 'biometric' | 'precise-geolocation' | 'government-id' | 'account-access' | 'union-membership' | 'message-contents' | 'crime-victim' | 'national-origin' | 'transgender-or-nonbinary')[] | undefined;
    /** Granted before any choice. Default false. */
    readonly preGranted?: boolean | undefined;
    /** Name shown to visitors; patterns such as `_ga_*` allowed. At most 300 characters. */
    readonly name?: string | undefined;
    /** At most 300 characters. */
    readonly provider?: string | undefined;
    /** At most 5,000 characters. */
    readonly description?: string | undefined;
    /** Technology. Default `cookie`. */
    readonly kind?: 'cookie' | 'localStorage' | 'sessionStorage' | 'indexedDB' | 'pixel' | 'other' | undefined;
    /**
     * The data stays with the site, so the provider (the site itself, or software that runs on it) is not a
     * recipient. Default false.
     */
    readonly firstParty?: boolean | undefined;
    /**
     * Kinds of personal data listed in receipts, such as `pd:IPAddress` of the Data Privacy Vocabulary.
     * Default: by purpose. At most 20 items, each: at most 100 characters.
     */
    readonly dataTypes?: readonly string[] | undefined;
    /**
     * The provider uses the data only on the site’s instructions, under a contract that says so. Default
     * false: a third party.
     */
    readonly serviceProvider?: boolean | undefined;
    /**
     * Contact of the provider for visitors: an address or the link to its privacy policy. At most 500
     * characters.
     */
    readonly providerContact?: string | undefined;
    /** Country in which the provider receives the data, ISO 3166-1 alpha-2. Pattern `^[A-Z]{2}$`. */
    readonly providerCountry?: string | undefined;
    /**
     * Audience measurement for this site only, kept for at most 13 months, which needs no consent in some
     * countries of `opt-in`. Default false.
     */
    readonly exemptMeasurement?: boolean | undefined;
    /** How long it is kept, in words; `maxAgeSeconds` has priority. At most 300 characters. */
    readonly duration?: string | undefined;
    /**
     * How long it is kept (s), or `session`: until the browser is closed. Shown in the language of the
     * visitor.
     */
    readonly maxAgeSeconds?: number | 'session' | undefined;
    /** Path of the cookie. Default `/`. Pattern `^/[^\u0000-\u0020\u007f;]*$`, at most 300 characters. */
    readonly path?: string | undefined;
    /** At most 200 items, each: at most 300 characters. */
    readonly domains?: readonly string[] | undefined;
    /** Name in the browser, where the locale has another `name` for visitors. */
    readonly storedName?: string | undefined;
  } };
  readonly mainBanner: {
    /** At most 64 characters. */
    readonly position?: string | undefined;
    /** At most 1,000 characters. */
    readonly heading?: string | undefined;
    /** Operator-written HTML; sanitised on save. At most 100,000 characters. */
    readonly htmlText?: string | undefined;
    readonly buttons: readonly Button[];
  };
  readonly preferenceModal: {
    /** At most 64 characters. */
    readonly position?: string | undefined;
    /** At most 1,000 characters. */
    readonly heading?: string | undefined;
    /** Operator-written HTML; sanitised on save. At most 100,000 characters. */
    readonly htmlText?: string | undefined;
    readonly buttons: readonly Button[];
    /** By category id. */
    readonly categories: { readonly [key: string]: {
      /** At most 1,000 characters. */
      readonly heading?: string | undefined;
      /** Operator-written HTML; sanitised when a profile is saved. At most 100,000 characters. */
      readonly htmlText?: string | undefined;
      readonly legalBasis?: 'mandatory' | 'consent' | 'legitimate-interest' | undefined;
      /**
       * Place among the categories, lowest first. Categories without one come last, as listed. 0 to 1,000.
       */
      readonly order?: number | undefined;
      /** Ids of the category’s parameters in `cookies` of the profile. */
      readonly cookies: readonly string[];
    } };
  };
  readonly gpcBanner?: {
    /** At most 64 characters. */
    readonly position?: string | undefined;
    /** At most 1,000 characters. */
    readonly heading?: string | undefined;
    /** Operator-written HTML; sanitised on save. At most 100,000 characters. */
    readonly htmlText?: string | undefined;
    readonly buttons: readonly Button[];
  } | undefined;
  /** The link, on every page, that reopens the choices. */
  readonly choicesLink?: {
    readonly text: string;
    /** Whether to show the opt-out icon of 11 CCR 7015(b) with the link. */
    readonly optOutIcon: boolean;
  } | undefined;
  readonly enhanceAccessibility: boolean;
  readonly showFooterMetadata: boolean;
  readonly darkMode: boolean;
  readonly hidePoweredBy: boolean;
  readonly allowReceipt: boolean;
  readonly complianceConfig: { readonly [key: string]: string };
  /**
   * Set when the profile asks under the Transparency and Consent Framework. `GET /tcf/list/:version/:lang`
   * has the vendors.
   */
  readonly tcf?: {
    /** Ids of the purposes to ask for. Default: every purpose. At most 24 items, each: 1 to 24. */
    readonly purposes?: readonly number[] | undefined;
    /**
     * Ids of the special features to ask for. Default: every special feature. At most 12 items, each: 1 to
     * 12.
     */
    readonly specialFeatures?: readonly number[] | undefined;
    /**
     * Ids of the stacks that the first layer shows in place of their purposes. At most 100 items, each: 1 to
     * 65,535.
     */
    readonly stacks?: readonly number[] | undefined;
    /**
     * Id of the optional category that the framework’s choices belong to: granted when the visitor consents
     * to any purpose. At most 64 characters.
     */
    readonly category?: string | undefined;
  } | undefined;
  /**
   * Words of the widget, such as `close`, as plain text. Replaces built-in words of the language; a blank one
   * has no effect. At most 47 keys.
   */
  readonly words: { readonly [key: string]: string };
  readonly ageGate?: {
    /**
     * Age from which visitors decide themselves. Default: the child age of the law of their place; without
     * one there is no gate. 1 to 21.
     */
    readonly minimumAge?: number | undefined;
    readonly ask: 'birthYear' | 'yesNo';
    readonly parental: boolean;
    /** At most 1,000 characters. */
    readonly heading?: string | undefined;
    /** Plain text. At most 5,000 characters. */
    readonly text?: string | undefined;
  } | undefined;
  readonly closeMeans: 'undecided' | 'refuse';
  readonly reloadOnWithdrawal: boolean;
  /**
   * Privacy policy in this language: an address with `http://` or `https://`, or a path such as `/privacy`.
   * Pattern ``
   * ^(?:https?:\/\/(?:\[[\da-fA-F:.]+\]|[^\s\u0000-\u002c\u002f\u003a-\u0040\u005b-\u005e\u0060\u007b-\u007f]+)(?::\d{1,5})?(?:[\/?#][^\s\u0000-\u0020<>"'`\\]*)?|\/(?![\/\\])[^\s\u0000-\u0020<>"'`\\]*)$
   * ``, at most 2,000 characters.
   */
  readonly privacyUrl?: string | undefined;
  readonly languageSwitch: boolean;
  /**
   * Look of the widget. Colours that are left out have the default values; `dark` applies where a profile has
   * `darkMode` and the visitor prefers it.
   */
  readonly theme?: {
    readonly light?: {
      /** Background of banner and preferences, as `#rrggbb`. Pattern `^#[0-9A-Fa-f]{6}$`. */
      readonly background?: string | undefined;
      /** Text, on `background` and on `secondary`, as `#rrggbb`. Pattern `^#[0-9A-Fa-f]{6}$`. */
      readonly text?: string | undefined;
      /**
       * Background of primary buttons; switches that are on; focus rings, as `#rrggbb`. Pattern
       * `^#[0-9A-Fa-f]{6}$`.
       */
      readonly primary?: string | undefined;
      /** Text on `primary`, as `#rrggbb`. Pattern `^#[0-9A-Fa-f]{6}$`. */
      readonly onPrimary?: string | undefined;
      /** Background of secondary buttons, as `#rrggbb`. Pattern `^#[0-9A-Fa-f]{6}$`. */
      readonly secondary?: string | undefined;
      /** Borders of switches and fields, as `#rrggbb`. Pattern `^#[0-9A-Fa-f]{6}$`. */
      readonly line?: string | undefined;
    } | undefined;
    readonly dark?: {
      /** Background of banner and preferences, as `#rrggbb`. Pattern `^#[0-9A-Fa-f]{6}$`. */
      readonly background?: string | undefined;
      /** Text, on `background` and on `secondary`, as `#rrggbb`. Pattern `^#[0-9A-Fa-f]{6}$`. */
      readonly text?: string | undefined;
      /**
       * Background of primary buttons; switches that are on; focus rings, as `#rrggbb`. Pattern
       * `^#[0-9A-Fa-f]{6}$`.
       */
      readonly primary?: string | undefined;
      /** Text on `primary`, as `#rrggbb`. Pattern `^#[0-9A-Fa-f]{6}$`. */
      readonly onPrimary?: string | undefined;
      /** Background of secondary buttons, as `#rrggbb`. Pattern `^#[0-9A-Fa-f]{6}$`. */
      readonly secondary?: string | undefined;
      /** Borders of switches and fields, as `#rrggbb`. Pattern `^#[0-9A-Fa-f]{6}$`. */
      readonly line?: string | undefined;
    } | undefined;
    /** Radius of corners (px). 0 to 40. */
    readonly radius?: number | undefined;
    /**
     * `inherit` (the font of the page), `system` (that of the operating system), or font families such as
     * `Inter, sans-serif`. Fonts are not loaded. Pattern `^[A-Za-z][A-Za-z0-9 ,_-]*$`, at most 200
     * characters.
     */
    readonly font?: string | undefined;
  } | undefined;
  /** Presentation of banner and modal from the UI template. */
  readonly ui?: {
    readonly mainBanner: {
      /**
       * `bottom` (default), `top`, `bottom-left`, `bottom-right`, `top-left`, `top-right`, `center`. Others
       * warn with `ui/unknown-position`. At most 64 characters.
       */
      readonly position?: string | undefined;
      /** 0 to 1. */
      readonly overlayOpacity?: number | undefined;
      readonly showClose?: boolean | undefined;
      readonly headingTag?: 'h1' | 'h2' | 'h3' | 'h4' | 'h5' | 'h6' | 'p' | 'div' | 'span' | undefined;
      /** Pixels. 0 to 10,000. */
      readonly stackButtonsOnBreakpoint?: number | undefined;
    };
    readonly preferenceModal: {
      /**
       * `center` (default), `left`, `right`. Others warn with `ui/unknown-position`. At most 64 characters.
       */
      readonly position?: string | undefined;
      readonly showClose?: boolean | undefined;
      readonly persistent?: boolean | undefined;
      readonly trapFocus?: boolean | undefined;
    };
  } | undefined;
}

/** A profile in one locale, after plugins have run; they can add fields. */
export interface ResolvedProfile {
  /** The `profileId` to send with the decision. */
  readonly id: string;
  /** Days until a consent expires. */
  readonly expiryDays: number;
  readonly defaultLocale: string;
  /** Locale of the texts. */
  readonly currentLocale: string;
  /** Direction of the texts. */
  readonly dir: 'ltr' | 'rtl';
  /** Every locale of the profile. */
  readonly locales: readonly string[];
  readonly complianceGroup: string | null;
  readonly gpcMode: 'ignore' | 'honor' | 'strict';
  /** Parameters by id. */
  readonly cookies: { readonly [key: string]: {
    readonly purpose: 'necessary' | 'functional' | 'preferences' | 'analytics' | 'marketing';
    /** Whether a Global Privacy Control signal denies this parameter. */
    readonly listenGpc: boolean;
    /**
     * Use of the parameter under California law: one value, or a list if several apply. `none` only on its
     * own.
     */
    readonly cpraCategory?: 'selling' | 'sharing' | 'sensitive' | 'none' | readonly ('selling' | 'sharing' | 'sensitive')[] | readonly 'none'[] | undefined;
    /**
     * Kinds of sensitive data that the parameter processes, for GPP strings. Listing any implies `sensitive`.
     * At most 15 items.
     */
    readonly sensitiveData?: readonly ('racial-or-ethnic-origin' | 'religious-or-philosophical-beliefs' | 'health' | 'sex-life-or-orientation' | 'citizenship-or-immigration' | 'genetic' | 'biometric' | 'precise-geolocation' | 'government-id' | 'account-access' | 'union-membership' | 'message-contents' | 'crime-victim' | 'national-origin' | 'transgender-or-nonbinary')[] | undefined;
    /** Granted before any choice. Default false. */
    readonly preGranted?: boolean | undefined;
    /** Name shown to visitors; patterns such as `_ga_*` allowed. At most 300 characters. */
    readonly name?: string | undefined;
    /** At most 300 characters. */
    readonly provider?: string | undefined;
    /** At most 5,000 characters. */
    readonly description?: string | undefined;
    /** Technology. Default `cookie`. */
    readonly kind?: 'cookie' | 'localStorage' | 'sessionStorage' | 'indexedDB' | 'pixel' | 'other' | undefined;
    /**
     * The data stays with the site, so the provider (the site itself, or software that runs on it) is not a
     * recipient. Default false.
     */
    readonly firstParty?: boolean | undefined;
    /**
     * Kinds of personal data listed in receipts, such as `pd:IPAddress` of the Data Privacy Vocabulary.
     * Default: by purpose. At most 20 items, each: at most 100 characters.
     */
    readonly dataTypes?: readonly string[] | undefined;
    /**
     * The provider uses the data only on the site’s instructions, under a contract that says so. Default
     * false: a third party.
     */
    readonly serviceProvider?: boolean | undefined;
    /**
     * Contact of the provider for visitors: an address or the link to its privacy policy. At most 500
     * characters.
     */
    readonly providerContact?: string | undefined;
    /** Country in which the provider receives the data, ISO 3166-1 alpha-2. Pattern `^[A-Z]{2}$`. */
    readonly providerCountry?: string | undefined;
    /**
     * Audience measurement for this site only, kept for at most 13 months, which needs no consent in some
     * countries of `opt-in`. Default false.
     */
    readonly exemptMeasurement?: boolean | undefined;
    /** How long it is kept, in words; `maxAgeSeconds` has priority. At most 300 characters. */
    readonly duration?: string | undefined;
    /**
     * How long it is kept (s), or `session`: until the browser is closed. Shown in the language of the
     * visitor.
     */
    readonly maxAgeSeconds?: number | 'session' | undefined;
    /** Path of the cookie. Default `/`. Pattern `^/[^\u0000-\u0020\u007f;]*$`, at most 300 characters. */
    readonly path?: string | undefined;
    /** At most 200 items, each: at most 300 characters. */
    readonly domains?: readonly string[] | undefined;
    /** Name in the browser, where the locale has another `name` for visitors. */
    readonly storedName?: string | undefined;
  } };
  readonly mainBanner: {
    /** At most 64 characters. */
    readonly position?: string | undefined;
    /** At most 1,000 characters. */
    readonly heading?: string | undefined;
    /** Operator-written HTML; sanitised on save. At most 100,000 characters. */
    readonly htmlText?: string | undefined;
    readonly buttons: readonly Button[];
  };
  readonly preferenceModal: {
    /** At most 64 characters. */
    readonly position?: string | undefined;
    /** At most 1,000 characters. */
    readonly heading?: string | undefined;
    /** Operator-written HTML; sanitised on save. At most 100,000 characters. */
    readonly htmlText?: string | undefined;
    readonly buttons: readonly Button[];
    /** By category id. */
    readonly categories: { readonly [key: string]: {
      /** At most 1,000 characters. */
      readonly heading?: string | undefined;
      /** Operator-written HTML; sanitised when a profile is saved. At most 100,000 characters. */
      readonly htmlText?: string | undefined;
      readonly legalBasis?: 'mandatory' | 'consent' | 'legitimate-interest' | undefined;
      /**
       * Place among the categories, lowest first. Categories without one come last, as listed. 0 to 1,000.
       */
      readonly order?: number | undefined;
      /** Ids of the category’s parameters in `cookies` of the profile. */
      readonly cookies: readonly string[];
    } };
  };
  readonly gpcBanner?: {
    /** At most 64 characters. */
    readonly position?: string | undefined;
    /** At most 1,000 characters. */
    readonly heading?: string | undefined;
    /** Operator-written HTML; sanitised on save. At most 100,000 characters. */
    readonly htmlText?: string | undefined;
    readonly buttons: readonly Button[];
  } | undefined;
  /** The link, on every page, that reopens the choices. */
  readonly choicesLink?: {
    readonly text: string;
    /** Whether to show the opt-out icon of 11 CCR 7015(b) with the link. */
    readonly optOutIcon: boolean;
  } | undefined;
  readonly enhanceAccessibility: boolean;
  readonly showFooterMetadata: boolean;
  readonly darkMode: boolean;
  readonly hidePoweredBy: boolean;
  readonly allowReceipt: boolean;
  readonly complianceConfig: { readonly [key: string]: string };
  /**
   * Set when the profile asks under the Transparency and Consent Framework. `GET /tcf/list/:version/:lang`
   * has the vendors.
   */
  readonly tcf?: {
    /** Ids of the purposes to ask for. Default: every purpose. At most 24 items, each: 1 to 24. */
    readonly purposes?: readonly number[] | undefined;
    /**
     * Ids of the special features to ask for. Default: every special feature. At most 12 items, each: 1 to
     * 12.
     */
    readonly specialFeatures?: readonly number[] | undefined;
    /**
     * Ids of the stacks that the first layer shows in place of their purposes. At most 100 items, each: 1 to
     * 65,535.
     */
    readonly stacks?: readonly number[] | undefined;
    /**
     * Id of the optional category that the framework’s choices belong to: granted when the visitor consents
     * to any purpose. At most 64 characters.
     */
    readonly category?: string | undefined;
  } | undefined;
  /**
   * Words of the widget, such as `close`, as plain text. Replaces built-in words of the language; a blank one
   * has no effect. At most 47 keys.
   */
  readonly words: { readonly [key: string]: string };
  readonly ageGate?: {
    /**
     * Age from which visitors decide themselves. Default: the child age of the law of their place; without
     * one there is no gate. 1 to 21.
     */
    readonly minimumAge?: number | undefined;
    readonly ask: 'birthYear' | 'yesNo';
    readonly parental: boolean;
    /** At most 1,000 characters. */
    readonly heading?: string | undefined;
    /** Plain text. At most 5,000 characters. */
    readonly text?: string | undefined;
  } | undefined;
  readonly closeMeans: 'undecided' | 'refuse';
  readonly reloadOnWithdrawal: boolean;
  /**
   * Privacy policy in this language: an address with `http://` or `https://`, or a path such as `/privacy`.
   * Pattern ``
   * ^(?:https?:\/\/(?:\[[\da-fA-F:.]+\]|[^\s\u0000-\u002c\u002f\u003a-\u0040\u005b-\u005e\u0060\u007b-\u007f]+)(?::\d{1,5})?(?:[\/?#][^\s\u0000-\u0020<>"'`\\]*)?|\/(?![\/\\])[^\s\u0000-\u0020<>"'`\\]*)$
   * ``, at most 2,000 characters.
   */
  readonly privacyUrl?: string | undefined;
  readonly languageSwitch: boolean;
  /**
   * Look of the widget. Colours that are left out have the default values; `dark` applies where a profile has
   * `darkMode` and the visitor prefers it.
   */
  readonly theme?: {
    readonly light?: {
      /** Background of banner and preferences, as `#rrggbb`. Pattern `^#[0-9A-Fa-f]{6}$`. */
      readonly background?: string | undefined;
      /** Text, on `background` and on `secondary`, as `#rrggbb`. Pattern `^#[0-9A-Fa-f]{6}$`. */
      readonly text?: string | undefined;
      /**
       * Background of primary buttons; switches that are on; focus rings, as `#rrggbb`. Pattern
       * `^#[0-9A-Fa-f]{6}$`.
       */
      readonly primary?: string | undefined;
      /** Text on `primary`, as `#rrggbb`. Pattern `^#[0-9A-Fa-f]{6}$`. */
      readonly onPrimary?: string | undefined;
      /** Background of secondary buttons, as `#rrggbb`. Pattern `^#[0-9A-Fa-f]{6}$`. */
      readonly secondary?: string | undefined;
      /** Borders of switches and fields, as `#rrggbb`. Pattern `^#[0-9A-Fa-f]{6}$`. */
      readonly line?: string | undefined;
    } | undefined;
    readonly dark?: {
      /** Background of banner and preferences, as `#rrggbb`. Pattern `^#[0-9A-Fa-f]{6}$`. */
      readonly background?: string | undefined;
      /** Text, on `background` and on `secondary`, as `#rrggbb`. Pattern `^#[0-9A-Fa-f]{6}$`. */
      readonly text?: string | undefined;
      /**
       * Background of primary buttons; switches that are on; focus rings, as `#rrggbb`. Pattern
       * `^#[0-9A-Fa-f]{6}$`.
       */
      readonly primary?: string | undefined;
      /** Text on `primary`, as `#rrggbb`. Pattern `^#[0-9A-Fa-f]{6}$`. */
      readonly onPrimary?: string | undefined;
      /** Background of secondary buttons, as `#rrggbb`. Pattern `^#[0-9A-Fa-f]{6}$`. */
      readonly secondary?: string | undefined;
      /** Borders of switches and fields, as `#rrggbb`. Pattern `^#[0-9A-Fa-f]{6}$`. */
      readonly line?: string | undefined;
    } | undefined;
    /** Radius of corners (px). 0 to 40. */
    readonly radius?: number | undefined;
    /**
     * `inherit` (the font of the page), `system` (that of the operating system), or font families such as
     * `Inter, sans-serif`. Fonts are not loaded. Pattern `^[A-Za-z][A-Za-z0-9 ,_-]*$`, at most 200
     * characters.
     */
    readonly font?: string | undefined;
  } | undefined;
  /** Presentation of banner and modal from the UI template. */
  readonly ui?: {
    readonly mainBanner: {
      /**
       * `bottom` (default), `top`, `bottom-left`, `bottom-right`, `top-left`, `top-right`, `center`. Others
       * warn with `ui/unknown-position`. At most 64 characters.
       */
      readonly position?: string | undefined;
      /** 0 to 1. */
      readonly overlayOpacity?: number | undefined;
      readonly showClose?: boolean | undefined;
      readonly headingTag?: 'h1' | 'h2' | 'h3' | 'h4' | 'h5' | 'h6' | 'p' | 'div' | 'span' | undefined;
      /** Pixels. 0 to 10,000. */
      readonly stackButtonsOnBreakpoint?: number | undefined;
    };
    readonly preferenceModal: {
      /**
       * `center` (default), `left`, `right`. Others warn with `ui/unknown-position`. At most 64 characters.
       */
      readonly position?: string | undefined;
      readonly showClose?: boolean | undefined;
      readonly persistent?: boolean | undefined;
      readonly trapFocus?: boolean | undefined;
    };
  } | undefined;
  /** `GET /profiles/auto/:locale` only: the group of the visitor. */
  readonly resolvedComplianceGroup?: string | undefined;
}

export interface Parameter {
  readonly purpose: 'necessary' | 'functional' | 'preferences' | 'analytics' | 'marketing';
  /** Whether a Global Privacy Control signal denies this parameter. */
  readonly listenGpc: boolean;
  /**
   * Use of the parameter under California law: one value, or a list if several apply. `none` only on its own.
   */
  readonly cpraCategory?: 'selling' | 'sharing' | 'sensitive' | 'none' | readonly ('selling' | 'sharing' | 'sensitive')[] | readonly 'none'[] | undefined;
  /**
   * Kinds of sensitive data that the parameter processes, for GPP strings. Listing any implies `sensitive`.
   * At most 15 items.
   */
  readonly sensitiveData?: readonly ('racial-or-ethnic-origin' | 'religious-or-philosophical-beliefs' | 'health' | 'sex-life-or-orientation' | 'citizenship-or-immigration' | 'genetic' | 'biometric' | 'precise-geolocation' | 'government-id' | 'account-access' | 'union-membership' | 'message-contents' | 'crime-victim' | 'national-origin' | 'transgender-or-nonbinary')[] | undefined;
  /** Granted before any choice. Default false. */
  readonly preGranted?: boolean | undefined;
  /** Name shown to visitors; patterns such as `_ga_*` allowed. At most 300 characters. */
  readonly name?: string | undefined;
  /** At most 300 characters. */
  readonly provider?: string | undefined;
  /** At most 5,000 characters. */
  readonly description?: string | undefined;
  /** Technology. Default `cookie`. */
  readonly kind?: 'cookie' | 'localStorage' | 'sessionStorage' | 'indexedDB' | 'pixel' | 'other' | undefined;
  /**
   * The data stays with the site, so the provider (the site itself, or software that runs on it) is not a
   * recipient. Default false.
   */
  readonly firstParty?: boolean | undefined;
  /**
   * Kinds of personal data listed in receipts, such as `pd:IPAddress` of the Data Privacy Vocabulary.
   * Default: by purpose. At most 20 items, each: at most 100 characters.
   */
  readonly dataTypes?: readonly string[] | undefined;
  /**
   * The provider uses the data only on the site’s instructions, under a contract that says so. Default false:
   * a third party.
   */
  readonly serviceProvider?: boolean | undefined;
  /**
   * Contact of the provider for visitors: an address or the link to its privacy policy. At most 500
   * characters.
   */
  readonly providerContact?: string | undefined;
  /** Country in which the provider receives the data, ISO 3166-1 alpha-2. Pattern `^[A-Z]{2}$`. */
  readonly providerCountry?: string | undefined;
  /**
   * Audience measurement for this site only, kept for at most 13 months, which needs no consent in some
   * countries of `opt-in`. Default false.
   */
  readonly exemptMeasurement?: boolean | undefined;
  /** How long it is kept, in words; `maxAgeSeconds` has priority. At most 300 characters. */
  readonly duration?: string | undefined;
  /**
   * How long it is kept (s), or `session`: until the browser is closed. Shown in the language of the visitor.
   */
  readonly maxAgeSeconds?: number | 'session' | undefined;
  /** Path of the cookie. Default `/`. Pattern `^/[^\u0000-\u0020\u007f;]*$`, at most 300 characters. */
  readonly path?: string | undefined;
  /** At most 200 items, each: at most 300 characters. */
  readonly domains?: readonly string[] | undefined;
}

export type CookieMap = { readonly [key: string]: Parameter };

export interface Category {
  /** At most 1,000 characters. */
  readonly heading?: string | undefined;
  /** Operator-written HTML; sanitised when a profile is saved. At most 100,000 characters. */
  readonly htmlText?: string | undefined;
  readonly legalBasis?: 'mandatory' | 'consent' | 'legitimate-interest' | undefined;
  /** Place among the categories, lowest first. Categories without one come last, as listed. 0 to 1,000. */
  readonly order?: number | undefined;
  /** At most 2,000 items, each: at most 64 characters. */
  readonly cookies?: readonly string[] | undefined;
}

export type CategoryMap = { readonly [key: string]: Category };

export interface Button {
  /** Label; must not be blank. At most 300 characters. */
  readonly text?: string | undefined;
  readonly style?: 'primary' | 'secondary' | 'text' | undefined;
  /**
   * `submit` saves the current choices; on a banner that is only a notice (`notice-only`, `unregulated`) it
   * records an empty decision: read, nothing chosen.
   */
  readonly action?: 'custom' | 'submit' | 'manage' | undefined;
  /**
   * For `custom`: `*` grants all, `!` refuses all optional ones, an array grants those and the mandatory
   * ones.
   */
  readonly cookies?: '*' | '!' | readonly string[] | undefined;
}

export interface Banner {
  /** At most 64 characters. */
  readonly position?: string | undefined;
  /** At most 1,000 characters. */
  readonly heading?: string | undefined;
  /** Operator-written HTML; sanitised on save. At most 100,000 characters. */
  readonly htmlText?: string | undefined;
  /** At most 20 items. */
  readonly buttons?: readonly Button[] | undefined;
}

export interface Modal {
  /** At most 64 characters. */
  readonly position?: string | undefined;
  /** At most 1,000 characters. */
  readonly heading?: string | undefined;
  /** Operator-written HTML; sanitised on save. At most 100,000 characters. */
  readonly htmlText?: string | undefined;
  /** At most 20 items. */
  readonly buttons?: readonly Button[] | undefined;
  /** At most 200 keys. */
  readonly categories?: CategoryMap | undefined;
}

export interface LocaleContent {
  readonly mainBanner?: Banner | undefined;
  readonly gpcBanner?: Banner | undefined;
  readonly preferenceModal?: Modal | undefined;
  /** The link that reopens the choices (`data-consent-open`), in the header or footer of every page. */
  readonly choicesLink?: {
    /** Title; must not be blank. At most 300 characters. */
    readonly text?: string | undefined;
    /** Whether to show the opt-out icon of 11 CCR 7015(b) with the link. Default false. */
    readonly optOutIcon?: boolean | undefined;
  } | undefined;
  /**
   * Words of the widget, such as `close`, as plain text. Replaces built-in words of the language; a blank one
   * has no effect. At most 47 keys.
   */
  readonly words?: { readonly [key: string]: string } | undefined;
  /**
   * Texts of parameters in this language, by id. The default locale’s apply where one is missing. At most
   * 2,000 keys.
   */
  readonly cookies?: { readonly [key: string]: {
    /** Name shown to visitors; patterns such as `_ga_*` allowed. At most 300 characters. */
    readonly name?: string | undefined;
    /** At most 300 characters. */
    readonly provider?: string | undefined;
    /** At most 5,000 characters. */
    readonly description?: string | undefined;
  } } | undefined;
  readonly ageGate?: {
    /** At most 1,000 characters. */
    readonly heading?: string | undefined;
    /** Plain text. At most 5,000 characters. */
    readonly text?: string | undefined;
  } | undefined;
  /**
   * Privacy policy in this language: an address with `http://` or `https://`, or a path such as `/privacy`.
   * Pattern ``
   * ^(?:https?:\/\/(?:\[[\da-fA-F:.]+\]|[^\s\u0000-\u002c\u002f\u003a-\u0040\u005b-\u005e\u0060\u007b-\u007f]+)(?::\d{1,5})?(?:[\/?#][^\s\u0000-\u0020<>"'`\\]*)?|\/(?![\/\\])[^\s\u0000-\u0020<>"'`\\]*)$
   * ``, at most 2,000 characters.
   */
  readonly privacyUrl?: string | undefined;
}

export interface ProfileJson {
  /** Turns on compliance validation and routing by geography. */
  readonly complianceGroup?: 'opt-in-explicit' | 'opt-in' | 'opt-in-exempt' | 'opt-out-strict' | 'opt-out' | 'notice-opt-out' | 'notice-only' | 'unregulated' | undefined;
  /** Lower-kebab-case; required when no built-in group is set. At most 64 characters. */
  readonly customComplianceGroup?: string | undefined;
  readonly isActive?: boolean | undefined;
  readonly gpcMode?: 'ignore' | 'honor' | 'strict' | undefined;
  /** Days until a consent expires, unless the visitor’s local law ends it sooner. Default 365. 1 to 3,650. */
  readonly expiryDays?: number | undefined;
  readonly enhanceAccessibility?: boolean | undefined;
  readonly showFooterMetadata?: boolean | undefined;
  /** Computed by the server. At most 400 items, each: at most 64 characters. */
  readonly locales?: readonly string[] | undefined;
  /** At most 64 characters. */
  readonly consentTemplateId?: string | undefined;
  /** At most 64 characters. */
  readonly uiTemplateId?: string | undefined;
  /** At most 2,000 keys. */
  readonly cookies?: CookieMap | undefined;
  readonly mainBanner?: Banner | undefined;
  readonly gpcBanner?: Banner | undefined;
  readonly preferenceModal?: Modal | undefined;
  /** The link that reopens the choices (`data-consent-open`), in the header or footer of every page. */
  readonly choicesLink?: {
    /** Title; must not be blank. At most 300 characters. */
    readonly text?: string | undefined;
    /** Whether to show the opt-out icon of 11 CCR 7015(b) with the link. Default false. */
    readonly optOutIcon?: boolean | undefined;
  } | undefined;
  /**
   * Words of the widget, such as `close`, as plain text. Replaces built-in words of the language; a blank one
   * has no effect. At most 47 keys.
   */
  readonly words?: { readonly [key: string]: string } | undefined;
  /** Asks visitors for their age before they can consent. */
  readonly ageGate?: {
    /**
     * Age from which visitors decide themselves. Default: the child age of the law of their place; without
     * one there is no gate. 1 to 21.
     */
    readonly minimumAge?: number | undefined;
    /** Default `birthYear`, which does not suggest an answer. */
    readonly ask?: 'birthYear' | 'yesNo' | undefined;
    /** Whether younger visitors can ask a parent to consent. Default false. */
    readonly parental?: boolean | undefined;
    /** At most 1,000 characters. */
    readonly heading?: string | undefined;
    /** Plain text. At most 5,000 characters. */
    readonly text?: string | undefined;
  } | undefined;
  /** Effect of closing the banner without a choice. Default `undecided`: it is shown again. */
  readonly closeMeans?: 'undecided' | 'refuse' | undefined;
  /** Whether the page reloads after a withdrawal, which ends scripts that run. Default false. */
  readonly reloadOnWithdrawal?: boolean | undefined;
  /**
   * Privacy policy in this language: an address with `http://` or `https://`, or a path such as `/privacy`.
   * Pattern ``
   * ^(?:https?:\/\/(?:\[[\da-fA-F:.]+\]|[^\s\u0000-\u002c\u002f\u003a-\u0040\u005b-\u005e\u0060\u007b-\u007f]+)(?::\d{1,5})?(?:[\/?#][^\s\u0000-\u0020<>"'`\\]*)?|\/(?![\/\\])[^\s\u0000-\u0020<>"'`\\]*)$
   * ``, at most 2,000 characters.
   */
  readonly privacyUrl?: string | undefined;
  /** Whether visitors can choose the language. Default false. */
  readonly languageSwitch?: boolean | undefined;
  /**
   * ISO 3166 codes (`FR`, `US-CA`) of the places whose visitors get the profile. Compliance rules apply the
   * laws of these places; if omitted, those of the whole group. At most 400 items, each: pattern
   * `^[A-Z]{2}(-[A-Z0-9]{1,3})?$`.
   */
  readonly countries?: readonly string[] | undefined;
  /** Whether the site is directed to children. Default false. */
  readonly forChildren?: boolean | undefined;
  /** At most 200 items, each: at most 300 characters. */
  readonly allowedOrigins?: readonly string[] | undefined;
  readonly darkMode?: boolean | undefined;
  readonly hidePoweredBy?: boolean | undefined;
  readonly allowReceipt?: boolean | undefined;
  /**
   * Texts for receipts, rules and your own widget. The value of a key that ends in `Url` must begin with
   * `http://` or `https://`; no value may be a `javascript:`, `data:` or `vbscript:` address. At most 100
   * keys.
   */
  readonly complianceConfig?: { readonly [key: string]: string } | undefined;
  /**
   * Turns on the Transparency and Consent Framework for the profile’s visitors. Needs `tcf.enabled` in the
   * configuration.
   */
  readonly tcf?: {
    /** Ids of the vendors to disclose; `all`: every vendor of the Global Vendor List. */
    readonly vendors: 'all' | readonly number[];
    /** Ids of the purposes to ask for. Default: every purpose. At most 24 items, each: 1 to 24. */
    readonly purposes?: readonly number[] | undefined;
    /**
     * Ids of the special features to ask for. Default: every special feature. At most 12 items, each: 1 to
     * 12.
     */
    readonly specialFeatures?: readonly number[] | undefined;
    /**
     * Ids of the stacks that the first layer shows in place of their purposes. At most 100 items, each: 1 to
     * 65,535.
     */
    readonly stacks?: readonly number[] | undefined;
    /**
     * Id of the optional category that the framework’s choices belong to: granted when the visitor consents
     * to any purpose. At most 64 characters.
     */
    readonly category?: string | undefined;
    /**
     * Limits on the legal bases of vendors. Each purpose has at most one for each vendor. At most 100 items.
     */
    readonly publisherRestrictions?: readonly ({
      /** 1 to 24. */
      readonly purpose: number;
      readonly type: 'not-allowed' | 'require-consent' | 'require-legitimate-interest';
      /** Ids of the vendors that it applies to; `all`: every vendor of the profile. */
      readonly vendors: 'all' | readonly number[];
    })[] | undefined;
  } | undefined;
  /** At most 2,000 keys. */
  readonly cookiesOverride?: { readonly [key: string]: {
    readonly preGranted: boolean;
  } } | undefined;
}

export interface ProfileCreate {
  /** Pattern `\S`, at most 200 characters. */
  readonly name: string;
  /** BCP 47. At least 2 characters, at most 35 characters. */
  readonly defaultLocale: string;
  /** Unknown fields are stored without effect; the warning `profile/unknown-field` names each. */
  readonly profileJson: ProfileJson;
  /** Content of every locale except the default; `null` removes a locale. At most 300 keys. */
  readonly localeContent?: { readonly [key: string]: LocaleContent | null } | undefined;
}

export interface ProfileUpdate {
  /** Pattern `\S`, at most 200 characters. */
  readonly name?: string | undefined;
  /** BCP 47. At least 2 characters, at most 35 characters. */
  readonly defaultLocale?: string | undefined;
  /** Unknown fields are stored without effect; the warning `profile/unknown-field` names each. */
  readonly profileJson?: ProfileJson | undefined;
  /** Content of every locale except the default; `null` removes a locale. At most 300 keys. */
  readonly localeContent?: { readonly [key: string]: LocaleContent | null } | undefined;
  /**
   * Once this version is published, consents to earlier ones verify as `reconsent_required`. Publishing can
   * decide otherwise.
   */
  readonly requireReconsent?: boolean | undefined;
  /**
   * Why the change was made: for the list of versions and the audit log. Visitors never see it. At most 1,000
   * characters.
   */
  readonly note?: string | undefined;
  /**
   * Paths of texts, by locale, that are still right although the text of the default locale has changed: they
   * leave `outdatedTexts`. At most 300 keys.
   */
  readonly reviewedTexts?: { readonly [key: string]: readonly string[] } | undefined;
}

export interface ProfileFromTemplate {
  /** At most 64 characters. */
  readonly consentTemplateId: string;
  /** At most 64 characters. */
  readonly uiTemplateId?: string | undefined;
  /** Pattern `\S`, at most 200 characters. */
  readonly name: string;
  /** BCP 47. At least 2 characters, at most 35 characters. */
  readonly defaultLocale: string;
  /** Turns on compliance validation and routing by geography. */
  readonly complianceGroup: 'opt-in-explicit' | 'opt-in' | 'opt-in-exempt' | 'opt-out-strict' | 'opt-out' | 'notice-opt-out' | 'notice-only' | 'unregulated';
}

export interface ProfileCopy {
  /** Pattern `\S`, at most 200 characters. */
  readonly name?: string | undefined;
  /** Group of the copy; that of the original when omitted. */
  readonly complianceGroup?: 'opt-in-explicit' | 'opt-in' | 'opt-in-exempt' | 'opt-out-strict' | 'opt-out' | 'notice-opt-out' | 'notice-only' | 'unregulated' | undefined;
}

export interface Profile {
  readonly id: string;
  readonly tenantId: string;
  readonly name: string;
  readonly defaultLocale: string;
  readonly version: number;
  readonly publishedVersion: number | null;
  readonly isActive: boolean;
  readonly complianceGroup: string | null;
  readonly profileJson: ProfileJson;
  /** Format date-time. */
  readonly createdAt: string;
  /** Format date-time. */
  readonly updatedAt: string;
  readonly activatedAt: string | null;
}

export interface ProfileSummary {
  readonly id: string;
  readonly name: string;
  readonly complianceGroup: string | null;
  readonly isActive: boolean;
  readonly version: number;
  /** Below `version`: there are changes that visitors do not see yet. */
  readonly publishedVersion: number | null;
  readonly defaultLocale: string;
  /** Of the current version, the default locale first. */
  readonly locales: readonly string[];
  /**
   * Number of texts that visitors get from the default locale instead, by locale. Names of cookies and
   * providers, the words of the widget and `privacyUrl` are not counted.
   */
  readonly missingTexts: { readonly [key: string]: number };
  /** Number of texts that are older than the default locale’s text, by locale. */
  readonly outdatedTexts: { readonly [key: string]: number };
  /** Headings of the categories in the default locale, by category id, at most 100 characters each. */
  readonly categories: { readonly [key: string]: string };
  /** Number of findings when the current version was saved. A version with errors is not saved. */
  readonly findings: {
    readonly errors: number;
    readonly warnings: number;
  };
  /** Format date-time. */
  readonly createdAt: string;
  /** Format date-time. */
  readonly updatedAt: string;
  readonly activatedAt: string | null;
  /** Who saved the current version; null: the service itself. */
  readonly updatedBy: {
    readonly id: string;
    readonly email: string | null;
  } | null;
  readonly consentTemplateName: string | null;
  readonly uiTemplateName: string | null;
}

export interface ProfileWithWarnings {
  readonly id: string;
  readonly tenantId: string;
  readonly name: string;
  readonly defaultLocale: string;
  readonly version: number;
  readonly publishedVersion: number | null;
  readonly isActive: boolean;
  readonly complianceGroup: string | null;
  readonly profileJson: ProfileJson;
  /** Format date-time. */
  readonly createdAt: string;
  /** Format date-time. */
  readonly updatedAt: string;
  readonly activatedAt: string | null;
  readonly warnings: readonly Finding[];
}

export interface ProfileConflict {
  readonly conflict: {
    readonly id: string;
    readonly name: string;
  };
  readonly requiresChoice: true;
  readonly profile: Profile;
  readonly warnings: readonly Finding[];
}

export interface ProfileWrapped {
  readonly profile: Profile;
  readonly warnings: readonly Finding[];
}

export interface ProfileUsage {
  readonly id: string;
  readonly name: string;
  readonly complianceGroup: string | null;
  readonly isActive: boolean;
}

export interface ConsentTemplateCreate {
  /** Pattern `\S`, at most 200 characters. */
  readonly name: string;
  /** At most 2,000 keys. */
  readonly cookies?: { readonly [key: string]: {
    readonly purpose: 'necessary' | 'functional' | 'preferences' | 'analytics' | 'marketing';
    /** Whether a Global Privacy Control signal denies this parameter. */
    readonly listenGpc: boolean;
    /**
     * Use of the parameter under California law: one value, or a list if several apply. `none` only on its
     * own.
     */
    readonly cpraCategory?: 'selling' | 'sharing' | 'sensitive' | 'none' | readonly ('selling' | 'sharing' | 'sensitive')[] | readonly 'none'[] | undefined;
    /**
     * Kinds of sensitive data that the parameter processes, for GPP strings. Listing any implies `sensitive`.
     * At most 15 items.
     */
    readonly sensitiveData?: readonly ('racial-or-ethnic-origin' | 'religious-or-philosophical-beliefs' | 'health' | 'sex-life-or-orientation' | 'citizenship-or-immigration' | 'genetic' | 'biometric' | 'precise-geolocation' | 'government-id' | 'account-access' | 'union-membership' | 'message-contents' | 'crime-victim' | 'national-origin' | 'transgender-or-nonbinary')[] | undefined;
    /** Granted before any choice. Default false. */
    readonly preGranted?: boolean | undefined;
    /** Name shown to visitors; patterns such as `_ga_*` allowed. At most 300 characters. */
    readonly name?: string | undefined;
    /** At most 300 characters. */
    readonly provider?: string | undefined;
    /** At most 5,000 characters. */
    readonly description?: string | undefined;
    /** Technology. Default `cookie`. */
    readonly kind?: 'cookie' | 'localStorage' | 'sessionStorage' | 'indexedDB' | 'pixel' | 'other' | undefined;
    /**
     * The data stays with the site, so the provider (the site itself, or software that runs on it) is not a
     * recipient. Default false.
     */
    readonly firstParty?: boolean | undefined;
    /**
     * Kinds of personal data listed in receipts, such as `pd:IPAddress` of the Data Privacy Vocabulary.
     * Default: by purpose. At most 20 items, each: at most 100 characters.
     */
    readonly dataTypes?: readonly string[] | undefined;
    /**
     * The provider uses the data only on the site’s instructions, under a contract that says so. Default
     * false: a third party.
     */
    readonly serviceProvider?: boolean | undefined;
    /**
     * Contact of the provider for visitors: an address or the link to its privacy policy. At most 500
     * characters.
     */
    readonly providerContact?: string | undefined;
    /** Country in which the provider receives the data, ISO 3166-1 alpha-2. Pattern `^[A-Z]{2}$`. */
    readonly providerCountry?: string | undefined;
    /**
     * Audience measurement for this site only, kept for at most 13 months, which needs no consent in some
     * countries of `opt-in`. Default false.
     */
    readonly exemptMeasurement?: boolean | undefined;
    /** How long it is kept, in words; `maxAgeSeconds` has priority. At most 300 characters. */
    readonly duration?: string | undefined;
    /**
     * How long it is kept (s), or `session`: until the browser is closed. Shown in the language of the
     * visitor.
     */
    readonly maxAgeSeconds?: number | 'session' | undefined;
    /** Path of the cookie. Default `/`. Pattern `^/[^\u0000-\u0020\u007f;]*$`, at most 300 characters. */
    readonly path?: string | undefined;
    /** At most 200 items, each: at most 300 characters. */
    readonly domains?: readonly string[] | undefined;
    /** Refused: the legal basis of a parameter is that of its category. */
    readonly legalBasis?: 'mandatory' | 'consent' | 'legitimate-interest' | undefined;
  } } | undefined;
  /** At most 200 keys. */
  readonly categories?: CategoryMap | undefined;
  /**
   * Ids of `GET /cookie-catalogue`: each becomes a parameter with that id in the category of its purpose,
   * which is created if missing. At most 500 items, each: at most 64 characters.
   */
  readonly catalogue?: readonly string[] | undefined;
}

export interface ConsentTemplateUpdate {
  /** Pattern `\S`, at most 200 characters. */
  readonly name?: string | undefined;
  /** At most 2,000 keys. */
  readonly cookies?: { readonly [key: string]: {
    readonly purpose: 'necessary' | 'functional' | 'preferences' | 'analytics' | 'marketing';
    /** Whether a Global Privacy Control signal denies this parameter. */
    readonly listenGpc: boolean;
    /**
     * Use of the parameter under California law: one value, or a list if several apply. `none` only on its
     * own.
     */
    readonly cpraCategory?: 'selling' | 'sharing' | 'sensitive' | 'none' | readonly ('selling' | 'sharing' | 'sensitive')[] | readonly 'none'[] | undefined;
    /**
     * Kinds of sensitive data that the parameter processes, for GPP strings. Listing any implies `sensitive`.
     * At most 15 items.
     */
    readonly sensitiveData?: readonly ('racial-or-ethnic-origin' | 'religious-or-philosophical-beliefs' | 'health' | 'sex-life-or-orientation' | 'citizenship-or-immigration' | 'genetic' | 'biometric' | 'precise-geolocation' | 'government-id' | 'account-access' | 'union-membership' | 'message-contents' | 'crime-victim' | 'national-origin' | 'transgender-or-nonbinary')[] | undefined;
    /** Granted before any choice. Default false. */
    readonly preGranted?: boolean | undefined;
    /** Name shown to visitors; patterns such as `_ga_*` allowed. At most 300 characters. */
    readonly name?: string | undefined;
    /** At most 300 characters. */
    readonly provider?: string | undefined;
    /** At most 5,000 characters. */
    readonly description?: string | undefined;
    /** Technology. Default `cookie`. */
    readonly kind?: 'cookie' | 'localStorage' | 'sessionStorage' | 'indexedDB' | 'pixel' | 'other' | undefined;
    /**
     * The data stays with the site, so the provider (the site itself, or software that runs on it) is not a
     * recipient. Default false.
     */
    readonly firstParty?: boolean | undefined;
    /**
     * Kinds of personal data listed in receipts, such as `pd:IPAddress` of the Data Privacy Vocabulary.
     * Default: by purpose. At most 20 items, each: at most 100 characters.
     */
    readonly dataTypes?: readonly string[] | undefined;
    /**
     * The provider uses the data only on the site’s instructions, under a contract that says so. Default
     * false: a third party.
     */
    readonly serviceProvider?: boolean | undefined;
    /**
     * Contact of the provider for visitors: an address or the link to its privacy policy. At most 500
     * characters.
     */
    readonly providerContact?: string | undefined;
    /** Country in which the provider receives the data, ISO 3166-1 alpha-2. Pattern `^[A-Z]{2}$`. */
    readonly providerCountry?: string | undefined;
    /**
     * Audience measurement for this site only, kept for at most 13 months, which needs no consent in some
     * countries of `opt-in`. Default false.
     */
    readonly exemptMeasurement?: boolean | undefined;
    /** How long it is kept, in words; `maxAgeSeconds` has priority. At most 300 characters. */
    readonly duration?: string | undefined;
    /**
     * How long it is kept (s), or `session`: until the browser is closed. Shown in the language of the
     * visitor.
     */
    readonly maxAgeSeconds?: number | 'session' | undefined;
    /** Path of the cookie. Default `/`. Pattern `^/[^\u0000-\u0020\u007f;]*$`, at most 300 characters. */
    readonly path?: string | undefined;
    /** At most 200 items, each: at most 300 characters. */
    readonly domains?: readonly string[] | undefined;
    /** Refused: the legal basis of a parameter is that of its category. */
    readonly legalBasis?: 'mandatory' | 'consent' | 'legitimate-interest' | undefined;
  } } | undefined;
  /** At most 200 keys. */
  readonly categories?: CategoryMap | undefined;
}

export interface ConsentTemplate {
  readonly id: string;
  readonly tenantId: string;
  readonly name: string;
  /** At most 2,000 keys. */
  readonly cookies: CookieMap;
  /** At most 200 keys. */
  readonly categories: CategoryMap;
  /** Format date-time. */
  readonly createdAt: string;
  /** Format date-time. */
  readonly updatedAt: string;
}

export interface UiTemplateCreate {
  /** Pattern `\S`, at most 200 characters. */
  readonly name: string;
  readonly mainBanner?: {
    /**
     * `bottom` (default), `top`, `bottom-left`, `bottom-right`, `top-left`, `top-right`, `center`. Others
     * warn with `ui/unknown-position`. At most 64 characters.
     */
    readonly position?: string | undefined;
    /** 0 to 1. */
    readonly overlayOpacity?: number | undefined;
    readonly showClose?: boolean | undefined;
    readonly headingTag?: 'h1' | 'h2' | 'h3' | 'h4' | 'h5' | 'h6' | 'p' | 'div' | 'span' | undefined;
    /** Pixels. 0 to 10,000. */
    readonly stackButtonsOnBreakpoint?: number | undefined;
    /** Buttons by id, in display order. If omitted, profiles define the buttons. At most 20 keys. */
    readonly buttons?: { readonly [key: string]: {
      readonly type: 'primary' | 'secondary' | 'text';
      readonly action: 'custom' | 'manage' | 'submit';
      /** For `custom`: `*` grants all, `!` refuses all optional ones. */
      readonly cookies?: '*' | '!' | undefined;
    } } | undefined;
  } | undefined;
  readonly preferenceModal?: {
    /** `center` (default), `left`, `right`. Others warn with `ui/unknown-position`. At most 64 characters. */
    readonly position?: string | undefined;
    readonly showClose?: boolean | undefined;
    readonly persistent?: boolean | undefined;
    readonly trapFocus?: boolean | undefined;
    /** Buttons by id, in display order. If omitted, profiles define the buttons. At most 20 keys. */
    readonly buttons?: { readonly [key: string]: {
      readonly type: 'primary' | 'secondary' | 'text';
      readonly action: 'custom' | 'manage' | 'submit';
      /** For `custom`: `*` grants all, `!` refuses all optional ones. */
      readonly cookies?: '*' | '!' | undefined;
    } } | undefined;
  } | undefined;
  /**
   * Look of the widget. Colours that are left out have the default values; `dark` applies where a profile has
   * `darkMode` and the visitor prefers it.
   */
  readonly theme?: {
    readonly light?: {
      /** Background of banner and preferences, as `#rrggbb`. Pattern `^#[0-9A-Fa-f]{6}$`. */
      readonly background?: string | undefined;
      /** Text, on `background` and on `secondary`, as `#rrggbb`. Pattern `^#[0-9A-Fa-f]{6}$`. */
      readonly text?: string | undefined;
      /**
       * Background of primary buttons; switches that are on; focus rings, as `#rrggbb`. Pattern
       * `^#[0-9A-Fa-f]{6}$`.
       */
      readonly primary?: string | undefined;
      /** Text on `primary`, as `#rrggbb`. Pattern `^#[0-9A-Fa-f]{6}$`. */
      readonly onPrimary?: string | undefined;
      /** Background of secondary buttons, as `#rrggbb`. Pattern `^#[0-9A-Fa-f]{6}$`. */
      readonly secondary?: string | undefined;
      /** Borders of switches and fields, as `#rrggbb`. Pattern `^#[0-9A-Fa-f]{6}$`. */
      readonly line?: string | undefined;
    } | undefined;
    readonly dark?: {
      /** Background of banner and preferences, as `#rrggbb`. Pattern `^#[0-9A-Fa-f]{6}$`. */
      readonly background?: string | undefined;
      /** Text, on `background` and on `secondary`, as `#rrggbb`. Pattern `^#[0-9A-Fa-f]{6}$`. */
      readonly text?: string | undefined;
      /**
       * Background of primary buttons; switches that are on; focus rings, as `#rrggbb`. Pattern
       * `^#[0-9A-Fa-f]{6}$`.
       */
      readonly primary?: string | undefined;
      /** Text on `primary`, as `#rrggbb`. Pattern `^#[0-9A-Fa-f]{6}$`. */
      readonly onPrimary?: string | undefined;
      /** Background of secondary buttons, as `#rrggbb`. Pattern `^#[0-9A-Fa-f]{6}$`. */
      readonly secondary?: string | undefined;
      /** Borders of switches and fields, as `#rrggbb`. Pattern `^#[0-9A-Fa-f]{6}$`. */
      readonly line?: string | undefined;
    } | undefined;
    /** Radius of corners (px). 0 to 40. */
    readonly radius?: number | undefined;
    /**
     * `inherit` (the font of the page), `system` (that of the operating system), or font families such as
     * `Inter, sans-serif`. Fonts are not loaded. Pattern `^[A-Za-z][A-Za-z0-9 ,_-]*$`, at most 200
     * characters.
     */
    readonly font?: string | undefined;
  } | undefined;
}

export interface UiTemplateUpdate {
  /** Pattern `\S`, at most 200 characters. */
  readonly name?: string | undefined;
  readonly mainBanner?: {
    /**
     * `bottom` (default), `top`, `bottom-left`, `bottom-right`, `top-left`, `top-right`, `center`. Others
     * warn with `ui/unknown-position`. At most 64 characters.
     */
    readonly position?: string | undefined;
    /** 0 to 1. */
    readonly overlayOpacity?: number | undefined;
    readonly showClose?: boolean | undefined;
    readonly headingTag?: 'h1' | 'h2' | 'h3' | 'h4' | 'h5' | 'h6' | 'p' | 'div' | 'span' | undefined;
    /** Pixels. 0 to 10,000. */
    readonly stackButtonsOnBreakpoint?: number | undefined;
    /** Buttons by id, in display order. If omitted, profiles define the buttons. At most 20 keys. */
    readonly buttons?: { readonly [key: string]: {
      readonly type: 'primary' | 'secondary' | 'text';
      readonly action: 'custom' | 'manage' | 'submit';
      /** For `custom`: `*` grants all, `!` refuses all optional ones. */
      readonly cookies?: '*' | '!' | undefined;
    } } | undefined;
  } | undefined;
  readonly preferenceModal?: {
    /** `center` (default), `left`, `right`. Others warn with `ui/unknown-position`. At most 64 characters. */
    readonly position?: string | undefined;
    readonly showClose?: boolean | undefined;
    readonly persistent?: boolean | undefined;
    readonly trapFocus?: boolean | undefined;
    /** Buttons by id, in display order. If omitted, profiles define the buttons. At most 20 keys. */
    readonly buttons?: { readonly [key: string]: {
      readonly type: 'primary' | 'secondary' | 'text';
      readonly action: 'custom' | 'manage' | 'submit';
      /** For `custom`: `*` grants all, `!` refuses all optional ones. */
      readonly cookies?: '*' | '!' | undefined;
    } } | undefined;
  } | undefined;
  /**
   * Look of the widget. Colours that are left out have the default values; `dark` applies where a profile has
   * `darkMode` and the visitor prefers it.
   */
  readonly theme?: {
    readonly light?: {
      /** Background of banner and preferences, as `#rrggbb`. Pattern `^#[0-9A-Fa-f]{6}$`. */
      readonly background?: string | undefined;
      /** Text, on `background` and on `secondary`, as `#rrggbb`. Pattern `^#[0-9A-Fa-f]{6}$`. */
      readonly text?: string | undefined;
      /**
       * Background of primary buttons; switches that are on; focus rings, as `#rrggbb`. Pattern
       * `^#[0-9A-Fa-f]{6}$`.
       */
      readonly primary?: string | undefined;
      /** Text on `primary`, as `#rrggbb`. Pattern `^#[0-9A-Fa-f]{6}$`. */
      readonly onPrimary?: string | undefined;
      /** Background of secondary buttons, as `#rrggbb`. Pattern `^#[0-9A-Fa-f]{6}$`. */
      readonly secondary?: string | undefined;
      /** Borders of switches and fields, as `#rrggbb`. Pattern `^#[0-9A-Fa-f]{6}$`. */
      readonly line?: string | undefined;
    } | undefined;
    readonly dark?: {
      /** Background of banner and preferences, as `#rrggbb`. Pattern `^#[0-9A-Fa-f]{6}$`. */
      readonly background?: string | undefined;
      /** Text, on `background` and on `secondary`, as `#rrggbb`. Pattern `^#[0-9A-Fa-f]{6}$`. */
      readonly text?: string | undefined;
      /**
       * Background of primary buttons; switches that are on; focus rings, as `#rrggbb`. Pattern
       * `^#[0-9A-Fa-f]{6}$`.
       */
      readonly primary?: string | undefined;
      /** Text on `primary`, as `#rrggbb`. Pattern `^#[0-9A-Fa-f]{6}$`. */
      readonly onPrimary?: string | undefined;
      /** Background of secondary buttons, as `#rrggbb`. Pattern `^#[0-9A-Fa-f]{6}$`. */
      readonly secondary?: string | undefined;
      /** Borders of switches and fields, as `#rrggbb`. Pattern `^#[0-9A-Fa-f]{6}$`. */
      readonly line?: string | undefined;
    } | undefined;
    /** Radius of corners (px). 0 to 40. */
    readonly radius?: number | undefined;
    /**
     * `inherit` (the font of the page), `system` (that of the operating system), or font families such as
     * `Inter, sans-serif`. Fonts are not loaded. Pattern `^[A-Za-z][A-Za-z0-9 ,_-]*$`, at most 200
     * characters.
     */
    readonly font?: string | undefined;
  } | undefined;
}

export interface UiTemplate {
  readonly id: string;
  readonly tenantId: string;
  readonly name: string;
  readonly mainBanner: {
    /**
     * `bottom` (default), `top`, `bottom-left`, `bottom-right`, `top-left`, `top-right`, `center`. Others
     * warn with `ui/unknown-position`. At most 64 characters.
     */
    readonly position?: string | undefined;
    /** 0 to 1. */
    readonly overlayOpacity?: number | undefined;
    readonly showClose?: boolean | undefined;
    readonly headingTag?: 'h1' | 'h2' | 'h3' | 'h4' | 'h5' | 'h6' | 'p' | 'div' | 'span' | undefined;
    /** Pixels. 0 to 10,000. */
    readonly stackButtonsOnBreakpoint?: number | undefined;
    /** Buttons by id, in display order. If omitted, profiles define the buttons. At most 20 keys. */
    readonly buttons?: { readonly [key: string]: {
      readonly type: 'primary' | 'secondary' | 'text';
      readonly action: 'custom' | 'manage' | 'submit';
      /** For `custom`: `*` grants all, `!` refuses all optional ones. */
      readonly cookies?: '*' | '!' | undefined;
    } } | undefined;
  };
  readonly preferenceModal: {
    /** `center` (default), `left`, `right`. Others warn with `ui/unknown-position`. At most 64 characters. */
    readonly position?: string | undefined;
    readonly showClose?: boolean | undefined;
    readonly persistent?: boolean | undefined;
    readonly trapFocus?: boolean | undefined;
    /** Buttons by id, in display order. If omitted, profiles define the buttons. At most 20 keys. */
    readonly buttons?: { readonly [key: string]: {
      readonly type: 'primary' | 'secondary' | 'text';
      readonly action: 'custom' | 'manage' | 'submit';
      /** For `custom`: `*` grants all, `!` refuses all optional ones. */
      readonly cookies?: '*' | '!' | undefined;
    } } | undefined;
  };
  /**
   * Look of the widget. Colours that are left out have the default values; `dark` applies where a profile has
   * `darkMode` and the visitor prefers it.
   */
  readonly theme: {
    readonly light?: {
      /** Background of banner and preferences, as `#rrggbb`. Pattern `^#[0-9A-Fa-f]{6}$`. */
      readonly background?: string | undefined;
      /** Text, on `background` and on `secondary`, as `#rrggbb`. Pattern `^#[0-9A-Fa-f]{6}$`. */
      readonly text?: string | undefined;
      /**
       * Background of primary buttons; switches that are on; focus rings, as `#rrggbb`. Pattern
       * `^#[0-9A-Fa-f]{6}$`.
       */
      readonly primary?: string | undefined;
      /** Text on `primary`, as `#rrggbb`. Pattern `^#[0-9A-Fa-f]{6}$`. */
      readonly onPrimary?: string | undefined;
      /** Background of secondary buttons, as `#rrggbb`. Pattern `^#[0-9A-Fa-f]{6}$`. */
      readonly secondary?: string | undefined;
      /** Borders of switches and fields, as `#rrggbb`. Pattern `^#[0-9A-Fa-f]{6}$`. */
      readonly line?: string | undefined;
    } | undefined;
    readonly dark?: {
      /** Background of banner and preferences, as `#rrggbb`. Pattern `^#[0-9A-Fa-f]{6}$`. */
      readonly background?: string | undefined;
      /** Text, on `background` and on `secondary`, as `#rrggbb`. Pattern `^#[0-9A-Fa-f]{6}$`. */
      readonly text?: string | undefined;
      /**
       * Background of primary buttons; switches that are on; focus rings, as `#rrggbb`. Pattern
       * `^#[0-9A-Fa-f]{6}$`.
       */
      readonly primary?: string | undefined;
      /** Text on `primary`, as `#rrggbb`. Pattern `^#[0-9A-Fa-f]{6}$`. */
      readonly onPrimary?: string | undefined;
      /** Background of secondary buttons, as `#rrggbb`. Pattern `^#[0-9A-Fa-f]{6}$`. */
      readonly secondary?: string | undefined;
      /** Borders of switches and fields, as `#rrggbb`. Pattern `^#[0-9A-Fa-f]{6}$`. */
      readonly line?: string | undefined;
    } | undefined;
    /** Radius of corners (px). 0 to 40. */
    readonly radius?: number | undefined;
    /**
     * `inherit` (the font of the page), `system` (that of the operating system), or font families such as
     * `Inter, sans-serif`. Fonts are not loaded. Pattern `^[A-Za-z][A-Za-z0-9 ,_-]*$`, at most 200
     * characters.
     */
    readonly font?: string | undefined;
  };
  /** Format date-time. */
  readonly createdAt: string;
  /** Format date-time. */
  readonly updatedAt: string;
}

export interface LoginBody {
  /** Format email, at most 254 characters. */
  readonly email: string;
  /** At most 128 characters. */
  readonly password: string;
  /** Required with `auth.totp: required` when the user has TOTP enabled. Pattern `^[0-9]{6}$`. */
  readonly totp?: string | undefined;
  /**
   * `token` (the default) returns a token. `cookie` sets an HttpOnly cookie and returns no token; only pages
   * of the same origin can request it.
   */
  readonly session?: 'token' | 'cookie' | undefined;
}

export interface LoginReply {
  /** Send it as `Authorization: Bearer <token>`. Absent when the session is in a cookie. */
  readonly token?: string | undefined;
  /** When the token expires unless it is refreshed before. Format date-time. */
  readonly expiresAt: string;
  readonly user: User;
}

export interface TokenReply {
  /** Send it as `Authorization: Bearer <token>`. Absent when the session is in a cookie. */
  readonly token?: string | undefined;
  /** When the token expires unless it is refreshed before. Format date-time. */
  readonly expiresAt: string;
}

export interface User {
  readonly id: string;
  readonly name: string;
  /** Format email. */
  readonly email: string;
  readonly roles: readonly ({
    readonly id: string;
    readonly name: string;
  })[];
  /** Whether an operator or the identity provider vouches for the address. */
  readonly emailVerified: boolean;
  /** `all` tenants, those `listed` in `allowedTenants`, or `none`. */
  readonly tenantAccess: 'all' | 'listed' | 'none';
  /** Tenants that the user may see. Empty: all, unless `tenantAccess` is `none`. */
  readonly allowedTenants: readonly string[];
  readonly totpEnabled: boolean;
  /** The auth.mode under which the user was created. */
  readonly provider: string;
  /** The user’s id at the identity provider, exactly as the provider writes it; null: not linked yet. */
  readonly identity: {
    readonly issuer: string;
    readonly subject: string;
  } | null;
  readonly active: boolean;
  readonly lastLoginAt: string | null;
  /** Format date-time. */
  readonly createdAt: string;
  /** Format date-time. */
  readonly updatedAt: string;
}

export interface UserCreate {
  /** Pattern `\S`, at most 200 characters. */
  readonly name: string;
  /** Unique, regardless of case. Format email, at most 254 characters. */
  readonly email: string;
  /**
   * Not the e-mail address, and not only common words, sequences and repetitions. Required unless `invite` is
   * true. At least 12 characters, at most 128 characters.
   */
  readonly password?: string | undefined;
  /**
   * Creates the user without a password and returns a link with which the user chooses one. Only in mode
   * `local`.
   */
  readonly invite?: boolean | undefined;
  /** The first role. Default: `auth.defaultRole`. At most 64 characters. */
  readonly roleId?: string | undefined;
  /**
   * `all` tenants, those `listed` in `allowedTenants`, or `none`. Not sent: an empty `allowedTenants` means
   * all.
   */
  readonly tenantAccess?: 'all' | 'listed' | 'none' | undefined;
  /**
   * Ids of tenants that the user may see, which must exist; empty: all, unless `tenantAccess` is `none`. A
   * `superadmin` always has all. At most 100 items, each: pattern `^[A-Za-z0-9._~-]{1,64}$`.
   */
  readonly allowedTenants?: readonly string[] | undefined;
}

export interface UserUpdate {
  /** Pattern `\S`, at most 200 characters. */
  readonly name?: string | undefined;
  /** Unique, regardless of case. Format email, at most 254 characters. */
  readonly email?: string | undefined;
  /**
   * Not the e-mail address, and not only common words, sequences and repetitions. A new password ends the
   * user’s sessions. At least 12 characters, at most 128 characters.
   */
  readonly password?: string | undefined;
  /**
   * `all` tenants, those `listed` in `allowedTenants`, or `none`. Not sent: an empty `allowedTenants` means
   * all.
   */
  readonly tenantAccess?: 'all' | 'listed' | 'none' | undefined;
  /**
   * Ids of tenants that the user may see, which must exist; empty: all, unless `tenantAccess` is `none`. A
   * `superadmin` always has all. At most 100 items, each: pattern `^[A-Za-z0-9._~-]{1,64}$`.
   */
  readonly allowedTenants?: readonly string[] | undefined;
  /**
   * The current password; needed to change one’s own password, e-mail address or second factor. At most 128
   * characters.
   */
  readonly currentPassword?: string | undefined;
  /** Instead of `currentPassword`: a fresh code from the authenticator app. Pattern `^[0-9]{6}$`. */
  readonly totp?: string | undefined;
  /** `false` ends every session of the user at once. */
  readonly active?: boolean | undefined;
  /** `false` switches TOTP off for another user, whose phone is lost. Only the user can switch it on. */
  readonly totpEnabled?: boolean | undefined;
}

export interface Role {
  readonly id: string;
  readonly name: string;
  readonly description: string | null;
  /** Built-in roles are fixed. */
  readonly builtIn: boolean;
  /** Ids of the role’s permissions. */
  readonly permissions: readonly string[];
  /** Format date-time. */
  readonly createdAt: string;
  /** Format date-time. */
  readonly updatedAt: string;
}

export interface RoleCreate {
  /** Unique. Pattern `^\S(?:.*\S)?$`, at most 100 characters. */
  readonly name: string;
  /** Empty: none. At most 500 characters. */
  readonly description?: string | undefined;
}

export interface RoleUpdate {
  /** Unique. Pattern `^\S(?:.*\S)?$`, at most 100 characters. */
  readonly name?: string | undefined;
  /** Empty: none. At most 500 characters. */
  readonly description?: string | undefined;
}

export interface Permission {
  readonly id: string;
  readonly description: string;
}

export interface ApiKey {
  readonly id: string;
  readonly tenantId: string;
  readonly name: string;
  /** The part of the key between the underscores. It identifies the key but grants no access. */
  readonly prefix: string;
  readonly status: 'active' | 'revoked' | 'expired';
  /** When the key stops working; null: never. */
  readonly expireBy: string | null;
  /** Time of the last use, to the minute. */
  readonly lastUsedAt: string | null;
  /** Format date-time. */
  readonly createdAt: string;
}

export interface NewApiKey {
  readonly id: string;
  readonly tenantId: string;
  readonly name: string;
  /** The part of the key between the underscores. It identifies the key but grants no access. */
  readonly prefix: string;
  readonly status: 'active' | 'revoked' | 'expired';
  /** When the key stops working; null: never. */
  readonly expireBy: string | null;
  /** Time of the last use, to the minute. */
  readonly lastUsedAt: string | null;
  /** Format date-time. */
  readonly createdAt: string;
  /** The key itself, returned only here: the service stores only its SHA-256. */
  readonly key: string;
}

export interface RevokedApiKey {
  readonly id: string;
  readonly tenantId: string;
  readonly name: string;
  /** The part of the key between the underscores. It identifies the key but grants no access. */
  readonly prefix: string;
  readonly status: 'active' | 'revoked' | 'expired';
  /** When the key stops working; null: never. */
  readonly expireBy: string | null;
  /** Time of the last use, to the minute. */
  readonly lastUsedAt: string | null;
  /** Format date-time. */
  readonly createdAt: string;
  readonly deleted: true;
}

export interface ApiKeyCreate {
  /** Pattern `\S`, at most 200 characters. */
  readonly name: string;
  /**
   * A time in the future and before the year 10000 (UTC). If omitted, the key does not expire. Format
   * date-time, at most 40 characters.
   */
  readonly expireBy?: string | undefined;
}

export interface Tenant {
  /** `default` for the default tenant. */
  readonly id: string;
  readonly name: string;
  /** Host name label below `tenancy.baseDomain`. */
  readonly slug: string;
  /** Format date-time. */
  readonly createdAt: string;
  /** Format date-time. */
  readonly updatedAt: string;
}

export interface TenantCreate {
  /**
   * Name of the controller, which decides what the data is used for; starter profiles show it to visitors.
   * Pattern `\S`, at most 200 characters.
   */
  readonly name: string;
  /**
   * One label of a host name, in lower case; unique. `default` is reserved for the default tenant. Pattern
   * `^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$`, at most 63 characters.
   */
  readonly slug: string;
}

export interface TenantUpdate {
  /**
   * Name of the controller, which decides what the data is used for; starter profiles show it to visitors.
   * Pattern `\S`, at most 200 characters.
   */
  readonly name?: string | undefined;
  /**
   * One label of a host name, in lower case; unique. `default` is reserved for the default tenant. Pattern
   * `^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$`, at most 63 characters.
   */
  readonly slug?: string | undefined;
}

export interface Settings {
  /**
   * Full origins, or origins that begin with one wildcard label (`https://*.example.com`). Empty: no
   * restriction. At most 500 items, each: at most 300 characters.
   */
  readonly allowedOrigins: readonly string[];
  /**
   * Full origins, or origins that begin with one wildcard label (`https://*.example.com`). Empty: no
   * restriction. At most 500 items, each: at most 300 characters.
   */
  readonly adminAllowedOrigins: readonly string[];
  readonly setupCompleted: boolean;
  readonly updatedAt: string | null;
}

export interface SettingsPatch {
  /**
   * Full origins, or origins that begin with one wildcard label (`https://*.example.com`). Empty: no
   * restriction. At most 500 items, each: at most 300 characters.
   */
  readonly allowedOrigins?: readonly string[] | undefined;
  /**
   * Full origins, or origins that begin with one wildcard label (`https://*.example.com`). Empty: no
   * restriction. At most 500 items, each: at most 300 characters.
   */
  readonly adminAllowedOrigins?: readonly string[] | undefined;
  /**
   * Save `adminAllowedOrigins` even if it locks out the page that sends it. Without this, such a list only
   * returns a warning.
   */
  readonly confirmLockout?: boolean | undefined;
}

export interface SavedSettings {
  /**
   * Full origins, or origins that begin with one wildcard label (`https://*.example.com`). Empty: no
   * restriction. At most 500 items, each: at most 300 characters.
   */
  readonly allowedOrigins: readonly string[];
  /**
   * Full origins, or origins that begin with one wildcard label (`https://*.example.com`). Empty: no
   * restriction. At most 500 items, each: at most 300 characters.
   */
  readonly adminAllowedOrigins: readonly string[];
  readonly setupCompleted: boolean;
  readonly updatedAt: string | null;
  readonly warnings?: readonly ({
    /** `settings/lockout` */
    readonly rule: string;
    readonly message: string;
  })[] | undefined;
  /** Nothing was saved; send the same request again with `confirmLockout`. */
  readonly requiresConfirmation?: true | undefined;
}

export interface SetupStatus {
  /** Whether the wizard was finished or skipped; never reset. */
  readonly completed: boolean;
}

/**
 * Every configuration key with its value or default; `[redacted]` replaces secrets, names replace instances.
 */
export interface SetupConfig {
  readonly readiness: {
    readonly masterSecret: {
      readonly ok: boolean;
      /** The current state, or what to do. */
      readonly message: string;
    };
    readonly dataSigningHash: {
      readonly ok: boolean;
      /** The current state, or what to do. */
      readonly message: string;
    };
    readonly database: {
      readonly ok: boolean;
      /** The current state, or what to do. */
      readonly message: string;
    };
    readonly storage: {
      readonly ok: boolean;
      /** The current state, or what to do. */
      readonly message: string;
    };
    readonly adminUser: {
      readonly ok: boolean;
      /** The current state, or what to do. */
      readonly message: string;
    };
    readonly spreadsheets: {
      readonly ok: boolean;
      /** The current state, or what to do. */
      readonly message: string;
    };
    readonly geo: {
      readonly ok: boolean;
      /** The current state, or what to do. */
      readonly message: string;
    };
    readonly tcf: {
      readonly ok: boolean;
      /** The current state, or what to do. */
      readonly message: string;
    };
    readonly gpp: {
      readonly ok: boolean;
      /** The current state, or what to do. */
      readonly message: string;
    };
    readonly receipts: {
      readonly ok: boolean;
      /** The current state, or what to do. */
      readonly message: string;
      /** The keys of `complianceConfig` that receipts lack, such as `controllerAddress`. */
      readonly missing?: readonly string[] | undefined;
      /** The active profile whose receipts lack them; of several, one. */
      readonly profileId?: string | undefined;
    };
    readonly plugins: {
      readonly ok: boolean;
      /** The current state, or what to do. */
      readonly message: string;
    };
  };
}

export interface ComplianceGroupDetails {
  readonly id: 'opt-in-explicit' | 'opt-in' | 'opt-in-exempt' | 'opt-out-strict' | 'opt-out' | 'notice-opt-out' | 'notice-only' | 'unregulated';
  readonly label: string;
  readonly description: string;
  /** Strictness; higher is stricter. */
  readonly rank: number;
  /** What applies before the visitor has chosen. */
  readonly model: string;
  readonly gpcMode: 'ignore' | 'honor' | 'strict';
  /** Short names of the laws in force that put places into the group. */
  readonly laws: readonly string[];
  /** ISO 3166 codes such as `DE`, `US-CA`. */
  readonly regions: readonly string[];
  /** Ids of the compliance rules for its profiles. */
  readonly rules: readonly string[];
}

export interface SeedRequest {
  /** Built-in compliance groups; duplicates are ignored. At most 100 items. */
  readonly groups: readonly ('opt-in-explicit' | 'opt-in' | 'opt-in-exempt' | 'opt-out-strict' | 'opt-out' | 'notice-opt-out' | 'notice-only' | 'unregulated')[];
  /**
   * Languages of the profiles, the default one first. Default: all `locales` of `GET /setup/suggestions`. At
   * most 50 items, each: at least 2 characters, at most 35 characters.
   */
  readonly locales?: readonly string[] | undefined;
  /**
   * The privacy policy, to which the texts link: a web address or a path. Default `/privacy`. Pattern ``
   * ^(?:https?:\/\/(?:\[[\da-fA-F:.]+\]|[^\s\u0000-\u002c\u002f\u003a-\u0040\u005b-\u005e\u0060\u007b-\u007f]+)(?::\d{1,5})?(?:[\/?#][^\s\u0000-\u0020<>"'`\\]*)?|\/(?![\/\\])[^\s\u0000-\u0020<>"'`\\]*)$
   * ``, at most 2,000 characters.
   */
  readonly privacyUrl?: string | undefined;
  /**
   * Who is responsible, as the texts say. Default: the name for receipts, else the tenant’s. Pattern `\S`, at
   * most 200 characters.
   */
  readonly controllerName?: string | undefined;
  /**
   * What the site sets besides the cookies of this service: ids of `GET /cookie-catalogue`. Default:
   * well-known cookies as an example. At most 500 items, each: at most 64 characters.
   */
  readonly catalogue?: readonly string[] | undefined;
  /** Position of the banners. Default `bottom`. */
  readonly position?: 'bottom' | 'top' | 'bottom-left' | 'bottom-right' | 'top-left' | 'top-right' | 'center' | undefined;
  /** Look of the banners: becomes a UI template that the new profiles use. */
  readonly theme?: {
    readonly light?: {
      /** Background of banner and preferences, as `#rrggbb`. Pattern `^#[0-9A-Fa-f]{6}$`. */
      readonly background?: string | undefined;
      /** Text, on `background` and on `secondary`, as `#rrggbb`. Pattern `^#[0-9A-Fa-f]{6}$`. */
      readonly text?: string | undefined;
      /**
       * Background of primary buttons; switches that are on; focus rings, as `#rrggbb`. Pattern
       * `^#[0-9A-Fa-f]{6}$`.
       */
      readonly primary?: string | undefined;
      /** Text on `primary`, as `#rrggbb`. Pattern `^#[0-9A-Fa-f]{6}$`. */
      readonly onPrimary?: string | undefined;
      /** Background of secondary buttons, as `#rrggbb`. Pattern `^#[0-9A-Fa-f]{6}$`. */
      readonly secondary?: string | undefined;
      /** Borders of switches and fields, as `#rrggbb`. Pattern `^#[0-9A-Fa-f]{6}$`. */
      readonly line?: string | undefined;
    } | undefined;
    readonly dark?: {
      /** Background of banner and preferences, as `#rrggbb`. Pattern `^#[0-9A-Fa-f]{6}$`. */
      readonly background?: string | undefined;
      /** Text, on `background` and on `secondary`, as `#rrggbb`. Pattern `^#[0-9A-Fa-f]{6}$`. */
      readonly text?: string | undefined;
      /**
       * Background of primary buttons; switches that are on; focus rings, as `#rrggbb`. Pattern
       * `^#[0-9A-Fa-f]{6}$`.
       */
      readonly primary?: string | undefined;
      /** Text on `primary`, as `#rrggbb`. Pattern `^#[0-9A-Fa-f]{6}$`. */
      readonly onPrimary?: string | undefined;
      /** Background of secondary buttons, as `#rrggbb`. Pattern `^#[0-9A-Fa-f]{6}$`. */
      readonly secondary?: string | undefined;
      /** Borders of switches and fields, as `#rrggbb`. Pattern `^#[0-9A-Fa-f]{6}$`. */
      readonly line?: string | undefined;
    } | undefined;
    /** Radius of corners (px). 0 to 40. */
    readonly radius?: number | undefined;
    /**
     * `inherit` (the font of the page), `system` (that of the operating system), or font families such as
     * `Inter, sans-serif`. Fonts are not loaded. Pattern `^[A-Za-z][A-Za-z0-9 ,_-]*$`, at most 200
     * characters.
     */
    readonly font?: string | undefined;
  } | undefined;
  /** Whether visitors get the profiles now. Default true; false saves them as drafts. */
  readonly publish?: boolean | undefined;
}

export interface Seeded {
  readonly created: readonly ({
    readonly group: 'opt-in-explicit' | 'opt-in' | 'opt-in-exempt' | 'opt-out-strict' | 'opt-out' | 'notice-opt-out' | 'notice-only' | 'unregulated';
    readonly profileId: string;
    readonly version: number;
    readonly warnings: readonly Finding[];
  })[];
  /** Groups that already have an active profile. */
  readonly skipped: readonly ('opt-in-explicit' | 'opt-in' | 'opt-in-exempt' | 'opt-out-strict' | 'opt-out' | 'notice-opt-out' | 'notice-only' | 'unregulated')[];
}

export interface AuditLogEntry {
  readonly id: string;
  readonly tenantId: string;
  /** Position in the tenant’s chain, from 1. */
  readonly sequence: number;
  /** `<resource>:<verb>` */
  readonly action: string;
  readonly resourceType: string;
  /** The changed resource; a visitor is identified by a keyed hash of its id. */
  readonly resourceId: string | null;
  /** The name of the resource at the time of the entry; null: it has none, as a visitor or the settings. */
  readonly resourceName: string | null;
  /** The acting user; null: a visitor, a server with an API key, or the service itself. */
  readonly userId: string | null;
  /** The address at the time of the entry. */
  readonly userEmail: string | null;
  /** The changes, as `{ before, after }` by field, and other facts. Never contains secrets. */
  readonly changes: { readonly [key: string]: unknown };
  /** The `X-Request-Id` of the request. */
  readonly requestId: string | null;
  /** Format date-time. */
  readonly createdAt: string;
  /** SHA-256 in hex, of all the other fields as JSON with sorted keys and no white space. */
  readonly hash: string;
  /** Hash of the entry before; 64 zeros in the first. */
  readonly previousHash: string;
}

export interface AuditVerdict {
  readonly valid: boolean;
  /** Number of entries that were checked. */
  readonly checked: number;
  /** Id of the first entry that does not fit; null when all do, and when the last ones are missing. */
  readonly firstBroken: string | null;
}

export interface Visitor {
  readonly visitorId: string;
  /** ISO 3166-1 alpha-2; null if unknown. */
  readonly country: string | null;
  /** The part of ISO 3166-2 after the dash; null if unknown. */
  readonly region: string | null;
  /** HMAC-SHA-256 of the last seen IP address, in hex; the address itself is not stored. */
  readonly ipHash: string | null;
  /** Format date-time. */
  readonly createdAt: string;
  /** Format date-time. */
  readonly updatedAt: string;
}

export interface Receipt {
  readonly schema_version: string;
  readonly receipt_id: string;
  readonly record_id: string;
  /** The visitor id. */
  readonly pii_principal_id: string;
  /** Address of the exact locale file that the visitor was shown. */
  readonly privacy_notice: string;
  /** Language of that file. */
  readonly language: string;
  readonly purposes: readonly ({
    /** The category’s heading in the language of the notice. */
    readonly purpose: string;
    /** `necessary`, `functional`, `preferences`, `analytics`, `marketing`; several are joined by a comma. */
    readonly purpose_type: string | null;
    /**
     * For what the site cannot do without: `receipts.necessaryBasis`. Null when the notice does not name the
     * category.
     */
    readonly lawful_basis: 'dpv:Consent' | 'dpv:ContractPerformance' | 'dpv:LegitimateInterest' | null;
    readonly pii_information: readonly ({
      /** Kinds of data, joined by a comma. */
      readonly pii_type: string;
      /** The cookie’s name. */
      readonly pii_attribute_id: string;
      readonly pii_optional: boolean;
    })[];
    readonly pii_controllers: readonly string[];
    readonly storage_locations: readonly string[];
    /** The durations of its parameters, else the configured one. */
    readonly retention_period: string | null;
    /** ISO 3166: the visitor’s place, else the configured one. */
    readonly jurisdiction: string | null;
    /** Providers of its parameters, without the site itself. */
    readonly recipient_third_parties: readonly string[];
    /** An address, or words in the language of the record. */
    readonly withdrawal_method: string;
    readonly categoryId: string;
    /** As the notice has it: `consent`, `legitimate-interest`, `mandatory`. */
    readonly legalBasis: string | null;
    /** Where consent to the purpose stands; null where it does not rest on consent. */
    readonly consentState: 'dpv:ConsentGiven' | 'dpv:RenewedConsentGiven' | 'dpv:ConsentRefused' | 'dpv:ConsentWithdrawn' | 'dpv:ConsentUnknown' | null;
    /** Null when the decision does not name the category. */
    readonly choice: 'granted' | 'denied' | 'objected' | null;
    /** What counts of it after Global Privacy Control. */
    readonly effectiveChoice: 'granted' | 'denied' | 'objected' | null;
    readonly description: string | null;
    readonly parameters: readonly ({
      readonly id: string;
      readonly name: string;
      readonly purpose: string;
      readonly provider: string | null;
      /** In the language of the record where it is a plain duration, else as the operator wrote it. */
      readonly duration: string | null;
      readonly description: string | null;
      readonly domains: readonly string[];
      /** Whether the data stays with the site: the provider is then not a recipient. */
      readonly firstParty: boolean;
      readonly dataTypes: readonly string[];
    })[];
  })[];
  readonly party_identification: readonly ({
    readonly party_id: string;
    /** Postal address. */
    readonly party_address: string | null;
    readonly party_name: string;
    readonly party_role: 'PII controller' | 'Third party';
    readonly party_contact: string | null;
    readonly party_type: 'dpv:LegalEntity' | 'dpv:Recipient';
  })[];
  /** The decisions, oldest first: the newest hundred, fewer when their choices are very long. */
  readonly events: readonly ({
    /** Format date-time. */
    readonly event_time: string;
    /** ISO 8601, such as `P365D`. */
    readonly validity_duration: string | null;
    readonly entity_id: string;
    readonly event_type: 'dpv:ExplicitlyExpressedConsent' | 'dpv:ExpressedConsent' | 'dpv:ImpliedConsent' | 'dpv:NoticeCommunicated';
    /** Withdrawn as soon as one purpose is. */
    readonly event_state: 'dpv:ConsentGiven' | 'dpv:RenewedConsentGiven' | 'dpv:ConsentRefused' | 'dpv:ConsentWithdrawn' | 'dpv:ConsentUnknown';
    readonly profileId: string;
    readonly profileVersion: number;
    readonly locale: string;
    /** What the decision changed, by category id; the first event has every choice. Null: no longer named. */
    readonly choices: { readonly [key: string]: 'granted' | 'denied' | 'objected' | null };
    /** State of the consent to each of these categories. */
    readonly states: { readonly [key: string]: 'dpv:ConsentGiven' | 'dpv:RenewedConsentGiven' | 'dpv:ConsentRefused' | 'dpv:ConsentWithdrawn' | 'dpv:ConsentUnknown' };
    /** Categories of legitimate interest to which the visitor objects by this decision. */
    readonly objections: readonly string[];
    readonly gpcDetected: boolean;
    readonly source: string;
    /** How the visitor decided, as the page reported it. */
    readonly method: string | null;
    /** Where the visitor decided, as the page reported it. */
    readonly layer: string | null;
    readonly by: 'visitor' | 'apiKey' | 'import';
    /** Of the API key that recorded it. */
    readonly apiKeyId: string | null;
    readonly ownershipProven: boolean;
  })[];
  /** Number of earlier decisions, including those removed by `retention.historyMonths`. */
  readonly earlierEvents: number;
  /** Mandatory fields of the standard that are not configured, such as `storage_locations`. */
  readonly missingFields: readonly string[];
  /** Format date-time. */
  readonly issuedAt: string;
  /** Language that the visitor’s browser asked for. */
  readonly locale: string;
  readonly profileId: string;
  readonly profileVersion: number;
  /** SHA-256 of the locale file’s bytes, in hex; null when it is no longer in storage. */
  readonly noticeSha256: string | null;
  readonly complianceGroup: string | null;
  /** Where the visitor was, ISO 3166. */
  readonly place: string | null;
  /** Law of the jurisdiction at the time of the decision. */
  readonly law: string | null;
  /** The state of each category, by category id. */
  readonly choices: { readonly [key: string]: 'granted' | 'denied' | 'objected' };
  readonly gpcDetected: boolean;
  readonly tcString: string | null;
  readonly gppString: string | null;
  readonly withdrawalUrl: string | null;
  /** Format date-time. */
  readonly decidedAt: string;
  /** Format date-time. */
  readonly firstDecidedAt: string;
  readonly validity: {
    readonly valid: boolean;
    readonly reason: string | null;
    readonly expiresAt: string | null;
  };
}

export interface Evidence {
  /** Format date-time. */
  readonly generatedAt: string;
  /** This package and its version. */
  readonly generatedBy: string;
  readonly tenantId: string;
  readonly visitorId: string;
  readonly record: OperatorConsentRecord;
  /** ISO 3166-1 code of the country. */
  readonly country: string | null;
  /** Part of the ISO 3166-2 code after the dash. */
  readonly region: string | null;
  readonly receipt: Receipt;
  /** One for every profile under which a parent was asked for consent for this visitor. */
  readonly parentalConsents: readonly ({
    readonly profileId: string;
    /** When the parent agreed; null: not yet. */
    readonly grantedAt: string | null;
  })[];
  /** Every state of the record, newest first. */
  readonly history: readonly ({
    readonly id: string;
    readonly action: 'created' | 'updated';
    /** At most 64 characters. */
    readonly profileId: string;
    readonly profileVersion: number;
    /** BCP 47. At least 2 characters, at most 35 characters. */
    readonly locale: string;
    /** The state of each category, by category id. Empty: a notice was seen. At most 200 keys. */
    readonly consentJson: ConsentJson;
    readonly gpcDetected: boolean;
    readonly gpcOverride?: boolean | undefined;
    readonly source: 'banner' | 'api' | 'import';
    /** Who wrote it: the visitor’s browser, a server with an API key, or an import. */
    readonly by: 'visitor' | 'apiKey' | 'import';
    /** Id of the API key that wrote it. */
    readonly apiKeyId?: string | undefined;
    /**
     * How the visitor decided: a button that accepts or refuses everything, saved preferences, closing the
     * banner, a Global Privacy Control signal, an embed’s own button, or a script’s call.
     */
    readonly method?: 'accept' | 'refuse' | 'save' | 'close' | 'gpc' | 'embed' | 'api' | undefined;
    /** The part of the banner in which the visitor decided. */
    readonly layer?: 'banner' | 'preferences' | 'embed' | 'gpc' | 'age' | undefined;
    /** False: the choices stayed as they were, and only the locale, a string or the linked user changed. */
    readonly decided: boolean;
    readonly ageVerified?: boolean | undefined;
    /** IAB TC string; stored unchanged, at most 16 KiB. At most 16,384 characters. */
    readonly tcfString?: string | undefined;
    /** IAB GPP string; stored unchanged, at most 16 KiB. At most 16,384 characters. */
    readonly gppString?: string | undefined;
    /**
     * True: the visitor’s browser created the record, or carried the proof of ownership (the second cookie).
     * False: the request only named the visitor, or came from a server.
     */
    readonly ownershipProven: boolean;
    /** Time of the decision. Format date-time. */
    readonly createdAt: string;
    /**
     * When the service received it, where that was later: by an offline page, or an import. Format date-time.
     */
    readonly receivedAt?: string | undefined;
    /** Name of the profile in the version that the visitor saw; null: not in storage. */
    readonly profileName: string | null;
    /** The compliance group of the decision. */
    readonly complianceGroup: string | null;
    /** ISO 3166-1 code of the country; null: unknown. */
    readonly country: string | null;
    readonly notice: {
      readonly profileId: string;
      readonly profileVersion: number;
      /**
       * Language of the locale file that was shown; the language that the browser asked for when the file is
       * gone.
       */
      readonly locale: string;
      /** SHA-256 of the file’s bytes, in hex; null when it is no longer in storage. */
      readonly sha256: string | null;
    };
  })[];
  /**
   * Number of older states that are not included: beyond the newest 5,000 or 8 MiB, or removed by
   * `retention.historyMonths`.
   */
  readonly earlierStates: number;
  /** The notices on which these decisions were made. */
  readonly notices: readonly ({
    readonly profileId: string;
    readonly profileVersion: number;
    /**
     * Language of the locale file that was shown; the language that the browser asked for when the file is
     * gone.
     */
    readonly locale: string;
    /** SHA-256 of the file’s bytes, in hex; null when it is no longer in storage. */
    readonly sha256: string | null;
    readonly bytes: number;
    /** `omitted`: the notices exceed the size limit; `missing`: no longer in storage. */
    readonly status: 'included' | 'omitted' | 'missing';
    /** The file, exactly as it was served to visitors. */
    readonly text: string | null;
  })[];
  readonly audit: {
    /** Entries on the profiles and on this visitor’s record, oldest first. */
    readonly lines: readonly AuditLogEntry[];
    /** Whether older entries were left out: beyond 1,000 per resource or 8 MiB in total. */
    readonly earlierLines: boolean;
    /** The newest entry of the whole log. */
    readonly head: {
      readonly sequence: number;
      readonly hash: string;
    };
  };
}

export interface StatisticsOverview {
  /** Current records. At least 0. */
  readonly totalConsents: number;
  /** Current visitor records. At least 0. */
  readonly totalVisitors: number;
  /** Decisions made today, in UTC. At least 0. */
  readonly consentsToday: number;
  /** Share of the current records in which every optional category is granted; null when there are none. */
  readonly optInRate: number | null;
  /** Share of the current records with Global Privacy Control; null when there are none. */
  readonly gpcRate: number | null;
  /** Active profiles. At least 0. */
  readonly activeProfiles: number;
  /** Current records by `banner`, `api`, `import`. */
  readonly bySource: { readonly [key: string]: number };
  /**
   * Current records by the `method` that the page reported, such as `accept` or `refuse`; `(none)`: not
   * reported.
   */
  readonly byMethod: { readonly [key: string]: number };
  /** Current records by the `layer` that the page reported; `(none)`: not reported. */
  readonly byLayer: { readonly [key: string]: number };
  /** Current records by the compliance group of their profile; `(none)`: no group. */
  readonly byGroup: { readonly [key: string]: number };
  /**
   * Decisions in the range of days, with the filters of the request. `previous`, with `compare=previous`: the
   * same number of days before.
   */
  readonly decisions: {
    /** First day, in UTC. Format date. */
    readonly from: string;
    /** Last day, in UTC. Format date. */
    readonly to: string;
    /** Decisions: first ones and changes. At least 0. */
    readonly total: number;
    /** Every optional category granted. At least 0. */
    readonly optedIn: number;
    /** None granted. At least 0. */
    readonly optedOut: number;
    /** Some granted. At least 0. */
    readonly partial: number;
    /** Share of decisions that grant every optional category; null when there are none. */
    readonly optInRate: number | null;
    readonly previous?: {
      /** First day, in UTC. Format date. */
      readonly from: string;
      /** Last day, in UTC. Format date. */
      readonly to: string;
      /** Decisions: first ones and changes. At least 0. */
      readonly total: number;
      /** Every optional category granted. At least 0. */
      readonly optedIn: number;
      /** None granted. At least 0. */
      readonly optedOut: number;
      /** Some granted. At least 0. */
      readonly partial: number;
      /** Share of decisions that grant every optional category; null when there are none. */
      readonly optInRate: number | null;
    } | undefined;
    /** With `by=profile`: the decisions of each profile that has any, by its id. */
    readonly profiles?: { readonly [key: string]: {
      /** Decisions: first ones and changes. At least 0. */
      readonly total: number;
      /** Every optional category granted. At least 0. */
      readonly optedIn: number;
      /** None granted. At least 0. */
      readonly optedOut: number;
      /** Some granted. At least 0. */
      readonly partial: number;
      /** Share of decisions that grant every optional category; null when there are none. */
      readonly optInRate: number | null;
    } } | undefined;
  };
}

export interface TimelineDay {
  /** A day in UTC. Format date. */
  readonly date: string;
  /** Decisions: first ones and changes. At least 0. */
  readonly total: number;
  /** Every optional category granted. At least 0. */
  readonly optedIn: number;
  /** None granted. At least 0. */
  readonly optedOut: number;
  /** Some granted. At least 0. */
  readonly partial: number;
}

export interface CategoryRate {
  /** A category of any version of the profile, or `(other)`. */
  readonly category: string;
  /** Current records that grant it. At least 0. */
  readonly granted: number;
  /** Current records that deny it. At least 0. */
  readonly denied: number;
  /** Current records that object to it. At least 0. */
  readonly objected: number;
  /** Share of granting records among those that answer the category; null when there are none. */
  readonly rate: number | null;
}

export interface CountryShare {
  /** ISO 3166-1; null: unknown. */
  readonly country: string | null;
  /** Current records. At least 0. */
  readonly count: number;
  /** Share of all current records; null when there are none. */
  readonly share: number | null;
}

export interface GpcStatistics {
  /** Current records with Global Privacy Control. At least 0. */
  readonly detected: number;
  /** Current records without Global Privacy Control. At least 0. */
  readonly notDetected: number;
  /** Share of records with Global Privacy Control; null when there are none. */
  readonly rate: number | null;
  readonly byCountry: readonly ({
    /** ISO 3166-1; null: unknown. */
    readonly country: string | null;
    /** Current records with Global Privacy Control. At least 0. */
    readonly detected: number;
    /** Share of the country’s records; null when there are none. */
    readonly rate: number | null;
  })[];
}

export interface OptInDay {
  /** A day in UTC. Format date. */
  readonly date: string;
  /** A locale of the profile, or `(other)`. */
  readonly locale: string;
  /** Decisions: first ones and changes. At least 0. */
  readonly total: number;
  /** Every optional category granted. At least 0. */
  readonly optedIn: number;
  /** Share of decisions that grant every optional category; null when there are none. */
  readonly rate: number | null;
}

export interface TcfRegistration {
  /** The current configuration. */
  readonly draft: {
    readonly cmpId: number;
    readonly cmpVersion: number;
    readonly publisherCC: string;
  };
  readonly confirmed: {
    /** Format date-time. */
    readonly confirmedAt: string;
    readonly confirmedBy: string | null;
  } | null;
  /** Whether the configuration has changed since it was confirmed. */
  readonly changed: boolean;
  readonly status: 'unconfirmed' | 'confirmed' | 'changed';
  /** The entry for `cmpId` in the CMP list. */
  readonly registry: {
    /** `unavailable`: the list could not be fetched, and no copy is younger than 30 days. */
    readonly status: 'registered' | 'deregistered' | 'not_found' | 'unavailable';
    readonly name: string | null;
    readonly deletedDate: string | null;
    readonly checkedAt: string | null;
    /** The source was not asked for this reply, or did not answer. */
    readonly fromCache: boolean;
    /** The copy is out of date, and the source could not be asked or did not answer. */
    readonly stale: boolean;
  };
}

export interface GppRegistration {
  /** The current configuration. */
  readonly draft: {
    readonly cmpId: number | null;
    readonly sections: readonly string[];
    readonly mspa: {
      readonly coveredTransaction: boolean;
      readonly optOutOptionMode: boolean;
      readonly serviceProviderMode: boolean;
    } | null;
  };
  readonly confirmed: {
    /** Format date-time. */
    readonly confirmedAt: string;
    readonly confirmedBy: string | null;
  } | null;
  /** Whether the configuration has changed since it was confirmed. */
  readonly changed: boolean;
  readonly status: 'unconfirmed' | 'confirmed' | 'changed';
}

export interface DecodedTcString {
  readonly version: number;
  /** Format date-time. */
  readonly created: string;
  /** Format date-time. */
  readonly lastUpdated: string;
  readonly cmpId: number;
  readonly cmpVersion: number;
  readonly consentScreen: number;
  readonly consentLanguage: string;
  readonly vendorListVersion: number;
  readonly policyVersion: number;
  readonly isServiceSpecific: boolean;
  readonly useNonStandardTexts: boolean;
  readonly purposeOneTreatment: boolean;
  readonly publisherCC: string;
  readonly segments: readonly string[];
  readonly specialFeatureOptIns: readonly ({
    readonly id: number;
    readonly name: string | null;
  })[];
  readonly purposes: readonly ({
    readonly id: number;
    readonly name: string | null;
    readonly consent: boolean;
    readonly legitimateInterest: boolean;
  })[];
  readonly vendors: readonly ({
    readonly id: number;
    readonly name: string | null;
    readonly consent: boolean;
    readonly legitimateInterest: boolean;
    readonly disclosed: boolean;
    readonly allowed: boolean;
  })[];
  readonly publisherRestrictions: readonly ({
    readonly purposeId: number;
    readonly purpose: string | null;
    readonly type: string;
    readonly vendors: readonly number[];
  })[];
  readonly publisherPurposes: {
    readonly consents: readonly number[];
    readonly legitimateInterests: readonly number[];
  } | null;
  /** Whether a visitor’s submission with this string would be accepted. */
  readonly check: {
    readonly valid: boolean;
    readonly reason: string | null;
    readonly message: string | null;
  };
}

export interface DecodedGppString {
  readonly sections: readonly ({
    readonly id: number;
    /** API prefix, such as `usca`. */
    readonly name: string;
    readonly fields: readonly ({
      readonly name: string;
      readonly value: unknown;
      /** Meaning in words; null when the value is self-explanatory. */
      readonly meaning: string | readonly string[] | null;
    })[];
  })[];
}
