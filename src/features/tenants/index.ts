export { type ControllerName, createControllerName } from './controller-name';
export { existsInAnotherTenant } from './record-in-other-tenant';
export { createTenantDirectory } from './tenant-directory';
export { hasRetainedData, holdTenant } from './tenant-repository';
export { tenantRoutes } from './tenant-routes';
export { createTenantService } from './tenant-service';
