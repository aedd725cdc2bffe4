import { Type } from '@sinclair/typebox';
import { defineRoute, type Route } from '../../http/route';
import { ServiceError } from '../../kernel/errors';
import type { ProfileCatalogue } from '../profiles';
import { ConsentRecord, HistoryEntry, VisitorParam } from './consent-schemas';
import type { ConsentService } from './consent-service';
import { toHistoryEntry, toRecord } from './consent-views';

const tag = 'Consents';
const access = { permission: 'consents:read' } as const;

/** The admin API's reading of single records. */
export function consentAdminRoutes(service: ConsentService, catalogue: ProfileCatalogue): Route[] {
  return [
    defineRoute({
      id: 'getVisitorConsent',
      method: 'GET',
      path: '/consents/:visitorId',
      tag,
      summary: 'One visitor’s record',
      access,
      reads: { record: 'consent', param: 'visitorId' },
      params: VisitorParam,
      replies: { 200: { description: 'The record', schema: ConsentRecord } },
      errors: ['consent_not_found'],
      async handle({ tenantId, params }) {
        const consent = await service.find(tenantId, params.visitorId);
        if (consent === null) throw new ServiceError('consent_not_found');
        return { body: toRecord(consent, await catalogue.byId(consent.profileId)) };
      },
    }),
    defineRoute({
      id: 'getVisitorConsentHistory',
      method: 'GET',
      path: '/consents/:visitorId/history',
      tag,
      summary: 'Every state of one visitor’s record, newest first',
      access,
      reads: { record: 'consent', param: 'visitorId' },
      params: VisitorParam,
      replies: { 200: { description: 'The states', schema: Type.Array(HistoryEntry) } },
      errors: ['consent_not_found'],
      handle: async ({ tenantId, params }) => ({ body: (await service.history(tenantId, params.visitorId)).map(toHistoryEntry) }),
    }),
  ];
}
