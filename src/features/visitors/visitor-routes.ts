import { Type } from '@sinclair/typebox';
import type { Row } from '../../database/database';
import { readListPage } from '../../database/listing';
import type { Reads } from '../../database/reads';
import { toNumber } from '../../database/rows';
import { type Paging, searchParameter, toPage, toPageSchema } from '../../http/paging';
import { defineRoute, type Route } from '../../http/route';
import { timeRangeParameters } from '../../http/time-range-parameters';
import { toIso } from '../../kernel/clock';
import { readTimeRange } from '../../kernel/time-range';
import { Visitor } from './visitor-schemas';

export interface VisitorRoutesOptions {
  readonly reads: Reads;
  readonly paging: Paging;
  /** Returns the number of visitors of a tenant. */
  readonly totalVisitors: (tenantId: string) => Promise<number>;
}

/** Creates the admin API's route that lists visitors. */
export function visitorRoutes({ reads, paging, totalVisitors }: VisitorRoutesOptions): Route[] {
  return [
    defineRoute({
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
        const list = { tenantId, table: 'consents' } as const;
        const found = await reads.readPage(list, request.after, (scope) =>
          readListPage(scope, request, {
            table: list.table,
            columns: visitorColumns,
            equals: {},
            range,
            search: {
              text,
              columns: ['visitor_id', 'country'],
              indexed: ['visitor_id'],
              rows: paging.searchRows,
            },
            knownTotal: () => totalVisitors(tenantId),
          }),
        );
        return { body: toPage(request, { ...found, items: found.items.map(toVisitor) }) };
      },
    }),
  ];
}

/** The record of a visitor has what is known of them. */
const visitorColumns = () => ['id', 'visitor_id', 'country', 'region', 'ip_hash', 'created_at', 'updated_at'];

function toVisitor(row: Row): Visitor {
  return {
    visitorId: row.visitor_id,
    country: row.country,
    region: row.region,
    ipHash: row.ip_hash,
    createdAt: toIso(toNumber(row.created_at)),
    updatedAt: toIso(toNumber(row.updated_at)),
  };
}
