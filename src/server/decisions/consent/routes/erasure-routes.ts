import { type Static, Type } from '@sinclair/typebox';
import type { Reads } from '#platform/database/reads';
import { type Paging, toPage, toPageSchema } from '#platform/http/paging';
import { defineRoute, type Route } from '#platform/http/route';
import { timeRangeParameters } from '#platform/http/time-range-parameters';
import { toIso } from '#platform/kernel/clock';
import { readTimeRange } from '#platform/kernel/time-range';
import { ErasedVisitor, SubjectParam, VisitorParam } from '../consent-schemas';
import type { ErasureCertificates } from '../erasure/certify-erasures';
import type { EraseConsent } from '../erasure/erase-consent';
import type { EraseSubject } from '../erasure/erase-subject';
import { erasureRepository, type StoredErasure } from '../erasure/erasure-repository';
import {
  CertificateVerdict,
  ErasureCertificate,
  ErasureSummary,
  PresentedCertificate,
} from '../erasure/erasure-schemas';

export interface ErasureRoutesOptions {
  readonly reads: Reads;
  readonly paging: Paging;
  readonly erase: EraseConsent;
  readonly eraseSubject: EraseSubject;
  readonly certificates: ErasureCertificates;
}

const tag = 'Erasures';
const access = { permission: 'consents:erase' } as const;
const reads = { permission: 'erasures:read' } as const;

const ErasureBody = Type.Object({
  reason: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 500,
      pattern: '\\S',
      description: 'Written to the audit log and the certificate, which are kept: no personal data.',
    }),
  ),
});

/** Size of a certificate with the most visitors (bytes), and room for its layout. */
const certificateBytes = 1_048_576;

/** Omits a reason that was not given. */
const reasonOf = ({ reason }: Static<typeof ErasureBody>) => (reason === undefined ? {} : { reason });

/** Routes with which operators answer a request for erasure (GDPR, Article 17), and prove later that they did. */
export function erasureRoutes({
  erase,
  eraseSubject,
  certificates,
  ...lists
}: ErasureRoutesOptions): Route[] {
  return [
    defineRoute({
      id: 'eraseVisitor',
      method: 'DELETE',
      path: '/visitors/:visitorId',
      tag,
      summary: 'Erase a visitor with record and history; an audit entry without the id remains',
      access,
      params: VisitorParam,
      body: ErasureBody,
      bodyOptional: true,
      replies: { 200: { description: 'Erased', schema: ErasedVisitor } },
      errors: ['consent_not_found'],
      async handle({ context, params: { visitorId }, body }) {
        const id = await erase(context, visitorId, { by: 'operator', ...reasonOf(body) });
        const certificate = await certificates.certify(context.tenantId, id);
        return { body: { erased: true as const, visitorId, certificate } };
      },
    }),
    defineRoute({
      id: 'eraseSubject',
      method: 'DELETE',
      path: '/subjects/:subjectId',
      tag,
      summary: 'Erase one of your users on all devices that a server linked',
      access,
      params: SubjectParam,
      body: ErasureBody,
      bodyOptional: true,
      replies: {
        200: {
          description: 'Erased',
          schema: Type.Object({
            subjectId: Type.String(),
            erased: Type.Integer({ description: 'Number of visitors.' }),
            certificate: ErasureCertificate,
          }),
        },
      },
      errors: ['consent_not_found'],
      async handle({ context, params: { subjectId }, body }) {
        const by = { by: 'operator', ...reasonOf(body) } as const;
        const { certificateId, visitors: erased } = await eraseSubject(context, subjectId, by);
        const certificate = await certificates.certify(context.tenantId, certificateId);
        return { body: { subjectId, erased, certificate } };
      },
    }),
    listRoute(lists),
    defineRoute({
      id: 'verifyErasureCertificate',
      method: 'POST',
      path: '/erasures/verify',
      tag,
      summary: 'Verify the certificate of an erasure',
      description:
        'Checks the signature and compares the certificate with the audit log, also when it is no longer stored. ' +
        'With `of`, checks in addition whether it is about the visitor or user with this id.',
      access: reads,
      body: PresentedCertificate,
      largeBodyBytes: certificateBytes,
      replies: { 200: { description: 'The result', schema: CertificateVerdict } },
      errors: [],
      handle: async ({ tenantId, body: { certificate, of } }) => ({
        body: await certificates.verify(tenantId, certificate, of),
      }),
    }),
  ];
}

function listRoute({ reads: database, paging }: Pick<ErasureRoutesOptions, 'reads' | 'paging'>): Route {
  return defineRoute({
    id: 'listErasures',
    method: 'GET',
    path: '/erasures',
    tag,
    summary: 'List the erasures of visitors, newest first',
    description:
      'Those by operators, by visitors themselves and by servers, for `retention.erasureMonths`. Visitors who were ' +
      'erased because they were inactive are only counted in the audit log.',
    access: reads,
    query: Type.Object({
      ...paging.parameters,
      ...timeRangeParameters,
      id: Type.Optional(Type.String({ minLength: 1, maxLength: 64, description: 'Only this certificate.' })),
    }),
    replies: { 200: { description: 'A page of erasures', schema: toPageSchema(ErasureSummary) } },
    errors: [],
    async handle({ tenantId, query: { from, to, id, ...query } }) {
      const range = readTimeRange({ from, to });
      const request = paging.read({ list: 'erasures', tenantId, filters: { ...range, id } }, query);
      const list = { tenantId, table: 'erasures' } as const;
      const found = await database.readPage(list, request.after, (scope) =>
        erasureRepository(scope).list(request, { range, id }),
      );
      return { body: toPage(request, { ...found, items: found.items.map(toErasure) }) };
    },
  });
}

const toErasure = ({
  subjectHash,
  userId,
  createdAt,
  ...erasure
}: StoredErasure): Static<typeof ErasureSummary> => ({
  ...erasure,
  scope: subjectHash === null ? 'visitor' : 'subject',
  erasedAt: toIso(createdAt),
});
