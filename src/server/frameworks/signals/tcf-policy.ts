import type { ProfileFacts } from '#banners/profiles/index';
import { asksFirst } from '#standards/consent-state';
import { readPolicyVersion } from '#standards/tcf/index';
import type { ListVersions } from './list-versions';

// Why: docs/adr/0189-a-new-tcf-policy-asks-again.md

/**
 * Returns whether a profile asks under the framework, and a TC string was made under earlier policies than those of the newest
 * vendor list: "A new policy version invalidates existing strings and requires CMPs to re-establish transparency and consent
 * from users." Where nobody is asked first, the end of a decision would undo a refusal, so it stays.
 * Source: IAB Tech Lab, TCF "Consent string and vendor list formats" v2, "The Core String", `TcfPolicyVersion`.
 */
export type IsOfEarlierPolicy = (
  profile: Pick<ProfileFacts, 'tcf' | 'group'>,
  tcString: string | null,
) => boolean;

export function createIsOfEarlierPolicy(enabled: boolean, lists: ListVersions): IsOfEarlierPolicy {
  return (profile, tcString) => {
    if (!enabled || profile.tcf === null || tcString === null || !asksFirst(profile.group)) return false;
    const policyVersion = readPolicyVersion(tcString);
    const list = lists.newest();
    // A later version than that of the list comes from a process that has a newer one.
    return policyVersion !== null && list !== null && policyVersion < list.tcfPolicyVersion;
  };
}
