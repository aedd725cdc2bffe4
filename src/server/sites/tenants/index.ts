export type { ControllerName } from './controller-name';
export { createTenants } from './create-tenants';
export { holdTenant } from './tenant-repository';
