import { type Static, Type } from '@sinclair/typebox';
import { maxServices } from '#banners/profiles/index';
import { GppSignal } from '#frameworks/signals/index';
import { tenantQuery } from '#platform/http/route';
import { subjectIdPattern, visitorIdPattern } from '#platform/kernel/ids';
import { nullable, oneOf } from '#platform/kernel/schemas';
import { ErasureCertificate } from './erasure/erasure-schemas';

/** Schemas of consent records, public and admin: one source of types, validation and OpenAPI. */

const optional = Type.Optional;
const time = Type.String({ format: 'date-time' });

const consentStates = ['granted', 'denied', 'objected'] as const;
type ConsentState = (typeof consentStates)[number];

/** Where a decision was made, as callers can state it. */
const sentSources = ['banner', 'api', 'import'] as const;

/** The same as records have it: `account` is what the service decided when a device signed in. */
export const consentSources = [...sentSources, 'account'] as const;

/** How the visitor decided. */
export const decisionMethods = ['accept', 'refuse', 'save', 'close', 'gpc', 'embed', 'api'] as const;
export type DecisionMethod = (typeof decisionMethods)[number];

/** Where the visitor decided. */
export const decisionLayers = ['banner', 'preferences', 'embed', 'gpc', 'age'] as const;
export type DecisionLayer = (typeof decisionLayers)[number];

/** Greatest number of categories in a decision. */
export const maxCategories = 200;
/** Longest category id (UTF-16 units). */
export const maxCategoryLength = 64;
/** Greatest length of a TC or GPP string (bytes of UTF-8). */
export const maxSignalBytes = 16_384;

/** Category ids are not checked against the profile: a widget may be a version behind. */
export const ConsentJson = Type.Unsafe<Record<string, ConsentState>>({
  type: 'object',
  description: 'The state of each category, by category id. Empty: a notice was seen.',
  maxProperties: maxCategories,
  propertyNames: { minLength: 1, maxLength: maxCategoryLength },
  additionalProperties: { type: 'string', enum: [...consentStates] },
});
export type ConsentJson = Static<typeof ConsentJson>;

const answersByService = (description: string, more: object = {}) =>
  Type.Unsafe<Record<string, boolean>>({
    type: 'object',
    description,
    additionalProperties: { type: 'boolean' },
    ...more,
  });

/** Keys are not checked against the profile: those that it does not have are left out. */
const Services = answersByService(
  'Whether each service is allowed, by key. Only of profiles with `granularity: service`. A service without an answer has that of its category, and a category counts as granted only when all of its services are.',
  { maxProperties: maxServices, propertyNames: { minLength: 1, maxLength: maxCategoryLength } },
);

const visitorId = Type.String({
  pattern: visitorIdPattern,
  description: '1 to 128 of `A-Z a-z 0-9 . _ ~ -`, not `.`, `..` or `parental-consent-resolve`.',
});
const profileId = Type.String({ minLength: 1, maxLength: 64 });
const subjectId = Type.String({
  pattern: subjectIdPattern,
  description:
    'Your own user id for this visitor, not `.` or `..`; returned only to servers with an API key.',
});
const locale = Type.String({ minLength: 2, maxLength: 35, description: 'BCP 47' });
const signal = (description: string) =>
  Type.String({
    maxLength: maxSignalBytes,
    description: `${description}; stored unchanged, at most 16 KiB.`,
  });

/** The writer of a decision or a state of its record. */
const writer = {
  by: oneOf(['visitor', 'apiKey', 'import'] as const, {
    description: 'Who wrote it: the visitor’s browser, a server with an API key, or an import.',
  }),
  apiKeyId: optional(Type.String({ description: 'Id of the API key that wrote it.' })),
};

/** The fields of a decision, without its visitor and profile. */
const decision = {
  consentJson: ConsentJson,
  services: optional(Services),
  locale,
  gpcDetected: Type.Boolean({ description: 'Always true when the request has `Sec-GPC: 1`.' }),
  gpcOverride: optional(
    Type.Boolean({
      description:
        'True: the visitor was informed that the choice conflicts with the Global Privacy Control signal, and confirmed it by a separate click. Has an effect under `gpcMode: strict`.',
    }),
  ),
  source: oneOf(consentSources),
  ageVerified: optional(Type.Boolean()),
  tcfString: optional(signal('IAB TC string')),
  gppString: optional(signal('IAB GPP string')),
};

/** Kinds of devices, by the width of the window: below 600 CSS pixels, below 1024, and wider. */
export const devices = ['phone', 'tablet', 'desktop'] as const;
export type Device = (typeof devices)[number];

/** How and where the visitor decided, as the page reports it. */
const manner = {
  method: optional(
    oneOf(decisionMethods, {
      description:
        'How the visitor decided: a button that accepts or refuses everything, saved preferences, closing the banner, a Global Privacy Control signal, an embed’s own button, or a script’s call.',
    }),
  ),
  layer: optional(
    oneOf(decisionLayers, { description: 'The part of the banner in which the visitor decided.' }),
  ),
};

const device = {
  deviceId: optional(
    Type.String({
      description:
        'Of an account’s record: the device, by the visitor id that it has without the account. Absent: several devices, one that was erased, or no account. Not returned to browsers.',
    }),
  ),
};

/** Accepts `null` as a value, not as an omission. */
const subjectChange = Type.Unsafe<string | null>({
  anyOf: [{ type: 'string', pattern: subjectIdPattern }, { type: 'null' }],
  description:
    'Your own user id for this visitor: 1 to 128 printable ASCII characters without spaces, not `.` or `..`. Accepted only from servers with an API key. `null` removes the link; if omitted, the link stays.',
});

const timezone = optional(
  Type.String({
    maxLength: 64,
    description:
      'IANA time zone of the browser. The default geo provider derives the country from it; never stored.',
  }),
);

const profileVersion = optional(
  Type.Integer({
    minimum: 1,
    description:
      'The version that the visitor was shown, as `GET /resolve-profile` gave it: one that has been published. Default: the published one. Of a decision about another one only the refusals are stored, as a refusal of everything optional; one that refuses nothing is 400.',
  }),
);

const variant = optional(
  Type.String({
    pattern: '^[A-Z]$',
    description:
      'The variant that the visitor was shown while an experiment ran, by its id in `variants` of the profile. Ignored when the version has no such variant.',
  }),
);
const recordedVariant = optional(
  Type.String({ description: 'The variant that the visitor saw; absent unless an experiment ran.' }),
);

const ids = (maximum: number, description: string) =>
  Type.Array(Type.Integer({ minimum: 1, maximum }), { maxItems: 5000, description });
const vendorId = 65_535;

const TcfChoices = Type.Object(
  {
    purposes: ids(24, 'Ids of the purposes that the visitor consents to.'),
    legitimateInterests: ids(24, 'Ids of the purposes by legitimate interest that the visitor allows.'),
    specialFeatures: ids(12, 'Ids of the special features that the visitor opts in to.'),
    vendors: ids(vendorId, 'Ids of the vendors that the visitor consents to.'),
    vendorLegitimateInterests: ids(vendorId, 'Ids of the vendors that the visitor does not object to.'),
    listVersion: optional(
      Type.Integer({
        minimum: 1,
        maximum: 4095,
        description: 'Version of the vendor list that the visitor was shown. Default: the newest.',
      }),
    ),
    screen: optional(
      Type.Integer({ minimum: 1, maximum: 63, description: 'Number of the layer. Default 1.' }),
    ),
  },
  {
    description:
      'The visitor’s choices under the Transparency and Consent Framework, in place of `tcfString`: the service makes the string. Ids that the profile did not offer are left out.',
  },
);

export const ConsentInput = Type.Object({
  visitorId: optional(
    Type.String({
      ...visitorId,
      description: `${visitorId.description} Omitted: the visitor of the cookie, else a new one.`,
    }),
  ),
  profileId,
  profileVersion,
  variant,
  ...decision,
  locale: optional(Type.String({ ...locale, description: 'BCP 47. Default `en`.' })),
  gpcDetected: optional(decision.gpcDetected),
  source: optional(
    oneOf(sentSources, {
      description:
        'Where the decision was made, as the caller states it. Default `banner`. Who wrote it is in `by`.',
    }),
  ),
  tcf: optional(TcfChoices),
  parentalConsentToken: optional(
    Type.String({
      // A withdrawal is not refused for a token that is not valid.
      maxLength: 65_536,
      description:
        'Sent when the age gate asks for a parent’s consent: a token for this visitor and profile. The record is then `pending` until it is resolved.',
    }),
  ),
  subjectId: optional(subjectChange),
  ...manner,
  shownOn: optional(
    oneOf(devices, {
      description:
        'For a decision on a banner that `POST /impressions` counted: the device as counted there. Only counted, never stored with the decision. Ignored from servers.',
    }),
  ),
  submissionId: optional(
    Type.String({
      format: 'uuid',
      maxLength: 36,
      description:
        'A random UUID for this decision. Repeating the same decision with the same id within 30 days writes nothing: the browser that lost the answer gets the record and the cookies again. Keep it secret until then.',
    }),
  ),
  decidedAt: optional(
    Type.String({
      format: 'date-time',
      maxLength: 40,
      description:
        'When the visitor decided, for a submission that is sent later: at most 30 days ago; a time in the future counts as now. Validity counts from then. A decision that is older than the record’s own is added to the history only. Ignored from callers who do not own the record. Default: now.',
    }),
  ),
  timezone,
});
export type ConsentInput = Static<typeof ConsentInput>;

/** A banner that a visitor has seen. */
export const Impression = Type.Object({
  profileId,
  profileVersion: Type.Integer({ minimum: 1, description: 'The version that was shown.' }),
  variant,
  locale: Type.String({ ...locale, description: 'Language of the texts that were shown.' }),
  device: oneOf(devices, {
    description: 'By the width of the window: below 600 CSS pixels, below 1024, or wider.',
  }),
  timezone,
});
export type Impression = Static<typeof Impression>;

/** Fields that describe one map only: they are dropped when the map changes, unless they are sent again. */
export const boundToMap = ['services', 'tcfString', 'gppString', 'gpcOverride'] as const;

export const ConsentUpdate = Type.Object({
  consentJson: ConsentJson,
  locale: optional(locale),
  gpcDetected: optional(decision.gpcDetected),
  ...Type.Pick(Type.Object(decision), boundToMap).properties,
  subjectId: optional(subjectChange),
  ...manner,
  profileVersion,
  variant,
  timezone,
});
export type ConsentUpdate = Static<typeof ConsentUpdate>;

/** The decision that plugins see before it is written; their results are validated against it. */
export const ConsentDraft = Type.Object({ tenantId: Type.String(), visitorId, profileId, ...decision });
export type ConsentDraft = Static<typeof ConsentDraft>;

const EffectiveConsent = Type.Unsafe<ConsentJson>({
  type: 'object',
  description:
    'The part of `consentJson` that applies after Global Privacy Control under the profile’s `gpcMode` and, for a child, the parent’s consent; as the profile is now. Absent when the profile no longer exists.',
  additionalProperties: { type: 'string', enum: [...consentStates] },
});

const EffectiveServices = answersByService(
  'The part of `services` that applies, as `effectiveConsent`; as the profile is now. Absent unless its `granularity` is `service`.',
);

export const ConsentRecord = Type.Object({
  id: Type.String(),
  visitorId,
  subjectId: optional(subjectId),
  profileId,
  profileVersion: Type.Integer({ description: 'The version that the visitor saw.' }),
  variant: recordedVariant,
  ...decision,
  ...writer,
  ...manner,
  ...device,
  parentalConsent: optional(
    oneOf(['pending', 'granted'] as const, {
      description:
        'For this visitor and profile; `pending` too when a parent was asked under another profile of the tenant, or on another device of the same `subjectId`. `granted` says that a token was resolved, which alone is not verifiable parental consent.',
    }),
  ),
  parentalDenied: optional(
    Type.Array(Type.String(), {
      description:
        'Ids of the categories to which the parent did not agree. `effectiveConsent` denies them, and categories that now hold their cookies. Absent: the parent agreed to all, or has not answered.',
    }),
  ),
  effectiveConsent: optional(EffectiveConsent),
  effectiveServices: optional(EffectiveServices),
  createdAt: time,
  updatedAt: Type.String({ format: 'date-time', description: 'Time of the last decision.' }),
  expiresAt: optional(
    Type.String({
      format: 'date-time',
      description: 'When the visitor must be asked again. Absent when the profile no longer exists.',
    }),
  ),
});
export type ConsentRecord = Static<typeof ConsentRecord>;

const StringWarning = Type.Object({
  code: oneOf(['invalid_tc_string', 'invalid_gpp_string', 'invalid_parental_token'] as const),
  reason: Type.String({ description: 'Stable word; the guide “TCF and GPP” lists them.' }),
  path: oneOf(['tcfString', 'gppString', 'parentalConsentToken'] as const),
  message: Type.String(),
});
export type StringWarning = Static<typeof StringWarning>;

const WriteWarning = Type.Object({
  ...StringWarning.properties,
  code: oneOf([
    'invalid_tc_string',
    'invalid_gpp_string',
    'invalid_parental_token',
    'unknown_version',
  ] as const),
  path: oneOf(['tcfString', 'gppString', 'parentalConsentToken', 'profileVersion'] as const),
});
export type WriteWarning = Static<typeof WriteWarning>;

/** The response to a write. */
export const WrittenConsent = Type.Object({
  ...ConsentRecord.properties,
  warnings: optional(
    Type.Array(WriteWarning, {
      description:
        'Parts that were not stored: strings that are not valid, of a decision that allows nothing new; the grants of a decision about a version that the service does not know (`unknown_version`).',
    }),
  ),
});

/** The response to a write with an API key that has scopes, but not the one to read records. */
export const RecordedConsent = Type.Object({
  id: ConsentRecord.properties.id,
  visitorId: ConsentRecord.properties.visitorId,
  warnings: WrittenConsent.properties.warnings,
});

/** The response to a submission. */
export const SubmittedConsent = Type.Object({ ...WrittenConsent.properties, gpp: optional(GppSignal) });

const invalidityReasons = ['profile_inactive', 'profile_changed', 'reconsent_required', 'expired'] as const;

export const Verification = Type.Object({
  valid: Type.Boolean(),
  reason: nullable(oneOf(invalidityReasons)),
  visitorId,
  profileId,
  profileVersion: Type.Integer(),
  activeProfileId: nullable(
    Type.String({
      description: 'The active profile of the group, null when it has none.',
    }),
  ),
  expiresAt: nullable(
    Type.String({
      format: 'date-time',
      description: 'Null when the profile no longer exists.',
    }),
  ),
  gpcConflict: Type.Boolean({
    description:
      'The Global Privacy Control signal, of the decision or of this request, denies something that the visitor granted: show the gpcBanner.',
  }),
  effectiveConsent: optional(EffectiveConsent),
  effectiveServices: optional(EffectiveServices),
});
export type Verification = Static<typeof Verification>;

export const OwnConsent = Type.Object({
  record: ConsentRecord,
  verification: Verification,
  gpp: optional(GppSignal),
  sendAgain: optional(
    Type.Literal(true, {
      description:
        'The choice cookie contains a later decision than the record, which the database has lost, such as by a restore: submit it again, with its time as `decidedAt`.',
    }),
  ),
});

export const ErasedVisitor = Type.Object({
  erased: Type.Literal(true),
  visitorId,
  certificate: ErasureCertificate,
});

/** Facts of a record that only operators see: the rules and the place of the decision. */
const circumstances = {
  profileName: nullable(Type.String(), {
    description: 'Name of the profile in the version that the visitor saw; null: not in storage.',
  }),
  complianceGroup: nullable(Type.String(), { description: 'The compliance group of the decision.' }),
  country: nullable(Type.String(), { description: 'ISO 3166-1 code of the country; null: unknown.' }),
};

export const OperatorRecord = Type.Object({
  ...ConsentRecord.properties,
  ...circumstances,
  region: nullable(Type.String(), {
    description: 'Part of the ISO 3166-2 code after the dash; null: unknown.',
  }),
  law: nullable(Type.String(), {
    description: 'Short name of the law in force there at the last decision; null: the country is unknown.',
  }),
});

export const VisitorRecord = Type.Object({
  ...OperatorRecord.properties,
  invalidReason: nullable(oneOf(invalidityReasons), {
    description: 'Why the choice is no longer valid, so that the visitor is asked again; null: it is valid.',
  }),
});

export const HistoryEntry = Type.Object({
  id: Type.String(),
  action: oneOf(['created', 'updated'] as const),
  profileId,
  profileVersion: Type.Integer(),
  variant: recordedVariant,
  locale,
  consentJson: ConsentJson,
  services: optional(Services),
  gpcDetected: Type.Boolean(),
  gpcOverride: optional(Type.Boolean()),
  source: oneOf(consentSources),
  ...writer,
  ...manner,
  ...device,
  decided: Type.Boolean({
    description:
      'False: the choices stayed as they were, and only the locale, a string or the linked user changed, or, with the source `account`, another device began to follow the account.',
  }),
  ...Type.Pick(Type.Object(decision), ['ageVerified', 'tcfString', 'gppString']).properties,
  ownershipProven: Type.Boolean({
    description:
      'True: the visitor’s browser created the record, or carried the proof of ownership (the second cookie). False: the request only named the visitor, or came from a server.',
  }),
  createdAt: Type.String({ format: 'date-time', description: 'Time of the decision.' }),
  receivedAt: optional(
    Type.String({
      format: 'date-time',
      description: 'When the service received it, where that was later: by an offline page, or an import.',
    }),
  ),
});
export type HistoryEntry = Static<typeof HistoryEntry>;

export const OperatorHistoryEntry = Type.Object({
  ...HistoryEntry.properties,
  ...circumstances,
  revision: Type.Integer({ description: 'Position in the history, from 1.' }),
});

export const ParentalRequest = Type.Object({ profileId });
export const ParentalTokenAnswer = Type.Object({
  token: optional(Type.String({ description: 'Left out with `compliance.parentalTokenInResponse: false`.' })),
  expiresAt: time,
});
export const ParentalResolve = Type.Object({
  token: Type.String({
    maxLength: 65_536,
    description: 'As it came with `consent.parentalConsentRequired`.',
  }),
  consentJson: optional(
    Type.Unsafe<ConsentJson>({
      ...ConsentJson,
      description:
        'The parent’s answer by category id. Optional categories that it does not grant are denied. Absent: the parent agrees to all.',
    }),
  ),
});
const denied = Type.Array(Type.String(), {
  description: 'Ids of the categories to which the parent did not agree; absent: to all.',
});
export const ParentalGrant = Type.Object({
  visitorId,
  profileId,
  granted: Type.Literal(true),
  denied: optional(denied),
});

export const TenantQuery = Type.Object({ tenantId: tenantQuery });
export const OwnConsentQuery = Type.Object({
  tenantId: tenantQuery,
  tz: optional(
    Type.String({ maxLength: 64, description: 'IANA time zone of the browser: `gpp` is for this place.' }),
  ),
  lang: optional(
    Type.String({
      maxLength: 1024,
      description: 'Wanted languages, where they are not in `Accept-Language`.',
    }),
  ),
  denied: optional(
    Type.String({
      maxLength: maxCategories * (maxCategoryLength + 1),
      description:
        'Ids of categories that the page denies, separated by commas: `gpp` counts them as denied, also where the record grants them.',
    }),
  ),
});
export const VisitorParam = Type.Object({ visitorId });
export const SubjectParam = Type.Object({ subjectId });
