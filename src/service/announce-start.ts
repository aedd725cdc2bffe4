import type { ResolvedConfig } from '../config/config-schema';
import { defaultTenantId } from '../kernel/ids';
import { apiBases } from './apis';
import type { Features } from './features';
import type { Platform } from './platform';

/** Most groups that the log entry of a start lists. */
const maxGroupsAnnounced = 20;

/** Logs the paths of the service once: the only sign to a new operator that it works. */
export async function announceStart(
  config: Pick<ResolvedConfig, 'basePath' | 'tenancy'>,
  { logger }: Platform,
  { profiles }: Features,
): Promise<void> {
  const bases = apiBases(config);
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
      published,
    },
    published.length === 0
      ? 'The consent service is ready; no profile is active yet'
      : 'The consent service is ready',
  );
}
