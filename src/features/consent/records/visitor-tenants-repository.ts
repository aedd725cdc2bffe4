import type { Connection } from '../../../database/database';

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
