import { Type } from '@sinclair/typebox';
import type { Reads } from '#platform/database/reads';
import { type Paging, searchParameter, toPage, toPageSchema } from '#platform/http/paging';
import { defineRoute, type Route } from '#platform/http/route';
import { timeRangeParameters } from '#platform/http/time-range-parameters';
import { readTimeRange } from '#platform/kernel/time-range';
import { listVisitors } from '../records/visitor-repository';
import { Visitor } from '../visitor-schemas';

export interface VisitorListOptions {
  readonly reads: Reads;
  readonly paging: Paging;
  /** Returns the number of records of a tenant, which is that of its visitors. */
  readonly totalConsents: (tenantId: string) => Promise<number>;
}

/** The route that lists visitors in the admin API. */
export function visitorListRoute({ reads, paging, totalConsents }: VisitorListOptions): Route {
  return defineRoute({
    id: 'listVisitors',
    method: 'GET',
    path: '/visitors',
    tag: 'Consents',
    summary: 'List the visitors of the tenant that have decided, newest first',
    access: { permission: 'visitors:read' },
    query: Type.Object({
      ...paging.parameters,
      ...timeRangeParameters,
      q: searchParameter(['visitorId', 'country']),
    }),
    replies: { 200: { description: 'A page of visitors', schema: toPageSchema(Visitor) } },
    errors: [],
    async handle({ tenantId, query: { from, to, q: text, ...query } }) {
      const range = readTimeRange({ from, to });
      const request = paging.read({ list: 'visitors', tenantId, filters: { ...range, text } }, query);
      const listing = {
        range,
        text,
        searchRows: paging.searchRows,
        knownTotal: () => totalConsents(tenantId),
      };
      const list = { tenantId, table: 'consents' } as const;
      const found = await reads.readPage(list, request.after, (scope) =>
        listVisitors(scope, request, listing),
      );
      return { body: toPage(request, found) };
    },
  });
}
