import { isStricterGroup } from '#standards/compliance/compliance-group-ids';
import { useResource } from '../../../api/use-resource';
import type { Profile } from '../edits/content';
import { useDecisionCount } from './use-decision-count';

/** The effect of a publication on visitors who have decided on the banner before. */
export type EarlierChoices =
  | { readonly effect: 'none' | 'operatorDecides' | 'kept' }
  /** The banner was in a less strict group. */
  | { readonly effect: 'asked'; readonly group: string };

/** Returns what a publication means for the visitors who have decided on this banner; null while that is not known. */
export function useEarlierChoices(profile: Profile): EarlierChoices | null {
  const { id, version, isActive, publishedVersion, complianceGroup } = profile;
  const count = useDecisionCount(id);
  const wasLive = !isActive && publishedVersion !== null;
  const published = useResource(
    'getProfileVersionContent',
    { params: { id, entryId: String(publishedVersion) } },
    { enabled: wasLive },
  );
  if (wasLive && published.isPending) return null;
  const { complianceGroup: builtIn, customComplianceGroup } = published.data?.profileJson ?? {};
  const group = builtIn ?? customComplianceGroup;
  if (group !== undefined && isStricterGroup(complianceGroup, group)) return { effect: 'asked', group };
  // An import can name a banner that was never live.
  if (publishedVersion === null && !count) return { effect: 'none' };
  return { effect: version > (publishedVersion ?? 1) ? 'operatorDecides' : 'kept' };
}
