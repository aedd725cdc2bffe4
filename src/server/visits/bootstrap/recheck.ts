import type { ProfileCatalogue } from '#banners/profiles/index';
import { complianceGroups, isBuiltInGroup } from '#standards/compliance/index';
import type { Recheck } from './bootstrap-schemas';

/** The decision in a choice cookie, and the visitor's group now. */
export interface RecheckInput {
  readonly tenantId: string;
  readonly profileId: string;
  readonly profileVersion: number;
  readonly complianceGroup: string;
}

/**
 * Returns whether a visitor must be asked again: their place has stricter rules than the one where they
 * decided, or the profile of the decision is no longer served or demands a new consent. Stricter rules matter
 * only where a profile asks for them.
 */
export async function recheckChoice(
  catalogue: Pick<ProfileCatalogue, 'active'>,
  { tenantId, profileId, profileVersion, complianceGroup }: RecheckInput,
): Promise<Recheck['reason']> {
  const active = await catalogue.active(tenantId);
  const decided = active.find(({ id }) => id === profileId);
  const here = active.find(({ group }) => group === complianceGroup);
  if (decided === undefined) return here === undefined ? 'profile_inactive' : 'profile_changed';
  if (here !== undefined && here !== decided && isStricter(complianceGroup, decided.group))
    return 'stricter_place';
  return profileVersion < decided.reconsentBelow ? 'reconsent_required' : null;
}

/** Custom groups have no rank: moving to or from one is a move to other rules. */
function isStricter(group: string, than: string | null): boolean {
  if (!isBuiltInGroup(group) || !isBuiltInGroup(than)) return group !== than;
  return complianceGroups[group].rank > complianceGroups[than].rank;
}
