import type { Connection, Row } from '#platform/database/database';
import { toNumber } from '#platform/database/rows';

/** More tenants than one browser ever has records in. */
const maxTenants = 100;

/** Returns the existing tenants in which a visitor has a record or a parental consent. */
export async function tenantsOfVisitor(
  connection: Connection,
  table: 'consents' | 'parental_consents',
  visitorId: string,
): Promise<string[]> {
  return connection
    .acrossTenants(table, 'a visitor’s own record, when the request names no tenant')
    .join({ t: connection.tableName('tenants') }, 't.id', `${connection.tableName(table)}.tenant_id`)
    .where({ visitor_id: visitorId })
    .distinct('tenant_id')
    .limit(maxTenants)
    .pluck('tenant_id');
}

/** Visitor and tenant of a record, and the time of its last decision (epoch milliseconds). */
export interface VisitorRecord {
  readonly tenantId: string;
  readonly visitorId: string;
  readonly updatedAt: number;
}

/** Returns the records of several visitors in all existing tenants. */
export async function recordsOfVisitors(
  connection: Connection,
  visitorIds: readonly string[],
): Promise<VisitorRecord[]> {
  const rows: Row[] = await connection
    .acrossTenants('consents', 'which of the ids in a visitor’s cookies has a record', 'c')
    .join({ t: connection.tableName('tenants') }, 't.id', 'c.tenant_id')
    .whereIn('c.visitor_id', visitorIds)
    .limit(maxTenants)
    .select('c.tenant_id', 'c.visitor_id', 'c.updated_at');
  return rows.map((row) => ({
    tenantId: row.tenant_id,
    visitorId: row.visitor_id,
    updatedAt: toNumber(row.updated_at),
  }));
}
