import type { RunUnitOfWork } from '../../database/unit-of-work';
import { type ComplianceGroupId, complianceGroupIds } from '../../standards/compliance';
import type { ProfileContext, ProfileService } from '../profiles';
import type { ControllerName } from '../tenants';
import type { VisitorCookieNames } from './seed-cookies';
import { seedProfile } from './seed-profile';
import type { Seeded } from './setup-schemas';

export interface SeedingOptions {
  readonly controllerName: ControllerName;
  readonly runUnit: RunUnitOfWork;
  readonly profiles: Pick<ProfileService, 'createFirstOfGroup' | 'summaries'>;
  readonly visitorCookies: VisitorCookieNames;
}

/**
 * Creates a starter profile for every listed group without an active one. Parallel calls create only one: the
 * group's lock decides.
 */
export function createSeeding({ controllerName, runUnit, profiles, visitorCookies }: SeedingOptions) {
  return async function seed(context: ProfileContext, groups: readonly ComplianceGroupId[]): Promise<Seeded> {
    const wanted = complianceGroupIds.filter((group) => groups.includes(group));
    const activeGroups = new Set(
      (await profiles.summaries(context.tenantId))
        .filter(({ isActive }) => isActive)
        .map(({ complianceGroup }) => complianceGroup),
    );
    const controller = await controllerName(context.tenantId);
    const seeded: Seeded = { created: [], skipped: [] };
    for (const group of wanted) {
      const profile = activeGroups.has(group)
        ? null
        : await profiles.createFirstOfGroup(context, seedProfile({ group, controller, visitorCookies }));
      if (profile === null) seeded.skipped.push(group);
      else seeded.created.push({ group, profileId: profile.id });
    }
    if (seeded.created.length > 0) {
      const { tenantId, actor } = context;
      await runUnit(async (unit) =>
        unit.audit({
          tenantId,
          action: 'setup:seeded',
          resourceType: 'settings',
          resourceId: tenantId,
          actor,
          changes: seeded,
        }),
      );
    }
    return seeded;
  };
}
