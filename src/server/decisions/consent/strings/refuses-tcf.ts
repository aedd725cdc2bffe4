import type { ProfileCatalogue, ProfileFacts } from '#banners/profiles/index';
import {
  carryDecision,
  type DecidedAgainst,
  deniesTcf,
  findDecidedFacts,
} from '../effective/carried-decision';
import type { StoredConsent } from '../records/stored-consent';

/**
 * Returns whether a decision contradicts every string that allows something. Only strings are judged by it, so decisions
 * without one are not asked.
 */
export type RefusesTcf = (
  decision: DecidedAgainst & Pick<StoredConsent, 'group'>,
  profile: ProfileFacts,
) => Promise<boolean>;

export const createRefusesTcf =
  (catalogue: ProfileCatalogue): RefusesTcf =>
  async (decision, profile) => {
    const decided = await findDecidedFacts(catalogue, decision, profile);
    const { consentJson, group } = decision;
    // Pages that are out of date know only the category that the choices belonged to then.
    const [shown = profile] = decided ?? [];
    const carried = carryDecision(decision, { today: profile, decided });
    return deniesTcf(consentJson, group, shown) || deniesTcf(carried, group, { ...profile, tcf: null });
  };
