import { useState } from 'react';
import { useAction } from '../../api/use-resource';
import type { Banner, Listing, ListingItem } from './finding';

/** Returns a function that lists things in the next version of banners, and the versions that it wrote last. */
export function useListing() {
  const action = useAction('listFound', ['listUnlisted', 'listFindings', 'listProfiles', 'getProfile']);
  const [saved, setSaved] = useState<readonly Listing[]>([]);
  return {
    saved,
    isPending: action.isPending,
    error: action.error,
    list(items: readonly ListingItem[], banners: readonly Banner[], done?: () => void) {
      action.mutate(
        { body: { items: [...items], profileIds: banners.map(({ profileId }) => profileId) } },
        {
          onSuccess: ({ data }) => {
            setSaved(data.banners);
            done?.();
          },
        },
      );
    },
  };
}
