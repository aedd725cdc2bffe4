import { asksAgain, findShownVersion, type ProfileCatalogue } from '#banners/profiles/index';
import { isStricterGroup } from '#standards/compliance/index';
import { asksFirst } from '#standards/consent-state';
import type { Recheck } from './bootstrap-schemas';

/** The decision in a choice cookie, and the visitor's group now. */
export interface RecheckInput {
  readonly tenantId: string;
  readonly profileId: string;
  readonly profileVersion: number;
  readonly complianceGroup: string;
}

/**
 * Returns whether a visitor must be asked again: their place has stricter rules than those under which they
 * decided, or the profile of the decision is no longer served or asks again. Stricter rules matter
 * only where a profile asks for them, and a profile that asks again does so where the visitor is asked first.
 */
export async function recheckChoice(
  catalogue: Pick<ProfileCatalogue, 'active' | 'version'>,
  { tenantId, profileId, profileVersion: version, complianceGroup }: RecheckInput,
): Promise<Recheck['reason']> {
  const active = await catalogue.active(tenantId);
  const decided = active.find(({ id }) => id === profileId);
  const here = active.find(({ group }) => group === complianceGroup);
  if (decided === undefined) return here === undefined ? 'profile_inactive' : 'profile_changed';
  // Anybody can send other numbers.
  const isSeen = decided.seenVersions.has(version);
  const { group } = (isSeen && (await findShownVersion(catalogue, decided, version))) || decided;
  if (here !== undefined && here !== decided && isStricterGroup(complianceGroup, group))
    return 'stricter_place';
  // Where nobody is asked first, a new question would first allow what the visitor has refused elsewhere.
  if (asksFirst(group) && !asksFirst(complianceGroup)) return null;
  return asksAgain(decided, { version, group }) ? 'reconsent_required' : null;
}
