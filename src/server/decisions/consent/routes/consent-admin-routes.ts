import { type Static, Type } from '@sinclair/typebox';
import type { Cursors } from '#platform/http/cursors';
import { defineRoute, type Route } from '#platform/http/route';
import { ServiceError } from '#platform/kernel/errors';
import { matchesSchema } from '#platform/kernel/schema-check';
import { OperatorHistoryEntry, VisitorParam, VisitorRecord } from '../consent-schemas';
import type { OperatorViews } from '../operator-views';
import type { ConsentLookup } from '../records/consent-lookup';

const tag = 'Consents';
const access = { permission: 'consents:read' } as const;

export interface ConsentAdminRoutesOptions {
  readonly lookup: ConsentLookup;
  readonly views: OperatorViews;
  readonly cursors: Cursors;
  readonly limits: { readonly maxPageSize: number };
}

/** The content of a history cursor: the state after which it continues, by its revision and its id. */
const HistoryCursor = Type.Tuple([
  Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }),
  Type.String({ maxLength: 64 }),
]);
const isHistoryCursor = matchesSchema<Static<typeof HistoryCursor>>(HistoryCursor);

/** Routes of the admin API for single records. */
export function consentAdminRoutes({
  lookup,
  views,
  cursors,
  limits: { maxPageSize },
}: ConsentAdminRoutesOptions): Route[] {
  const statesPerPage = Math.min(100, maxPageSize);
  return [
    defineRoute({
      id: 'getVisitorConsent',
      method: 'GET',
      path: '/consents/:visitorId',
      tag,
      summary: 'Get one visitor’s record',
      access,
      reads: { record: 'consent', param: 'visitorId' },
      params: VisitorParam,
      replies: { 200: { description: 'The record', schema: VisitorRecord } },
      errors: ['consent_not_found'],
      async handle({ tenantId, params }) {
        const consent = await lookup.find(tenantId, params.visitorId);
        if (consent === null) throw new ServiceError('consent_not_found');
        const [record, { reason }] = await Promise.all([
          views.toOperatorRecord(consent),
          lookup.verify(consent),
        ]);
        return { body: { ...record, invalidReason: reason } };
      },
    }),
    defineRoute({
      id: 'getVisitorConsentHistory',
      method: 'GET',
      path: '/consents/:visitorId/history',
      tag,
      summary: 'List the states of one visitor’s record, newest first',
      access,
      reads: { record: 'consent', param: 'visitorId' },
      params: VisitorParam,
      query: Type.Object({
        limit: Type.Optional(
          Type.Integer({
            minimum: 1,
            maximum: maxPageSize,
            description: `States per response, ${statesPerPage} by default.`,
          }),
        ),
        cursor: Type.Optional(
          Type.String({ maxLength: 512, description: 'The `Next-Cursor` of the answer before.' }),
        ),
      }),
      replies: {
        200: {
          description: 'The states',
          schema: Type.Array(OperatorHistoryEntry),
          headers: { 'Next-Cursor': 'Where older states follow: the `cursor` with which to ask for them.' },
        },
      },
      errors: ['consent_not_found'],
      async handle({ tenantId, params: { visitorId }, query: { limit = statesPerPage, cursor } }) {
        const identity = { list: 'consentHistory', tenantId, filters: { visitorId } };
        const [revision, id] = cursor === undefined ? [] : cursors.read(identity, cursor, isHistoryCursor);
        const after = revision === undefined || id === undefined ? undefined : { revision, id };
        const states = await lookup.states(tenantId, visitorId, { limit: limit + 1, after });
        if (states.length === 0 && (await lookup.find(tenantId, visitorId)) === null)
          throw new ServiceError('consent_not_found');
        const shown = states.slice(0, limit);
        const listed: Static<typeof OperatorHistoryEntry>[] = [];
        for (const state of shown) listed.push(await views.toOperatorEntry(tenantId, state));
        const last = states.length > limit ? shown.at(-1) : undefined;
        return {
          body: listed,
          ...(last && { headers: { 'Next-Cursor': cursors.write(identity, [last.revision, last.id]) } }),
        };
      },
    }),
  ];
}
