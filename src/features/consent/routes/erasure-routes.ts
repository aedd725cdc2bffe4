import { type Static, Type } from '@sinclair/typebox';
import { defineRoute, type Route } from '../../../http/route';
import { ServiceError } from '../../../kernel/errors';
import { Erasure, SubjectParam, VisitorParam } from '../consent-schemas';
import type { ConsentRecordService } from '../records/consent-record-service';
import { type CertifyErasure, ErasureCertificate } from '../records/erasure-certificate';

const tag = 'Consents';
const access = { permission: 'consents:erase' } as const;

const ErasureBody = Type.Object({
  reason: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 500,
      pattern: '\\S',
      description: 'Written to the audit log, which is kept: no personal data.',
    }),
  ),
});

const CertifiedErasure = Type.Object({ ...Erasure.properties, certificate: ErasureCertificate });

/** Omits a reason that was not given. */
const reasonOf = ({ reason }: Static<typeof ErasureBody>) => (reason === undefined ? {} : { reason });

/** Routes with which operators answer a request for erasure (GDPR, Article 17). */
export function erasureRoutes(
  service: Pick<ConsentRecordService, 'erase' | 'eraseSubject'>,
  certify: CertifyErasure,
): Route[] {
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
      replies: { 200: { description: 'Erased', schema: CertifiedErasure } },
      errors: ['consent_not_found'],
      async handle({ context, params: { visitorId }, body }) {
        const name = await service.erase(context, visitorId, { by: 'operator', ...reasonOf(body) });
        const certificate = await certify(context.tenantId, [name], context.actor.requestId);
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
        const erased = await service.eraseSubject(context, subjectId, {
          by: 'operator',
          ...reasonOf(body),
        });
        if (erased.length === 0) throw new ServiceError('consent_not_found');
        const certificate = await certify(context.tenantId, erased, context.actor.requestId);
        return { body: { subjectId, erased: erased.length, certificate } };
      },
    }),
  ];
}
