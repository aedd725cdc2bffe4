import type { ResolveRequestedTenant } from '#platform/http/tenant-resolution';
import type { FindPageTenant } from '#visits/guard/index';

/** Creates the function that finds the tenant of a request of the host's own pages. */
export function createPageTenantLookup(resolveRequestedTenant: ResolveRequestedTenant): FindPageTenant {
  return async (req, named) => {
    const requested = await resolveRequestedTenant(req, named);
    return requested === null ? 'default' : requested.tenantId;
  };
}
