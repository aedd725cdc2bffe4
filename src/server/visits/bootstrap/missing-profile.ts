import type { Logger } from '#platform/kernel/logger';
import type { BootstrapHead } from './bootstrap-schemas';

/** Greatest number of groups of tenants that are warned about: strangers can name any tenant. */
const maxWarnings = 100;

/**
 * Returns a function that warns once for each group whose visitors get no banner although they need one: nothing optional
 * is allowed before they agree, or no group of the tenant has a profile.
 */
export function createMissingProfileWarning(
  logger: Logger,
  hasProfiles: (tenantId: string) => Promise<boolean>,
): (head: Pick<BootstrapHead, 'tenantId' | 'complianceGroup' | 'asksFirst'>) => Promise<void> {
  const warned = new Set<string>();
  return async ({ tenantId, complianceGroup: group, asksFirst }) => {
    const key = `${tenantId} ${group}`;
    if (warned.size >= maxWarnings || warned.has(key)) return;
    if (!asksFirst && (await hasProfiles(tenantId))) return;
    warned.add(key);
    logger.warn(
      { tenantId, group },
      'A page asked for its banner, but no profile is active for the group of its visitor, so there is none. Activate a profile for this group. See docs/guide/troubleshooting.md#no-active-profile',
    );
  };
}
