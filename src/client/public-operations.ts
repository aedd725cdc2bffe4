// Generated from the tables of routes by `npm run docs`; do not edit.
import type {
  ConsentRecord,
  ConsentSubmission,
  ConsentUpdate,
  Erasure,
  ParentalGrant,
  ParentalRequest,
  ParentalResolve,
  ParentalToken,
  PublishedProfile,
  Receipt,
  ResolvedProfile,
  ResolveProfileAnswer,
  SubmittedConsent,
  Verification,
  WrittenConsent,
} from '../api-types';
import type { NoInput } from './create-client';

/** What each operation of the public API takes and answers, by its operationId. */
export interface PublicOperations {
  /** Get the locale file of the group’s active profile, from memory. */
  readonly getPublishedLocaleFile: {
    readonly input: {
      readonly params: {
        /** `default` in single-tenant mode */
        readonly tenantId: string;
        readonly complianceGroup: string;
        /** BCP 47, or `default` */
        readonly locale: string;
      };
    };
    readonly data: PublishedProfile;
  };
  /** Get the locale file of one version of a profile; it never changes. */
  readonly getSnapshotLocaleFile: {
    readonly input: {
      readonly params: {
        /** `default` in single-tenant mode */
        readonly tenantId: string;
        readonly profileId: string;
        /** The version number */
        readonly entryId: string;
        /** BCP 47, or `default` */
        readonly locale: string;
      };
    };
    readonly data: PublishedProfile;
  };
  /** Find the profile for this visitor and the path of its locale file. */
  readonly resolveProfile: {
    readonly input: {
      readonly query?: {
        /** Base64 of JSON with `timezone`, `languages`, `language`, `locale`. Preferred. */
        readonly data?: string | undefined;
        /** IANA time zone. Legacy: used when `data` is absent. */
        readonly tz?: string | undefined;
        /** `Accept-Language` value. Legacy. */
        readonly lang?: string | undefined;
        /** BCP 47. Legacy. */
        readonly locale?: string | undefined;
        /** Id of the tenant, unless the host name, an API key or `tenancy.resolve` identifies it. */
        readonly tenantId?: string | undefined;
      };
    };
    readonly data: ResolveProfileAnswer;
  };
  /** Get the profile for the visitor’s location. Legacy: use resolve-profile. */
  readonly getAutoProfile: {
    readonly input: {
      readonly params: {
        /** BCP 47 */
        readonly locale: string;
      };
      readonly query?: {
        /** IANA time zone. Legacy: used when `data` is absent. */
        readonly tz?: string | undefined;
        /** `Accept-Language` value. Legacy. */
        readonly lang?: string | undefined;
        /** Id of the tenant, unless the host name, an API key or `tenancy.resolve` identifies it. */
        readonly tenantId?: string | undefined;
      };
    };
    readonly data: ResolvedProfile;
  };
  /** Get the resolved profile in its default locale. */
  readonly getResolvedProfile: {
    readonly input: {
      readonly params: {
        readonly id: string;
      };
      readonly query?: {
        /** Id of the tenant, unless the host name, an API key or `tenancy.resolve` identifies it. */
        readonly tenantId?: string | undefined;
      };
    };
    readonly data: ResolvedProfile;
  };
  /** Get the resolved profile in one locale; missing texts come from the default locale. */
  readonly getResolvedProfileInLocale: {
    readonly input: {
      readonly params: {
        readonly id: string;
        /** BCP 47 */
        readonly locale: string;
      };
      readonly query?: {
        /** Id of the tenant, unless the host name, an API key or `tenancy.resolve` identifies it. */
        readonly tenantId?: string | undefined;
      };
    };
    readonly data: ResolvedProfile;
  };
  /** Get the vendors that a profile discloses, and the texts of the framework. */
  readonly getTcfList: {
    readonly input: {
      readonly params: {
        /** Version of the vendor list. */
        readonly version: string;
        /** BCP 47 tag; English if the framework has no translation. */
        readonly lang: string;
      };
      readonly query?: {
        /** Default: every active profile of the tenant. */
        readonly profileId?: string | undefined;
        /** A published version. Default: the one that visitors see. */
        readonly profileVersion?: number | undefined;
        /** Id of the tenant, unless the host name, an API key or `tenancy.resolve` identifies it. */
        readonly tenantId?: string | undefined;
      };
    };
    readonly data: {
      /** As TC strings name it. */
      readonly vendorListVersion: number;
      readonly tcfPolicyVersion: number;
      readonly gvlSpecificationVersion: 3 | 4;
      /** When this version was published, ISO 8601. */
      readonly lastUpdated: string;
      /** Language of the texts as the framework names it. */
      readonly language: string;
      readonly purposes: { readonly [key: string]: {
        readonly id: number;
        readonly name: string;
        readonly description?: string | undefined;
      } };
      readonly specialPurposes: { readonly [key: string]: {
        readonly id: number;
        readonly name: string;
        readonly description?: string | undefined;
      } };
      readonly features: { readonly [key: string]: {
        readonly id: number;
        readonly name: string;
        readonly description?: string | undefined;
      } };
      readonly specialFeatures: { readonly [key: string]: {
        readonly id: number;
        readonly name: string;
        readonly description?: string | undefined;
      } };
      readonly stacks?: { readonly [key: string]: {
        readonly id: number;
        readonly name: string;
        readonly description?: string | undefined;
        readonly purposes?: readonly number[] | undefined;
        readonly specialFeatures?: readonly number[] | undefined;
      } } | undefined;
      readonly dataCategories?: { readonly [key: string]: {
        readonly id: number;
        readonly name: string;
        readonly description?: string | undefined;
      } } | undefined;
      /** Texts to show in addition to others, such as `features` (TCF 2.4). */
      readonly standardTexts?: { readonly [key: string]: unknown } | undefined;
      readonly vendors: { readonly [key: string]: {
        readonly id: number;
        readonly name: string;
        readonly purposes?: readonly number[] | undefined;
        readonly legIntPurposes?: readonly number[] | undefined;
        readonly flexiblePurposes?: readonly number[] | undefined;
        readonly specialPurposes?: readonly number[] | undefined;
        readonly features?: readonly number[] | undefined;
        readonly specialFeatures?: readonly number[] | undefined;
        readonly deletedDate?: string | null | undefined;
      } };
      /** Words around the texts of the framework, in the language closest to `lang`. */
      readonly words: { readonly [key: string]: string };
    };
  };
  /** Get everything that a banner needs for its first paint, in one answer. */
  readonly getBootstrap: {
    readonly input: {
      readonly query?: {
        /** IANA time zone of the browser. */
        readonly tz?: string | undefined;
        /**
         * Wanted languages as in `Accept-Language`, such as the language of the page. Without it, the header
         * applies.
         */
        readonly lang?: string | undefined;
        /** Id of the tenant, unless the host name, an API key or `tenancy.resolve` identifies it. */
        readonly tenantId?: string | undefined;
      };
    };
    readonly data: {
      /** False: the group has no active profile, so there is nothing to ask. */
      readonly found: boolean;
      readonly tenantId: string;
      readonly complianceGroup: string;
      /** Whether the group allows nothing optional before the visitor agrees. */
      readonly asksFirst: boolean;
      /** Short name of the law in force. */
      readonly law: string | null;
      /** ISO 3166-1 country of the visitor. */
      readonly country: string | null;
      /** The part of ISO 3166-2 after the hyphen. */
      readonly region: string | null;
      /** Whether the law makes the Global Privacy Control signal binding. */
      readonly gpcBinding: boolean;
      /**
       * Age in years below which the law asks for a parent’s or heightened consent. Null: no such age is
       * known.
       */
      readonly childAge: number | null;
      /** Calendar months after which a choice must be requested again. Null: only `expiryDays` applies. */
      readonly consentMonths: number | null;
      /** Locale of the texts. */
      readonly locale: string;
      /** Direction in which the locale is written. */
      readonly dir: 'ltr' | 'rtl';
      /** The profile to decide about. */
      readonly profileId: string | null;
      /**
       * The version of `profile`; send it back with the decision. Always that of the profile in this answer.
       */
      readonly profileVersion: number | null;
      /** How scripts write the choice cookie. */
      readonly cookies: {
        /** Name of the cookie that holds the decision. Null: it is turned off. */
        readonly choice: string | null;
        /**
         * Name of the cookie that holds the visitor id. Null: scripts cannot read it
         * (`visitorCookie.httpOnly`).
         */
        readonly visitor: string | null;
        /** Domain attribute. */
        readonly domain: string | null;
        /** Path attribute. */
        readonly path: string;
        /** SameSite attribute. */
        readonly sameSite: 'lax' | 'strict' | 'none';
        /** Secure attribute. Null: on pages over HTTPS. */
        readonly secure: boolean | null;
      };
      readonly tcf: {
        readonly cmpId: number;
        readonly cmpVersion: number;
        readonly policyVersion: number;
        /** The `version` of `GET /tcf/list/:version/:lang`. */
        readonly listVersion: number;
        readonly gdprApplies: boolean;
        readonly publisherCC: string;
        /**
         * TC string of a visitor who was shown the notice and has not decided: no consent, and every
         * legitimate interest.
         */
        readonly tcString: string;
        /**
         * TC string of a visitor who allows nothing, for the time until a withdrawal has reached the service.
         */
        readonly refusedString: string;
      } | null;
      readonly gpp: {
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
      } | null;
      /** Built-in words of the locale; absent when the profile has its own. */
      readonly words?: { readonly [key: string]: string } | undefined;
      /** The published file, as hot-serve sends it. */
      readonly profile: PublishedProfile | null;
    };
  };
  /** Check whether the decision in a choice cookie is still valid. */
  readonly recheckChoice: {
    readonly input: {
      readonly query: {
        /** The profile that the visitor decided about. */
        readonly profileId: string;
        /** The version that the visitor was shown. */
        readonly profileVersion: string;
        /** IANA time zone of the browser. */
        readonly tz?: string | undefined;
        /**
         * Wanted languages as in `Accept-Language`, such as the language of the page. Without it, the header
         * applies.
         */
        readonly lang?: string | undefined;
        /** Id of the tenant, unless the host name, an API key or `tenancy.resolve` identifies it. */
        readonly tenantId?: string | undefined;
      };
    };
    readonly data: {
      /** Whether the visitor must be asked again. */
      readonly ask: boolean;
      /** Why. Null: the decision is still valid. */
      readonly reason: 'profile_inactive' | 'profile_changed' | 'reconsent_required' | 'stricter_place' | null;
    };
  };
  /** The same for the visitor in the cookie, or for a new visitor. */
  readonly requestOwnParentalConsent: {
    readonly input: {
      readonly query?: {
        /** Id of the tenant, unless the host name, an API key or `tenancy.resolve` identifies it. */
        readonly tenantId?: string | undefined;
      };
      readonly body: ParentalRequest;
    };
    readonly data: ParentalToken;
  };
  /** Create a token with which a parent can agree, and notify the host to send it. */
  readonly requestParentalConsent: {
    readonly input: {
      readonly params: {
        /** 1 to 128 of `A-Z a-z 0-9 . _ ~ -`, not `.`, `..` or `parental-consent-resolve`. */
        readonly visitorId: string;
      };
      readonly query?: {
        /** Id of the tenant, unless the host name, an API key or `tenancy.resolve` identifies it. */
        readonly tenantId?: string | undefined;
      };
      readonly body: ParentalRequest;
    };
    readonly data: ParentalToken;
  };
  /** Agree as the parent; the token identifies the visitor and the profile. */
  readonly resolveParentalConsent: {
    readonly input: {
      readonly query?: {
        /** Id of the tenant, unless the host name, an API key or `tenancy.resolve` identifies it. */
        readonly tenantId?: string | undefined;
      };
      readonly body: ParentalResolve;
    };
    readonly data: ParentalGrant;
  };
  /** The record of the visitor in the cookie, and whether it still counts. */
  readonly getOwnConsent: {
    readonly input: {
      readonly query?: {
        /** Id of the tenant, unless the host name, an API key or `tenancy.resolve` identifies it. */
        readonly tenantId?: string | undefined;
      };
    };
    readonly data: {
      readonly record: ConsentRecord;
      readonly verification: Verification;
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
    };
  };
  /** Erase the record of the visitor in the cookie. */
  readonly eraseOwnConsent: {
    readonly input: {
      readonly query?: {
        /** Id of the tenant, unless the host name, an API key or `tenancy.resolve` identifies it. */
        readonly tenantId?: string | undefined;
      };
    };
    readonly data: Erasure;
  };
  /** Record a decision: creates the visitor’s record or replaces it. */
  readonly submitConsent: {
    readonly input: {
      readonly query?: {
        /** Id of the tenant, unless the host name, an API key or `tenancy.resolve` identifies it. */
        readonly tenantId?: string | undefined;
      };
      readonly body: ConsentSubmission;
    };
    readonly data: SubmittedConsent;
  };
  /** Get the visitor’s record. */
  readonly getConsent: {
    readonly input: {
      readonly params: {
        /** 1 to 128 of `A-Z a-z 0-9 . _ ~ -`, not `.`, `..` or `parental-consent-resolve`. */
        readonly visitorId: string;
      };
      readonly query?: {
        /** Id of the tenant, unless the host name, an API key or `tenancy.resolve` identifies it. */
        readonly tenantId?: string | undefined;
      };
    };
    readonly data: ConsentRecord;
  };
  /** Change a decision: consentJson is replaced whole, other fields only when sent. */
  readonly updateConsent: {
    readonly input: {
      readonly params: {
        /** 1 to 128 of `A-Z a-z 0-9 . _ ~ -`, not `.`, `..` or `parental-consent-resolve`. */
        readonly visitorId: string;
      };
      readonly query?: {
        /** Id of the tenant, unless the host name, an API key or `tenancy.resolve` identifies it. */
        readonly tenantId?: string | undefined;
      };
      readonly body: ConsentUpdate;
    };
    readonly data: WrittenConsent;
  };
  /** Erase the record, its history and the visitor record. */
  readonly eraseConsent: {
    readonly input: {
      readonly params: {
        /** 1 to 128 of `A-Z a-z 0-9 . _ ~ -`, not `.`, `..` or `parental-consent-resolve`. */
        readonly visitorId: string;
      };
      readonly query?: {
        /** Id of the tenant, unless the host name, an API key or `tenancy.resolve` identifies it. */
        readonly tenantId?: string | undefined;
      };
    };
    readonly data: Erasure;
  };
  /** Check whether the consent is still valid or the visitor must be asked again. */
  readonly verifyConsent: {
    readonly input: {
      readonly params: {
        /** 1 to 128 of `A-Z a-z 0-9 . _ ~ -`, not `.`, `..` or `parental-consent-resolve`. */
        readonly visitorId: string;
      };
      readonly query?: {
        /** Id of the tenant, unless the host name, an API key or `tenancy.resolve` identifies it. */
        readonly tenantId?: string | undefined;
      };
    };
    readonly data: Verification;
  };
  /** List the records of one of your users on all devices, latest decision first. */
  readonly listConsentsOfSubject: {
    readonly input: {
      readonly params: {
        /** Your own user id for this visitor, not `.` or `..`; returned only to servers with an API key. */
        readonly subjectId: string;
      };
      readonly query?: {
        /** Id of the tenant, unless the host name, an API key or `tenancy.resolve` identifies it. */
        readonly tenantId?: string | undefined;
      };
    };
    readonly data: readonly ConsentRecord[];
  };
  /** Get the visitor’s receipt: a PDF, or JSON after ISO/IEC TS 27560 with `Accept: application/json`. */
  readonly getConsentReceipt: {
    readonly input: {
      readonly params: {
        /** 1 to 128 of `A-Z a-z 0-9 . _ ~ -`, not `.`, `..` or `parental-consent-resolve`. */
        readonly visitorId: string;
      };
      readonly query?: {
        /** Id of the tenant, unless the host name, an API key or `tenancy.resolve` identifies it. */
        readonly tenantId?: string | undefined;
      };
    };
    readonly data: Receipt;
  };
  /** Check that the process responds. */
  readonly getLiveness: {
    readonly input: NoInput;
    readonly data: {
      readonly status: 'ok' | 'degraded';
    };
  };
  /** Get the name and version of this API and links to its description and health route. */
  readonly getPublicIndex: {
    readonly input: NoInput;
    readonly data: {
      readonly name: string;
      /** Version of the package. */
      readonly version: string;
      /** Paths of this API, by their purpose. */
      readonly links: { readonly [key: string]: string };
    };
  };
  /** Get the OpenAPI 3.1 description of this API. */
  readonly getPublicOpenApi: {
    readonly input: NoInput;
    readonly data: {
      readonly openapi: string;
      readonly [key: string]: unknown;
    };
  };
}

export const publicOperations: Readonly<Record<keyof PublicOperations, string>> = {
  getPublishedLocaleFile: 'GET /profiles/:tenantId/:complianceGroup/:locale',
  getSnapshotLocaleFile: 'GET /profiles/:tenantId/:profileId/:entryId/:locale',
  resolveProfile: 'GET /resolve-profile',
  getAutoProfile: 'GET /profiles/auto/:locale',
  getResolvedProfile: 'GET /profiles/:id',
  getResolvedProfileInLocale: 'GET /profiles/:id/:locale',
  getTcfList: 'GET /tcf/list/:version/:lang',
  getBootstrap: 'GET /bootstrap',
  recheckChoice: 'GET /recheck',
  requestOwnParentalConsent: 'POST /consent/parental-consent-request',
  requestParentalConsent: 'POST /consent/:visitorId/parental-consent-request',
  resolveParentalConsent: 'POST /consent/parental-consent-resolve',
  getOwnConsent: 'GET /consent',
  eraseOwnConsent: 'DELETE /consent',
  submitConsent: 'POST /consent',
  getConsent: 'GET /consent/:visitorId',
  updateConsent: 'PUT /consent/:visitorId',
  eraseConsent: 'DELETE /consent/:visitorId',
  verifyConsent: 'GET /consent/:visitorId/verify',
  listConsentsOfSubject: 'GET /subjects/:subjectId/consents',
  getConsentReceipt: 'GET /consent/:visitorId/receipt',
  getLiveness: 'GET /health',
  getPublicIndex: 'GET /',
  getPublicOpenApi: 'GET /openapi.json',
};
