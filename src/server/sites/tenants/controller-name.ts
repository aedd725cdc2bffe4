import type { Database } from '#platform/database/database';
import { findTenant, initialTenantName } from './tenant-repository';

/** Returns the name of the controller of a tenant's data, for starter texts. */
export type ControllerName = (tenantId: string) => Promise<string>;

/**
 * Creates the lookup of a tenant's controller: the name that an operator gave the tenant; until then
 * `receipts.controllerName` of the configuration, else the tenant's initial name.
 * @param configured `receipts.controllerName`
 */
export function createControllerName(database: Database, configured: string | undefined): ControllerName {
  return async (tenantId) => {
    const name =
      (await database.read((connection) => findTenant(connection, { id: tenantId })))?.name ?? tenantId;
    return name === initialTenantName ? (configured ?? name) : name;
  };
}
