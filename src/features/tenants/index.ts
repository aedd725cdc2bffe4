export { type ControllerName, createControllerName } from './controller-name';
export { isHeldOutside } from './held-outside';
export { createTenantDirectory } from './tenant-directory';
export { hasLeftEvidence, holdTenant } from './tenant-repository';
export { tenantRoutes } from './tenant-routes';
export { createTenantService } from './tenant-service';
