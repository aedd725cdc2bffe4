import { Type } from '@sinclair/typebox';

/** Schemas of receipts, for the description of the API; the types are those of `standards/receipt`, where each field names its clause. */

const time = Type.String({ format: 'date-time' });
const text = Type.String();
const nullable = <T>(schema: object, description?: string) =>
  Type.Unsafe<T | null>({ anyOf: [schema, { type: 'null' }], ...(description ? { description } : {}) });
const nullableText = (description?: string) => nullable<string>({ type: 'string' }, description);
const oneOf = <T extends string>(values: readonly T[], description?: string) =>
  Type.Unsafe<T>({ type: 'string', enum: [...values], ...(description ? { description } : {}) });
const texts = Type.Array(text);
const states = ['granted', 'denied', 'objected'] as const;
const Choices = Type.Unsafe<Record<string, (typeof states)[number]>>({
  type: 'object',
  description: 'The state of each category, by category id.',
  additionalProperties: { type: 'string', enum: [...states] },
});

const ReceiptParameter = Type.Object({
  id: text,
  name: text,
  purpose: text,
  provider: nullableText(),
  duration: nullableText('As the operator wrote it.'),
  description: nullableText(),
  domains: texts,
});

const ReceiptPurpose = Type.Object({
  purpose: Type.String({ description: 'The category’s heading in the language of the notice.' }),
  purpose_type: nullableText('`necessary`, `functional`, `preferences`, `analytics`, `marketing`; several are joined by a comma.'),
  lawful_basis: nullableText('`consent`, `legitimate-interest`, or `mandatory` for what the site cannot do without.'),
  pii_information: Type.Array(Type.Object({ pii_type: text, pii_attribute_id: text, pii_optional: Type.Boolean() })),
  pii_controllers: texts,
  retention_period: nullableText('The durations of its parameters.'),
  jurisdiction: nullableText('ISO 3166; null when the place was not known.'),
  recipient_third_parties: Type.Array(text, { description: 'Providers of its parameters.' }),
  withdrawal_method: text,
  categoryId: text,
  choice: nullable<(typeof states)[number]>({ type: 'string', enum: [...states] }, 'Null when the decision does not name the category.'),
  effectiveChoice: nullable<(typeof states)[number]>({ type: 'string', enum: [...states] }, 'What counts of it after Global Privacy Control.'),
  description: nullableText(),
  parameters: Type.Array(ReceiptParameter),
});

const ReceiptEvent = Type.Object({
  event_time: time,
  validity_duration: nullableText('ISO 8601, such as `P365D`.'),
  entity_id: text,
  event_type: oneOf(['dpv:ExplicitlyExpressedConsent', 'dpv:ExpressedConsent', 'dpv:ImpliedConsent']),
  event_state: oneOf(['dpv:ConsentGiven', 'dpv:RenewedConsentGiven', 'dpv:ConsentRefused', 'dpv:ConsentWithdrawn']),
  profileId: text,
  profileVersion: Type.Integer(),
  locale: text,
  choices: Choices,
  gpcDetected: Type.Boolean(),
  source: text,
  ownershipProven: Type.Boolean(),
});

export const ReceiptView = Type.Object({
  schema_version: text,
  receipt_id: text,
  record_id: text,
  pii_principal_id: Type.String({ description: 'The visitor id.' }),
  privacy_notice: Type.String({ description: 'Path of the exact locale file that the visitor was shown.' }),
  language: Type.String({ description: 'Of that file.' }),
  purposes: Type.Array(ReceiptPurpose),
  party_identification: Type.Array(
    Type.Object({ party_id: text, party_name: text, party_role: oneOf(['PII controller', 'Third party']), party_contact: nullableText() }),
  ),
  events: Type.Array(ReceiptEvent, { description: 'The decisions, oldest first; the newest hundred.' }),
  earlierEvents: Type.Integer({ description: 'How many came before, those that `retention.historyMonths` has removed included.' }),
  issuedAt: time,
  locale: Type.String({ description: 'Language that the visitor’s browser asked for.' }),
  profileId: text,
  profileVersion: Type.Integer(),
  noticeSha256: nullableText('SHA-256 of the locale file’s bytes, in hex; null when it is no longer in storage.'),
  complianceGroup: nullableText(),
  law: nullableText('Law of the jurisdiction at the time of the decision.'),
  choices: Choices,
  gpcDetected: Type.Boolean(),
  tcString: nullableText(),
  gppString: nullableText(),
  withdrawalUrl: nullableText(),
  decidedAt: time,
  firstDecidedAt: time,
  validity: Type.Object({ valid: Type.Boolean(), reason: nullableText(), expiresAt: nullable<string>({ type: 'string', format: 'date-time' }) }),
});
