import type { ProfileCatalogue, ProfileFacts } from '#banners/profiles/index';
import {
  allowsNothing,
  carryDecision,
  type DecidedAgainst,
  findDecidedFacts,
} from '../effective/carried-decision';
import type { StoredConsent } from '../records/stored-consent';

/**
 * Returns whether a decision allows no optional category of its current profile. Only strings are judged by
 * it, so decisions without one are not asked.
 */
export type RefusesAll = (
  decision: DecidedAgainst & Pick<StoredConsent, 'group'>,
  profile: ProfileFacts,
) => Promise<boolean>;

export const createRefusesAll =
  (catalogue: ProfileCatalogue): RefusesAll =>
  async (decision, profile) => {
    const decided = await findDecidedFacts(catalogue, decision, profile);
    const carried = carryDecision(decision, { today: profile, decided });
    return allowsNothing(carried, decision.group, profile);
  };
