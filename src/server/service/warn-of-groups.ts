import type { ResolvedConfig } from '#platform/config/config-schema';
import type { Logger } from '#platform/kernel/logger';
import { isBuiltInGroup } from '#standards/compliance/index';

/**
 * Warns about every configured group that is neither built in nor used by a profile: its visitors get no
 * banner. Profiles can be added later, so the configuration is still valid.
 */
export async function warnOfUnknownGroups(
  { type, defaultGroup, jurisdictions }: ResolvedConfig['compliance'],
  profiles: { groupsInUse(groups: readonly string[]): Promise<readonly string[]> },
  logger: Logger,
): Promise<void> {
  const configured = [
    ...(type === 'auto' ? [] : [['compliance.type', type] as const]),
    ['compliance.defaultGroup', defaultGroup] as const,
    ...Object.entries(jurisdictions).map(
      ([place, group]) => [`compliance.jurisdictions.${place}`, group] as const,
    ),
  ].filter(([, group]) => !isBuiltInGroup(group));
  if (configured.length === 0) return;
  const inUse = new Set(await profiles.groupsInUse([...new Set(configured.map(([, group]) => group))]));
  for (const [path, group] of configured.filter(([, name]) => !inUse.has(name)))
    logger.warn(
      { path, group },
      `${path} names the group "${group}", which is neither built in nor used by a profile. Visitors in it get no banner: check the spelling, or create a profile for it. See docs/guide/troubleshooting.md#unknown-group`,
    );
}
