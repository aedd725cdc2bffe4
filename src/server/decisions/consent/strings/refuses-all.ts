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
    const { consentJson, group } = decision;
    const decided = await findDecidedFacts(catalogue, decision, profile);
    return allowsNothing(carryDecision(consentJson, group, { today: profile, decided }), group, profile);
  };
