import type { ResolvedConfig } from '../config/config-schema';
import type { Logger } from '../kernel/logger';
import { isBuiltInGroup } from '../standards/compliance';

/**
 * Warns of every group in the configuration that is not built in and that no profile has: visitors who are sent
 * to it get no banner. Profiles can follow later, so this is no fault of the configuration.
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
      `${path} names the group "${group}", which is not built in and which no profile has. Visitors in it get no banner: check the spelling, or create a profile for it`,
    );
}
