import { Type } from '@sinclair/typebox';
import { oneOf } from '#platform/kernel/schemas';
import type {
  LimitCause as LimitCauseType,
  ReceiptEvent as ReceiptEventType,
  ReceiptPurpose as ReceiptPurposeType,
} from '#standards/receipt/index';

/**
 * Schemas of receipts, for the description of the API. The types are those of `standards/receipt`, where each
 * field cites its clause.
 */

const time = Type.String({ format: 'date-time' });
const text = Type.String();
const nullable = <T>(schema: object, description?: string) =>
  Type.Unsafe<T | null>({ anyOf: [schema, { type: 'null' }], ...(description ? { description } : {}) });
const nullableText = (description?: string) => nullable<string>({ type: 'string' }, description);
const texts = Type.Array(text);
const states = ['granted', 'denied', 'objected'] as const;
const Choices = Type.Unsafe<Record<string, (typeof states)[number]>>({
  type: 'object',
  description: 'The state of each category, by category id.',
  additionalProperties: { type: 'string', enum: [...states] },
});

const eventState = {
  type: 'string',
  enum: [
    'dpv:ConsentGiven',
    'dpv:RenewedConsentGiven',
    'dpv:ConsentRefused',
    'dpv:ConsentWithdrawn',
    'dpv:ConsentUnknown',
  ],
};

const decidedWithSignal = Type.Boolean({
  description: 'Whether the decision came with Global Privacy Control.',
});

const ReceiptParameter = Type.Object({
  id: text,
  name: text,
  purpose: text,
  provider: nullableText(),
  duration: nullableText(
    'In the language of the record where it is a plain duration, else as the operator wrote it.',
  ),
  description: nullableText(),
  domains: texts,
  firstParty: Type.Boolean({
    description: 'Whether the data stays with the site: the provider is then not a recipient.',
  }),
  dataTypes: texts,
});

const LimitCause = nullable<LimitCauseType>(
  { type: 'string', enum: ['signal', 'parent'] },
  'Why what was granted is not in effect: a privacy signal, or a parent who has not agreed. Null: it is in effect, or the profile has changed since.',
);

const ReceiptPurpose = Type.Object({
  purpose: Type.String({ description: 'The category’s heading in the language of the notice.' }),
  purpose_type: nullableText(
    '`necessary`, `functional`, `preferences`, `analytics`, `marketing`; several are joined by a comma.',
  ),
  lawful_basis: nullable<ReceiptPurposeType['lawful_basis']>(
    { type: 'string', enum: ['dpv:Consent', 'dpv:ContractPerformance', 'dpv:LegitimateInterest'] },
    'For what the site cannot do without: `receipts.necessaryBasis`. Null when the notice does not name the category.',
  ),
  pii_information: Type.Array(
    Type.Object({
      pii_type: Type.String({ description: 'Kinds of data, joined by a comma.' }),
      pii_attribute_id: Type.String({ description: 'The cookie’s name.' }),
      pii_optional: Type.Boolean(),
    }),
  ),
  pii_controllers: texts,
  storage_locations: texts,
  retention_period: nullableText('The durations of its parameters, else the configured one.'),
  jurisdiction: nullableText('ISO 3166: the visitor’s place, else the configured one.'),
  recipient_third_parties: Type.Array(text, {
    description: 'Providers of its parameters, without the site itself.',
  }),
  withdrawal_method: Type.String({ description: 'An address, or words in the language of the record.' }),
  categoryId: text,
  legalBasis: nullableText('As the notice has it: `consent`, `legitimate-interest`, `mandatory`.'),
  exception: Type.Optional(
    Type.String({
      description:
        'The exception from consent under which its cookies are used unless the visitor objects, such as `PECR 2003 sch. A1: statistical purposes`.',
    }),
  ),
  consentState: nullable<ReceiptPurposeType['consentState']>(
    eventState,
    'Where consent to the purpose stands; null where it does not rest on consent.',
  ),
  choice: nullable<(typeof states)[number]>(
    { type: 'string', enum: [...states] },
    'Null when the decision does not name the category.',
  ),
  effectiveChoice: nullable<(typeof states)[number]>(
    { type: 'string', enum: [...states] },
    'The choice that applies after Global Privacy Control and a parent’s answer.',
  ),
  limitedBy: LimitCause,
  description: nullableText(),
  parameters: Type.Array(ReceiptParameter),
  services: Type.Optional(
    Type.Array(
      Type.Object({
        key: text,
        name: text,
        provider: nullableText(),
        allowed: nullable<boolean>({ type: 'boolean' }, 'Null when the decision does not answer it.'),
        effective: nullable<boolean>(
          { type: 'boolean' },
          'After Global Privacy Control and a parent’s answer.',
        ),
        limitedBy: LimitCause,
      }),
      { description: 'Only of profiles with `granularity: service`.' },
    ),
  ),
});

const ReceiptEvent = Type.Object({
  event_time: time,
  validity_duration: nullableText('ISO 8601, such as `P365D`.'),
  entity_id: text,
  event_type: oneOf([
    'dpv:ExplicitlyExpressedConsent',
    'dpv:ExpressedConsent',
    'dpv:ImpliedConsent',
    'dpv:NoticeCommunicated',
  ]),
  event_state: Type.Unsafe<ReceiptEventType['event_state']>({
    ...eventState,
    description: 'Withdrawn as soon as one purpose is.',
  }),
  profileId: text,
  profileVersion: Type.Integer(),
  variant: nullableText('The variant of an experiment that the visitor saw; null: none.'),
  locale: text,
  choices: Type.Unsafe<ReceiptEventType['choices']>({
    type: 'object',
    description:
      'The choices that the decision changed, by category id; the first event has every choice. Null: no longer named.',
    additionalProperties: { anyOf: [{ type: 'string', enum: [...states] }, { type: 'null' }] },
  }),
  services: Type.Optional(
    Type.Record(Type.String(), Type.Boolean(), {
      description: 'All answers about services after the decision; only with `granularity: service`.',
    }),
  ),
  states: Type.Unsafe<ReceiptEventType['states']>({
    type: 'object',
    description: 'State of the consent to each of these categories.',
    additionalProperties: eventState,
  }),
  objections: Type.Array(Type.String(), {
    description: 'Categories of legitimate interest to which the visitor objects by this decision.',
  }),
  gpcDetected: decidedWithSignal,
  source: text,
  method: nullableText('How the visitor decided, as the page reported it.'),
  layer: nullableText('Where the visitor decided, as the page reported it.'),
  by: oneOf(['visitor', 'apiKey', 'import'] as const),
  apiKeyId: nullableText('Of the API key that recorded it.'),
  device: nullableText(
    'Of the choice of an account: the first characters of the id of the device that decided. Null: several devices, or no account.',
  ),
  ownershipProven: Type.Boolean(),
});

export const ReceiptView = Type.Object({
  schema_version: text,
  receipt_id: text,
  record_id: text,
  pii_principal_id: Type.String({ description: 'The visitor id.' }),
  privacy_notice: Type.String({
    description: 'Address of the exact locale file that the visitor was shown.',
  }),
  language: Type.String({ description: 'Language of that file.' }),
  purposes: Type.Array(ReceiptPurpose),
  party_identification: Type.Array(
    Type.Object({
      party_id: text,
      party_address: nullableText('Postal address.'),
      party_name: text,
      party_role: oneOf(['PII controller', 'Third party']),
      party_contact: nullableText(),
      party_type: oneOf(['dpv:LegalEntity', 'dpv:Recipient']),
    }),
  ),
  events: Type.Array(ReceiptEvent, {
    description: 'The decisions, oldest first: the newest hundred, fewer when their choices are very long.',
  }),
  earlierEvents: Type.Integer({
    description: 'Number of earlier decisions, including those removed by `retention.historyMonths`.',
  }),
  missingFields: Type.Array(text, {
    description: 'Mandatory fields of the standard that are not configured, such as `storage_locations`.',
  }),
  issuedAt: time,
  locale: Type.String({ description: 'Language that the visitor’s browser asked for.' }),
  profileId: text,
  profileVersion: Type.Integer(),
  variant: nullableText(
    'The variant of an experiment that the visitor saw, whose texts the file has; null: none.',
  ),
  noticeStatus: oneOf(['saved', 'changed', 'missing', 'imported'] as const, {
    description:
      'Whether the locale file in storage is the one that was saved. `changed`: it has another hash, so that what the receipt takes from it may differ from what was shown; `missing`: there is none; `imported`: the decision was made in another product, so what was shown is not known, and the file only names its categories.',
  }),
  noticeSha256: nullableText(
    'SHA-256 of the locale file’s bytes as they were saved, in hex; null when that is not known.',
  ),
  complianceGroup: nullableText(),
  place: nullableText('Where the visitor was, ISO 3166.'),
  law: nullableText('Law of the jurisdiction at the time of the decision.'),
  choices: Choices,
  gpcDetected: decidedWithSignal,
  parentalConsent: nullable<'pending' | 'granted'>(
    { type: 'string', enum: ['pending', 'granted'] },
    'Of a child: whether a parent has agreed. Null: none was asked.',
  ),
  parentalDenied: Type.Array(text, {
    description: 'Ids of the categories to which the parent did not agree.',
  }),
  tcString: nullableText(),
  gppString: nullableText(),
  withdrawalUrl: nullableText(),
  decidedAt: time,
  firstDecidedAt: time,
  validity: Type.Object({
    valid: Type.Boolean(),
    reason: nullableText(),
    expiresAt: nullable<string>({ type: 'string', format: 'date-time' }),
  }),
});
