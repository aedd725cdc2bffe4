import type { Database } from '../../database/database';
import { validationFailed } from '../../kernel/errors';

/**
 * Finds the tenant of a visitor for requests that name no tenant: a page on the service's own host knows its
 * visitor and nothing else. It looks for a record, else for a parental consent, in tenants that `accepts`
 * allows. Null when there is none.
 * @throws ServiceError `validation_failed` when there are several: the visitor must name one
 */
export type FindTenantOfVisitor = (
  visitorId: string,
  accepts: (tenantId: string) => boolean,
) => Promise<string | null>;

/** More tenants than one browser ever has records in. */
const maxTenants = 100;

function createTenantsIn(database: Database) {
  return (table: 'consents' | 'parental_consents', visitorId: string): Promise<string[]> =>
    database.read((connection) =>
      connection
        .acrossTenants(table, 'a visitor’s own record, when the request names no tenant')
        .join({ t: connection.tableName('tenants') }, 't.id', `${connection.tableName(table)}.tenant_id`)
        .where({ visitor_id: visitorId })
        .distinct('tenant_id')
        .limit(maxTenants)
        .pluck('tenant_id'),
    );
}

/** Returns whether a visitor has a record in any tenant that `accepts` allows. */
export type HasRecordIn = (visitorId: string, accepts: (tenantId: string) => boolean) => Promise<boolean>;

export function createHasRecordIn(database: Database): HasRecordIn {
  const tenantsIn = createTenantsIn(database);
  return async (visitorId, accepts) => (await tenantsIn('consents', visitorId)).some(accepts);
}

export function createFindTenantOfVisitor(database: Database): FindTenantOfVisitor {
  const tenantsIn = createTenantsIn(database);
  return async (visitorId, accepts) => {
    const withRecord = (await tenantsIn('consents', visitorId)).filter(accepts);
    const tenantIds =
      withRecord.length > 0 ? withRecord : (await tenantsIn('parental_consents', visitorId)).filter(accepts);
    if (tenantIds.length > 1)
      throw validationFailed({
        path: 'tenantId',
        message: 'is required in the query: this visitor has records in several tenants',
      });
    return tenantIds[0] ?? null;
  };
}
