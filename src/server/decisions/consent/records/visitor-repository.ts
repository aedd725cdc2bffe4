import type { Row, TenantScope } from '#platform/database/database';
import { readListPage } from '#platform/database/listing';
import { toNumber } from '#platform/database/rows';
import { toIso } from '#platform/kernel/clock';
import type { ListPage, PageSelection } from '#platform/kernel/lists';
import type { TimeRange } from '#platform/kernel/time-range';
import type { Visitor } from '../visitor-schemas';

/** Selection of the visitors in a list. */
export interface VisitorListing {
  /** Time range of the first decision. */
  readonly range: TimeRange;
  /** Text to search for in visitor or country. */
  readonly text?: string | undefined;
  readonly searchRows: number;
  readonly knownTotal: () => Promise<number | null>;
}

/** Returns a page of the tenant's visitors, newest first: the record of each has what is known of them. */
export async function listVisitors(
  scope: TenantScope,
  request: PageSelection,
  { range, text, searchRows, knownTotal }: VisitorListing,
): Promise<ListPage<Visitor>> {
  const found = await readListPage(scope, request, {
    table: 'consents',
    columns: () => ['id', 'visitor_id', 'country', 'region', 'ip_hash', 'created_at', 'updated_at'],
    equals: {},
    range,
    search: {
      text,
      columns: ['visitor_id', 'country'],
      indexed: ['visitor_id'],
      rows: searchRows,
    },
    knownTotal,
  });
  return { ...found, items: found.items.map(toVisitor) };
}

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
