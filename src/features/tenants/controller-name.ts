import type { Database } from '../../database/database';
import { findTenant, initialTenantName } from './tenant-repository';

/** Returns who is responsible for the processing of a tenant's data, as texts to begin with name them. */
export type ControllerName = (tenantId: string) => Promise<string>;

/**
 * The name that an operator gave the tenant; until then `receipts.controllerName` of the configuration, else
 * what the tenant is called.
 * @param configured `receipts.controllerName`
 */
export function createControllerName(database: Database, configured: string | undefined): ControllerName {
  return async (tenantId) => {
    const name =
      (await database.read((connection) => findTenant(connection, { id: tenantId })))?.name ?? tenantId;
    return name === initialTenantName ? (configured ?? name) : name;
  };
}
