import { isStricterGroup } from '#standards/compliance/index';
import { getGroup } from '../locale-file';
import type { StoredProfile } from '../profile-repository';
import type { Finding } from '../profile-schemas';

/** Returns the warning that a version moves its profile to a stricter group than the one in which visitors have decided. */
export function findStricterGroup(
  { publishedJson }: Pick<StoredProfile, 'publishedJson'>,
  group: string | null,
): Finding[] {
  const decidedIn = publishedJson === null ? null : getGroup(publishedJson);
  if (decidedIn === null || group === null || !isStricterGroup(group, decidedIn)) return [];
  const message = `Visitors have decided on the published version in the group “${decidedIn}”. Their decisions are not valid in “${group}”, so visitors are asked again once this version is published`;
  return [{ rule: 'group/decided-on', message }];
}
