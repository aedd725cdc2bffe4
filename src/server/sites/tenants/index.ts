export type { ControllerName } from './controller-name';
export { createTenants } from './create-tenants';
export { holdTenant, holdTenantIfThere, initialTenantName } from './tenant-repository';
