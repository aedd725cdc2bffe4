import type { Database } from '../../database/database';
import { validationFailed } from '../../kernel/errors';

/**
 * The tenant of the one record that a visitor has (or of the parental consent, where there is no record yet), for requests that name no tenant: a page on the service's own host
 * knows its visitor and nothing else. Only for visitors who have proven that the record is theirs. Null when there is none.
 * @throws ServiceError `validation_failed` when there are several: the visitor must say which
 */
export type FindTenantOfVisitor = (visitorId: string) => Promise<string | null>;

export function createFindTenantOfVisitor(database: Database): FindTenantOfVisitor {
  const tenantsIn = (table: 'consents' | 'parental_consents', visitorId: string): Promise<string[]> =>
    database.read((connection) =>
      connection
        .acrossTenants(table, 'a visitor’s own record, when the request names no tenant')
        .join({ t: connection.tableName('tenants') }, 't.id', `${connection.tableName(table)}.tenant_id`)
        .where({ visitor_id: visitorId })
        .distinct('tenant_id')
        .limit(2)
        .pluck('tenant_id'),
    );

  return async (visitorId) => {
    const withRecord = await tenantsIn('consents', visitorId);
    const tenantIds = withRecord.length > 0 ? withRecord : await tenantsIn('parental_consents', visitorId);
    if (tenantIds.length > 1) throw validationFailed({ path: 'tenantId', message: 'is required in the query: this visitor has records in several tenants' });
    return tenantIds[0] ?? null;
  };
}
