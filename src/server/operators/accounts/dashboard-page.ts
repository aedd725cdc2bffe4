import type { RouteRequest } from '#platform/http/route';
import { findDashboard } from '#platform/kernel/dashboard-address';
import { ServiceError } from '#platform/kernel/errors';
import { defaultTenantId } from '#platform/kernel/ids';
import { isLoopbackHost } from '#platform/kernel/ip-address';
import { originAllowed } from '#platform/kernel/origins';
import { parseUrl } from '#platform/kernel/parse-url';

export interface DashboardPageOptions {
  /** `dashboard.url` and `dashboard.path`. */
  readonly dashboard: { readonly url?: string | undefined; readonly path: string };
  /** Returns the `adminAllowedOrigins` of a tenant. Links belong to none, so those of `default` apply. */
  readonly adminOrigins: (tenantId: string) => Promise<readonly string[]>;
}

/**
 * Returns the address of the dashboard, where links to choose a password lead.
 * @throws ServiceError `dashboard_address_unknown`
 */
export type FindDashboardPage = (request: Pick<RouteRequest, 'mountUrl' | 'localAddress'>) => Promise<string>;

/**
 * Creates the function that finds the dashboard's address. A client chooses the `Host` header freely, so that
 * its address is used only if it is listed or is that of this machine: a link must not lead its recipient to
 * another site.
 */
export function createFindDashboardPage({
  dashboard,
  adminOrigins,
}: DashboardPageOptions): FindDashboardPage {
  return async ({ mountUrl, localAddress }) => {
    if (dashboard.url !== undefined) return dashboard.url;
    const url = parseUrl(mountUrl);
    if (url === null) throw new ServiceError('dashboard_address_unknown');
    const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
    if (
      !isLoopbackHost(host) &&
      host !== localAddress &&
      !originAllowed(await adminOrigins(defaultTenantId), url.origin)
    )
      throw new ServiceError('dashboard_address_unknown');
    return findDashboard(mountUrl, dashboard.path);
  };
}
