import type { Database } from '#platform/database/database';
import { validationFailed } from '#platform/kernel/errors';
import { tenantsOfVisitor } from './visitor-tenants-repository';

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

/** Returns the tenants in which a visitor has a record, and whether a parental consent is stored in any. */
export type FindTraces = (
  visitorId: string,
) => Promise<{ readonly recordsIn: readonly string[]; readonly hasParent: boolean }>;

export function createFindTraces(database: Database): FindTraces {
  return (visitorId) =>
    database.read(async (connection) => ({
      recordsIn: await tenantsOfVisitor(connection, 'consents', visitorId),
      hasParent: (await tenantsOfVisitor(connection, 'parental_consents', visitorId)).length > 0,
    }));
}

export function createFindTenantOfVisitor(database: Database): FindTenantOfVisitor {
  return async (visitorId, accepts) => {
    const acceptedIn = async (table: 'consents' | 'parental_consents') =>
      (await database.read((connection) => tenantsOfVisitor(connection, table, visitorId))).filter(accepts);
    const withRecord = await acceptedIn('consents');
    const tenantIds = withRecord.length > 0 ? withRecord : await acceptedIn('parental_consents');
    if (tenantIds.length > 1)
      throw validationFailed({
        path: 'tenantId',
        message: 'is required in the query: this visitor has records in several tenants',
      });
    return tenantIds[0] ?? null;
  };
}
