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
 * Gives every group of the list that has no active profile one to begin with. Two at once make one together:
 * the group's lock decides.
 */
export function createSeeding({ controllerName, runUnit, profiles, visitorCookies }: SeedingOptions) {
  return async function seed(context: ProfileContext, groups: readonly ComplianceGroupId[]): Promise<Seeded> {
    const wanted = complianceGroupIds.filter((group) => groups.includes(group));
    const taken = new Set(
      (await profiles.summaries(context.tenantId))
        .filter(({ isActive }) => isActive)
        .map(({ complianceGroup }) => complianceGroup),
    );
    const controller = await controllerName(context.tenantId);
    const seeded: Seeded = { created: [], skipped: [] };
    for (const group of wanted) {
      const profile = taken.has(group)
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
