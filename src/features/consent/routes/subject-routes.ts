import { Type } from '@sinclair/typebox';
import { defineRoute, type Route } from '../../../http/route';
import { ConsentRecord, SubjectParam, TenantQuery } from '../consent-schemas';
import type { ConsentViews } from '../consent-views';
import type { ConsentRecordService } from '../records/consent-record-service';
import { maxSubjectRecords } from '../records/consent-repository';

/** What a server asks when one of its users signs in on a device that has decided nothing yet. */
export function subjectRoutes(service: ConsentRecordService, { toRecord }: ConsentViews): Route[] {
  return [
    defineRoute({
      id: 'listConsentsOfSubject',
      method: 'GET',
      path: '/subjects/:subjectId/consents',
      tag: 'Consent',
      summary: 'List the records of one of your users on all devices, latest decision first',
      description: 'Those whose `subjectId` a server has set. Empty when there are none.',
      access: { apiKey: true },
      cors: 'allowlist',
      bucket: 'publicReads',
      params: SubjectParam,
      query: TenantQuery,
      replies: {
        200: {
          description: 'The records',
          schema: Type.Array(ConsentRecord, { maxItems: maxSubjectRecords }),
        },
      },
      errors: [],
      async handle({ tenantId, params }) {
        const records = await service.ofSubject(tenantId, params.subjectId);
        return { body: await Promise.all(records.map(({ consent, profile }) => toRecord(consent, profile))) };
      },
    }),
  ];
}
