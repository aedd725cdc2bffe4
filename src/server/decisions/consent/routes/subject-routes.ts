import { Type } from '@sinclair/typebox';
import { defineRoute, type Route } from '#platform/http/route';
import { ConsentRecord, SubjectParam, TenantQuery } from '../consent-schemas';
import type { ConsentViews } from '../consent-views';
import type { ConsentLookup } from '../records/consent-lookup';
import { maxSubjectRecords } from '../records/consent-repository';

/** The routes that a server calls when one of its users signs in on a device without a decision. */
export function subjectRoutes({ ofSubject }: ConsentLookup, { toRecord }: ConsentViews): Route[] {
  return [
    defineRoute({
      id: 'listConsentsOfSubject',
      method: 'GET',
      path: '/subjects/:subjectId/consents',
      tag: 'Consent',
      summary: 'List the records of one of your users on all devices, latest decision first',
      description: 'Those whose `subjectId` a server has set. Empty when there are none.',
      keyScope: 'consents:read',
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
        const records = await ofSubject(tenantId, params.subjectId);
        return { body: await Promise.all(records.map(({ consent, profile }) => toRecord(consent, profile))) };
      },
    }),
  ];
}
