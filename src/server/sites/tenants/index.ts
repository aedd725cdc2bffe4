export type { ControllerName } from './controller-name';
export { createTenants } from './create-tenants';
export { holdTenant, initialTenantName } from './tenant-repository';
