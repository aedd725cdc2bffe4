import { useCallback } from 'react';
import { type DataOf, useResource } from '../api/use-resource';
import { useSharedWords } from '../words';
import { useSession } from './session';

type Summary = Extract<DataOf<'listProfiles'>[number], { readonly categories: unknown }>;

/**
 * Returns a function that names a category as visitors read it: by the heading in its banner, or by the heading on
 * which several banners agree; else by our own word for a usual category, else by its id.
 */
export function useCategoryName(): (id: string, profileId?: string) => string {
  const { categories: usual } = useSharedWords();
  const { can } = useSession();
  const { data } = useResource(
    'listProfiles',
    { query: { summary: '1' } },
    { enabled: can('profiles:read') },
  );
  return useCallback(
    (id, profileId) => {
      const banners = ((data ?? []) as readonly Summary[]).filter(
        (banner) => profileId === undefined || banner.id === profileId,
      );
      const headings = new Set(banners.flatMap(({ categories }) => own(categories, id) ?? []));
      const [heading] = headings;
      if (heading !== undefined && headings.size === 1) return heading;
      return own(usual, id) ?? heading ?? id;
    },
    [data, usual],
  );
}

const own = (names: Readonly<Record<string, string>>, id: string) =>
  Object.hasOwn(names, id) ? names[id] : undefined;
