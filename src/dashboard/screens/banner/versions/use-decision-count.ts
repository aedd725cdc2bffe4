import { useResource } from '../../../api/use-resource';
import { useSession } from '../../../app/session';

/** Returns the number of visitors who decided last on this banner; null while it is not known, or to users who cannot know. */
export function useDecisionCount(profileId: string | undefined): number | null {
  const { can } = useSession();
  const consents = useResource(
    'listConsents',
    { query: { profileId, limit: 1 } },
    { enabled: profileId !== undefined && can('consents:read') },
  );
  return consents.data?.total ?? null;
}
