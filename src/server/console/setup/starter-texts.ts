import type { ProfileContext, ProfileService } from '#banners/profiles/index';
import { type ComplianceGroupId, complianceGroupIds } from '#standards/compliance/index';
import type { createSeeding } from './seed-profiles';
import type { Seeded } from './setup-schemas';

export interface StarterTextsRequest {
  readonly groups: readonly ComplianceGroupId[];
  /** Languages, the default one first. */
  readonly locales: readonly string[];
  /** Who is responsible, as the texts say. Default: the name for receipts, else the tenant's. */
  readonly controllerName?: string;
  /** Whether visitors get the texts now. */
  readonly publish: boolean;
}

/** Groups by what was done for them. */
export interface StarterTextsResult {
  readonly created: readonly ComplianceGroupId[];
  readonly published: readonly ComplianceGroupId[];
  /** Groups that had a profile before. */
  readonly present: readonly ComplianceGroupId[];
  /** Warnings of the compliance rules about what was created. */
  readonly warnings: Seeded['created'][number]['warnings'];
}

/**
 * Creates a draft with starter texts for every group that has no profile, and publishes the newest draft of each group
 * without an active profile if the request says so. Can be called again: no group gets a second draft.
 */
export type StarterTexts = (
  context: ProfileContext,
  request: StarterTextsRequest,
) => Promise<StarterTextsResult>;

export function createStarterTexts(
  profiles: Pick<ProfileService, 'summaries' | 'get' | 'activate'>,
  seed: ReturnType<typeof createSeeding>['seed'],
): StarterTexts {
  return async (context, { groups, locales, controllerName, publish }) => {
    const { tenantId } = context;
    const before = await profiles.summaries(tenantId);
    const wanted = complianceGroupIds.filter((group) => groups.includes(group));
    const [present, missing] = [true, false].map((isPresent) =>
      wanted.filter((group) => before.some((p) => p.complianceGroup === group) === isPresent),
    ) as [ComplianceGroupId[], ComplianceGroupId[]];
    const { created } = await seed(context, {
      groups: missing,
      locales: [...locales],
      publish: false,
      ...(controllerName !== undefined && { controllerName }),
    });

    const published: ComplianceGroupId[] = [];
    if (publish) {
      const all = await profiles.summaries(tenantId);
      for (const group of wanted) {
        const own = all.filter(({ complianceGroup }) => complianceGroup === group);
        const [draft] = own;
        if (draft === undefined || own.some(({ isActive }) => isActive)) continue;
        await profiles.activate(context, await profiles.get(tenantId, draft.id), null, {});
        published.push(group);
      }
    }
    return {
      created: created.map(({ group }) => group),
      published,
      present,
      warnings: created.flatMap(({ warnings }) => warnings),
    };
  };
}
