import type { ResolvedConfig } from '#platform/config/config-schema';
import { findDashboard } from '#platform/kernel/dashboard-address';
import { defaultTenantId } from '#platform/kernel/ids';
import { apiBases } from './apis';
import type { Features } from './features';
import type { Platform } from './platform';

/** Most groups that the log entry of a start lists. */
const maxGroupsAnnounced = 20;

/** Logs the paths of the service once: the only sign to a new operator that it works. */
export async function announceStart(
  config: Pick<ResolvedConfig, 'basePath' | 'dashboard' | 'tenancy'>,
  { logger }: Platform,
  { profiles }: Features,
): Promise<void> {
  const bases = apiBases(config);
  const dashboard = config.dashboard.enabled ? findDashboard(bases.admin, config.dashboard.path) : null;
  const groups = await profiles.service.activeGroups(maxGroupsAnnounced);
  const published = config.tenancy.enabled
    ? groups.map(({ tenantId, group }) => `${tenantId}/${group}`)
    : groups.filter(({ tenantId }) => tenantId === defaultTenantId).map(({ group }) => group);
  logger.info(
    {
      publicApi: bases.public,
      publicDescription: `${bases.public}/openapi.json`,
      adminApi: bases.admin,
      adminDescription: `${bases.admin}/openapi.json`,
      health: `${bases.admin}/health`,
      ...(dashboard !== null && { dashboard }),
      script: `${config.basePath}/widget.js`,
      published,
    },
    published.length === 0
      ? `The consent service is ready, but no profile is active, so pages show no banner: ${dashboard === null ? 'publish one through the admin API' : `open ${dashboard} and take the first steps`}. See docs/guide/troubleshooting.md#no-active-profile`
      : 'The consent service is ready',
  );
}
