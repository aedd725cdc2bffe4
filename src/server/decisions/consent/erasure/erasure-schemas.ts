import { type Static, Type } from '@sinclair/typebox';
import { nullable, oneOf } from '#platform/kernel/schemas';

const time = Type.String({ format: 'date-time' });
const count = Type.Integer({ minimum: 0 });

const counts = {
  records: Type.Integer({ minimum: 0, description: 'Consent records.' }),
  states: Type.Integer({ minimum: 0, description: 'States of these records, with the current one.' }),
  parentalRequests: Type.Integer({ minimum: 0, description: 'Requests for the consent of a parent.' }),
};

const origin = {
  scope: oneOf(['visitor', 'subject'] as const, {
    description:
      'Whether one visitor was erased, with the device on which they were signed in, or one of your users on all devices.',
  }),
  by: oneOf(['visitor', 'apiKey', 'operator'] as const, { description: 'Who asked the service to erase.' }),
  userEmail: nullable(Type.String(), { description: 'The operator; null when it was none.' }),
  apiKeyId: nullable(Type.String(), {
    description: 'The API key with which a server erased, or which acted for the operator; null: none.',
  }),
  ownershipProven: nullable(Type.Boolean(), {
    description: 'Of a visitor’s own request: whether it proved whose record it was.',
  }),
  reason: nullable(Type.String()),
};

const incomplete =
  '`false`: it is in progress or was interrupted, so data of other visitors can remain, unless it was erased afterwards.';

/** An erasure in a list. */
export const ErasureSummary = Type.Object({
  id: Type.String({ description: 'Number of the certificate.' }),
  ...origin,
  erasedAt: time,
  complete: Type.Boolean({ description: incomplete }),
  visitors: count,
  ...counts,
});

/** Data that outlives an erasure, and the law that allows it. */
const KeptData = Type.Object({
  what: oneOf(['auditLog', 'certificate'] as const),
  legalBases: Type.Array(Type.String(), { description: 'Such as `GDPR Art. 17(3)(e)`.' }),
});

const CertifiedVisitor = Type.Object({
  visitorHash: Type.String({
    description: 'Keyed hash that stands for the visitor id, also in the audit log.',
  }),
  erasedAt: time,
  ...counts,
  auditHash: nullable(Type.String(), { description: 'Hash of the entry in the audit log.' }),
});

export const ErasureCertificate = Type.Object(
  {
    format: Type.Literal(1),
    id: Type.String({ description: 'Number of the certificate.' }),
    tenantId: Type.String(),
    ...origin,
    subjectHash: nullable(Type.String(), { description: 'Keyed hash that stands for your id of the user.' }),
    erasedAt: time,
    complete: Type.Optional(
      Type.Boolean({ description: `${incomplete} Absent from certificates of earlier versions.` }),
    ),
    erased: Type.Object({ visitors: count, ...counts }, { description: 'Number of deleted rows.' }),
    visitors: Type.Array(CertifiedVisitor, { maxItems: 1000 }),
    visitorsLeftOut: Type.Integer({ minimum: 0, description: 'Visitors beyond the first 1,000.' }),
    kept: Type.Array(KeptData, { maxItems: 10 }),
    code: Type.String({
      description: 'Signature over all other fields: the id of the key, and an HMAC-SHA-256 of 128 bits.',
    }),
  },
  {
    title: 'ErasureCertificate',
    description: 'Proof of an erasure, without the ids of those who were erased.',
  },
);
export type ErasureCertificate = Static<typeof ErasureCertificate>;

export const PresentedCertificate = Type.Object({
  certificate: Type.Object(
    { id: Type.String({ maxLength: 64 }), code: Type.String({ maxLength: 128 }) },
    {
      additionalProperties: true,
      description: 'The certificate as it was saved; or only its `id` and `code`, as they are printed.',
    },
  ),
  of: Type.Optional(
    Type.String({
      pattern: '^[\\x21-\\x7e]{1,128}$',
      description: 'The id of a visitor or of one of your users, to learn whether the certificate is theirs.',
    }),
  ),
});

const certificateFaults = ['changed', 'unknown', 'unknown_key', 'log_differs'] as const;

export const CertificateVerdict = Type.Object({
  valid: Type.Boolean(),
  reason: nullable(
    oneOf(certificateFaults, {
      description:
        '`changed`: the certificate is not as it was issued. `unknown`: the service has no certificate with this number, or issued none like this. `unknown_key`: the key that signed it is no longer configured. `log_differs`: the audit log does not contain the erasure as the certificate does.',
    }),
  ),
  certificate: nullable(ErasureCertificate, { description: 'The valid certificate.' }),
  isOf: nullable(Type.Boolean(), {
    description: 'Whether it is about `of`; null: not asked, not valid, or not known.',
  }),
});
export type CertificateVerdict = Static<typeof CertificateVerdict>;
